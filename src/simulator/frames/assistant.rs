//! PURE. `assistant`: one frame for each finished block of the model's message, and the messages no model wrote.

use super::stamp::{answers, place, put, put_some, sign};
use super::{Stamp, SubAgent, Tokens};
use serde_json::{Value, json};

/// The message a block belongs to.
#[derive(Debug, Clone, Default)]
pub struct Reply<'a> {
    /// `msg_…`; blocks of one message share it.
    pub message_id: &'a str,
    /// The model.
    pub model: &'a str,
    /// The API's id of the request.
    pub request_id: &'a str,
    /// What the message used.
    pub tokens: Tokens,
    /// The sub-agent that speaks, if one does.
    pub agent: Option<&'a SubAgent>,
    /// Prompts with ids that the turn answers; given on the first message of the turn only.
    pub prompts: &'a [String],
}

/// A label for a tool call of an MCP server.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct McpLabel {
    /// What the tool is called on a screen.
    pub display_name: String,
    /// What the server calls itself.
    pub server_display_name: String,
    /// The tool's own name.
    pub tool_name: String,
}

/// Any block.
pub fn block(stamp: &Stamp, reply: &Reply<'_>, block: &Value) -> Value {
    let mut frame = json!({
        "type": "assistant",
        "message": {
            "id": reply.message_id,
            "type": "message",
            "role": "assistant",
            "model": reply.model,
            "content": [block],
            "stop_reason": null,
            "stop_sequence": null,
            "usage": reply.tokens.at_start(),
            "context_management": null,
        },
    });
    place(&mut frame, reply.agent);
    let mut frame = sign(frame, stamp);
    put(&mut frame, "timestamp", stamp.at.as_str());
    put(&mut frame, "request_id", reply.request_id);
    answers(&mut frame, reply.prompts);
    frame
}

/// Text.
pub fn text(stamp: &Stamp, reply: &Reply<'_>, text: &str) -> Value {
    block(stamp, reply, &json!({ "type": "text", "text": text }))
}

/// Text that an interrupt cut short.
pub fn aborted(stamp: &Stamp, reply: &Reply<'_>, so_far: &str) -> Value {
    let mut frame = text(stamp, reply, so_far);
    put(&mut frame, "aborted", true);
    frame
}

/// Thinking. The duration is known on the main thread only.
pub fn thinking(
    stamp: &Stamp,
    reply: &Reply<'_>,
    text: &str,
    signature: &str,
    duration_ms: Option<u64>,
) -> Value {
    let content = json!({ "type": "thinking", "thinking": text, "signature": signature });
    let mut frame = block(stamp, reply, &content);
    if let Some(duration_ms) = duration_ms {
        put(&mut frame, "thinking_duration_ms", duration_ms);
        put(&mut frame, "thinking_display", "updates");
    }
    frame
}

/// A tool call.
pub fn tool_use(
    stamp: &Stamp,
    reply: &Reply<'_>,
    id: &str,
    name: &str,
    input: &Value,
    label: Option<&McpLabel>,
) -> Value {
    let content = json!({ "type": "tool_use", "id": id, "name": name, "input": input });
    let mut frame = block(stamp, reply, &content);
    if let Some(label) = label {
        let meta = json!([{
            "id": id,
            "display_name": label.display_name,
            "server_display_name": label.server_display_name,
            "tool_name": label.tool_name,
        }]);
        put(&mut frame, "tool_use_meta", meta);
    }
    frame
}

/// An error of the API, as the CLI tells it in place of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ApiError {
    /// What is said: `API Error: 400 …`.
    pub text: String,
    /// The CLI's word on the message: `unknown`, `server_error`, `authentication_failed`, …
    pub word: String,
    /// The HTTP status; `None` is a lost connection.
    pub status: Option<u16>,
    /// The API's own word: `invalid_request_error`, `overloaded_error`, …
    pub kind: Option<String>,
    /// The CLI's word for a connection that failed.
    pub connection: Option<String>,
}

/// The API gave up.
pub fn api_error(
    stamp: &Stamp,
    message_uuid: &str,
    request_id: Option<&str>,
    error: &ApiError,
) -> Value {
    let mut frame = synthetic(stamp, message_uuid, &error.text, "stop_sequence", "");
    put(&mut frame, "error", error.word.as_str());
    put_some(&mut frame, "request_id", request_id);
    put(&mut frame, "is_api_error_message", true);
    put_some(&mut frame, "api_error_status", error.status);
    put_some(&mut frame, "api_error_type", error.kind.as_deref());
    put_some(&mut frame, "api_error", error.connection.as_deref());
    frame
}

/// How a slash command went that the CLI itself answers.
#[derive(Debug, Clone, PartialEq)]
pub enum LocalCommand<'a> {
    /// It ran: name, arguments, and the structured form of `/context`.
    Ran(&'a str, &'a str, Option<Value>),
    /// It needs a terminal.
    Unavailable,
}

/// What a slash command prints.
pub fn local_command(
    stamp: &Stamp,
    message_uuid: &str,
    text: &str,
    command: &LocalCommand<'_>,
) -> Value {
    let mut frame = synthetic(stamp, message_uuid, text, "end_turn", Value::Null);
    let source = format!("<local-command-stdout>{text}</local-command-stdout>");
    put(&mut frame, "local_command_source", source);
    match command {
        LocalCommand::Ran(command, args, context) => {
            put_some(&mut frame, "context_usage", context.clone());
            let run = json!({ "command": command, "args": args });
            put(&mut frame, "local_command_run", run);
        }
        LocalCommand::Unavailable => {
            let outcome = json!({ "kind": "unavailable_headless" });
            put(&mut frame, "local_command_outcome", outcome);
        }
    }
    frame
}

/// A message no model wrote.
fn synthetic(
    stamp: &Stamp,
    message_uuid: &str,
    text: &str,
    stop_reason: &str,
    stop_sequence: impl Into<Value>,
) -> Value {
    let stop_sequence: Value = stop_sequence.into();
    let frame = json!({
        "type": "assistant",
        "message": {
            "diagnostics": null,
            "id": message_uuid,
            "container": null,
            "model": "<synthetic>",
            "role": "assistant",
            "stop_details": null,
            "stop_reason": stop_reason,
            "stop_sequence": stop_sequence,
            "type": "message",
            "usage": Tokens::synthetic(),
            "content": [{ "type": "text", "text": text }],
            "context_management": null,
        },
        "parent_tool_use_id": null,
    });
    let mut frame = sign(frame, stamp);
    put(&mut frame, "timestamp", stamp.at.as_str());
    frame
}
