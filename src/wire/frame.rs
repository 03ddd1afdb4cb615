//! A decoded line. Owns: the closed list of what a line can be, with its open ends. Does not own: decoding (`codec`).

use super::aside::{
    ActiveGoal, AuthStatus, AutocompactState, CommandLifecycle, ConversationReset, KeepAlive,
    PromptSuggestion, RateLimitEvent, ToolProgress, ToolUseSummary, TranscriptMirror,
};
use super::control::{ControlCancel, ControlRequest, ControlResponse};
use super::message::{Assistant, ResultMessage, StreamEvent, User};
use super::stored;
use super::system::System;
use super::word::words;
use bytes::Bytes;
use serde_json::Value;

words! {
    /// The `type` of a line.
    FrameType {
        Assistant = "assistant", User = "user", StreamEvent = "stream_event", Result = "result", System = "system",
        ControlRequest = "control_request", ControlResponse = "control_response", ControlCancel = "control_cancel_request",
        ToolProgress = "tool_progress", CommandLifecycle = "command_lifecycle", ConversationReset = "conversation_reset",
        TranscriptMirror = "transcript_mirror", KeepAlive = "keep_alive", AuthStatus = "auth_status",
        RateLimitEvent = "rate_limit_event", PromptSuggestion = "prompt_suggestion", ToolUseSummary = "tool_use_summary",
        ActiveGoal = "active_goal", AutocompactState = "autocompact_state",
    }
}

/// A decoded line. Nothing a peer sends is outside of it.
#[derive(Debug, Clone, PartialEq)]
pub enum Frame {
    /// The model said something.
    Assistant(Box<Assistant>),
    /// A prompt, a tool result, or text the CLI put in.
    User(Box<User>),
    /// A piece of an answer that is still being made.
    Stream(Box<StreamEvent>),
    /// A turn ended.
    Result(Box<ResultMessage>),
    /// Everything with `type: system`.
    System(System),
    /// The sender waits for an answer.
    ControlRequest(Box<ControlRequest>),
    /// An answer.
    ControlResponse(Box<ControlResponse>),
    /// A request is withdrawn.
    ControlCancel(Box<ControlCancel>),
    /// A tool still runs.
    ToolProgress(Box<ToolProgress>),
    /// What became of a prompt.
    CommandLifecycle(Box<CommandLifecycle>),
    /// The conversation was cleared.
    ConversationReset(Box<ConversationReset>),
    /// A copy of transcript lines.
    TranscriptMirror(Box<TranscriptMirror>),
    /// Nothing.
    KeepAlive(Box<KeepAlive>),
    /// A login is going on.
    AuthStatus(Box<AuthStatus>),
    /// A rate limit.
    RateLimit(Box<RateLimitEvent>),
    /// What the user might say next.
    PromptSuggestion(Box<PromptSuggestion>),
    /// A summary of tool calls.
    ToolUseSummary(Box<ToolUseSummary>),
    /// The agent's goal.
    ActiveGoal(Box<ActiveGoal>),
    /// How near compaction is.
    AutocompactState(Box<AutocompactState>),
    /// A record of the CLI's own transcript, of a type that is never on the wire.
    Stored(Box<Value>),
    /// JSON of a kind this version does not know.
    Unknown(Box<Value>),
    /// A line that is not meant to be JSON (it does not start with `{`).
    Noise(Bytes),
    /// A line that starts like JSON and is not.
    Malformed {
        /// The line, byte for byte.
        line: Bytes,
        /// What is wrong, and where.
        reason: String,
    },
    /// A line that is not UTF-8.
    NotUtf8 {
        /// The line, byte for byte.
        line: Bytes,
        /// Where the first bad byte is.
        at: usize,
    },
    /// A line over the cap.
    Oversize {
        /// How it began.
        head: Bytes,
        /// How long it was.
        len: u64,
    },
}

impl Frame {
    /// The `type` on the wire, or our word for what is not a message.
    pub fn kind(&self) -> &str {
        match self {
            Self::Assistant(_) => "assistant",
            Self::User(_) => "user",
            Self::Stream(_) => "stream_event",
            Self::Result(_) => "result",
            Self::System(_) => "system",
            Self::ControlRequest(_) => "control_request",
            Self::ControlResponse(_) => "control_response",
            Self::ControlCancel(_) => "control_cancel_request",
            Self::ToolProgress(_) => "tool_progress",
            Self::CommandLifecycle(_) => "command_lifecycle",
            Self::ConversationReset(_) => "conversation_reset",
            Self::TranscriptMirror(_) => "transcript_mirror",
            Self::KeepAlive(_) => "keep_alive",
            Self::AuthStatus(_) => "auth_status",
            Self::RateLimit(_) => "rate_limit_event",
            Self::PromptSuggestion(_) => "prompt_suggestion",
            Self::ToolUseSummary(_) => "tool_use_summary",
            Self::ActiveGoal(_) => "active_goal",
            Self::AutocompactState(_) => "autocompact_state",
            Self::Stored(value) | Self::Unknown(value) => value
                .get("type")
                .and_then(Value::as_str)
                .unwrap_or("unknown"),
            Self::Noise(_) => "noise",
            Self::Malformed { .. } => "malformed",
            Self::NotUtf8 { .. } => "not_utf8",
            Self::Oversize { .. } => "oversize",
        }
    }

    /// The subtype: of a system message, a result, a control request or response, or a stream event.
    pub fn subtype(&self) -> Option<&str> {
        match self {
            Self::System(system) => Some(system.subtype()),
            Self::Result(result) => Some(result.subtype.as_str()),
            Self::ControlRequest(request) => Some(&request.request.subtype),
            Self::ControlResponse(response) => Some(&response.response.subtype),
            Self::Stream(stream) => Some(stream.event.kind.as_str()),
            Self::Stored(record) => stored::subtype(record),
            Self::Unknown(value) => value.get("subtype").and_then(Value::as_str),
            _ => None,
        }
    }

    /// Whether this version knows neither the type nor, for system messages, the subtype.
    pub fn is_unknown(&self) -> bool {
        match self {
            Self::Unknown(_) => true,
            Self::System(System::Other(message)) => {
                !stored::is_system(&message.subtype, &message.body)
            }
            _ => false,
        }
    }

    /// Whether the line could not be read as a message at all.
    pub fn is_malformed(&self) -> bool {
        matches!(
            self,
            Self::Malformed { .. } | Self::NotUtf8 { .. } | Self::Oversize { .. } | Self::Noise(_)
        )
    }

    /// The session id the message carries.
    pub fn session_id(&self) -> Option<&str> {
        match self {
            Self::Assistant(message) => message.session_id.as_deref(),
            Self::User(message) => message.session_id.as_deref(),
            Self::Stream(message) => message.session_id.as_deref(),
            Self::Result(message) => message.session_id.as_deref(),
            Self::System(message) => message.session_id(),
            Self::CommandLifecycle(message) => message.session_id.as_deref(),
            Self::ConversationReset(message) => message.session_id.as_deref(),
            Self::ToolProgress(message) => message.session_id.as_deref(),
            _ => None,
        }
    }

    /// The frame as JSON again, unknown fields included; `None` for what is not JSON.
    pub fn to_json(&self) -> Option<Value> {
        let value = match self {
            Self::Assistant(message) => serde_json::to_value(message),
            Self::User(message) => serde_json::to_value(message),
            Self::Stream(message) => serde_json::to_value(message),
            Self::Result(message) => serde_json::to_value(message),
            Self::System(message) => serde_json::to_value(message),
            Self::ControlRequest(message) => serde_json::to_value(message),
            Self::ControlResponse(message) => serde_json::to_value(message),
            Self::ControlCancel(message) => serde_json::to_value(message),
            Self::ToolProgress(message) => serde_json::to_value(message),
            Self::CommandLifecycle(message) => serde_json::to_value(message),
            Self::ConversationReset(message) => serde_json::to_value(message),
            Self::TranscriptMirror(message) => serde_json::to_value(message),
            Self::KeepAlive(message) => serde_json::to_value(message),
            Self::AuthStatus(message) => serde_json::to_value(message),
            Self::RateLimit(message) => serde_json::to_value(message),
            Self::PromptSuggestion(message) => serde_json::to_value(message),
            Self::ToolUseSummary(message) => serde_json::to_value(message),
            Self::ActiveGoal(message) => serde_json::to_value(message),
            Self::AutocompactState(message) => serde_json::to_value(message),
            Self::Stored(value) | Self::Unknown(value) => Ok((**value).clone()),
            Self::Noise(_)
            | Self::Malformed { .. }
            | Self::NotUtf8 { .. }
            | Self::Oversize { .. } => return None,
        };
        value.ok()
    }

    /// Whether it is part of the control protocol rather than of the conversation.
    pub fn is_control(&self) -> bool {
        matches!(
            self,
            Self::ControlRequest(_) | Self::ControlResponse(_) | Self::ControlCancel(_)
        )
    }
}
