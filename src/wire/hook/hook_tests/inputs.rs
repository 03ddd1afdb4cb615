//! Inputs of hooks, as recorded and as broken as they come.

use super::*;

#[test]
fn events_keep_their_names() {
    for event in HookEvent::ALL {
        assert_eq!(HookEvent::from(event.as_str()), event);
        assert!(!matches!(event, HookEvent::Other(_)));
    }
    let names: std::collections::BTreeSet<_> =
        HookEvent::ALL.iter().map(HookEvent::as_str).collect();
    assert_eq!(names.len(), 33);
    assert_eq!(
        HookEvent::from("Later"),
        HookEvent::Other("Later".to_owned())
    );
}

#[test]
fn a_recorded_callback_is_read_whole() {
    let callback: HookCallback = serde_json::from_value(json!({
        "subtype": "hook_callback", "callback_id": "guard", "tool_use_id": "toolu_1",
        "input": {
            "session_id": "s", "transcript_path": "/t.jsonl", "cwd": "/home/dev/project",
            "prompt_id": "p", "permission_mode": "default", "effort": {"level": "medium"},
            "hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_input": {"command": "rm -rf ."}, "tool_use_id": "toolu_1",
            "agent_id": "a1", "agent_type": "general-purpose",
            "mcp_server": {"name": "srv", "source": "dynamic"}
        }
    }))
    .unwrap();
    assert_eq!(callback.callback_id, "guard");
    let input = callback.input;
    assert_eq!(input.event, HookEvent::PreToolUse);
    assert_eq!(input.agent_type.as_deref(), Some("general-purpose"));
    assert!(input.extra.is_empty(), "{:?}", input.extra);
    let HookDetail::PreToolUse {
        tool_name,
        tool_input,
        mcp_server,
        ..
    } = input.detail
    else {
        panic!("wrong detail");
    };
    assert_eq!(tool_name, "Bash");
    assert_eq!(tool_input["command"], "rm -rf .");
    assert_eq!(mcp_server.unwrap().name, "srv");
}

#[test]
fn every_event_takes_its_own_fields() {
    for (event, fields) in [
        (
            "PostToolUse",
            json!({"tool_name": "Bash", "tool_input": {}, "tool_response": {"stdout": "ok"},
            "tool_use_id": "t", "duration_ms": 61}),
        ),
        (
            "PostToolUseFailure",
            json!({"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t",
            "error": "Exit code 2", "is_interrupt": false, "duration_ms": 27}),
        ),
        (
            "PostToolBatch",
            json!({"tool_calls": [{"tool_name": "Bash", "tool_input": {}, "tool_use_id": "t",
            "tool_response": "x"}]}),
        ),
        (
            "PermissionRequest",
            json!({"tool_name": "Bash", "tool_input": {}, "permission_suggestions": [
            {"type": "setMode", "mode": "acceptEdits", "destination": "session"}]}),
        ),
        (
            "PermissionDenied",
            json!({"tool_name": "Write", "tool_input": {}, "tool_use_id": "t", "reason": "r"}),
        ),
        ("UserPromptSubmit", json!({"prompt": "hi"})),
        (
            "UserPromptExpansion",
            json!({"expansion_type": "slash_command", "command_name": "hello",
            "command_args": "world", "command_source": "projectSettings", "prompt": "/hello world"}),
        ),
        (
            "Stop",
            json!({"stop_hook_active": false, "last_assistant_message": "m", "background_tasks": [],
            "session_crons": []}),
        ),
        (
            "SubagentStop",
            json!({"stop_hook_active": false, "agent_transcript_path": "/t",
            "last_assistant_message": "m", "background_tasks": [], "session_crons": []}),
        ),
        (
            "StopFailure",
            json!({"error": "unknown", "last_assistant_message": "m"}),
        ),
        (
            "SubagentStart",
            json!({"agent_id": "a", "agent_type": "general-purpose"}),
        ),
        (
            "PreCompact",
            json!({"trigger": "manual", "custom_instructions": "short"}),
        ),
        (
            "PostCompact",
            json!({"trigger": "manual", "compact_summary": "s"}),
        ),
        (
            "PreModelSwitch",
            json!({"from_model": "a", "to_model": "b", "requested_model": "c", "source": "sdk",
            "context_tokens": 129, "prompt_cache_warm": true, "estimated_cache_write_usd": 0.0003}),
        ),
        ("SessionStart", json!({"source": "compact", "model": "m"})),
        ("SessionEnd", json!({"reason": "clear"})),
        (
            "InstructionsLoaded",
            json!({"file_path": "/c", "memory_type": "Project", "load_reason": "session_start"}),
        ),
        (
            "MessageDisplay",
            json!({"turn_id": "t", "message_id": "m", "index": 0, "final": true, "delta": "x"}),
        ),
        (
            "Notification",
            json!({"message": "m", "notification_type": "elicitation_response"}),
        ),
        (
            "TaskCreated",
            json!({"task_id": "1", "task_subject": "s", "task_description": "d"}),
        ),
        (
            "Elicitation",
            json!({"mcp_server_name": "srv", "message": "?", "mode": "form", "requested_schema": {}}),
        ),
        (
            "ElicitationResult",
            json!({"mcp_server_name": "srv", "mode": "form", "action": "accept", "content": {}}),
        ),
        (
            "ConfigChange",
            json!({"source": "project_settings", "file_path": "/s"}),
        ),
        (
            "DirectoryAdded",
            json!({"directory": "/d", "source": "register_repo_root"}),
        ),
        ("WorktreeCreate", json!({"name": "n"})),
        ("WorktreeRemove", json!({"worktree_path": "/w"})),
        ("CwdChanged", json!({"old_cwd": "/a", "new_cwd": "/b"})),
        ("FileChanged", json!({"file_path": "/f", "event": "change"})),
        ("Setup", json!({"trigger": "init"})),
        (
            "TeammateIdle",
            json!({"teammate_name": "a", "team_name": "b"}),
        ),
    ] {
        let mut whole = fields;
        whole["hook_event_name"] = json!(event);
        let input = input(whole);
        assert!(input.extra.is_empty(), "{event}: {:?}", input.extra);
        assert_ne!(input.detail, HookDetail::Other, "{event}");
    }
}

#[test]
fn odd_inputs_are_kept_not_refused() {
    let odd = input(json!({
        "hook_event_name": "PostToolUse", "tool_name": ["x"], "duration_ms": "long", "cwd": 1, "new": null
    }));
    assert_eq!(odd.event, HookEvent::PostToolUse);
    assert_eq!(odd.cwd, None);
    assert_eq!(
        json!(odd.extra),
        json!({"tool_name": ["x"], "duration_ms": "long", "cwd": 1, "new": null})
    );
    let later = input(json!({"hook_event_name": "Later", "field": 1}));
    assert_eq!(later.event, HookEvent::Other("Later".to_owned()));
    assert_eq!(later.detail, HookDetail::Other);
    assert_eq!(json!(later.extra), json!({"field": 1}));
    assert_eq!(input(json!({})).event, HookEvent::Other(String::new()));
}
