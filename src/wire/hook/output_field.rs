//! PURE. Which part of a hook's answer means something for which event.
//!
//! One table: the key on the wire, what a person calls it, and the events that take it.

use super::HookEvent;
use HookEvent as E;

/// A key inside `hookSpecificOutput`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OutputField {
    PermissionDecision,
    PermissionDecisionReason,
    UpdatedInput,
    AdditionalContext,
    UpdatedToolOutput,
    UpdatedMcpToolOutput,
    ClassifierContext,
    Decision,
    Retry,
    SessionTitle,
    SuppressOriginalPrompt,
    InitialUserMessage,
    WatchPaths,
    DisplayContent,
    WorktreePath,
    Action,
    Content,
}

/// Events for which a top-level `decision: "block"` holds something up.
pub(super) const BLOCKABLE: &[HookEvent] = &[
    E::PreToolUse,
    E::PostToolUse,
    E::PostToolUseFailure,
    E::PostToolBatch,
    E::UserPromptSubmit,
    E::UserPromptExpansion,
    E::Stop,
    E::SubagentStop,
    E::PreCompact,
    E::TaskCreated,
    E::TaskCompleted,
    E::TeammateIdle,
    E::ConfigChange,
];

impl OutputField {
    /// The key on the wire.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::PermissionDecision => "permissionDecision",
            Self::PermissionDecisionReason => "permissionDecisionReason",
            Self::UpdatedInput => "updatedInput",
            Self::AdditionalContext => "additionalContext",
            Self::UpdatedToolOutput => "updatedToolOutput",
            Self::UpdatedMcpToolOutput => "updatedMCPToolOutput",
            Self::ClassifierContext => "classifierContext",
            Self::Decision => "decision",
            Self::Retry => "retry",
            Self::SessionTitle => "sessionTitle",
            Self::SuppressOriginalPrompt => "suppressOriginalPrompt",
            Self::InitialUserMessage => "initialUserMessage",
            Self::WatchPaths => "watchPaths",
            Self::DisplayContent => "displayContent",
            Self::WorktreePath => "worktreePath",
            Self::Action => "action",
            Self::Content => "content",
        }
    }

    /// The events that take it.
    pub(super) fn events(self) -> &'static [HookEvent] {
        match self {
            Self::PermissionDecision | Self::PermissionDecisionReason => {
                &[E::PreToolUse, E::PreModelSwitch]
            }
            Self::UpdatedInput => &[E::PreToolUse],
            Self::AdditionalContext => &[
                E::PreToolUse,
                E::PostToolUse,
                E::PostToolUseFailure,
                E::PostToolBatch,
                E::UserPromptSubmit,
                E::UserPromptExpansion,
                E::Stop,
                E::SubagentStart,
                E::SubagentStop,
                E::PostModelSwitch,
                E::SessionStart,
                E::Notification,
                E::Setup,
            ],
            Self::UpdatedToolOutput | Self::UpdatedMcpToolOutput | Self::ClassifierContext => {
                &[E::PostToolUse]
            }
            Self::Decision => &[E::PermissionRequest],
            Self::Retry => &[E::PermissionDenied],
            Self::SessionTitle | Self::SuppressOriginalPrompt => &[E::UserPromptSubmit],
            Self::InitialUserMessage => &[E::SessionStart],
            Self::WatchPaths => &[E::SessionStart, E::CwdChanged, E::FileChanged],
            Self::DisplayContent => &[E::MessageDisplay],
            Self::WorktreePath => &[E::WorktreeCreate],
            Self::Action | Self::Content => &[E::Elicitation, E::ElicitationResult],
        }
    }

    /// Whether `event` takes it; of an event we do not know we cannot say no.
    pub(super) fn fits(self, event: &HookEvent) -> bool {
        matches!(event, E::Other(_)) || self.events().contains(event)
    }
}
