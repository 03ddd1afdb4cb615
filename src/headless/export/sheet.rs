//! A session as a page to read: what a transcript says, before it is Markdown or HTML. Owns: which items are shown, in which
//! words. Does not own: folding (`session`), the look (`markdown`, `html`).

use super::ExportError;
use super::fitting::Fitting;
use super::source::Source;
use super::title::Title;
use super::told::Told;
use crate::headless::inspect::summary::{DecisionRow, HookRow};
use crate::headless::inspect::{Report, Summary};
use crate::session::explain::Finding;
use crate::session::{Item, ItemKind, State, ToolCall, Verdict};
use crate::trace::filter::Filter;
use crate::trace::{DecidedBy, Header, Moment};
use serde_json::Value;
use std::time::Duration;

/// A page.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) title: String,
    pub(super) facts: Vec<(&'static str, String)>,
    pub(super) findings: Vec<Finding>,
    /// The conversation, as it is shown.
    pub(super) told: Told,
    pub(super) decisions: Vec<Vec<String>>,
    pub(super) hooks: Vec<Vec<String>>,
    /// There is a filter, and no line fits it.
    pub(super) nothing_fits: bool,
}

/// One thing in the conversation.
#[derive(Debug)]
pub(super) struct Part {
    /// When, if that is known.
    pub(super) at: Option<String>,
    /// It belongs to a sub-agent.
    pub(super) nested: bool,
    pub(super) body: Body,
}

/// What it is.
#[derive(Debug)]
pub(super) enum Body {
    /// Somebody said something.
    Said { who: &'static str, text: String },
    /// Folded text of less interest.
    Folded { label: String, text: String },
    /// A tool was called.
    Tool(Box<Call>),
    /// Something happened.
    Event(String),
}

/// A tool call to read.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) name: String,
    /// What it was about, on one line.
    pub(super) gist: String,
    pub(super) input: String,
    pub(super) result: Option<String>,
    /// How it went: `1.2 s`, `failed`, `denied by a person`.
    pub(super) notes: Vec<String>,
    pub(super) failed: bool,
}

impl Sheet {
    /// Folds the recording; with a filter, only what came with lines that fit is shown.
    pub(super) fn of(
        source: &mut Source,
        filter: &Filter,
        shown: fn(&Part) -> String,
    ) -> Result<Self, ExportError> {
        let mut told = Told::new(shown, source.has_times(), !filter.is_empty());
        let mut title = Title::default();
        let mut fitting = Fitting::default();
        let report = source.fold(|source, row, entry, state| {
            title.look(state);
            if !filter.is_empty() {
                let fits = source.fits(filter, row)?;
                fitting.look(state, fits);
                if fits {
                    told.fits(entry.seq);
                }
            }
            told.keep_up(state)
        })?;
        let header = Header {
            started: source.started(),
            ..source.header().unwrap_or_default()
        };
        let state = report.state();
        told.end(state)?;
        fitting.look(state, false);
        let summary = report.summary();
        let mut facts = facts(&report, &summary, &header);
        if told.missed() > 0 {
            let count = told.missed();
            facts.push(("Left out", format!("{count} items: too many in one line")));
        }
        let masked = if source.masks() {
            super::values(source.tally().total())
        } else {
            "nothing".to_owned()
        };
        facts.push(("Masked", masked));
        if source.redacted {
            let how = "with secrets masked already".to_owned();
            facts.push(("Recorded", how));
        }
        let mut decisions: Vec<_> = summary.decisions.iter().map(decision_row).collect();
        let mut hooks: Vec<_> = summary.hooks.iter().map(hook_row).collect();
        if !filter.is_empty() {
            decisions = fitting.decisions(decisions);
            hooks = fitting.hooks(hooks);
        }
        Ok(Self {
            title: title.of(state),
            facts,
            told,
            decisions,
            hooks,
            findings: summary.findings,
            nothing_fits: !filter.is_empty() && fitting.lines == 0,
        })
    }
}

/// Where a finding rests, behind its words.
pub(super) fn finding_lines(finding: &Finding) -> String {
    let lines: Vec<_> = finding.lines.iter().map(u64::to_string).collect();
    match lines.as_slice() {
        [] => String::new(),
        [line] => format!(" (line {line})"),
        lines => format!(" (lines {})", lines.join(", ")),
    }
}

fn facts(report: &Report, summary: &Summary, header: &Header) -> Vec<(&'static str, String)> {
    let state = report.state();
    let started = header
        .started
        .map(|time| time.format("%Y-%m-%d %H:%M:%S UTC").to_string());
    let ended = match summary.end.outcome {
        Some(outcome) => format!("{}; last turn: {outcome}", summary.end.state),
        None => summary.end.state.to_owned(),
    };
    let all = [
        ("Started", started),
        (
            "Took",
            summary.duration_s.map(|took| format!("{took:.1} s")),
        ),
        ("Model", state.facts.model.clone()),
        ("CLI", summary.cli_version.clone()),
        (
            "Directory",
            state.facts.cwd.clone().or_else(|| header.cwd.clone()),
        ),
        ("Session", state.facts.session_id().map(str::to_owned)),
        ("Turns", Some(summary.turns_total.to_string())),
        ("Cost", summary.cost_usd.map(|cost| format!("${cost:.4}"))),
        ("End", Some(ended)),
    ];
    let told = all.into_iter();
    told.filter_map(|(label, text)| Some((label, text?)))
        .collect()
}

/// What an item is, to read.
pub(super) fn part(item: &Item, state: &State, timed: bool) -> Option<Part> {
    let said = |who, text: &String| Body::Said {
        who,
        text: text.clone(),
    };
    let folded = |label: &str, text: &String| Body::Folded {
        label: label.to_owned(),
        text: text.clone(),
    };
    let body = match &item.kind {
        ItemKind::Prompt(prompt) => {
            let mut text = prompt.text.clone();
            if prompt.attachments > 0 {
                text = format!("{text}\n({} attached)", prompt.attachments);
            }
            Body::Said {
                who: "Prompt",
                text,
            }
        }
        ItemKind::Text { text, aborted } => {
            let mut text = text.clone();
            if *aborted {
                text.push_str("\n(cut short)");
            }
            Body::Said { who: "Agent", text }
        }
        ItemKind::Thinking { text, redacted, .. } if *redacted || text.trim().is_empty() => {
            return None;
        }
        ItemKind::Thinking { text, .. } => folded("Thinking", text),
        ItemKind::Tool(tool) => Body::Tool(Box::new(call(tool, state, timed))),
        ItemKind::Synthetic { text } => folded("Added by the CLI", text),
        ItemKind::Replayed { text } => folded("Echo", text),
        ItemKind::Interrupted { .. } => Body::Event("interrupted".to_owned()),
        ItemKind::ApiError { text, .. } => said("API error", text),
        ItemKind::Compacted { trigger } => {
            Body::Event(format!("conversation compacted ({trigger})"))
        }
        ItemKind::Reset => Body::Event("conversation cleared".to_owned()),
        ItemKind::Notice { level, text } => Body::Event(format!("{level}: {text}")),
        ItemKind::TurnEnd { outcome, text } if outcome.is_failure() => {
            Body::Event(format!("turn ended: {}: {text}", outcome.as_str()))
        }
        ItemKind::TurnEnd { outcome, .. } => {
            Body::Event(format!("turn ended: {}", outcome.as_str()))
        }
        ItemKind::Unknown(value) => folded("A block of an unknown kind", &pretty(value)),
    };
    Some(Part {
        at: timed.then(|| clock(item.at)),
        nested: item.parent.is_some(),
        body,
    })
}

fn call(tool: &ToolCall, state: &State, timed: bool) -> Call {
    const TELLING: [&str; 7] = [
        "command",
        "file_path",
        "path",
        "pattern",
        "url",
        "query",
        "description",
    ];
    let gist = TELLING.iter().find_map(|key| tool.input.get(key)?.as_str());
    // What was refused did not fail: it never ran.
    let ran = tool.not_executed.is_none();
    let failed = ran && tool.result.as_ref().is_some_and(|result| result.is_error);
    let mut notes = Vec::new();
    if let Some(took) = tool.duration().filter(|_| timed) {
        notes.push(seconds(took));
    }
    if failed {
        notes.push("failed".to_owned());
    }
    if let Some(why) = &tool.not_executed {
        notes.push(format!("not executed: {why}"));
    }
    let of_call = |id: &Option<String>| id.as_deref() == Some(tool.id.as_str());
    let decisions = state
        .decisions
        .iter()
        .filter(|one| of_call(&one.tool_use_id));
    notes.extend(decisions.map(|one| {
        let decided = format!("{} by {}", verdict(&one.verdict), by(&one.by));
        if !timed {
            return decided;
        }
        format!("{decided} after {}", seconds(one.decided.since(one.asked)))
    }));
    let mut input = pretty(&tool.input);
    if let Some(asked_for) = &tool.asked_for {
        input = format!("{input}\n\nThe model had asked for:\n{}", pretty(asked_for));
    }
    Call {
        name: tool.name.clone(),
        gist: gist
            .and_then(|gist| one_line(gist, 100))
            .unwrap_or_default(),
        input,
        result: tool.result.as_ref().map(|result| {
            let text = result.content.plain_text();
            if text.is_empty() {
                "(no text)".to_owned()
            } else {
                text
            }
        }),
        notes,
        failed,
    }
}

fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Allowed { edited: true, .. } => "allowed with changes".to_owned(),
        Verdict::Allowed { .. } => "allowed".to_owned(),
        Verdict::Denied { message, .. } if message.is_empty() => "denied".to_owned(),
        Verdict::Denied { message, .. } => {
            format!("denied ({})", one_line(message, 100).unwrap_or_default())
        }
        Verdict::Failed(_) => "failed".to_owned(),
        Verdict::Withdrawn => "withdrawn".to_owned(),
    }
}

fn by(by: &DecidedBy) -> String {
    match by {
        DecidedBy::Key => "a person".to_owned(),
        DecidedBy::Callback => "the program".to_owned(),
        DecidedBy::Rule(rule) => format!("the rule {rule}"),
        DecidedBy::Limit(limit) => format!("the limit {limit}"),
        DecidedBy::Cli(reason) => format!("the CLI ({reason})"),
        DecidedBy::Unknown => "somebody unknown".to_owned(),
    }
}

fn decision_row(row: &DecisionRow) -> Vec<String> {
    vec![
        row.tool.clone(),
        row.verdict.to_owned(),
        row.by.to_owned(),
        row.why
            .clone()
            .or_else(|| row.message.clone())
            .unwrap_or_default(),
        row.waited_ms
            .map(|ms| format!("{ms:.0} ms"))
            .unwrap_or_default(),
    ]
}

fn hook_row(row: &HookRow) -> Vec<String> {
    vec![
        row.event.clone(),
        row.matcher
            .clone()
            .or_else(|| row.tool.clone())
            .unwrap_or_default(),
        row.place.to_owned(),
        row.outcome
            .clone()
            .unwrap_or_else(|| "no answer".to_owned()),
        row.reason.clone().unwrap_or_default(),
        row.duration_ms
            .map(|ms| format!("{ms:.0} ms"))
            .unwrap_or_default(),
    ]
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default()
}

/// The first line that says something, cut.
pub(super) fn one_line(text: &str, width: usize) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let mut short: String = line.chars().take(width).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    Some(short)
}

fn seconds(time: Duration) -> String {
    if time.as_secs() < 1 {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

fn clock(at: Moment) -> String {
    let seconds = at.0 / 1_000_000;
    let tenth = at.0 % 1_000_000 / 100_000;
    format!("{}:{:02}.{tenth}", seconds / 60, seconds % 60)
}
