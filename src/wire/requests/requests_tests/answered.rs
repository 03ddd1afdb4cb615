//! What recorded answers read as, and broken ones.

use super::*;

#[test]
fn the_catalogue_is_read() {
    let catalogue = answered::<Initialize>(json!({
        "commands": [{"name": "compact", "argumentHint": "", "builtin": true, "description": "d"}],
        "agents": [{"name": "guide", "model": "haiku", "description": "d"}],
        "output_style": "default",
        "available_output_styles": ["default", "Proactive"],
        "models": [{"value": "default", "resolvedModel": "claude-opus-5-5", "displayName": "Default",
            "supportsEffort": true, "supportedEffortLevels": ["low", "high"], "supportsThinkingOff": false}],
        "account": {"tokenSource": "none", "apiKeySource": "ANTHROPIC_API_KEY", "apiProvider": "firstParty"},
        "pid": 4242, "claude_code_version": "2.1.325", "current_permission_mode": "default",
        "hook_on_failure_supported": true, "fast_mode_state": "off", "session_state": "idle",
        "capabilities": ["ui_surface_v1"], "analytics_disabled": true
    }));
    assert_eq!(catalogue.commands.first().unwrap().builtin, Some(true));
    assert_eq!(
        catalogue.agents.first().unwrap().model.as_deref(),
        Some("haiku")
    );
    let model = catalogue.models.first().unwrap();
    assert_eq!(model.resolved_model.as_deref(), Some("claude-opus-5-5"));
    assert_eq!(json!(model.extra), json!({"supportsThinkingOff": false}));
    let account = catalogue.account.unwrap();
    assert_eq!(account.api_key_source.as_deref(), Some("ANTHROPIC_API_KEY"));
    assert_eq!(catalogue.pid, Some(4242));
    assert_eq!(
        catalogue.current_permission_mode,
        Some(PermissionMode::Default)
    );
    assert_eq!(catalogue.capabilities, ["ui_surface_v1"]);
    assert_eq!(json!(catalogue.extra), json!({"analytics_disabled": true}));
}

#[test]
fn recorded_answers_are_read_without_remainder() {
    let interrupted = answered::<Interrupt>(json!({"still_queued": ["u"], "cancelled": null}));
    assert_eq!(interrupted.still_queued, ["u"]);
    assert!(interrupted.cancelled.is_empty());
    let mode = answered::<SetPermissionMode>(json!({"mode": "acceptEdits"}));
    assert_eq!(mode.mode, Some(PermissionMode::AcceptEdits));
    let dry = answered::<RewindFiles>(json!({
        "canRewind": true, "filesChanged": ["/f.txt", "/new.txt"], "insertions": 1, "deletions": 2
    }));
    assert_eq!(
        (dry.can_rewind, dry.insertions, dry.deletions),
        (Some(true), Some(1), Some(2))
    );
    assert_eq!(dry.files_changed.len(), 2);
    let real = answered::<RewindFiles>(json!({"canRewind": true, "skippedLinks": 0}));
    assert_eq!(real.skipped_links, Some(0));
    assert!(dry.extra.is_empty() && real.extra.is_empty());
    let file = answered::<ReadFile>(json!({
        "contents": "hi\n", "absPath": "/p/readme.md", "lossy": false, "requested_path": "readme.md"
    }));
    assert_eq!(file.abs_path.as_deref(), Some("/p/readme.md"));
    assert!(file.extra.is_empty());
    let output = answered::<GetTaskOutput>(
        json!({"output": "tick 1\n", "total_bytes": 14, "truncated": false}),
    );
    assert_eq!(output.total_bytes, Some(14));
    let version = answered::<GetBinaryVersion>(
        json!({"version": "2.1.325", "buildTime": "2026-11-13T18:52:23Z"}),
    );
    assert_eq!(version.build_time.as_deref(), Some("2026-11-13T18:52:23Z"));
    let set =
        answered::<McpSetServers>(json!({"added": ["calc2"], "removed": ["calc"], "errors": {}}));
    assert_eq!(
        (set.added.len(), set.removed.len(), set.errors.len()),
        (1, 1, 0)
    );
}

#[test]
fn recorded_listings_are_read() {
    let status = answered::<McpStatus>(json!({"mcpServers": [
        {"name": "calc", "status": "connected", "serverInfo": {"name": "calc", "version": "1.0.0"},
         "transport": "sdk", "scope": "dynamic", "source": "sdk", "tools": [{"name": "add", "annotations": {}}]},
        {"name": "broken", "status": "failed", "error": "ENOENT", "config": {"type": "stdio"},
         "transport": "stdio", "scope": "dynamic", "source": "dynamic"}
    ]}));
    let [calc, broken] = status.mcp_servers.as_slice() else {
        unreachable!("two servers were given");
    };
    assert_eq!(calc.tools.first().unwrap().name, "add");
    assert_eq!(broken.error.as_deref(), Some("ENOENT"));
    assert!(calc.extra.is_empty() && broken.extra.is_empty());
    let settings = answered::<GetSettings>(json!({
        "effective": {"effortLevel": "high"},
        "sources": [{"source": "flagSettings", "settings": {"effortLevel": "high"}}],
        "applied": {"model": "claude-opus-5-5", "effort": "high", "advisor": null}
    }));
    assert_eq!(settings.sources.first().unwrap().source, "flagSettings");
    let applied = settings.applied.unwrap();
    assert_eq!(applied.model.as_deref(), Some("claude-opus-5-5"));
    assert_eq!(json!(applied.extra), json!({"advisor": null}));
    let rules = answered::<ListPermissionRules>(json!({"state": {
        "rules": [{"behavior": "allow", "source": "localSettings", "rule": "Bash(ls)",
            "description": {"prefix": "p"}, "editability": "persistent"}],
        "workspaceDirectories": [], "originalCwd": "/home/dev/project", "managedOnly": false
    }}));
    let state = rules.state.unwrap();
    assert_eq!(
        state.rules.first().unwrap().rule.as_deref(),
        Some("Bash(ls)")
    );
    assert_eq!(state.managed_only, Some(false));
    let usage = answered::<GetUsage>(json!({
        "session": {"total_cost_usd": 0.00068, "total_api_duration_ms": 302, "total_lines_added": 0,
            "model_usage": {"claude-opus-5-5": {"inputTokens": 120}}},
        "subscription_type": null, "rate_limits_available": false, "rate_limits": null, "behaviors": null
    }));
    let session = usage.session.unwrap();
    assert_eq!(session.total_cost_usd, Some(0.00068));
    assert!(session.model_usage.contains_key("claude-opus-5-5"));
    let context = answered::<GetContextUsage>(json!({
        "categories": [{"id": "system_prompt", "name": "System prompt", "tokens": 1947,
            "color": "promptBorder", "kind": "used"}],
        "totalTokens": 13953, "maxTokens": 1_000_000, "percentage": 1, "gridRows": [[{"tokens": 1}]],
        "mcpTools": [{"name": "mcp__calc__add", "serverName": "calc", "tokens": 57, "isLoaded": false}],
        "autoCompactThreshold": 967_000, "isAutoCompactEnabled": true
    }));
    assert_eq!(context.categories.first().unwrap().tokens, Some(1947));
    assert_eq!(context.mcp_tools.first().unwrap().is_loaded, Some(false));
    assert_eq!(context.auto_compact_threshold, Some(967_000));
    assert!(context.extra.is_empty());
}

#[test]
fn nothing_and_anything_read_as_empty() {
    #[derive(serde::Deserialize)]
    struct Success {
        #[serde(default)]
        response: Empty,
    }
    for response in [Value::Null, json!({})] {
        assert_eq!(answered::<McpToggle>(response), Empty::default());
    }
    let odd = answered::<StopTask>(json!({"later": 1}));
    assert_eq!(json!(odd.extra), json!({"later": 1}));
    assert_eq!(
        json!(answered::<EndSession>(json!(3)).extra),
        json!({"response": 3})
    );
    let success: Success = serde_json::from_str("{}").unwrap();
    assert_eq!(success.response, Empty::default());
}
