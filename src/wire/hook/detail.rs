//! PURE. The fields of a hook input that belong to one event, or to a family of events with the same fields.

use serde::Deserialize;
use serde_json::Value;

use crate::wire::fields::Extra;
use crate::wire::permission::{McpServerRef, PermissionUpdate};

/// The event's own fields. A text the CLI did not send reads as empty, a value it did not send as `null`.
#[derive(Debug, Clone, PartialEq)]
#[expect(
    missing_docs,
    reason = "the fields carry the names they have on the wire"
)]
pub enum HookDetail {
    /// `PreToolUse`.
    PreToolUse {
        tool_name: String,
        tool_input: Value,
        tool_use_id: String,
        mcp_server: Option<McpServerRef>,
    },
    /// `PostToolUse`.
    PostToolUse {
        tool_name: String,
        tool_input: Value,
        tool_response: Value,
        tool_use_id: String,
        duration_ms: Option<f64>,
        mcp_server: Option<McpServerRef>,
    },
    /// `PostToolUseFailure`.
    PostToolUseFailure {
        tool_name: String,
        tool_input: Value,
        tool_use_id: String,
        error: String,
        is_interrupt: bool,
        duration_ms: Option<f64>,
        mcp_server: Option<McpServerRef>,
    },
    /// `PostToolBatch`.
    PostToolBatch { tool_calls: Vec<ToolCall> },
    /// `PermissionRequest`.
    PermissionRequest {
        tool_name: String,
        tool_input: Value,
        permission_suggestions: Vec<PermissionUpdate>,
    },
    /// `PermissionDenied`.
    PermissionDenied {
        tool_name: String,
        tool_input: Value,
        tool_use_id: String,
        reason: String,
    },
    /// `UserPromptSubmit`.
    UserPromptSubmit {
        prompt: String,
        source: Option<String>,
        session_title: Option<String>,
    },
    /// `UserPromptExpansion`.
    UserPromptExpansion {
        expansion_type: String,
        command_name: String,
        command_args: String,
        command_source: Option<String>,
        prompt: String,
    },
    /// `Stop` and `SubagentStop`; a sub-agent's id and type are among the common fields.
    Stop {
        stop_hook_active: bool,
        last_assistant_message: Option<String>,
        agent_transcript_path: Option<String>,
        background_tasks: Vec<Value>,
        session_crons: Vec<Value>,
    },
    /// `StopFailure`.
    StopFailure {
        error: Value,
        last_assistant_message: Option<String>,
    },
    /// `SubagentStart`; id and type are among the common fields.
    SubagentStart,
    /// `PreCompact` and `PostCompact`.
    Compact {
        trigger: String,
        custom_instructions: Option<String>,
        compact_summary: Option<String>,
    },
    /// `PreModelSwitch` and `PostModelSwitch`.
    ModelSwitch(Box<ModelSwitch>),
    /// `SessionStart`.
    SessionStart {
        source: String,
        model: Option<String>,
    },
    /// `SessionEnd`.
    SessionEnd { reason: String },
    /// `InstructionsLoaded`.
    InstructionsLoaded {
        file_path: String,
        memory_type: Option<String>,
        load_reason: Option<String>,
    },
    /// `MessageDisplay`.
    MessageDisplay {
        turn_id: Option<String>,
        message_id: Option<String>,
        index: Option<u64>,
        is_final: bool,
        delta: String,
    },
    /// `Notification`.
    Notification {
        message: String,
        title: Option<String>,
        notification_type: Option<String>,
    },
    /// `TaskCreated` and `TaskCompleted`.
    Task {
        task_id: String,
        task_subject: String,
        task_description: Option<String>,
    },
    /// `Elicitation`.
    Elicitation {
        mcp_server_name: String,
        message: String,
        mode: Option<String>,
        requested_schema: Option<Value>,
        url: Option<String>,
        elicitation_id: Option<String>,
    },
    /// `ElicitationResult`.
    ElicitationResult {
        mcp_server_name: String,
        mode: Option<String>,
        action: String,
        content: Option<Value>,
    },
    /// `ConfigChange`.
    ConfigChange {
        source: String,
        file_path: Option<String>,
    },
    /// `DirectoryAdded`.
    DirectoryAdded {
        directory: String,
        source: Option<String>,
    },
    /// `WorktreeCreate`.
    WorktreeCreate { name: String },
    /// `WorktreeRemove`.
    WorktreeRemove { worktree_path: Option<String> },
    /// `CwdChanged`.
    CwdChanged {
        old_cwd: Option<String>,
        new_cwd: Option<String>,
    },
    /// `FileChanged`.
    FileChanged {
        file_path: String,
        change: Option<String>,
    },
    /// `Setup`.
    Setup { trigger: Option<String> },
    /// `TeammateIdle`.
    TeammateIdle {
        teammate_name: Option<String>,
        team_name: Option<String>,
    },
    /// An event this library does not know; all its fields are in `extra`.
    Other,
}

/// One call of a batch.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default)]
pub struct ToolCall {
    /// The tool.
    pub tool_name: String,
    /// What it was given.
    pub tool_input: Value,
    /// The call.
    pub tool_use_id: String,
    /// What it gave back.
    pub tool_response: Value,
    /// Everything else.
    #[serde(flatten)]
    pub extra: Extra,
}

/// A change of model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelSwitch {
    /// The model until now.
    pub from_model: Option<String>,
    /// The model from now on.
    pub to_model: Option<String>,
    /// The name that was asked for.
    pub requested_model: Option<String>,
    /// Who asked.
    pub source: Option<String>,
    /// Size of the conversation.
    pub context_tokens: Option<u64>,
    /// Switching loses a warm prompt cache.
    pub prompt_cache_warm: Option<bool>,
    /// What filling the new cache will cost.
    pub estimated_cache_write_usd: Option<f64>,
}
