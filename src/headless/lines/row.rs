//! One line of a recording as one row of text. Owns: columns and widths. Everything from outside is made
//! safe here.

use super::LinesError;
use crate::headless::sanitise;
use crate::trace::Direction;
use crate::trace::brief;
use crate::trace::filter::Subject as _;
use crate::trace::store::{Line, Store};
use std::io::Write;
use std::time::Duration;

/// Characters of the summary.
const SUMMARY: usize = 100;

/// The names of the columns.
pub(super) fn head(out: &mut impl Write) -> Result<(), LinesError> {
    writeln!(
        out,
        "{:>7} {:>11} {:<4} {:<44} {:<10} {:<18} {:>8} {:>8} {:<9} summary",
        "line", "time", "dir", "kind", "id", "tool", "size", "latency", "marks"
    )?;
    Ok(())
}

pub(super) fn write(store: &mut Store, row: u32, out: &mut impl Write) -> Result<(), LinesError> {
    let entry = store.entry(row)?;
    // Where it stands, as on the screen and in what `inspect` says, whatever number was recorded with it.
    let number = u64::from(row) + 1;
    let text = match entry {
        Some(entry) => entry.line,
        None => store.text(row)?.into_owned().into(),
    };
    let Some(line) = store.line(row) else {
        return Ok(());
    };
    let said = if line.is_damaged() {
        brief::as_it_stands(&text)
    } else {
        brief::summary(&text)
    };
    let tool = match (line.tool(), line.server()) {
        ("", server) => server,
        (tool, _) => tool,
    };
    // A file without times has none to show.
    let time = if line.is_timed() {
        line.at().in_column()
    } else {
        String::new()
    };
    writeln!(
        out,
        "{number:>7} {:>11} {:<4} {:<44} {:<10} {:<18} {:>8} {:>8} {:<9} {}",
        time,
        way(line.direction()),
        cell(&brief::kind(&line), 44),
        cell(&brief::id(&text), 10),
        cell(tool, 18),
        size(text.len()),
        line.latency().map(took).unwrap_or_default(),
        marks(&line),
        cell(&said, SUMMARY),
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
        10_000_000..1_000_000_000_000 => format!("{}s", micros / 1_000_000),
        _ => ">999999s".to_owned(),
    }
}

fn marks(line: &Line<'_>) -> String {
    let word = brief::MARKS.iter().find(|(mark, _)| line.has(*mark));
    word.map(|(_, word)| (*word).to_owned()).unwrap_or_default()
}
