//! `system` messages: one typed body per subtype, and an open end for the rest.
//! Owns: shapes. Does not own: what they mean for a session (`session`).
#![allow(
    missing_docs,
    reason = "field names are the wire's own words; see the struct docs for meaning"
)]

use super::frame::FrameType;
use super::message::Extra;
use super::nullable::{Nullable, Skip};
use super::stored::is_stored;
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

/// What every `system` message has around its body.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Envelope<T> {
    #[serde(rename = "type")]
    pub kind: FrameType,
    pub subtype: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uuid: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    #[serde(flatten)]
    pub body: T,
}

/// Declares the enum of subtypes with its decoder and encoder from one table.
macro_rules! subtypes {
    ($($variant:ident = $word:literal),+ $(,)?) => {
        /// A `system` message by subtype.
        #[derive(Debug, Clone, PartialEq)]
        pub enum System {
            $($variant(Box<Envelope<$variant>>),)+
            /// A subtype this version does not know.
            Other(Box<Envelope<Extra>>),
        }

        impl System {
            /// Decodes the text of one line whose subtype is already known.
            pub(super) fn decode(subtype: &str, text: &str) -> serde_json::Result<Self> {
                match subtype {
                    $($word => serde_json::from_str(text).map(Self::$variant),)+
                    _ => serde_json::from_str(text).map(Self::Other),
                }
            }

            /// The same from a value, naming the path of what does not fit.
            pub(super) fn decode_value(subtype: &str, value: &Value) -> Result<Self, serde_path_to_error::Error<serde_json::Error>> {
                // In two steps, because a flattened body loses the path.
                let envelope: Envelope<Extra> = serde_path_to_error::deserialize(value)?;
                let Envelope { kind, subtype: word, uuid, session_id, body } = envelope;
                match subtype {
                    $($word => serde_path_to_error::deserialize(&Value::Object(body))
                        .map(|body| Self::$variant(Box::new(Envelope { kind, subtype: word, uuid, session_id, body }))),)+
                    _ => Ok(Self::Other(Box::new(Envelope { kind, subtype: word, uuid, session_id, body }))),
                }
            }

            /// The subtype as it stands on the wire.
            pub fn subtype(&self) -> &str {
                match self { $(Self::$variant(message) => &message.subtype,)+ Self::Other(message) => &message.subtype }
            }

            /// The session the message belongs to.
            pub fn session_id(&self) -> Option<&str> {
                match self {
                    $(Self::$variant(message) => message.session_id.as_deref(),)+
                    Self::Other(message) => message.session_id.as_deref(),
                }
            }

            /// Whether it was written to a transcript.
            pub fn is_stored(&self) -> bool {
                match self {
                    $(Self::$variant(message) => is_stored(&message.body.extra),)+
                    Self::Other(message) => is_stored(&message.body),
                }
            }

            /// Fields that have no place of their own; nothing is said about those of a subtype that is unknown.
            pub fn extra(&self) -> Option<&Extra> {
                match self {
                    $(Self::$variant(message) => Some(&message.body.extra),)+
                    Self::Other(_) => None,
                }
            }
        }

        impl Serialize for System {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self { $(Self::$variant(message) => message.serialize(serializer),)+ Self::Other(message) => message.serialize(serializer) }
            }
        }
    };
}

subtypes! {
    Init = "init", Status = "status", SessionStateChanged = "session_state_changed", ApiRetry = "api_retry",
    ThinkingTokens = "thinking_tokens", CompactBoundary = "compact_boundary", PermissionDenied = "permission_denied",
    HookStarted = "hook_started", HookProgress = "hook_progress", HookResponse = "hook_response",
    Informational = "informational", Notification = "notification", TaskStarted = "task_started",
    TaskProgress = "task_progress", TaskUpdated = "task_updated", TaskNotification = "task_notification",
    BackgroundTasksChanged = "background_tasks_changed", CommandsChanged = "commands_changed",
    SessionTitleChanged = "session_title_changed", ControlRequestProgress = "control_request_progress",
    LocalCommandOutput = "local_command_output", ModelRefusalFallback = "model_refusal_fallback",
    ModelRefusalNoFallback = "model_refusal_no_fallback", PluginInstall = "plugin_install",
    FilesPersisted = "files_persisted", MemoryRecall = "memory_recall", ElicitationComplete = "elicitation_complete",
    MirrorError = "mirror_error", WorkerShuttingDown = "worker_shutting_down", SessionWritesLost = "session_writes_lost",
    PostTurnSummary = "post_turn_summary", TaskSummary = "task_summary", SessionMetadata = "session_metadata",
}

/// Declares a body struct: required fields, optional fields, and `extra`.
macro_rules! body {
    ($(#[$meta:meta])* $name:ident { $($(#[$fm:meta])* $field:ident $(as $wire:literal)? : $ty:ty),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
        pub struct $name {
            $($(#[$fm])* #[serde($(rename = $wire,)? default, skip_serializing_if = "Skip::skip")] pub $field: $ty,)*
            #[serde(flatten)]
            pub extra: Extra,
        }
    };
}

/// An MCP server as `init` reports it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ServerStatus {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    #[serde(flatten)]
    pub extra: Extra,
}

body! {
    /// Start of every turn: what the session has and is set to. Replaces what was known before.
    Init {
        cwd: Option<String>, original_cwd: Option<String>, model: Option<String>,
        permission_mode as "permissionMode": Option<String>, tools: Option<Vec<String>>,
        mcp_servers: Option<Vec<ServerStatus>>, mcp_server_errors: Option<Vec<Value>>,
        slash_commands: Option<Vec<String>>, terminal_slash_commands: Option<Vec<String>>, skills: Option<Vec<String>>,
        agents: Option<Vec<String>>, plugins: Option<Vec<Value>>, plugin_errors: Option<Vec<Value>>,
        api_key_source as "apiKeySource": Option<String>, claude_code_version: Option<String>,
        output_style: Option<String>, capabilities: Option<Vec<String>>, user_message_uuids: Option<Vec<String>>,
        fast_mode_state: Option<Value>, fast_mode_disabled_reason: Option<Value>, view_mode: Option<Value>,
        additional_directories: Option<Value>, memory_paths: Option<Value>, messaging_socket_path: Option<Value>,
        analytics_disabled: Option<Value>, product_feedback_disabled: Option<Value>,
        per_turn_effort_active: Option<Value>, ultrathink_available: Option<Value>, ultrathink_typed_raises: Option<Value>,
    }
}
body! {
    /// Requesting, compacting, or a change of the permission mode.
    Status {
        status: Nullable<String>, permission_mode as "permissionMode": Option<String>, compact_result: Option<String>,
        compact_error: Option<Value>, user_message_uuids: Option<Vec<String>>,
    }
}
body! {
    /// The CLI's own word on whether it runs: `idle`, `running`, `requires_action`.
    SessionStateChanged { state: Option<String>, sdk_host_only: Option<bool> }
}
body! {
    /// The API failed and will be asked again.
    ApiRetry {
        attempt: Option<u64>, max_retries: Option<u64>, retry_delay_ms: Option<Number>,
        error_status: Nullable<Number>, error: Option<String>, no_response: Option<bool>,
    }
}
body! {
    /// How much the model has thought so far.
    ThinkingTokens { estimated_tokens: Option<u64>, estimated_tokens_delta: Option<u64> }
}
body! {
    /// The conversation was compacted here.
    CompactBoundary { compact_metadata: Option<Value>, logical_parent_uuid: Nullable<String> }
}
body! {
    /// A call was denied without asking anyone.
    PermissionDenied {
        tool_name: Option<String>, tool_use_id: Option<String>, message: Option<String>,
        decision_reason_type: Option<String>, decision_reason: Option<String>, decision_reason_code: Option<String>,
        agent_id: Option<String>,
    }
}
body! {
    /// A command hook began.
    HookStarted { hook_id: Option<String>, hook_name: Option<String>, hook_event: Option<String> }
}
body! {
    /// A command hook is still running.
    HookProgress {
        hook_id: Option<String>, hook_name: Option<String>, hook_event: Option<String>,
        stdout: Option<String>, stderr: Option<String>, output: Option<String>,
    }
}
body! {
    /// A command hook ended.
    HookResponse {
        hook_id: Option<String>, hook_name: Option<String>, hook_event: Option<String>, stdout: Option<String>,
        stderr: Option<String>, output: Option<String>, exit_code: Nullable<i64>, outcome: Option<String>,
    }
}
body! {
    /// A notice in plain text.
    Informational {
        content: Option<String>, level: Option<String>, tag: Option<String>, prevent_continuation: Option<bool>,
        prompt_submit_outcome: Option<Value>, is_meta as "isMeta": Option<bool>, timestamp: Option<String>,
    }
}
body! {
    /// A toast.
    Notification {
        key: Option<String>, text: Option<String>, priority: Option<String>, color: Option<String>, timeout_ms: Option<u64>,
    }
}
body! {
    /// A sub-agent or a background command began.
    TaskStarted {
        task_id: Option<String>, run_id: Option<String>, tool_use_id: Option<String>, description: Option<String>,
        task_type: Option<String>, is_backgrounded: Option<bool>, subagent_type: Option<String>,
        spawn_depth: Option<u64>, parent_task_id: Option<String>, owned_by_subagent: Option<Value>, prompt: Option<String>,
    }
}
body! {
    /// A sub-agent used a tool.
    TaskProgress {
        task_id: Option<String>, run_id: Option<String>, tool_use_id: Option<String>, description: Option<String>,
        subagent_type: Option<String>, usage: Option<Value>, last_tool_name: Option<String>, summary: Option<String>,
    }
}
body! {
    /// Fields of a task changed.
    TaskUpdated { task_id: Option<String>, run_id: Option<String>, patch: Option<Extra> }
}
body! {
    /// A task is over.
    TaskNotification {
        task_id: Option<String>, run_id: Option<String>, tool_use_id: Option<String>, status: Option<String>,
        output_file: Option<String>, summary: Option<String>, usage: Option<Value>,
    }
}
body! {
    /// The whole set of background tasks, replacing the one before.
    BackgroundTasksChanged { tasks: Option<Vec<Value>> }
}
body! {
    /// The slash commands changed.
    CommandsChanged { commands: Option<Vec<Value>> }
}
body! {
    /// The session has a new title.
    SessionTitleChanged { title: Option<String> }
}
body! {
    /// Progress of a control request of ours.
    ControlRequestProgress { request_id: Option<String>, status: Option<String> }
}
body! {
    /// Output of a local slash command.
    LocalCommandOutput { content: Option<Value> }
}
body! {
    /// The model refused and another took over.
    ModelRefusalFallback {}
}
body! {
    /// The model refused and nobody took over.
    ModelRefusalNoFallback {}
}
body! {
    /// A plugin is being installed.
    PluginInstall {}
}
body! {
    /// Files were stored.
    FilesPersisted {}
}
body! {
    /// Memories were recalled.
    MemoryRecall {}
}
body! {
    /// An elicitation by URL was completed.
    ElicitationComplete { elicitation_id: Option<String>, mcp_server_name: Option<String> }
}
body! {
    /// A transcript mirror failed.
    MirrorError {}
}
body! {
    /// The worker is going away.
    WorkerShuttingDown {}
}
body! {
    /// Transcript writes were lost.
    SessionWritesLost {}
}
body! {
    /// A summary after a turn.
    PostTurnSummary { summary: Option<Value> }
}
body! {
    /// A summary of a task.
    TaskSummary { task_id: Option<String>, summary: Option<Value> }
}
body! {
    /// Facts about the session.
    SessionMetadata {}
}
