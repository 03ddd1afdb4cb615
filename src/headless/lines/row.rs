//! One line of a recording as one row of text. Owns: columns, widths and the summary. Everything from outside is made
//! safe here.

use super::LinesError;
use crate::headless::sanitise;
use crate::trace::Direction;
use crate::trace::filter::{Mark, Subject as _};
use crate::trace::store::{Line, Store};
use std::io::Write;
use std::time::Duration;

/// Characters of the summary.
const SUMMARY: usize = 100;
/// Bytes of a line that are looked at for it.
const LOOKED_AT: usize = 4096;

/// The names of the columns.
pub(super) fn head(out: &mut impl Write) -> Result<(), LinesError> {
    writeln!(
        out,
        "{:>7} {:>11} {:<4} {:<44} {:<10} {:<18} {:>8} {:>8} {:<9} summary",
        "seq", "time", "dir", "kind", "id", "tool", "size", "latency", "marks"
    )?;
    Ok(())
}

pub(super) fn write(store: &mut Store, row: u32, out: &mut impl Write) -> Result<(), LinesError> {
    let entry = store.entry(row)?;
    let seq = entry
        .as_ref()
        .map_or_else(|| "-".to_owned(), |entry| entry.seq.to_string());
    let text = match entry {
        Some(entry) => entry.line,
        None => store.text(row)?.into_owned().into(),
    };
    let Some(line) = store.line(row) else {
        return Ok(());
    };
    let tool = match (line.tool(), line.server()) {
        ("", server) => server,
        (tool, _) => tool,
    };
    writeln!(
        out,
        "{seq:>7} {:>11} {:<4} {:<44} {:<10} {:<18} {:>8} {:>8} {:<9} {}",
        line.at().to_string(),
        way(line.direction()),
        cell(&kind(&line), 44),
        cell(&id(&text), 10),
        cell(tool, 18),
        size(text.len()),
        line.latency().map(took).unwrap_or_default(),
        marks(&line),
        summary(&text),
    )?;
    Ok(())
}

fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::In => "<-",
        Direction::Out => "->",
        Direction::Stderr => "err",
        Direction::Note => "note",
    }
}

fn kind(line: &Line<'_>) -> String {
    let mut shown = line.kind().to_owned();
    for part in [line.subtype(), line.detail()] {
        if !part.is_empty() {
            shown.extend(["/", part]);
        }
    }
    shown
}

/// A text from outside, cut to a width.
fn cell(text: &str, width: usize) -> String {
    let safe = sanitise(text);
    if safe.chars().count() <= width {
        return safe.into_owned();
    }
    let mut short: String = safe.chars().take(width.saturating_sub(1)).collect();
    short.push('…');
    short
}

fn beginning(text: &[u8]) -> String {
    String::from_utf8_lossy(text.get(..LOOKED_AT).unwrap_or(text)).into_owned()
}

/// The first id that names what the line is about.
fn id(text: &[u8]) -> String {
    const KEYS: [&str; 4] = ["request_id", "tool_use_id", "hook_id", "task_id"];
    let shown = beginning(text);
    KEYS.iter()
        .find_map(|key| value_of(&shown, key))
        .unwrap_or_default()
        .to_owned()
}

/// The text that follows a key; good enough to be shown, never used to decide anything.
fn value_of<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    let quoted = format!("\"{key}\"");
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(&quoted) {
        rest = after;
        let value = after
            .trim_start()
            .strip_prefix(':')
            .and_then(|after| after.trim_start().strip_prefix('"'))
            .and_then(|after| after.split('"').next());
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            return Some(value);
        }
    }
    None
}

/// What the line says, in a few words.
fn summary(text: &[u8]) -> String {
    const TELLING: [&str; 10] = [
        "text",
        "partial_json",
        "thinking",
        "result",
        "command",
        "error",
        "message",
        "content",
        "file_path",
        "name",
    ];
    let shown = beginning(text);
    if !shown.starts_with('{') {
        return cell(&shown, SUMMARY);
    }
    let telling = TELLING.iter().find_map(|key| value_of(&shown, key));
    telling.map_or_else(String::new, |telling| cell(telling, SUMMARY))
}

fn size(bytes: usize) -> String {
    match bytes {
        0..10_000 => bytes.to_string(),
        10_000..10_000_000 => format!("{}k", bytes / 1000),
        _ => format!("{}M", bytes / 1_000_000),
    }
}

fn took(time: Duration) -> String {
    let micros = time.as_micros();
    match micros {
        0..1_000 => format!("{micros}us"),
        1_000..10_000_000 => format!("{}ms", micros / 1_000),
        _ => format!("{}s", micros / 1_000_000),
    }
}

fn marks(line: &Line<'_>) -> String {
    const WORDS: [(Mark, &str); 7] = [
        (Mark::Malformed, "broken"),
        (Mark::Pending, "pending"),
        (Mark::Error, "error"),
        (Mark::Late, "late"),
        (Mark::Withdrawn, "withdrawn"),
        (Mark::Unknown, "unknown"),
        (Mark::Lint, "lint"),
    ];
    let word = WORDS.iter().find(|(mark, _)| line.has(*mark));
    word.map(|(_, word)| (*word).to_owned()).unwrap_or_default()
}
