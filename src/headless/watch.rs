//! `cca-tui watch`: the recordings of this machine's user. Owns: the table, the JSON, and telling what was deleted.
//! Does not own: finding them out (`library`).
//!
//! # The JSON
//!
//! One object a line, live ones first, then the newest: `name`, `path`, `bytes`, `live`, and either `problem` (why the file
//! cannot be read) or `started`, `duration_s`, `title`, `directory`, `model`, `cli_version`, `session_id`, `pid`, `turns`,
//! `cost_usd`, `lines`, `damaged`, `state`, `outcome`, `ending` (`{how, code?, signal?}`; `how` is `exited`, `killed`,
//! `over` or `open`), `redacted`.

use super::inspect::Table;
use super::scenarios::unless_closed;
use super::{escape_json, sanitise};
use crate::library::{self, Deleted, Ending, Listed, Retention, Summary, Why};
use chrono::{DateTime, Local, Utc};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::process::ExitCode;

/// Characters of a title and of a directory that are shown.
const WIDE: usize = 40;
/// Deletions that are told without being asked for.
const RECENT_DAYS: i64 = 7;

/// Lists the recordings; with `prune`, deletes what is too old or too much before.
pub fn run(
    as_json: bool,
    prune: bool,
    retention: &Retention,
    out: &mut impl Write,
) -> io::Result<ExitCode> {
    let Some(folder) = library::folder() else {
        return Err(io::Error::other(
            "there is no state directory: set HOME or XDG_STATE_HOME",
        ));
    };
    let now = Utc::now();
    let swept = if prune {
        library::sweep(&folder, retention, now)?
    } else {
        Vec::new()
    };
    let (mut listed, deleted) = library::list(&folder)?;
    listed.sort_by_key(|recording| !recording.live);
    let written = if as_json {
        lines(&listed, out)
    } else {
        let week = chrono::Duration::days(RECENT_DAYS);
        let recent: Vec<&Deleted> = deleted
            .iter()
            .filter(|one| now.signed_duration_since(one.at) < week)
            .collect();
        if prune {
            let swept: Vec<&Deleted> = swept.iter().collect();
            told(&swept, prune, retention, out).and_then(|()| kept(&listed, retention, out))
        } else {
            table(&listed, &folder.to_string_lossy(), now, out)
                .and_then(|()| kept(&listed, retention, out))
                .and_then(|()| told(&recent, prune, retention, out))
        }
    };
    unless_closed(written.and_then(|()| out.flush()))?;
    Ok(ExitCode::SUCCESS)
}

fn lines(listed: &[Listed], out: &mut impl Write) -> io::Result<()> {
    for recording in listed {
        let mut object = json!({
            "name": recording.name,
            "path": recording.path.to_string_lossy(),
            "bytes": recording.bytes,
            "live": recording.live,
        });
        let more = match &recording.content {
            Ok(summary) => serde_json::to_value(summary)?,
            Err(problem) => json!({ "problem": problem }),
        };
        if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
            object.extend(more);
        }
        writeln!(out, "{}", escape_json(&object.to_string()))?;
    }
    Ok(())
}

fn table(
    listed: &[Listed],
    folder: &str,
    now: DateTime<Utc>,
    out: &mut impl Write,
) -> io::Result<()> {
    if listed.is_empty() {
        return out.write_all(library::nothing_yet(&sanitise(folder)).as_bytes());
    }
    let title = library::title(listed, folder);
    let columns = [
        "",
        "started",
        "title",
        "directory",
        "turns",
        "cost",
        "end",
        "size",
        "file",
    ];
    let mut table = Table::new(sanitise(&title), &columns);
    for recording in listed {
        table.row(row(recording, now));
    }
    table.write(out)?;
    unreadable(listed, out)
}

/// Why some cannot be read, in full: a table has no room for it.
fn unreadable(listed: &[Listed], out: &mut impl Write) -> io::Result<()> {
    let reasons = listed.iter().filter_map(|recording| {
        let problem = recording.content.as_ref().err()?;
        Some((&recording.name, problem))
    });
    for (position, (name, problem)) in reasons.enumerate() {
        if position == 0 {
            writeln!(out, "\ncannot be read:")?;
        }
        writeln!(out, "  {}: {}", sanitise(name), sanitise(problem))?;
    }
    Ok(())
}

fn row(recording: &Listed, now: DateTime<Utc>) -> [String; 9] {
    let redacted = recording.content.as_ref().is_ok_and(|all| all.redacted);
    let mark = match (recording.live, redacted) {
        (true, true) => "live, redacted",
        (true, false) => "live",
        (false, true) => "redacted",
        (false, false) => "",
    };
    let size = bytes(recording.bytes);
    let (name, mark) = (recording.name.clone(), mark.to_owned());
    let Ok(summary) = &recording.content else {
        let blank = String::new;
        return [
            mark,
            blank(),
            "cannot be read, see below".to_owned(),
            blank(),
            blank(),
            blank(),
            blank(),
            size,
            name,
        ];
    };
    let cost = summary.cost_usd.map(|dollars| format!("${dollars:.4}"));
    let title = summary.title.as_deref().or(summary.session_id.as_deref());
    [
        mark,
        summary
            .started
            .map(|time| ago(time, now))
            .unwrap_or_default(),
        cut(title.unwrap_or_default()),
        cut_front(summary.directory.as_deref().unwrap_or_default()),
        summary.turns.to_string(),
        cost.unwrap_or_default(),
        end(summary, recording.live),
        size,
        name,
    ]
}

/// What became of it, or what it does now.
fn end(summary: &Summary, live: bool) -> String {
    match summary.ending {
        _ if live => summary.state.clone(),
        Ending::Exited { code: 0 } | Ending::Over => summary.state.clone(),
        Ending::Exited { code } => format!("{}, exit code {code}", summary.state),
        Ending::Killed { signal } => format!("{}, signal {signal}", summary.state),
        Ending::Open => format!("ends while {}", summary.state),
    }
}

fn ago(time: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let passed = now.signed_duration_since(time);
    match passed.num_minutes() {
        0 => format!("{} s ago", passed.num_seconds().max(0)),
        minutes @ 1..60 => format!("{minutes} min ago"),
        60..1440 => format!("{} h ago", passed.num_hours()),
        _ => time
            .with_timezone(&Local)
            .format("%Y-%m-%d %H:%M")
            .to_string(),
    }
}

fn bytes(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    #[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
    let mut figure = bytes as f64 / 1000.0;
    let mut units = UNITS.iter();
    let mut unit = units.next();
    while figure >= 999.95
        && let Some(next) = units.next()
    {
        figure /= 1000.0;
        unit = Some(next);
    }
    format!("{figure:.1} {}", unit.copied().unwrap_or_default())
}

fn cut(text: &str) -> String {
    if text.chars().count() <= WIDE {
        return text.to_owned();
    }
    text.chars().take(WIDE - 1).chain(['…']).collect()
}

/// Of a path its end says more.
fn cut_front(text: &str) -> String {
    let length = text.chars().count();
    if length <= WIDE {
        return text.to_owned();
    }
    let kept = text.chars().skip(length - (WIDE - 1));
    std::iter::once('…').chain(kept).collect()
}

/// What is kept, and how much of that is used.
fn kept(listed: &[Listed], retention: &Retention, out: &mut impl Write) -> io::Result<()> {
    if listed.is_empty() {
        return Ok(());
    }
    let total = listed.iter().map(|recording| recording.bytes).sum();
    writeln!(
        out,
        "\n{} in all; kept for {} days, and up to {} ([recordings] in the settings)",
        bytes(total),
        retention.max_age.as_secs() / 86_400,
        bytes(retention.max_bytes)
    )
}

fn told(
    deleted: &[&Deleted],
    asked: bool,
    retention: &Retention,
    out: &mut impl Write,
) -> io::Result<()> {
    if deleted.is_empty() {
        return if asked {
            writeln!(out, "nothing to delete")
        } else {
            Ok(())
        };
    }
    let total: u64 = deleted.iter().map(|one| one.bytes).sum();
    let when = if asked { "" } else { " of late" };
    let title = format!("deleted{when} ({}, {})", deleted.len(), bytes(total));
    let mut table = Table::new(title, &["file", "size", "why"]);
    for one in deleted {
        let why = match one.why {
            Why::Age => format!("older than {} days", retention.max_age.as_secs() / 86_400),
            Why::Size => format!("more than {} in all", bytes(retention.max_bytes)),
        };
        table.row([one.name.clone(), bytes(one.bytes), why]);
    }
    table.write(out)
}

#[cfg(test)]
#[path = "watch_tests.rs"]
mod tests;
