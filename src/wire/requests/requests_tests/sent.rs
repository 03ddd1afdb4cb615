//! What each request puts on the wire.

use super::*;

#[test]
fn requests_are_sent_as_recorded() {
    let settings = json!({"effortLevel": "high"});
    let settings = settings.as_object().cloned().unwrap();
    for (got, subtype, fields) in [
        (sent(&Interrupt::default()), "interrupt", json!({})),
        (
            sent(&Interrupt {
                cancel_queued: Some(true),
            }),
            "interrupt",
            json!({"cancel_queued": true}),
        ),
        (
            sent(&CancelAsyncMessage {
                message_uuid: "u".into(),
            }),
            "cancel_async_message",
            json!({"message_uuid": "u"}),
        ),
        (
            sent(&SideQuestion {
                question: "q".into(),
            }),
            "side_question",
            json!({"question": "q"}),
        ),
        (sent(&SetModel::default()), "set_model", json!({})),
        (
            sent(&SetModel::to("haiku")),
            "set_model",
            json!({"model": "haiku"}),
        ),
        (
            sent(&SetPermissionMode {
                mode: PermissionMode::AcceptEdits,
            }),
            "set_permission_mode",
            json!({"mode": "acceptEdits"}),
        ),
        (
            sent(&SetMaxThinkingTokens::default()),
            "set_max_thinking_tokens",
            json!({"max_thinking_tokens": null}),
        ),
        (
            sent(&SetMaxThinkingTokens {
                max_thinking_tokens: Some(1000),
                thinking_display: None,
            }),
            "set_max_thinking_tokens",
            json!({"max_thinking_tokens": 1000}),
        ),
        (sent(&McpStatus {}), "mcp_status", json!({})),
        (
            sent(&McpReconnect {
                server_name: "s".into(),
            }),
            "mcp_reconnect",
            json!({"serverName": "s"}),
        ),
        (
            sent(&McpToggle {
                server_name: "s".into(),
                enabled: false,
            }),
            "mcp_toggle",
            json!({"serverName": "s", "enabled": false}),
        ),
        (
            sent(
                &McpSetServers::default()
                    .with("calc2", json!({"type": "sdk", "name": "calc2"}))
                    .with("x", json!({"command": "/x"})),
            ),
            "mcp_set_servers",
            json!({"servers": {"calc2": {"type": "sdk", "name": "calc2"}, "x": {"command": "/x", "args": []}}}),
        ),
        (
            sent(&McpMessage {
                server_name: "s".into(),
                message: json!({"jsonrpc": "2.0"}),
            }),
            "mcp_message",
            json!({"server_name": "s", "message": {"jsonrpc": "2.0"}}),
        ),
        (
            sent(&McpCall {
                tool: "t".into(),
                ..McpCall::default()
            }),
            "mcp_call",
            json!({"tool": "t", "arguments": {}}),
        ),
        (
            sent(&McpReadResource {
                server_name: "s".into(),
                uri: "ui://x".into(),
            }),
            "mcp_read_resource",
            json!({"serverName": "s", "uri": "ui://x"}),
        ),
        (
            sent(&RewindFiles::to("m")),
            "rewind_files",
            json!({"user_message_id": "m"}),
        ),
        (
            sent(&RewindFiles::preview("m")),
            "rewind_files",
            json!({"user_message_id": "m", "dry_run": true}),
        ),
        (
            sent(&ReadFile::at("readme.md")),
            "read_file",
            json!({"path": "readme.md"}),
        ),
        (
            sent(&FileSuggestions {
                query: "read".into(),
            }),
            "file_suggestions",
            json!({"query": "read"}),
        ),
        (
            sent(&SeedReadState {
                path: "/p".into(),
                mtime: 7,
            }),
            "seed_read_state",
            json!({"path": "/p", "mtime": 7}),
        ),
        (
            sent(&RegisterRepoRoot {
                directory: "/d".into(),
            }),
            "register_repo_root",
            json!({"directory": "/d"}),
        ),
        (
            sent(&StopTask {
                task_id: "nope".into(),
            }),
            "stop_task",
            json!({"task_id": "nope"}),
        ),
        (
            sent(&BackgroundTasks::default()),
            "background_tasks",
            json!({}),
        ),
        (
            sent(&GetTaskOutput {
                task_id: "b2".into(),
            }),
            "get_task_output",
            json!({"task_id": "b2"}),
        ),
        (
            sent(&GetContextUsage {
                detail: Some(ContextDetail::Summary),
            }),
            "get_context_usage",
            json!({"detail": "summary"}),
        ),
        (sent(&GetSessionCost {}), "get_session_cost", json!({})),
        (
            sent(&GetUsage {
                skip_behaviors: Some(true),
            }),
            "get_usage",
            json!({"skip_behaviors": true}),
        ),
        (sent(&GetSettings {}), "get_settings", json!({})),
        (
            sent(&ListPermissionRules {}),
            "list_permission_rules",
            json!({}),
        ),
        (sent(&GetHooksListing {}), "get_hooks_listing", json!({})),
        (sent(&ListModels {}), "list_models", json!({})),
        (sent(&GetBinaryVersion {}), "get_binary_version", json!({})),
        (
            sent(&ApplyFlagSettings {
                settings: settings.clone(),
            }),
            "apply_flag_settings",
            json!({"settings": {"effortLevel": "high"}}),
        ),
        (
            sent(&UpdateSettings {
                source: "userSettings".into(),
                settings,
            }),
            "update_settings",
            json!({"source": "userSettings", "settings": {"effortLevel": "high"}}),
        ),
        (sent(&ReloadSkills {}), "reload_skills", json!({})),
        (sent(&ReloadPlugins {}), "reload_plugins", json!({})),
        (
            sent(&ReloadOutputStyles {}),
            "reload_output_styles",
            json!({}),
        ),
        (
            sent(&RenameSession { title: "t".into() }),
            "rename_session",
            json!({"title": "t"}),
        ),
        (
            sent(&GenerateSessionTitle {
                description: "d".into(),
                persist: true,
            }),
            "generate_session_title",
            json!({"description": "d", "persist": true}),
        ),
        (
            sent(&SetHasSubscribers::default()),
            "set_has_subscribers",
            json!({"has_subscribers": null}),
        ),
        (sent(&EndSession {}), "end_session", json!({})),
        (sent(&SetColor::default()), "set_color", json!({})),
    ] {
        assert_eq!(got, (subtype, fields));
    }
}

#[test]
fn initialize_sends_only_what_is_set() {
    assert_eq!(sent(&Initialize::default()), ("initialize", json!({})));
    let mut agent = AgentDefinition::new("reviews", "You review.");
    agent.disallowed_tools = Some(vec!["Bash".to_owned()]);
    agent.permission_mode = Some(PermissionMode::Plan);
    let mut guard = HookMatcher::on("Bash", "guard");
    guard.timeout = Some(86_400);
    guard.on_failure = Some(OnFailure::Block);
    let policy = SdkToolPolicy {
        name: "add".into(),
        permission_policy: "always_ask".into(),
    };
    let manifest = SdkServerManifest {
        initialize_result: json!({}),
        tools_list_result: None,
    };
    let mut request = Initialize {
        sdk_mcp_servers: vec!["calc".to_owned()],
        sdk_mcp_server_configs: IndexMap::from([(
            "calc".to_owned(),
            SdkServerConfig {
                tools: vec![policy],
                ..SdkServerConfig::default()
            },
        )]),
        sdk_mcp_server_manifests: IndexMap::from([("calc".to_owned(), manifest)]),
        agents: IndexMap::from([("reviewer".to_owned(), agent)]),
        system_prompt: Some(vec!["Be brief.".to_owned()]),
        json_schema: json!({"type": "object"}).as_object().cloned(),
        forward_subagent_text: Some(true),
        per_task_stop_affordance: Some(true),
        supported_dialog_kinds: vec!["k".to_owned()],
        ..Initialize::default()
    };
    request = request
        .hook(HookEvent::PreToolUse, guard)
        .hook(HookEvent::PreToolUse, HookMatcher::all("pause"));
    request.extra.insert("later".to_owned(), json!(1));
    let expected = json!({
        "hooks": {"PreToolUse": [
            {"matcher": "Bash", "hookCallbackIds": ["guard"], "timeout": 86400, "onFailure": "block"},
            {"hookCallbackIds": ["pause"]}
        ]},
        "sdkMcpServers": ["calc"],
        "sdkMcpServerConfigs": {"calc": {"tools": [{"name": "add", "permission_policy": "always_ask"}]}},
        "sdkMcpServerManifests": {"calc": {"initializeResult": {}}},
        "agents": {"reviewer": {"description": "reviews", "prompt": "You review.",
            "disallowedTools": ["Bash"], "permissionMode": "plan"}},
        "systemPrompt": ["Be brief."],
        "jsonSchema": {"type": "object"},
        "forwardSubagentText": true,
        "perTaskStopAffordance": true,
        "supportedDialogKinds": ["k"],
        "later": 1
    });
    assert_eq!(sent(&request), ("initialize", expected));
}
