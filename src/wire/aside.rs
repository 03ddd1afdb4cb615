//! Messages beside the conversation: progress, lifecycle, resets, and the declared-only ones.
//! Owns: shapes with an open end. Does not own: their meaning (`session`).
#![allow(
    missing_docs,
    reason = "field names are the wire's own words; see the struct docs for meaning"
)]

use super::frame::FrameType;
use super::message::Extra;
use super::nullable::{Nullable, Skip};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

macro_rules! aside {
    ($(#[$meta:meta])* $name:ident { $($(#[$fm:meta])* $field:ident $(as $wire:literal)? : $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        pub struct $name {
            #[serde(rename = "type")]
            pub kind: FrameType,
            $($(#[$fm])* #[serde($(rename = $wire,)? default, skip_serializing_if = "Skip::skip")] pub $field: $ty,)*
            #[serde(default, skip_serializing_if = "Skip::skip")]
            pub uuid: Option<String>,
            #[serde(default, skip_serializing_if = "Skip::skip")]
            pub session_id: Option<String>,
            #[serde(flatten)]
            pub extra: Extra,
        }
    };
}

aside! {
    /// A tool still runs. Its own id is composite (`…-heartbeat-N`): the real call is in `parent_tool_use_id`.
    ToolProgress {
        tool_use_id: Option<String>, tool_name: Option<String>, parent_tool_use_id: Nullable<String>,
        elapsed_time_seconds: Option<Number>, heartbeat: Option<bool>, task_id: Option<String>,
    }
}
aside! {
    /// What became of a user message that was sent with a uuid: queued, started, completed, cancelled.
    CommandLifecycle { command_uuid: Option<String>, state: Option<String> }
}
aside! {
    /// The conversation was cleared; the session id changes from here on.
    ConversationReset {
        new_conversation_id: Option<String>, trigger: Option<String>, user_message_uuid: Option<String>, timestamp: Option<String>,
    }
}
aside! {
    /// A copy of transcript lines the CLI wrote.
    TranscriptMirror { file_path as "filePath": Option<String>, entries: Option<Vec<Value>> }
}
aside! {
    /// Nothing, to keep the pipe busy.
    KeepAlive {}
}
aside! {
    /// A login is going on.
    AuthStatus { is_authenticating as "isAuthenticating": Option<bool>, output: Option<Vec<Value>>, error: Nullable<String> }
}
aside! {
    /// A rate limit was reached or is near.
    RateLimitEvent { rate_limit_info: Option<Value> }
}
aside! {
    /// What the user might say next.
    PromptSuggestion { suggestion: Option<String> }
}
aside! {
    /// A summary of some tool calls.
    ToolUseSummary { summary: Option<String>, preceding_tool_use_ids: Option<Vec<String>> }
}
aside! {
    /// The goal the agent works towards.
    ActiveGoal { value: Nullable<Value> }
}
aside! {
    /// How near automatic compaction is.
    AutocompactState {}
}
