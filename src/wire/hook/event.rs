//! PURE. The names of the hook events.

use serde::{Deserialize, Serialize};

/// Something a hook can be called for.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum HookEvent {
    /// Before a tool runs.
    PreToolUse,
    /// After a tool ran.
    PostToolUse,
    /// After a tool failed.
    PostToolUseFailure,
    /// After all tool calls of one model message.
    PostToolBatch,
    /// Beside a permission question; the first decision wins.
    PermissionRequest,
    /// After a classifier refused a call.
    PermissionDenied,
    /// Before a prompt reaches the model.
    UserPromptSubmit,
    /// When a slash command becomes a prompt.
    UserPromptExpansion,
    /// Before the model stops.
    Stop,
    /// After a turn ended with an API error.
    StopFailure,
    /// When a sub-agent starts.
    SubagentStart,
    /// Before a sub-agent stops.
    SubagentStop,
    /// Before the conversation is compacted.
    PreCompact,
    /// After it was compacted.
    PostCompact,
    /// Before the model changes.
    PreModelSwitch,
    /// After the model changed.
    PostModelSwitch,
    /// When a session starts; for callbacks only after `compact` and `clear`.
    SessionStart,
    /// When a session ends; for callbacks only by `clear`.
    SessionEnd,
    /// When an instruction file was read.
    InstructionsLoaded,
    /// When text is about to be shown.
    MessageDisplay,
    /// When the CLI would notify a person.
    Notification,
    /// When a task is put on the task list.
    TaskCreated,
    /// When a task on the task list is done.
    TaskCompleted,
    /// Before an MCP server's question is shown.
    Elicitation,
    /// Before the answer goes back to the MCP server.
    ElicitationResult,
    /// When a settings file changed.
    ConfigChange,
    /// When a working directory was added.
    DirectoryAdded,
    /// When a git worktree is wanted.
    WorktreeCreate,
    /// When a git worktree is to go.
    WorktreeRemove,
    /// When the working directory changed.
    CwdChanged,
    /// When a watched file changed.
    FileChanged,
    /// When the CLI sets up or maintains a project.
    Setup,
    /// When a teammate has nothing to do.
    TeammateIdle,
    /// An event this library does not know.
    Other(String),
}

impl HookEvent {
    /// Every event that has a name here.
    pub const ALL: [Self; 33] = [
        Self::PreToolUse,
        Self::PostToolUse,
        Self::PostToolUseFailure,
        Self::PostToolBatch,
        Self::PermissionRequest,
        Self::PermissionDenied,
        Self::UserPromptSubmit,
        Self::UserPromptExpansion,
        Self::Stop,
        Self::StopFailure,
        Self::SubagentStart,
        Self::SubagentStop,
        Self::PreCompact,
        Self::PostCompact,
        Self::PreModelSwitch,
        Self::PostModelSwitch,
        Self::SessionStart,
        Self::SessionEnd,
        Self::InstructionsLoaded,
        Self::MessageDisplay,
        Self::Notification,
        Self::TaskCreated,
        Self::TaskCompleted,
        Self::Elicitation,
        Self::ElicitationResult,
        Self::ConfigChange,
        Self::DirectoryAdded,
        Self::WorktreeCreate,
        Self::WorktreeRemove,
        Self::CwdChanged,
        Self::FileChanged,
        Self::Setup,
        Self::TeammateIdle,
    ];

    /// The name on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::PreToolUse => "PreToolUse",
            Self::PostToolUse => "PostToolUse",
            Self::PostToolUseFailure => "PostToolUseFailure",
            Self::PostToolBatch => "PostToolBatch",
            Self::PermissionRequest => "PermissionRequest",
            Self::PermissionDenied => "PermissionDenied",
            Self::UserPromptSubmit => "UserPromptSubmit",
            Self::UserPromptExpansion => "UserPromptExpansion",
            Self::Stop => "Stop",
            Self::StopFailure => "StopFailure",
            Self::SubagentStart => "SubagentStart",
            Self::SubagentStop => "SubagentStop",
            Self::PreCompact => "PreCompact",
            Self::PostCompact => "PostCompact",
            Self::PreModelSwitch => "PreModelSwitch",
            Self::PostModelSwitch => "PostModelSwitch",
            Self::SessionStart => "SessionStart",
            Self::SessionEnd => "SessionEnd",
            Self::InstructionsLoaded => "InstructionsLoaded",
            Self::MessageDisplay => "MessageDisplay",
            Self::Notification => "Notification",
            Self::TaskCreated => "TaskCreated",
            Self::TaskCompleted => "TaskCompleted",
            Self::Elicitation => "Elicitation",
            Self::ElicitationResult => "ElicitationResult",
            Self::ConfigChange => "ConfigChange",
            Self::DirectoryAdded => "DirectoryAdded",
            Self::WorktreeCreate => "WorktreeCreate",
            Self::WorktreeRemove => "WorktreeRemove",
            Self::CwdChanged => "CwdChanged",
            Self::FileChanged => "FileChanged",
            Self::Setup => "Setup",
            Self::TeammateIdle => "TeammateIdle",
            Self::Other(name) => name,
        }
    }
}

impl From<&str> for HookEvent {
    fn from(name: &str) -> Self {
        Self::ALL
            .into_iter()
            .find(|event| event.as_str() == name)
            .unwrap_or_else(|| Self::Other(name.to_owned()))
    }
}

impl From<String> for HookEvent {
    fn from(name: String) -> Self {
        Self::from(name.as_str())
    }
}

impl From<HookEvent> for String {
    fn from(event: HookEvent) -> Self {
        event.as_str().to_owned()
    }
}

impl std::fmt::Display for HookEvent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
