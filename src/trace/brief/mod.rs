//! A line in a few words, for lists of lines. Owns: which of its values are telling, by its kind. Good enough to be shown;
//! never used to decide anything. Does not own: making it safe for a terminal, which whoever shows it does.

mod control;
mod glimpse;
mod record;
mod said;

use super::filter::{Mark, Subject};
use glimpse::{Glimpse, unescaped};
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

/// The id that names what the line is about: a call and its result, a request and its answer have the same.
pub fn id(text: &[u8]) -> String {
    let shown = beginning(text);
    let line = Glimpse::of(&shown).filter(|line| line.get("type").is_some());
    let own = line.as_ref().and_then(own_id);
    let found = || IDS.iter().find_map(|key| value_of(&shown, key));
    own.or_else(found).unwrap_or_default()
}

/// The id of a message: that of its call, or its own. What else is called an id in it names what the API was asked.
fn own_id(line: &Glimpse<'_>) -> Option<String> {
    match line.text("type")?.as_str() {
        "assistant" | "user" => {
            let message = line.get("message")?;
            let mut blocks = message.list("content").iter();
            let called = |block: &Glimpse<'_>| match block.text("type")?.as_str() {
                "tool_use" => block.text("id"),
                _ => block.text("tool_use_id"),
            };
            let called = blocks.find_map(called);
            Some(called.or_else(|| message.text("id")).unwrap_or_default())
        }
        "stream_event" => {
            let message = line.at(&["event", "message"]);
            let begun = line.at(&["event", "content_block"]);
            let id = message.or(begun).and_then(|inside| inside.text("id"));
            Some(
                id.or_else(|| line.text("api_message_id"))
                    .unwrap_or_default(),
            )
        }
        "result" => Some(String::new()),
        _ => None,
    }
}

/// What the line says.
pub fn summary(text: &[u8]) -> String {
    let shown = beginning(text);
    if !shown.starts_with('{') {
        return shown.into_owned();
    }
    let line = Glimpse::of(&shown);
    let told = line.as_ref().and_then(by_kind);
    let told = told.or_else(|| record::said(&shown));
    let told = told.filter(|told| !told.is_empty());
    let telling = || TELLING.iter().find_map(|key| value_of(&shown, key));
    told.or_else(telling).unwrap_or_default()
}

/// The beginning of a line that is nothing that could be told in other words.
pub fn as_it_stands(text: &[u8]) -> String {
    beginning(text).into_owned()
}

fn by_kind(line: &Glimpse<'_>) -> Option<String> {
    // Our own notes: their kind says which, and their id is shown beside it.
    if line.get("note").is_some() {
        return Some(line.fields(&["note", "request_id", "entry"]));
    }
    match line.text("type")?.as_str() {
        "control_request" => control::asked(line.get("request")?),
        "control_response" => control::answered(line.get("response")?),
        "assistant" | "user" => said::message(line),
        "stream_event" => said::piece(line),
        "system" => said::system(line),
        "result" => said::ended(line),
        _ => None,
    }
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
    unescaped(raw)
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
    fn every_kind_of_line_says_what_matters_about_it() {
        for (line, said) in [
            (
                r#"{"type":"control_request","request_id":"r","request":{"subtype":"set_permission_mode","mode":"plan"}}"#,
                "mode: plan",
            ),
            (
                r#"{"type":"control_request","request_id":"r","request":{"subtype":"initialize","hooks":{"Stop":[],"PreToolUse":[]},"sdkMcpServers":["calc","files"]}}"#,
                "hooks Stop, PreToolUse; servers calc, files",
            ),
            (
                r#"{"type":"control_request","request_id":"r","request":{"subtype":"hook_callback","input":{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"content":"x","file_path":"/a"}}}}"#,
                "/a",
            ),
            (
                r#"{"type":"control_request","request_id":"r","request":{"subtype":"mcp_message","message":{"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2}}}}}"#,
                "a: 1, b: 2",
            ),
            (
                r#"{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"deny","message":"no","interrupt":true}}}"#,
                "deny: no, and the turn ends",
            ),
            (
                r#"{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"behavior":"allow","updatedInput":{"command":"ls"}}}}"#,
                "allow: ls",
            ),
            (
                r#"{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{}}}"#,
                "{}",
            ),
            (
                r#"{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"never"}}}}"#,
                "deny: never",
            ),
            (
                r#"{"type":"control_response","response":{"subtype":"success","request_id":"r","response":{"mcp_response":{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"3"}]}}}}}"#,
                "3",
            ),
            (
                r#"{"type":"control_response","response":{"subtype":"error","request_id":"r","error":"crashed"}}"#,
                "crashed",
            ),
            (
                r#"{"type":"system","subtype":"init","cwd":"/p","tools":["A","B"],"mcp_servers":[{"name":"calc","status":"failed"}],"model":"m","permissionMode":"default"}"#,
                "m, default, 2 tools, calc failed, /p",
            ),
            (
                r#"{"type":"result","subtype":"success","num_turns":1,"total_cost_usd":0.01234,"result":"Done."}"#,
                "1 turn, $0.0123, Done.",
            ),
            (
                r#"{"type":"stream_event","event":{"type":"message_delta","delta":{"stop_reason":"tool_use"}}}"#,
                "tool_use",
            ),
            (
                r#"{"note":"decided","request_id":"r","by":"person"}"#,
                "by: person",
            ),
            (r#"{"note":"exited","code":0,"signal":null}"#, "code: 0"),
            (
                r#"{"type":"system","subtype":"something_new","status":"odd"}"#,
                "odd",
            ),
        ] {
            assert_eq!(summary(line.as_bytes()), said, "{line}");
        }
    }

    #[test]
    fn a_call_and_its_result_have_the_same_id() {
        let call = br#"{"type":"assistant","message":{"id":"msg_1","content":[{"type":"tool_use","id":"toolu_7","name":"Bash","input":{}}]},"request_id":"req_api"}"#;
        let result = br#"{"type":"user","message":{"content":[{"tool_use_id":"toolu_7","type":"tool_result","content":"ok"}]}}"#;
        let said = br#"{"type":"assistant","message":{"id":"msg_1","content":[{"type":"text","text":"a"}]},"request_id":"req_api"}"#;
        assert_eq!(id(call), "toolu_7");
        assert_eq!(id(result), "toolu_7");
        assert_eq!(id(said), "msg_1");
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
