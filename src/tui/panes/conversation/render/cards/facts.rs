//! PURE. What a call and its result say. Owns: looking into JSON that may lack anything or be of any shape.

use crate::session::{ToolCall, ToolOutcome};
use crate::wire::Block;
use serde_json::Value;

/// A text in an object; empty if there is none.
pub(super) fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// A number in an object.
pub(super) fn number(value: &Value, key: &str) -> Option<u64> {
    value.get(key).and_then(Value::as_u64)
}

/// Whether something in an object is true.
pub(super) fn is(value: &Value, key: &str) -> bool {
    value.get(key).and_then(Value::as_bool).unwrap_or(false)
}

/// A list in an object.
pub(super) fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value
        .get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

/// What the tool gave back in its own form; null if nothing.
pub(super) fn structured(call: &ToolCall) -> &Value {
    static NOTHING: Value = Value::Null;
    call.result
        .as_ref()
        .and_then(|outcome| outcome.structured.as_ref())
        .unwrap_or(&NOTHING)
}

/// What the model sees of the result.
pub(super) fn shown(call: &ToolCall) -> String {
    call.result
        .as_ref()
        .map(|outcome| outcome.content.plain_text())
        .unwrap_or_default()
}

/// What went wrong, without the wrapping that is meant for the model.
pub(super) fn failure(outcome: &ToolOutcome) -> String {
    let text = outcome.content.plain_text();
    let text = if text.trim().is_empty() {
        match &outcome.structured {
            Some(Value::String(text)) => text.clone(),
            _ => text,
        }
    } else {
        text
    };
    let inner = text.trim();
    let inner = inner.strip_prefix("<tool_use_error>").unwrap_or(inner);
    let inner = inner.strip_suffix("</tool_use_error>").unwrap_or(inner);
    inner.strip_prefix("Error: ").unwrap_or(inner).to_owned()
}

/// The images of a result: what the sender says they are, and their data.
pub(super) fn images(call: &ToolCall) -> Vec<(&str, &str)> {
    let blocks = call
        .result
        .as_ref()
        .map_or(&[][..], |outcome| outcome.content.blocks());
    blocks
        .iter()
        .filter_map(|block| match block {
            Block::Image { source, .. } => Some((text(source, "media_type"), text(source, "data"))),
            _ => None,
        })
        .collect()
}

/// `1 line`, `3 lines`.
pub(super) fn counted(count: u64, what: &str) -> String {
    let plural = match (count, what) {
        (1, _) => "",
        (_, "match") => "es",
        _ => "s",
    };
    format!("{count} {what}{plural}")
}

/// How many lines a text has.
pub(super) fn lines(text: &str) -> u64 {
    text.trim_end_matches('\n').lines().count() as u64
}

/// The first line of a text that says something.
pub(super) fn first_line(text: &str) -> &str {
    let line = text.lines().find(|line| !line.trim().is_empty());
    let line = line.unwrap_or_default().trim();
    line.get(..line.floor_char_boundary(400))
        .unwrap_or_default()
}
