//! The conversation messages: `assistant`, `user`, `stream_event`, `result`.
//! Owns: their typed shapes with an open end (`extra`). Does not own: `system` (own file), control (own file).
#![allow(
    missing_docs,
    reason = "field names are the wire's own words; see the struct docs for meaning"
)]

use super::block::{Block, Content};
pub use super::fields::Extra;
use super::frame::FrameType;
use super::nullable::Nullable;
use super::word::words;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

/// Token counts of one API message or turn.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_creation_input_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cache_read_input_tokens: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_tokens: Option<u64>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// The API's message inside `assistant`, `user` and `message_start`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ApiMessage {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    pub content: Content,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub stop_reason: Nullable<String>,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub usage: Nullable<Usage>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// `assistant`: one finished content block of the model; consecutive ones share `message.id`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Assistant {
    #[serde(rename = "type")]
    pub kind: FrameType,
    pub message: ApiMessage,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub parent_tool_use_id: Nullable<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Labels for MCP tool calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_use_meta: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_duration_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_display: Option<String>,
    /// The text was cut short by an interrupt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aborted: Option<bool>,
    /// The kind of API error this synthetic message carries as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_api_error_message: Option<bool>,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub api_error_status: Nullable<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_error_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subagent_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_message_uuid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_message_uuids: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_command_source: Option<String>,
    /// Messages (by uuid) that this one replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<Vec<String>>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// `user`, in either direction: prompts, tool results, interrupt markers, synthetic and replayed text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct User {
    #[serde(rename = "type")]
    pub kind: FrameType,
    pub message: ApiMessage,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub parent_tool_use_id: Nullable<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
    /// The tool's structured output; a string on failures.
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub tool_use_result: Nullable<Value>,
    /// Why and how each call was decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_result_meta: Option<Vec<ToolResultMeta>>,
    #[serde(rename = "isReplay", default, skip_serializing_if = "Option::is_none")]
    pub is_replay: Option<bool>,
    #[serde(
        rename = "isSynthetic",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub is_synthetic: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subagent_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task_description: Option<String>,
    /// Outgoing: `now`, `next`, `later`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<String>,
    /// Outgoing: false only appends the message, no answer is asked for.
    #[serde(
        rename = "shouldQuery",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub should_query: Option<bool>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// How one tool call was decided, on the `user` message with its result.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolResultMeta {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub non_execution_kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission_decision: Option<Value>,
    #[serde(flatten)]
    pub extra: Extra,
}

words! {
    /// What kind of stream event it is.
    EventKind {
        MessageStart = "message_start", MessageDelta = "message_delta", MessageStop = "message_stop",
        BlockStart = "content_block_start", BlockDelta = "content_block_delta", BlockStop = "content_block_stop",
        Ping = "ping", Error = "error",
    }
}

words! {
    /// What kind of delta it is.
    DeltaKind {
        Text = "text_delta", Thinking = "thinking_delta", Signature = "signature_delta", InputJson = "input_json_delta",
        Citations = "citations_delta",
    }
}

/// `stream_event`: a raw stream event of the API; its text is provisional until the `assistant` message comes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StreamEvent {
    #[serde(rename = "type")]
    pub kind: FrameType,
    pub event: ApiEvent,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub parent_tool_use_id: Nullable<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_message_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking_display: Option<String>,
    /// Blocks that will never come as `assistant` messages: discard their streamed text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub abandoned_blocks: Option<Box<AbandonedBlocks>>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// The event inside `stream_event`; which fields are filled depends on `kind`. What a delta does not have is boxed: almost
/// all events are deltas.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ApiEvent {
    #[serde(rename = "type")]
    pub kind: EventKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delta: Option<Delta>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_block: Option<Box<Block>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<Box<ApiMessage>>,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub usage: Nullable<Box<Usage>>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// What a `content_block_delta` or `message_delta` adds.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Delta {
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<DeltaKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thinking: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial_json: Option<String>,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub stop_reason: Nullable<String>,
    #[serde(flatten)]
    pub extra: Extra,
}

/// From which block on the stream of a message was given up.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AbandonedBlocks {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_message_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_block_index: Option<u64>,
    #[serde(flatten)]
    pub extra: Extra,
}

words! {
    /// The `subtype` of a result. Beware: `success` with `is_error` is an API failure.
    ResultSubtype {
        Success = "success", ErrorDuringExecution = "error_during_execution", ErrorMaxTurns = "error_max_turns",
        ErrorMaxBudget = "error_max_budget_usd", ErrorStructuredOutput = "error_max_structured_output_retries",
    }
}

/// `result`: the end of a turn.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ResultMessage {
    #[serde(rename = "type")]
    pub kind: FrameType,
    pub subtype: ResultSubtype,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_error: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The final text (success only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structured_output: Option<Value>,
    /// Diagnostics of error results: never shown after an interrupt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminal_reason: Option<String>,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub stop_reason: Nullable<String>,
    #[serde(default, skip_serializing_if = "Nullable::is_absent")]
    pub api_error_status: Nullable<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_error_type: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub startup_failure_reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_api_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub num_turns: Option<u64>,
    /// Cumulative for the process: the latest counts, never the sum. An integer or a float on the wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_cost_usd: Option<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// Cumulative per model.
    #[serde(
        rename = "modelUsage",
        default,
        skip_serializing_if = "Option::is_none"
    )]
    pub model_usage: Option<Map<String, Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permission_denials: Option<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result_index: Option<u64>,
    /// Why the turn ran when no prompt started it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub local_command: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_message_uuid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_message_uuids: Option<Vec<String>>,
    #[serde(flatten)]
    pub extra: Extra,
}
