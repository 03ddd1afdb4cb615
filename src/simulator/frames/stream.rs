//! PURE. `stream_event`: the API's own events, with the envelope the CLI puts around them. Only the main thread streams.

use super::stamp::{answers, put, sign};
use super::{Stamp, Tokens};
use serde_json::{Value, json};

/// A block as it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockStart<'a> {
    /// Text.
    Text,
    /// Thinking.
    Thinking,
    /// A tool call: id and name.
    ToolUse(&'a str, &'a str),
}

/// A piece of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delta<'a> {
    /// Of text.
    Text(&'a str),
    /// Of thinking.
    Thinking(&'a str),
    /// The signature at the end of thinking.
    Signature(&'a str),
    /// Of the JSON of a tool's input.
    Json(&'a str),
}

/// A message begins.
pub fn message_start(
    stamp: &Stamp,
    message_id: &str,
    model: &str,
    tokens: Tokens,
    ttft_ms: u64,
    prompts: &[String],
) -> Value {
    let event = json!({
        "type": "message_start",
        "message": {
            "id": message_id,
            "type": "message",
            "role": "assistant",
            "model": model,
            "content": [],
            "stop_reason": null,
            "stop_sequence": null,
            "usage": tokens.at_start(),
        },
    });
    let mut frame = envelope(stamp, message_id, &event);
    put(&mut frame, "ttft_ms", ttft_ms);
    put(&mut frame, "thinking_display", "updates");
    if !prompts.is_empty() {
        answers(&mut frame, prompts);
        put(&mut frame, "owed_rows", json!([]));
    }
    frame
}

/// A block begins.
pub fn block_start(stamp: &Stamp, message_id: &str, index: usize, block: BlockStart<'_>) -> Value {
    let content = match block {
        BlockStart::Text => json!({ "type": "text", "text": "" }),
        BlockStart::Thinking => json!({ "type": "thinking", "thinking": "", "signature": "" }),
        BlockStart::ToolUse(id, name) => {
            json!({ "type": "tool_use", "id": id, "name": name, "input": {} })
        }
    };
    let event = json!({ "type": "content_block_start", "index": index, "content_block": content });
    let mut frame = envelope(stamp, message_id, &event);
    if block == BlockStart::Thinking {
        put(&mut frame, "thinking_display", "updates");
    }
    frame
}

/// A piece of a block.
pub fn block_delta(stamp: &Stamp, message_id: &str, index: usize, delta: Delta<'_>) -> Value {
    let content = match delta {
        Delta::Text(text) => json!({ "type": "text_delta", "text": text }),
        Delta::Thinking(text) => json!({ "type": "thinking_delta", "thinking": text }),
        Delta::Signature(text) => json!({ "type": "signature_delta", "signature": text }),
        Delta::Json(text) => json!({ "type": "input_json_delta", "partial_json": text }),
    };
    let event = json!({ "type": "content_block_delta", "index": index, "delta": content });
    let mut frame = envelope(stamp, message_id, &event);
    if matches!(delta, Delta::Thinking(_)) {
        put(&mut frame, "thinking_display", "updates");
    }
    frame
}

/// A block ends.
pub fn block_stop(stamp: &Stamp, message_id: &str, index: usize) -> Value {
    let event = json!({ "type": "content_block_stop", "index": index });
    envelope(stamp, message_id, &event)
}

/// Why the message ended, and what it used.
pub fn message_delta(stamp: &Stamp, message_id: &str, stop_reason: &str, tokens: Tokens) -> Value {
    let event = json!({
        "type": "message_delta",
        "delta": { "stop_reason": stop_reason, "stop_sequence": null },
        "usage": { "output_tokens": tokens.output },
    });
    envelope(stamp, message_id, &event)
}

/// The same for a message that was cut off: the CLI makes it up.
pub fn message_delta_cut(stamp: &Stamp, message_id: &str, tokens: Tokens) -> Value {
    let event = json!({
        "type": "message_delta",
        "context_management": null,
        "delta": { "container": null, "stop_details": null, "stop_reason": null, "stop_sequence": null },
        "usage": {
            "output_tokens_details": { "thinking_tokens": 0 },
            "cache_creation_input_tokens": tokens.cache_write,
            "cache_read_input_tokens": tokens.cache_read,
            "input_tokens": tokens.input,
            "iterations": [],
            "output_tokens": 1,
            "server_tool_use": { "web_search_requests": 0, "web_fetch_requests": 0 },
            "fallback_credit": null,
        },
    });
    envelope(stamp, message_id, &event)
}

/// The message is over. `abandoned_from`: blocks from this index on never come as `assistant` frames.
pub fn message_stop(stamp: &Stamp, message_id: &str, abandoned_from: Option<usize>) -> Value {
    let mut frame = envelope(stamp, message_id, &json!({ "type": "message_stop" }));
    if let Some(index) = abandoned_from {
        let abandoned = json!({ "api_message_id": message_id, "from_block_index": index });
        put(&mut frame, "abandoned_blocks", abandoned);
    }
    frame
}

fn envelope(stamp: &Stamp, message_id: &str, event: &Value) -> Value {
    let frame = json!({ "type": "stream_event", "event": event, "parent_tool_use_id": null });
    let mut frame = sign(frame, stamp);
    put(&mut frame, "api_message_id", message_id);
    frame
}
