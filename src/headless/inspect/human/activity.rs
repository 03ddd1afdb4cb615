//! Who did what for how long: requests, turns, tools, decisions, hooks. Owns: these sections.
//! Does not own: their order (`human`) or their figures (`figures`).

use super::figures::{ROWS, latency, millis, nonzero, secs, title};
use super::table::Table;
use crate::headless::inspect::counts::clip;
use crate::headless::inspect::summary::Summary;
use std::io::{self, Write};

pub(super) fn pending(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.pending.is_empty() {
        return writeln!(out, "\nunanswered requests: none");
    }
    let columns = ["from", "what", "since", "for", "deadline", "id"];
    let rows = summary.pending.len();
    let mut table = Table::new(title("unanswered requests", rows as u64, rows), &columns);
    for row in summary.pending.iter().take(ROWS) {
        let deadline = row
            .deadline_s
            .map(|_| secs(row.deadline_s))
            .unwrap_or_default();
        let from = row.from.to_owned();
        table.row([
            from,
            row.what.clone(),
            secs(row.since),
            secs(row.age_s),
            deadline,
            row.id.clone(),
        ]);
    }
    table.write(out)
}

pub(super) fn turns(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.turns.is_empty() {
        return Ok(());
    }
    let mut table = Table::new(
        title("turns", summary.turns_total, summary.turns.len()),
        &["", "at", "took", "outcome", "text"],
    );
    for turn in summary.turns.iter().take(ROWS) {
        let outcome = turn.outcome.unwrap_or("not finished").to_owned();
        let outcome = turn
            .origin
            .as_ref()
            .map_or(outcome.clone(), |origin| format!("{outcome} ({origin})"));
        let text = turn
            .text
            .as_deref()
            .map(|text| clip(text, 60))
            .unwrap_or_default();
        table.row([
            turn.index.to_string(),
            secs(turn.started_s),
            secs(turn.duration_s),
            outcome,
            text,
        ]);
    }
    table.write(out)
}

pub(super) fn tools(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.tools.is_empty() {
        return Ok(());
    }
    let columns = [
        "name",
        "calls",
        "errors",
        "not run",
        "no result",
        "min",
        "median",
        "max",
    ];
    let mut table = Table::new("tools (from the call to its result)", &columns);
    for tool in summary.tools.iter().take(ROWS) {
        let [min, median, max] = latency(tool.latency_ms);
        let counts = [tool.calls, tool.errors, tool.not_executed, tool.no_result].map(nonzero);
        table.row(
            [tool.name.clone()]
                .into_iter()
                .chain(counts)
                .chain([min, median, max]),
        );
    }
    table.write(out)
}

pub(super) fn decisions(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.decisions.is_empty() {
        return Ok(());
    }
    let title = title(
        "decisions",
        summary.decisions_total,
        summary.decisions.len(),
    );
    let mut table = Table::new(title, &["tool", "verdict", "by", "waited", ""]);
    for decision in summary.decisions.iter().take(ROWS) {
        let by = match &decision.why {
            Some(why) => format!("{}: {why}", decision.by),
            None => decision.by.to_owned(),
        };
        let edited = decision.edited.map(|_| "edited input".to_owned());
        let rules = decision.rules.map(|rules| format!("{rules} rules"));
        let more: Vec<String> = [edited, rules, decision.message.clone()]
            .into_iter()
            .flatten()
            .collect();
        let verdict = decision.verdict.to_owned();
        table.row([
            decision.tool.clone(),
            verdict,
            by,
            millis(decision.waited_ms),
            more.join(", "),
        ]);
    }
    table.write(out)
}

pub(super) fn hooks(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.hooks.is_empty() {
        return Ok(());
    }
    let title = title("hooks", summary.hooks_total, summary.hooks.len());
    let mut table = Table::new(
        title,
        &[
            "event", "matcher", "tool", "place", "outcome", "took", "reason",
        ],
    );
    for hook in summary.hooks.iter().take(ROWS) {
        let outcome = hook
            .outcome
            .clone()
            .unwrap_or_else(|| "not answered".to_owned());
        let outcome = hook
            .exit_code
            .map_or(outcome.clone(), |code| format!("{outcome} (exit {code})"));
        table.row([
            hook.event.clone(),
            hook.matcher.clone().unwrap_or_default(),
            hook.tool.clone().unwrap_or_default(),
            hook.place.to_owned(),
            outcome,
            millis(hook.duration_ms),
            hook.reason.clone().unwrap_or_default(),
        ]);
    }
    table.write(out)
}

pub(super) fn requests(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.requests.is_empty() {
        return Ok(());
    }
    let columns = [
        "from",
        "what",
        "count",
        "errors",
        "withdrawn",
        "min",
        "median",
        "max",
    ];
    let mut table = Table::new(
        "control requests (from the request to its answer)",
        &columns,
    );
    for request in summary.requests.iter().take(ROWS) {
        let counts = [request.count, request.errors, request.withdrawn].map(nonzero);
        let names = [request.from.to_owned(), request.what.clone()];
        table.row(
            names
                .into_iter()
                .chain(counts)
                .chain(latency(request.latency_ms)),
        );
    }
    table.write(out)
}
