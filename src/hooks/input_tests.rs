//! What a hook reads is what the CLI sent, for every event.

use super::input::to_object;
use crate::wire::hook::{HookEvent, HookInput};
use serde_json::{Map, Value, json};

fn object(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap()
}

/// The event's own fields, all of them.
fn own(event: &HookEvent) -> Value {
    use HookEvent as E;
    match event {
        E::PreToolUse => {
            json!({"tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_use_id": "t"})
        }
        E::PostToolUse => json!({
            "tool_name": "Bash", "tool_input": {}, "tool_response": {"stdout": ""}, "tool_use_id": "t", "duration_ms": 1.5,
        }),
        E::PostToolUseFailure => json!({
            "tool_name": "Bash", "tool_input": {}, "tool_use_id": "t", "error": "e", "is_interrupt": true, "duration_ms": 1.5,
        }),
        E::PostToolBatch => json!({"tool_calls": [
            {"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t", "tool_response": [], "more": 1},
        ]}),
        E::PermissionRequest => {
            json!({"tool_name": "Bash", "tool_input": {}, "permission_suggestions": []})
        }
        E::PermissionDenied => {
            json!({"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t", "reason": "r"})
        }
        E::UserPromptSubmit => json!({"prompt": "p", "source": "s", "session_title": "t"}),
        E::UserPromptExpansion => json!({
            "expansion_type": "x", "command_name": "n", "command_args": "a", "command_source": "s", "prompt": "p",
        }),
        E::Stop | E::SubagentStop => json!({
            "stop_hook_active": false, "last_assistant_message": "m", "agent_transcript_path": "p",
            "background_tasks": [1], "session_crons": [2],
        }),
        E::StopFailure => json!({"error": {"kind": 1}, "last_assistant_message": "m"}),
        E::PreCompact | E::PostCompact => {
            json!({"trigger": "auto", "custom_instructions": "c", "compact_summary": "s"})
        }
        E::PreModelSwitch | E::PostModelSwitch => json!({
            "from_model": "a", "to_model": "b", "requested_model": "c", "source": "s", "context_tokens": 1,
            "prompt_cache_warm": true, "estimated_cache_write_usd": 0.5,
        }),
        E::SessionStart => json!({"source": "clear", "model": "m"}),
        E::SessionEnd => json!({"reason": "clear"}),
        E::InstructionsLoaded => json!({"file_path": "f", "memory_type": "m", "load_reason": "l"}),
        E::MessageDisplay => {
            json!({"turn_id": "t", "message_id": "m", "index": 1, "final": true, "delta": "d"})
        }
        E::Notification => json!({"message": "m", "title": "t", "notification_type": "n"}),
        E::TaskCreated | E::TaskCompleted => {
            json!({"task_id": "1", "task_subject": "s", "task_description": "d"})
        }
        E::Elicitation => json!({
            "mcp_server_name": "s", "message": "m", "mode": "form", "requested_schema": {"type": "object"}, "url": "u",
            "elicitation_id": "e",
        }),
        E::ElicitationResult => {
            json!({"mcp_server_name": "s", "mode": "form", "action": "accept", "content": {"a": 1}})
        }
        E::ConfigChange => json!({"source": "s", "file_path": "f"}),
        E::DirectoryAdded => json!({"directory": "d", "source": "s"}),
        E::WorktreeCreate => json!({"name": "n"}),
        E::WorktreeRemove => json!({"worktree_path": "p"}),
        E::CwdChanged => json!({"old_cwd": "o", "new_cwd": "n"}),
        E::FileChanged => json!({"file_path": "f", "event": "change"}),
        E::Setup => json!({"trigger": "init"}),
        E::TeammateIdle => json!({"teammate_name": "t", "team_name": "n"}),
        E::SubagentStart | E::Other(_) => json!({}),
    }
}

#[test]
fn nothing_is_lost_on_the_way_to_a_hook() {
    let unknown = HookEvent::Other("Tomorrow".to_owned());
    for event in HookEvent::ALL.into_iter().chain([unknown]) {
        let mut sent = object(&json!({
            "hook_event_name": event.as_str(), "session_id": "s", "transcript_path": "t", "cwd": "/c",
            "prompt_id": "p", "permission_mode": "plan", "effort": {"level": "high"}, "agent_id": "a",
            "agent_type": "b", "unheard_of": [1, {"x": null}],
        }));
        sent.extend(object(&own(&event)));
        let read = HookInput::from(sent.clone());
        assert_eq!(Value::from(to_object(&read)), Value::from(sent), "{event}");
    }
}
