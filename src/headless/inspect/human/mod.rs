//! The result for people: plain text, aligned, one section a subject; what is not there takes no room.
//! Owns: order and words. Does not own: the values (`summary`), alignment and safety of cells (`table`).

mod activity;
mod figures;
mod table;

use super::summary::Summary;
use crate::headless::sanitise;
use activity::{decisions, hooks, pending, requests, tools, turns};
use figures::{ROWS, count, secs, title};
use std::io::{self, Write};
pub(in crate::headless) use table::Table;

/// Prints the result. `name` says which file it is of.
pub fn print(summary: &Summary, name: &str, out: &mut impl Write) -> io::Result<()> {
    overview(summary, name, out)?;
    findings(summary, out)?;
    frames(summary, out)?;
    trouble(summary, out)?;
    pending(summary, out)?;
    turns(summary, out)?;
    tools(summary, out)?;
    decisions(summary, out)?;
    hooks(summary, out)?;
    requests(summary, out)?;
    states(summary, out)?;
    api(summary, out)?;
    asides(summary, out)
}

fn overview(summary: &Summary, name: &str, out: &mut impl Write) -> io::Result<()> {
    let mut line = |label: &str, text: &str| writeln!(out, "{label:<10} {}", sanitise(text));
    line("file", name)?;
    let took = if summary.duration_s.is_some() {
        secs(summary.duration_s)
    } else {
        "unknown time".to_owned()
    };
    let kind = match summary.format {
        "dump" => "stream-json output, without times or directions",
        "capture" => "capture",
        "transcript" => "transcript of the CLI, without requests and their answers",
        _ => "recording",
    };
    line(
        "format",
        &format!("{kind}, {} lines over {took}", summary.lines),
    )?;
    let version = summary.cli_version.as_deref().unwrap_or("unknown version");
    line(
        "cli",
        &format!(
            "{version}, model {}",
            summary.model.as_deref().unwrap_or("unknown")
        ),
    )?;
    for id in &summary.session_ids {
        line("session", id)?;
    }
    let end = &summary.end;
    let mut how = match (end.how, end.code, end.signal) {
        ("exited", Some(code), _) => format!("{}; the process exited with code {code}", end.state),
        ("exited", None, Some(signal)) => {
            format!("{}; the process was ended by signal {signal}", end.state)
        }
        ("exited", None, None) => format!("{}; the process exited", end.state),
        _ if summary.format == "transcript" => {
            format!("{}; a transcript does not tell of the process", end.state)
        }
        _ => format!("{}; the recording ends before the process does", end.state),
    };
    if let Some(outcome) = end.outcome {
        how.extend(["; last turn: ", outcome]);
    }
    if end.torn {
        how.push_str("; the last line is cut off");
    }
    line("end", &how)?;
    line(
        "cost",
        &summary
            .cost_usd
            .map_or("not told".to_owned(), |cost| format!("${cost:.4}")),
    )
}

fn findings(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.findings.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nWhat is wrong")?;
    for finding in &summary.findings {
        let lines: Vec<String> = finding.lines.iter().map(|seq| format!("#{seq}")).collect();
        let lines = if lines.is_empty() {
            String::new()
        } else {
            format!(" ({})", lines.join(" "))
        };
        let severity = finding.severity.as_str();
        writeln!(out, "  {severity:<8} {}{lines}", sanitise(&finding.what))?;
        writeln!(out, "  {:<8} {}", "", sanitise(&finding.remedy))?;
    }
    Ok(())
}

fn frames(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let frames = &summary.frames;
    let mut table = Table::new("frames", &["kind", "in", "out"]);
    let mut kinds: Vec<&String> = frames.received.keys().chain(frames.sent.keys()).collect();
    kinds.sort();
    kinds.dedup();
    for kind in kinds {
        table.row([
            kind.clone(),
            count(frames.received.get(kind)),
            count(frames.sent.get(kind)),
        ]);
    }
    for (kind, lines) in [
        ("(standard error)", frames.stderr),
        ("(notes)", frames.note),
    ] {
        if lines > 0 {
            table.row([kind.to_owned(), lines.to_string(), String::new()]);
        }
    }
    table.write(out)
}

fn trouble(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.unknown_total > 0 {
        let mut table = Table::new(
            title(
                "unknown to this version",
                summary.unknown_total,
                summary.unknown.len(),
            ),
            &[],
        );
        for unknown in summary.unknown.iter().take(ROWS) {
            let subtype = unknown
                .subtype
                .as_ref()
                .map(|subtype| format!("/{subtype}"))
                .unwrap_or_default();
            table.row([
                format!("#{}", unknown.seq),
                format!("{}{subtype}", unknown.kind),
            ]);
        }
        table.write(out)?;
    }
    if summary.malformed_total > 0 {
        let mut table = Table::new(
            title(
                "malformed",
                summary.malformed_total,
                summary.malformed.len(),
            ),
            &[],
        );
        for bad in summary.malformed.iter().take(ROWS) {
            let place = bad.seq.map(|seq| format!("#{seq}"));
            let place = place.unwrap_or_else(|| "end".to_owned());
            table.row([
                place,
                bad.kind.to_owned(),
                bad.reason.clone(),
                bad.head.clone(),
            ]);
        }
        table.write(out)?;
    }
    Ok(())
}

fn states(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let mut table = Table::new("states", &["state", "time", "times"]);
    for state in &summary.states {
        table.row([
            state.state.to_owned(),
            secs(state.total_s),
            state.times.to_string(),
        ]);
    }
    table.write(out)
}

fn api(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if !summary.retries.is_empty() {
        let mut table = Table::new("API retries", &["at", "try", "status", "error"]);
        for retry in summary.retries.iter().take(ROWS) {
            let status = retry
                .status
                .map_or("no answer".to_owned(), |status| status.to_string());
            let attempt = format!("{}/{}", retry.attempt, retry.of);
            table.row([secs(retry.at_s), attempt, status, retry.error.clone()]);
        }
        table.write(out)?;
    }
    if !summary.compactions.is_empty() {
        let mut table = Table::new("compactions", &["at", "trigger", "tokens before", "after"]);
        for shortened in summary.compactions.iter().take(ROWS) {
            let tokens = [shortened.tokens_before, shortened.tokens_after]
                .map(|tokens| count(tokens.as_ref()));
            table.row(
                [secs(shortened.at_s), shortened.trigger.clone()]
                    .into_iter()
                    .chain(tokens),
            );
        }
        table.write(out)?;
    }
    Ok(())
}

fn asides(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    if summary.oddities_total > 0 {
        let mut table = Table::new(
            title("oddities", summary.oddities_total, summary.oddities.len()),
            &[],
        );
        for oddity in summary.oddities.iter().take(ROWS) {
            table.row([
                format!("#{}", oddity.seq),
                secs(oddity.at_s),
                oddity.what.clone(),
            ]);
        }
        table.write(out)?;
    }
    if !summary.stderr_tail.is_empty() {
        let title = title(
            "standard error, last lines",
            summary.frames.stderr,
            summary.stderr_tail.len(),
        );
        let mut table = Table::new(title, &[]);
        for line in &summary.stderr_tail {
            table.row([line.clone()]);
        }
        table.write(out)?;
    }
    Ok(())
}

#[cfg(test)]
#[path = "human_tests.rs"]
mod tests;
