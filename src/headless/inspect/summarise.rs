//! PURE. From the fold to the result. Owns: choosing, ordering and rounding what is shown. Does not own: its keys
//! (`summary`), its look (`human`).

use super::counts::clip;
use super::latency::Latencies;
use super::report::Report;
use super::summary::{
    CompactionRow, DecisionRow, End, Frames, HookRow, LatencyRow, OddityRow, RequestRow, RetryRow,
    StartUpRow, StateRow, Summary, Time, ToolRow, TurnRow, Waiting,
};
use crate::session::explain::Finding;
use crate::session::{
    Decision, HookOutcome, HookRun, Origin, Outcome, Pending, Place, Turn, Verdict,
};
use crate::trace::{DecidedBy, Format, Moment};
use std::time::Duration;

/// Characters that are kept of a text somebody wrote.
const TEXT: usize = 500;
/// Lines of standard error that are kept.
const STDERR_LINES: usize = 20;

pub(super) fn summarise(report: &Report) -> Summary {
    Scale {
        timed: report.format.has_times(),
    }
    .summary(report)
}

/// Turns moments into numbers, or into nothing if the file has no times.
#[derive(Clone, Copy)]
struct Scale {
    timed: bool,
}

impl Scale {
    fn secs(self, took: Duration) -> Time {
        // The sum inside a float has noise that no clock told.
        self.timed.then(|| (took.as_secs_f64() * 1e6).round() / 1e6)
    }

    fn millis(self, took: Duration) -> Time {
        self.timed.then(|| millis(took))
    }

    fn at(self, at: Moment) -> Time {
        self.secs(at.since(Moment::START))
    }

    fn latency(self, all: &Latencies) -> Option<LatencyRow> {
        (self.timed && !all.is_empty()).then(|| LatencyRow {
            min: millis(all.min()),
            p50: millis(all.median()),
            max: millis(all.max()),
            total: millis(all.total()),
        })
    }

    fn summary(self, report: &Report) -> Summary {
        let state = &report.state;
        let lines = report
            .received
            .by_kind
            .values()
            .chain(report.sent.by_kind.values())
            .sum::<u64>();
        let stderr = &state.life.stderr;
        let tail = stderr
            .iter()
            .skip(stderr.len().saturating_sub(STDERR_LINES));
        Summary {
            format: format_name(report.format),
            lines: lines + report.stderr + report.notes,
            duration_s: self.secs(report.last.since(report.first.unwrap_or(report.last))),
            cli_version: state
                .facts
                .cli_version
                .clone()
                .or_else(|| report.header_version.clone()),
            model: state.facts.model.clone(),
            session_ids: state.facts.session_ids.clone(),
            end: end(report),
            findings: findings(report),
            cost_usd: state.usage.cost_usd,
            frames: frames(report),
            unknown: report.unknown.first.clone(),
            unknown_total: report.unknown.total,
            malformed: report.malformed.first.clone(),
            malformed_total: report.malformed.total,
            pending: self.pending(report),
            turns: (state.turns.dropped() + 1..)
                .zip(state.turns.iter())
                .map(|(n, turn)| self.turn(n, turn))
                .collect(),
            turns_total: state.turns.total(),
            tools: self.tools(report),
            decisions: state
                .decisions
                .iter()
                .map(|decision| self.decision(decision))
                .collect(),
            decisions_total: state.decisions.total(),
            hooks: state.hooks.iter().map(|run| self.hook(run)).collect(),
            hooks_total: state.hooks.total(),
            states: self.states(report),
            requests: self.requests(report),
            start_up: self.start_up(report),
            retries: self.retries(report),
            compactions: self.compactions(report),
            oddities: self.oddities(report),
            oddities_total: state.oddities.total(),
            stderr_tail: tail.map(|line| clip(line, TEXT)).collect(),
        }
    }

    fn pending(self, report: &Report) -> Vec<Waiting> {
        let life = &report.state.life;
        let until = life.exit.map_or(report.until(), |exit| exit.at);
        let row = |row: &Pending| Waiting {
            id: clip(&row.id, TEXT),
            from: side(row.origin),
            what: clip(&row.asked.label(), TEXT),
            since: self.at(row.since),
            age_s: self.secs(until.since(row.since)),
            deadline_s: row.deadline.and_then(|deadline| self.at(deadline)),
        };
        if life.exit.is_some() {
            life.unanswered.iter().map(row).collect()
        } else {
            report.state.pending.iter().map(row).collect()
        }
    }

    fn turn(self, index: u64, turn: &Turn) -> TurnRow {
        TurnRow {
            index,
            started_s: self.at(turn.started),
            duration_s: turn
                .ended
                .and_then(|ended| self.secs(ended.since(turn.started))),
            outcome: turn.outcome.as_ref().map(Outcome::as_str),
            text: some(&turn.text),
            num_turns: turn.num_turns,
            prompts: turn.prompts.clone(),
            origin: turn.origin.clone(),
        }
    }

    fn tools(self, report: &Report) -> Vec<ToolRow> {
        let row = |(name, stats): (&String, &super::counts::CallStats)| ToolRow {
            name: name.clone(),
            calls: stats.calls,
            errors: stats.errors,
            not_executed: stats.not_executed,
            no_result: stats.no_result,
            latency_ms: self.latency(&stats.latency),
        };
        report.calls.by_tool.iter().map(row).collect()
    }

    fn decision(self, decision: &Decision) -> DecisionRow {
        let (by, why) = decided_by(&decision.by);
        let (message, edited, rules) = match &decision.verdict {
            Verdict::Allowed { edited, rules } => {
                (None, edited.then_some(true), (*rules > 0).then_some(*rules))
            }
            Verdict::Denied { message, .. } | Verdict::Failed(message) => {
                (some(message), None, None)
            }
            Verdict::Withdrawn => (None, None, None),
        };
        DecisionRow {
            tool: decision.tool_name.clone(),
            verdict: decision.verdict.as_str(),
            by,
            why: why.and_then(some),
            waited_ms: self.millis(decision.decided.since(decision.asked)),
            message,
            edited,
            rules,
        }
    }

    fn hook(self, run: &HookRun) -> HookRow {
        let (outcome, reason, exit_code) = hook_outcome(run.outcome.as_ref());
        HookRow {
            event: run.event.clone(),
            matcher: run.matcher.clone(),
            tool: run.tool_name.clone(),
            place: match run.place {
                Place::Callback => "callback",
                Place::Command => "command",
            },
            outcome,
            reason,
            exit_code,
            duration_ms: run
                .ended
                .and_then(|ended| self.millis(ended.since(run.started))),
        }
    }

    fn states(self, report: &Report) -> Vec<StateRow> {
        let spans = report.spans.iter();
        let row = |span: super::spans::Span| StateRow {
            state: span.phase.as_str(),
            total_s: self.secs(span.total),
            times: span.times,
        };
        spans.map(row).collect()
    }

    fn requests(self, report: &Report) -> Vec<RequestRow> {
        let rows = report
            .requests
            .by_kind
            .iter()
            .map(|((origin, what), stats)| RequestRow {
                from: side(*origin),
                what: what.clone(),
                count: stats.count,
                errors: stats.errors,
                withdrawn: stats.withdrawn,
                latency_ms: self.latency(&stats.latency),
            });
        rows.collect()
    }

    fn start_up(self, report: &Report) -> StartUpRow {
        let start = &report.state.start_up;
        let at = |moment: Option<Moment>| moment.and_then(|moment| self.at(moment));
        StartUpRow {
            first_byte_s: at(start.first_byte),
            initialize_sent_s: at(start.initialize_sent),
            initialize_answered_s: at(start.initialize_answered),
            first_turn_s: at(start.first_turn),
            servers: start
                .servers
                .iter()
                .map(|(name, shake)| (name.clone(), at(shake.tools_listed)))
                .collect(),
        }
    }

    fn retries(self, report: &Report) -> Vec<RetryRow> {
        let rows = report.state.usage.retries.iter().map(|retry| RetryRow {
            at_s: self.at(retry.at),
            attempt: retry.attempt,
            of: retry.of,
            status: retry.status,
            error: clip(&retry.error, TEXT),
        });
        rows.collect()
    }

    fn compactions(self, report: &Report) -> Vec<CompactionRow> {
        let rows = report
            .state
            .usage
            .compactions
            .iter()
            .map(|compaction| CompactionRow {
                at_s: self.at(compaction.at),
                trigger: clip(&compaction.trigger, TEXT),
                tokens_before: compaction.before,
                tokens_after: compaction.after,
            });
        rows.collect()
    }

    fn oddities(self, report: &Report) -> Vec<OddityRow> {
        let rows = report.state.oddities.iter().map(|oddity| OddityRow {
            seq: oddity.seq,
            at_s: self.at(oddity.at),
            what: clip(&oddity.what, TEXT),
        });
        rows.collect()
    }
}

fn frames(report: &Report) -> Frames {
    let sorted = |kinds: &super::counts::Kinds| {
        let mut by_kind = kinds.by_kind.clone();
        by_kind.sort_keys();
        by_kind
    };
    Frames {
        received: sorted(&report.received),
        sent: sorted(&report.sent),
        stderr: report.stderr,
        note: report.notes,
    }
}

fn end(report: &Report) -> End {
    let exit = report.state.life.exit;
    End {
        state: report.state.phase().as_str(),
        how: if exit.is_some() {
            "exited"
        } else {
            "recording ends"
        },
        code: exit.and_then(|exit| exit.code),
        signal: exit.and_then(|exit| exit.signal),
        outcome: report.state.last_outcome().map(Outcome::as_str),
        torn: report.torn,
    }
}

/// What is wrong, its texts cut like all others.
fn findings(report: &Report) -> Vec<Finding> {
    let mut found = report.explainer.findings(&report.state, report.until());
    found.extend(report.of_file().findings(&report.state));
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    for finding in &mut found {
        finding.what = clip(&finding.what, TEXT);
    }
    found
}

fn decided_by(by: &DecidedBy) -> (&'static str, Option<&str>) {
    match by {
        DecidedBy::Key => ("key", None),
        DecidedBy::Callback => ("callback", None),
        DecidedBy::Rule(rule) => ("rule", Some(rule)),
        DecidedBy::Limit(limit) => ("limit", Some(limit)),
        DecidedBy::Cli(reason) => ("cli", Some(reason)),
        DecidedBy::Unknown => ("unknown", None),
    }
}

/// The word, the reason and the exit code.
fn hook_outcome(outcome: Option<&HookOutcome>) -> (Option<String>, Option<String>, Option<i64>) {
    let word = |word: &str| Some(word.to_owned());
    match outcome {
        None => (None, None, None),
        Some(HookOutcome::None) => (word("none"), None, None),
        Some(HookOutcome::Decided { decision, reason }) => (some(decision), some(reason), None),
        Some(HookOutcome::Changed) => (word("changed"), None, None),
        Some(HookOutcome::Async) => (word("async"), None, None),
        Some(HookOutcome::Failed(error)) => (word("failed"), some(error), None),
        Some(HookOutcome::TimedOut) => (word("timed_out"), None, None),
        Some(HookOutcome::Cancelled) => (word("cancelled"), None, None),
        Some(HookOutcome::Command { exit_code, outcome }) => (some(outcome), None, *exit_code),
    }
}

fn some(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| clip(text, TEXT))
}

fn side(origin: Origin) -> &'static str {
    match origin {
        Origin::Cli => "cli",
        Origin::Us => "us",
    }
}

fn format_name(format: Format) -> &'static str {
    match format {
        Format::Recording => "recording",
        Format::Capture => "capture",
        Format::Dump => "dump",
        Format::Transcript => "transcript",
    }
}

/// Milliseconds, to the microsecond.
fn millis(took: Duration) -> f64 {
    (took.as_secs_f64() * 1e6).round() / 1e3
}
