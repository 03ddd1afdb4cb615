//! A turn as the Messages API would send it: steps of a stream, or one JSON message. Pure.
//!
//! Does not wait, write or count attempts; `serve` performs the steps.

use std::time::Duration;

use serde_json::{Map, Value, json};

use super::fill;
use super::script::{Block, Fault, Turn};

/// Characters of tool input per delta, at least.
const INPUT_CHARS: usize = 24;
/// A tool input is cut into about this many deltas, at most: a megabyte must not become forty thousand events.
const INPUT_DELTAS: usize = 200;

/// One thing to do while streaming.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Send an event; its name is the `type` of the data.
    Event(Value),
    /// Stay silent for a while.
    Pause(Duration),
    /// Stay silent until released.
    Hang,
    /// Close the socket, now.
    Cut,
    /// End the stream in good order, now.
    End,
}

/// The whole answer as one message, for requests that do not stream. `id` makes its ids unique.
pub fn message(turn: &Turn, body: &Value, id: u64) -> Value {
    let content = content(turn, body, id);
    let mut message = envelope(body, id);
    message.insert("usage".to_owned(), usage(turn, &content).into());
    message.insert("stop_reason".to_owned(), stop_reason(turn, &content).into());
    message.insert("content".to_owned(), content.into());
    message.into()
}

/// The answer as stream steps, the turn's fault included.
pub fn stream(turn: &Turn, body: &Value, id: u64) -> Vec<Step> {
    let content = content(turn, body, id);
    let usage = usage(turn, &content);
    let mut message = envelope(body, id);
    let mut at_start = usage.clone();
    at_start.insert("output_tokens".to_owned(), 1.into());
    message.insert("usage".to_owned(), at_start.into());

    let mut steps = vec![Step::Event(
        json!({"type": "message_start", "message": message}),
    )];
    let mut sent = 0;
    steps.extend(fault_at(turn, sent));
    for (index, block) in content.iter().enumerate() {
        let start =
            json!({"type": "content_block_start", "index": index, "content_block": opening(block)});
        steps.push(Step::Event(start));
        for delta in deltas(block) {
            if turn.gap_ms > 0 {
                steps.push(Step::Pause(Duration::from_millis(turn.gap_ms)));
            }
            steps.push(Step::Event(
                json!({"type": "content_block_delta", "index": index, "delta": delta}),
            ));
            sent += 1;
            steps.extend(fault_at(turn, sent));
        }
        steps.push(Step::Event(
            json!({"type": "content_block_stop", "index": index}),
        ));
    }
    let delta = json!({"stop_reason": stop_reason(turn, &content), "stop_sequence": null});
    let output = usage.get("output_tokens").cloned().unwrap_or_default();
    steps.push(Step::Event(
        json!({"type": "message_delta", "delta": delta, "usage": {"output_tokens": output}}),
    ));
    steps.push(Step::Event(json!({"type": "message_stop"})));
    steps
}

fn fault_at(turn: &Turn, sent: usize) -> Vec<Step> {
    match &turn.fault {
        Some(Fault::Hang { after }) if *after == sent => vec![Step::Hang],
        Some(Fault::Cut { after }) if *after == sent => vec![Step::Cut],
        Some(Fault::StreamError { kind, after }) if *after == sent => {
            vec![Step::Event(error(kind)), Step::End]
        }
        _ => Vec::new(),
    }
}

/// The body of an error: of an HTTP response, or of an `error` event.
pub fn error(kind: &str) -> Value {
    json!({"type": "error", "error": {"type": kind, "message": "Scripted failure"}})
}

/// The API's word for an HTTP status.
pub fn error_kind(status: u16) -> &'static str {
    match status {
        400 => "invalid_request_error",
        401 => "authentication_error",
        403 => "permission_error",
        404 => "not_found_error",
        413 => "request_too_large",
        429 => "rate_limit_error",
        529 => "overloaded_error",
        _ => "api_error",
    }
}

fn envelope(body: &Value, id: u64) -> Map<String, Value> {
    let fields = [
        ("id", json!(format!("msg_{id:06}"))),
        ("type", json!("message")),
        ("role", json!("assistant")),
        ("model", body.get("model").cloned().unwrap_or_default()),
        ("content", json!([])),
        ("stop_reason", Value::Null),
        ("stop_sequence", Value::Null),
    ];
    fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

fn content(turn: &Turn, body: &Value, id: u64) -> Vec<Value> {
    let block = |(index, block): (usize, &Block)| match block {
        Block::Text(text) => json!({"type": "text", "text": fill::text(text, body)}),
        Block::Thinking(text) => {
            json!({"type": "thinking", "thinking": text, "signature": "c2lnbmVk"})
        }
        Block::RedactedThinking(data) => json!({"type": "redacted_thinking", "data": data}),
        Block::Tool(call) => {
            let id = call
                .id
                .clone()
                .unwrap_or_else(|| format!("toolu_{id:06}_{index}"));
            let input = if call.input.is_null() {
                json!({})
            } else {
                fill::value(&call.input, body)
            };
            json!({"type": "tool_use", "id": id, "name": call.name, "input": input})
        }
        Block::Raw(block) => block.clone(),
    };
    turn.say.iter().enumerate().map(block).collect()
}

fn kind(block: &Value) -> &str {
    block
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn stop_reason(turn: &Turn, content: &[Value]) -> String {
    let calls = content.iter().any(|block| kind(block) == "tool_use");
    let natural = if calls { "tool_use" } else { "end_turn" };
    turn.stop_reason
        .clone()
        .unwrap_or_else(|| natural.to_owned())
}

fn usage(turn: &Turn, content: &[Value]) -> Map<String, Value> {
    let output: usize = content
        .iter()
        .map(|block| block.to_string().len() / 4)
        .sum();
    let made_up = [
        ("input_tokens", 120),
        ("cache_creation_input_tokens", 0),
        ("cache_read_input_tokens", 0),
        ("output_tokens", output.max(1)),
    ];
    let made_up = made_up
        .into_iter()
        .map(|(name, tokens)| (name.to_owned(), tokens.into()));
    made_up.chain(turn.usage.clone()).collect()
}

/// A block as `content_block_start` shows it: what deltas bring is still empty.
fn opening(block: &Value) -> Value {
    match kind(block) {
        "text" => json!({"type": "text", "text": ""}),
        "thinking" => json!({"type": "thinking", "thinking": "", "signature": ""}),
        "tool_use" => {
            json!({"type": "tool_use", "id": block.get("id"), "name": block.get("name"), "input": {}})
        }
        _ => block.clone(),
    }
}

fn deltas(block: &Value) -> Vec<Value> {
    let field = |name: &str| block.get(name).and_then(Value::as_str).unwrap_or_default();
    match kind(block) {
        "text" => words(field("text"))
            .map(|word| json!({"type": "text_delta", "text": word}))
            .collect(),
        "thinking" => {
            let signature = json!({"type": "signature_delta", "signature": field("signature")});
            let thoughts = words(field("thinking"))
                .map(|word| json!({"type": "thinking_delta", "thinking": word}));
            thoughts.chain([signature]).collect()
        }
        "tool_use" => {
            let input = block.get("input").map(Value::to_string).unwrap_or_default();
            let chars: Vec<char> = input.chars().collect();
            let pieces = chars
                .chunks(INPUT_CHARS.max(chars.len().div_ceil(INPUT_DELTAS)))
                .map(|piece| piece.iter().collect::<String>());
            pieces
                .map(|piece| json!({"type": "input_json_delta", "partial_json": piece}))
                .collect()
        }
        _ => Vec::new(),
    }
}

/// One delta a word; the space after a word stays with it, so that joining them gives the text again.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(char::is_whitespace)
}

#[cfg(test)]
#[path = "reply_tests.rs"]
mod tests;
