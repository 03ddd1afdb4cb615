//! PURE. Text from outside on its way to a cell. Owns: showing what must not be obeyed, cutting text.
//! Does not own: laying it out in lines (`flow`).
//!
//! **Invariant:** every string that did not come with the program passes [`safe`] before it becomes a cell.

use crate::sanitise::{Part, parts, sanitise, spelled};
use ratatui::style::Style;
use ratatui::text::Span;
use unicode_segmentation::UnicodeSegmentation as _;
use unicode_width::UnicodeWidthStr as _;

/// How wide a tab is.
const TAB: &str = "    ";

/// One line of text made of harmless characters: what is not stands out in another style.
pub fn safe(text: &str, style: Style, escaped: Style) -> Vec<Span<'static>> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    for part in parts(text) {
        match part {
            Part::Plain(text) => plain.push_str(text),
            Part::Obeyed('\t') => plain.push_str(TAB),
            Part::Obeyed(letter) => {
                if !plain.is_empty() {
                    spans.push(Span::styled(std::mem::take(&mut plain), style));
                }
                spans.push(Span::styled(spelled(letter), escaped));
            }
        }
    }
    if !plain.is_empty() {
        spans.push(Span::styled(plain, style));
    }
    spans
}

/// The text on one line, no wider than this; what is cut is marked.
pub fn cut(text: &str, width: usize, more: &str) -> String {
    let shown = sanitise(text);
    if shown.width() <= width {
        return shown.into_owned();
    }
    let room = width.saturating_sub(more.width());
    let mut kept = String::new();
    let mut used = 0;
    for grapheme in shown.graphemes(true) {
        used += grapheme.width();
        if used > room {
            break;
        }
        kept.push_str(grapheme);
    }
    kept.push_str(more);
    kept
}

/// The same, filled up with spaces: a cell of a column.
pub fn column(text: &str, width: usize, more: &str) -> String {
    let mut shown = cut(text, width, more);
    let missing = width.saturating_sub(shown.width());
    shown.extend(std::iter::repeat_n(' ', missing));
    shown
}

/// A tool's name for people: `server/tool` for one of an MCP server.
pub fn tool_name(name: &str) -> String {
    match name
        .strip_prefix("mcp__")
        .and_then(|rest| rest.split_once("__"))
    {
        Some((server, tool)) => format!("{server}/{tool}"),
        None => name.to_owned(),
    }
}

/// A number in few characters: `950`, `12.4k`, `3.1M`.
pub fn amount(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        1000..1_000_000 => format!("{}.{}k", number / 1000, number % 1000 / 100),
        _ => format!("{}.{}M", number / 1_000_000, number % 1_000_000 / 100_000),
    }
}

/// How long an answer took: like a duration, but what took less than a millisecond is told apart too.
pub fn latency(time: std::time::Duration) -> String {
    match time.as_micros() {
        micros @ 1..1000 => format!("{micros}us"),
        _ => duration(time),
    }
}

/// A duration in few characters: `240ms`, `3.2s`, `45s`, `2m05s`, `1h02m`.
pub fn duration(time: std::time::Duration) -> String {
    let (millis, seconds) = (time.as_millis(), time.as_secs());
    match seconds {
        0 if millis < 1000 => format!("{millis}ms"),
        0..10 => format!("{}.{}s", seconds, (millis % 1000) / 100),
        10..60 => format!("{seconds}s"),
        60..3600 => format!("{}m{:02}s", seconds / 60, seconds % 60),
        3600..360_000 => format!("{}h{:02}m", seconds / 3600, seconds % 3600 / 60),
        360_000..8_640_000 => format!("{}d{:02}h", seconds / 86_400, seconds % 86_400 / 3600),
        8_640_000..864_000_000 => format!("{}d", seconds / 86_400),
        _ => ">9999d".to_owned(),
    }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod text_tests;
