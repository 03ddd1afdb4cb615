//! PURE. What a hook was told, as the JSON it came from. Owns: the names on the wire. Does not own: reading them
//! (`wire::hook`); a test holds the two together.

use crate::wire::hook::{HookDetail, HookEvent, HookInput};
use serde_json::{Map, Value, json};

/// The names an input of this event may have on its first level; `None` if we do not know the event's own.
pub(super) fn names(event: &HookEvent) -> Option<Vec<String>> {
    let told = Map::from_iter([("hook_event_name".to_owned(), event.as_str().into())]);
    let input = HookInput::from(told);
    match (shared(&input), tool(&input.detail)) {
        (Value::Object(mut all), Value::Object(own)) => {
            all.extend(own);
            Some(all.into_iter().map(|(name, _)| name).collect())
        }
        _ => None,
    }
}

/// The whole input as one object.
pub(super) fn to_object(input: &HookInput) -> Map<String, Value> {
    let mut object = Map::new();
    let extra = Value::Object(input.extra.clone());
    for part in [shared(input), tool(&input.detail), extra] {
        if let Value::Object(part) = part {
            // What was not sent reads as null.
            object.extend(part.into_iter().filter(|(_, value)| !value.is_null()));
        }
    }
    object
}

/// What every event may have.
fn shared(input: &HookInput) -> Value {
    json!({
        "hook_event_name": input.event.as_str(),
        "session_id": input.session_id,
        "transcript_path": input.transcript_path,
        "cwd": input.cwd,
        "prompt_id": input.prompt_id,
        "permission_mode": input.permission_mode,
        "effort": input.effort,
        "agent_id": input.agent_id,
        "agent_type": input.agent_type,
    })
}

fn tool(detail: &HookDetail) -> Value {
    match detail {
        HookDetail::PreToolUse {
            tool_name,
            tool_input,
            tool_use_id,
            mcp_server,
        } => {
            json!({"tool_name": tool_name, "tool_input": tool_input, "tool_use_id": tool_use_id, "mcp_server": mcp_server})
        }
        HookDetail::PostToolUse {
            tool_name,
            tool_input,
            tool_response,
            tool_use_id,
            duration_ms,
            mcp_server,
        } => json!({
            "tool_name": tool_name, "tool_input": tool_input, "tool_response": tool_response,
            "tool_use_id": tool_use_id, "duration_ms": duration_ms, "mcp_server": mcp_server,
        }),
        HookDetail::PostToolUseFailure {
            tool_name,
            tool_input,
            tool_use_id,
            error,
            is_interrupt,
            duration_ms,
            mcp_server,
        } => json!({
            "tool_name": tool_name, "tool_input": tool_input, "tool_use_id": tool_use_id, "error": error,
            "is_interrupt": is_interrupt, "duration_ms": duration_ms, "mcp_server": mcp_server,
        }),
        HookDetail::PostToolBatch { tool_calls } => {
            let calls: Vec<Value> = tool_calls
                .iter()
                .map(|call| {
                    let mut object = call.extra.clone();
                    object.insert("tool_name".to_owned(), call.tool_name.clone().into());
                    object.insert("tool_input".to_owned(), call.tool_input.clone());
                    object.insert("tool_use_id".to_owned(), call.tool_use_id.clone().into());
                    object.insert("tool_response".to_owned(), call.tool_response.clone());
                    Value::Object(object)
                })
                .collect();
            json!({ "tool_calls": calls })
        }
        HookDetail::PermissionRequest {
            tool_name,
            tool_input,
            permission_suggestions,
        } => json!({
            "tool_name": tool_name, "tool_input": tool_input, "permission_suggestions": permission_suggestions,
        }),
        HookDetail::PermissionDenied {
            tool_name,
            tool_input,
            tool_use_id,
            reason,
        } => {
            json!({"tool_name": tool_name, "tool_input": tool_input, "tool_use_id": tool_use_id, "reason": reason})
        }
        other => conversation(other),
    }
}

fn conversation(detail: &HookDetail) -> Value {
    match detail {
        HookDetail::UserPromptSubmit {
            prompt,
            source,
            session_title,
        } => json!({"prompt": prompt, "source": source, "session_title": session_title}),
        HookDetail::UserPromptExpansion {
            expansion_type,
            command_name,
            command_args,
            command_source,
            prompt,
        } => json!({
            "expansion_type": expansion_type, "command_name": command_name, "command_args": command_args,
            "command_source": command_source, "prompt": prompt,
        }),
        HookDetail::Stop {
            stop_hook_active,
            last_assistant_message,
            agent_transcript_path,
            background_tasks,
            session_crons,
        } => json!({
            "stop_hook_active": stop_hook_active, "last_assistant_message": last_assistant_message,
            "agent_transcript_path": agent_transcript_path, "background_tasks": background_tasks,
            "session_crons": session_crons,
        }),
        HookDetail::StopFailure {
            error,
            last_assistant_message,
        } => json!({"error": error, "last_assistant_message": last_assistant_message}),
        HookDetail::Compact {
            trigger,
            custom_instructions,
            compact_summary,
        } => json!({
            "trigger": trigger, "custom_instructions": custom_instructions, "compact_summary": compact_summary,
        }),
        HookDetail::ModelSwitch(switch) => json!({
            "from_model": switch.from_model, "to_model": switch.to_model, "requested_model": switch.requested_model,
            "source": switch.source, "context_tokens": switch.context_tokens,
            "prompt_cache_warm": switch.prompt_cache_warm,
            "estimated_cache_write_usd": switch.estimated_cache_write_usd,
        }),
        HookDetail::SessionStart { source, model } => json!({"source": source, "model": model}),
        HookDetail::SessionEnd { reason } => json!({ "reason": reason }),
        HookDetail::MessageDisplay {
            turn_id,
            message_id,
            index,
            is_final,
            delta,
        } => json!({
            "turn_id": turn_id, "message_id": message_id, "index": index, "final": is_final, "delta": delta,
        }),
        other => surroundings(other),
    }
}

fn surroundings(detail: &HookDetail) -> Value {
    match detail {
        HookDetail::InstructionsLoaded {
            file_path,
            memory_type,
            load_reason,
        } => {
            json!({"file_path": file_path, "memory_type": memory_type, "load_reason": load_reason})
        }
        HookDetail::Notification {
            message,
            title,
            notification_type,
        } => json!({"message": message, "title": title, "notification_type": notification_type}),
        HookDetail::Task {
            task_id,
            task_subject,
            task_description,
        } => {
            json!({"task_id": task_id, "task_subject": task_subject, "task_description": task_description})
        }
        HookDetail::Elicitation {
            mcp_server_name,
            message,
            mode,
            requested_schema,
            url,
            elicitation_id,
        } => json!({
            "mcp_server_name": mcp_server_name, "message": message, "mode": mode,
            "requested_schema": requested_schema, "url": url, "elicitation_id": elicitation_id,
        }),
        HookDetail::ElicitationResult {
            mcp_server_name,
            mode,
            action,
            content,
        } => {
            json!({"mcp_server_name": mcp_server_name, "mode": mode, "action": action, "content": content})
        }
        HookDetail::ConfigChange { source, file_path } => {
            json!({"source": source, "file_path": file_path})
        }
        HookDetail::DirectoryAdded { directory, source } => {
            json!({"directory": directory, "source": source})
        }
        HookDetail::WorktreeCreate { name } => json!({ "name": name }),
        HookDetail::WorktreeRemove { worktree_path } => json!({ "worktree_path": worktree_path }),
        HookDetail::CwdChanged { old_cwd, new_cwd } => {
            json!({"old_cwd": old_cwd, "new_cwd": new_cwd})
        }
        HookDetail::FileChanged { file_path, change } => {
            json!({"file_path": file_path, "event": change})
        }
        HookDetail::Setup { trigger } => json!({ "trigger": trigger }),
        HookDetail::TeammateIdle {
            teammate_name,
            team_name,
        } => json!({"teammate_name": teammate_name, "team_name": team_name}),
        _ => Value::Null,
    }
}
