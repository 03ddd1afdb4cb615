//! A line in a few words, for lists of lines. Owns: which of its values are telling. Good enough to be shown; never used to
//! decide anything. Does not own: making it safe for a terminal, which whoever shows it does.

use super::filter::{Mark, Subject};
use std::borrow::Cow;

/// Bytes of a line that are looked at: however long it is, it costs the same.
const LOOKED_AT: usize = 4096;

/// The values that name what a line is about.
const IDS: [&str; 4] = ["request_id", "tool_use_id", "hook_id", "task_id"];

/// The values that say most about a line, the most telling first.
const TELLING: [&str; 15] = [
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
    "description",
    "behavior",
    "status",
    "state",
    "title",
];

/// The words for marks, those that matter most first.
pub const MARKS: [(Mark, &str); 7] = [
    (Mark::Malformed, "broken"),
    (Mark::Pending, "pending"),
    (Mark::Error, "error"),
    (Mark::Late, "late"),
    (Mark::Withdrawn, "withdrawn"),
    (Mark::Unknown, "unknown"),
    (Mark::Lint, "lint"),
];

/// Type, subtype and what is below, joined.
pub fn kind(line: &impl Subject) -> String {
    joined(line.kind(), line.subtype(), line.detail())
}

/// The same of its parts.
pub(super) fn joined(kind: &str, subtype: &str, detail: &str) -> String {
    let mut shown = kind.to_owned();
    for part in [subtype, detail] {
        if !part.is_empty() {
            shown.extend(["/", part]);
        }
    }
    shown
}

/// What the types that everybody knows are called where there is little room.
const SHORT: [(&str, &str); 6] = [
    ("control_request", "request"),
    ("control_response", "response"),
    ("control_cancel_request", "cancel"),
    ("stream_event", "stream"),
    ("request/mcp_message", "mcp"),
    ("request/hook_callback", "hook"),
];

/// A kind as it is called where there is room for so many bytes.
pub fn shortened(mut kind: String, room: usize) -> String {
    for (long, short) in SHORT {
        if kind.len() > room
            && let Some(rest) = kind.strip_prefix(long)
        {
            kind = format!("{short}{rest}");
        }
    }
    kind
}

/// The first id that names what the line is about.
pub fn id(text: &[u8]) -> String {
    let shown = beginning(text);
    let found = IDS.iter().find_map(|key| value_of(&shown, key));
    found.unwrap_or_default()
}

/// What the line says.
pub fn summary(text: &[u8]) -> String {
    let shown = beginning(text);
    if !shown.starts_with('{') {
        return shown.into_owned();
    }
    let telling = TELLING.iter().find_map(|key| value_of(&shown, key));
    telling.unwrap_or_default()
}

fn beginning(text: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(text.get(..LOOKED_AT).unwrap_or(text))
}

/// The first text that is the value of a key and not empty; what is cut off ends where the text does.
fn value_of(text: &str, key: &str) -> Option<String> {
    let quoted = format!("\"{key}\"");
    let mut rest = text;
    while let Some((_, after)) = rest.split_once(&quoted) {
        rest = after;
        let value = after
            .trim_start()
            .strip_prefix(':')
            .and_then(|after| after.trim_start().strip_prefix('"'))
            .map(string);
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            return Some(value);
        }
    }
    None
}

/// The text of a JSON string that begins here, up to its closing quote.
fn string(inside: &str) -> String {
    let mut escaped = false;
    let end = inside.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    let raw = inside
        .get(..end.unwrap_or(inside.len()))
        .unwrap_or_default();
    let unescaped = serde_json::from_str(&format!("\"{raw}\""));
    unescaped.unwrap_or_else(|_| raw.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_telling_value_is_found_and_its_escapes_are_resolved() {
        let line = br#"{"type":"assistant","text":"","error":"a \"b\"\nc","request_id":"r\\1"}"#;
        assert_eq!(summary(line), "a \"b\"\nc");
        assert_eq!(id(line), "r\\1");
        assert_eq!(summary(b"plain words"), "plain words");
        assert_eq!(summary(br#"{"a":1}"#), "");
    }

    #[test]
    fn a_text_that_goes_on_beyond_what_is_looked_at_is_shown_as_far_as_it_goes() {
        let long = format!(r#"{{"text":"{}"}}"#, "x".repeat(10_000));
        let shown = summary(long.as_bytes());
        assert!(
            shown.len() > 4_000 && shown.len() < LOOKED_AT,
            "{}",
            shown.len()
        );
        assert_eq!(summary(b"{\"text\":\"half \\u00"), "half \\u00");
    }
}
