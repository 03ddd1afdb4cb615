//! PURE. Taking an event's own fields out of a hook input. Total: what does not fit stays where it was.

use super::{HookDetail, HookEvent, ModelSwitch};
use crate::wire::fields::{Extra, take, take_or_default, take_value};

impl HookDetail {
    /// Takes the fields of `event` out of `from` and leaves the rest.
    pub(super) fn take_from(event: &HookEvent, from: &mut Extra) -> Self {
        use HookEvent as E;
        match event {
            E::PreToolUse
            | E::PostToolUse
            | E::PostToolUseFailure
            | E::PostToolBatch
            | E::PermissionRequest
            | E::PermissionDenied => tool_event(event, from),
            E::UserPromptSubmit
            | E::UserPromptExpansion
            | E::Stop
            | E::SubagentStop
            | E::StopFailure
            | E::SubagentStart
            | E::PreCompact
            | E::PostCompact
            | E::PreModelSwitch
            | E::PostModelSwitch
            | E::SessionStart
            | E::SessionEnd
            | E::MessageDisplay => conversation_event(event, from),
            _ => surroundings_event(event, from),
        }
    }
}

fn tool_event(event: &HookEvent, from: &mut Extra) -> HookDetail {
    if *event == HookEvent::PostToolBatch {
        return HookDetail::PostToolBatch {
            tool_calls: take_or_default(from, "tool_calls"),
        };
    }
    let tool_name = take_or_default(from, "tool_name");
    let tool_input = take_value(from, "tool_input");
    if *event == HookEvent::PermissionRequest {
        return HookDetail::PermissionRequest {
            tool_name,
            tool_input,
            permission_suggestions: take_or_default(from, "permission_suggestions"),
        };
    }
    let tool_use_id = take_or_default(from, "tool_use_id");
    match event {
        HookEvent::PermissionDenied => HookDetail::PermissionDenied {
            tool_name,
            tool_input,
            tool_use_id,
            reason: take_or_default(from, "reason"),
        },
        HookEvent::PostToolUse => HookDetail::PostToolUse {
            tool_name,
            tool_input,
            tool_response: take_value(from, "tool_response"),
            tool_use_id,
            duration_ms: take(from, "duration_ms"),
            mcp_server: take(from, "mcp_server"),
        },
        HookEvent::PostToolUseFailure => HookDetail::PostToolUseFailure {
            tool_name,
            tool_input,
            tool_use_id,
            error: take_or_default(from, "error"),
            is_interrupt: take_or_default(from, "is_interrupt"),
            duration_ms: take(from, "duration_ms"),
            mcp_server: take(from, "mcp_server"),
        },
        _ => HookDetail::PreToolUse {
            tool_name,
            tool_input,
            tool_use_id,
            mcp_server: take(from, "mcp_server"),
        },
    }
}

fn conversation_event(event: &HookEvent, from: &mut Extra) -> HookDetail {
    match event {
        HookEvent::UserPromptSubmit => HookDetail::UserPromptSubmit {
            prompt: take_or_default(from, "prompt"),
            source: take(from, "source"),
            session_title: take(from, "session_title"),
        },
        HookEvent::UserPromptExpansion => HookDetail::UserPromptExpansion {
            expansion_type: take_or_default(from, "expansion_type"),
            command_name: take_or_default(from, "command_name"),
            command_args: take_or_default(from, "command_args"),
            command_source: take(from, "command_source"),
            prompt: take_or_default(from, "prompt"),
        },
        HookEvent::Stop | HookEvent::SubagentStop => HookDetail::Stop {
            stop_hook_active: take_or_default(from, "stop_hook_active"),
            last_assistant_message: take(from, "last_assistant_message"),
            agent_transcript_path: take(from, "agent_transcript_path"),
            background_tasks: take_or_default(from, "background_tasks"),
            session_crons: take_or_default(from, "session_crons"),
        },
        HookEvent::StopFailure => HookDetail::StopFailure {
            error: take_value(from, "error"),
            last_assistant_message: take(from, "last_assistant_message"),
        },
        HookEvent::SubagentStart => HookDetail::SubagentStart,
        HookEvent::PreCompact | HookEvent::PostCompact => HookDetail::Compact {
            trigger: take_or_default(from, "trigger"),
            custom_instructions: take(from, "custom_instructions"),
            compact_summary: take(from, "compact_summary"),
        },
        HookEvent::PreModelSwitch | HookEvent::PostModelSwitch => {
            HookDetail::ModelSwitch(Box::new(ModelSwitch {
                from_model: take(from, "from_model"),
                to_model: take(from, "to_model"),
                requested_model: take(from, "requested_model"),
                source: take(from, "source"),
                context_tokens: take(from, "context_tokens"),
                prompt_cache_warm: take(from, "prompt_cache_warm"),
                estimated_cache_write_usd: take(from, "estimated_cache_write_usd"),
            }))
        }
        HookEvent::SessionStart => HookDetail::SessionStart {
            source: take_or_default(from, "source"),
            model: take(from, "model"),
        },
        HookEvent::SessionEnd => HookDetail::SessionEnd {
            reason: take_or_default(from, "reason"),
        },
        _ => HookDetail::MessageDisplay {
            turn_id: take(from, "turn_id"),
            message_id: take(from, "message_id"),
            index: take(from, "index"),
            is_final: take_or_default(from, "final"),
            delta: take_or_default(from, "delta"),
        },
    }
}

fn surroundings_event(event: &HookEvent, from: &mut Extra) -> HookDetail {
    match event {
        HookEvent::InstructionsLoaded => HookDetail::InstructionsLoaded {
            file_path: take_or_default(from, "file_path"),
            memory_type: take(from, "memory_type"),
            load_reason: take(from, "load_reason"),
        },
        HookEvent::Notification => HookDetail::Notification {
            message: take_or_default(from, "message"),
            title: take(from, "title"),
            notification_type: take(from, "notification_type"),
        },
        HookEvent::TaskCreated | HookEvent::TaskCompleted => HookDetail::Task {
            task_id: take_or_default(from, "task_id"),
            task_subject: take_or_default(from, "task_subject"),
            task_description: take(from, "task_description"),
        },
        HookEvent::Elicitation => HookDetail::Elicitation {
            mcp_server_name: take_or_default(from, "mcp_server_name"),
            message: take_or_default(from, "message"),
            mode: take(from, "mode"),
            requested_schema: take(from, "requested_schema"),
            url: take(from, "url"),
            elicitation_id: take(from, "elicitation_id"),
        },
        HookEvent::ElicitationResult => HookDetail::ElicitationResult {
            mcp_server_name: take_or_default(from, "mcp_server_name"),
            mode: take(from, "mode"),
            action: take_or_default(from, "action"),
            content: take(from, "content"),
        },
        HookEvent::ConfigChange => HookDetail::ConfigChange {
            source: take_or_default(from, "source"),
            file_path: take(from, "file_path"),
        },
        HookEvent::DirectoryAdded => HookDetail::DirectoryAdded {
            directory: take_or_default(from, "directory"),
            source: take(from, "source"),
        },
        _ => place_event(event, from),
    }
}

fn place_event(event: &HookEvent, from: &mut Extra) -> HookDetail {
    match event {
        HookEvent::WorktreeCreate => HookDetail::WorktreeCreate {
            name: take_or_default(from, "name"),
        },
        HookEvent::WorktreeRemove => HookDetail::WorktreeRemove {
            worktree_path: take(from, "worktree_path"),
        },
        HookEvent::CwdChanged => HookDetail::CwdChanged {
            old_cwd: take(from, "old_cwd"),
            new_cwd: take(from, "new_cwd"),
        },
        HookEvent::FileChanged => HookDetail::FileChanged {
            file_path: take_or_default(from, "file_path"),
            change: take(from, "event"),
        },
        HookEvent::Setup => HookDetail::Setup {
            trigger: take(from, "trigger"),
        },
        HookEvent::TeammateIdle => HookDetail::TeammateIdle {
            teammate_name: take(from, "teammate_name"),
            team_name: take(from, "team_name"),
        },
        _ => HookDetail::Other,
    }
}
