//! Answers of hooks, for the right and the wrong event, and which tools a matcher means.

use super::*;

#[test]
fn answers_take_the_shape_of_their_event() {
    use HookEvent as E;
    let specific = |event: &str, rest: Value| {
        let mut rest = rest;
        rest["hookEventName"] = json!(event);
        json!({ "hookSpecificOutput": rest })
    };
    let new_input = || object(&json!({"command": "ls"}));
    for (output, event, wire) in [
        (HookOutput::none(), E::SessionEnd, json!({})),
        (
            HookOutput::deny("no"),
            E::PreToolUse,
            specific(
                "PreToolUse",
                json!({"permissionDecision": "deny", "permissionDecisionReason": "no"}),
            ),
        ),
        (
            HookOutput::deny("no").with_context("c"),
            E::PreToolUse,
            specific(
                "PreToolUse",
                json!({"permissionDecision": "deny", "permissionDecisionReason": "no",
                "additionalContext": "c"}),
            ),
        ),
        (
            HookOutput::ask("look"),
            E::PreToolUse,
            specific(
                "PreToolUse",
                json!({"permissionDecision": "ask", "permissionDecisionReason": "look"}),
            ),
        ),
        (
            HookOutput::allow(),
            E::PreToolUse,
            specific("PreToolUse", json!({"permissionDecision": "allow"})),
        ),
        (
            HookOutput::defer(),
            E::PreToolUse,
            specific("PreToolUse", json!({"permissionDecision": "defer"})),
        ),
        (
            HookOutput::rewrite(new_input()),
            E::PreToolUse,
            specific(
                "PreToolUse",
                json!({"permissionDecision": "allow", "updatedInput": {"command": "ls"}}),
            ),
        ),
        (
            HookOutput::none().with_updated_input(new_input()),
            E::PreToolUse,
            specific("PreToolUse", json!({"updatedInput": {"command": "ls"}})),
        ),
        (
            HookOutput::deny("no"),
            E::PermissionRequest,
            specific(
                "PermissionRequest",
                json!({"decision": {"behavior": "deny", "message": "no"}}),
            ),
        ),
        (
            HookOutput::rewrite(new_input()),
            E::PermissionRequest,
            specific(
                "PermissionRequest",
                json!({"decision": {"behavior": "allow", "updatedInput": {"command": "ls"}}}),
            ),
        ),
        (
            HookOutput::permission(&PermissionAnswer::allow()),
            E::PermissionRequest,
            specific(
                "PermissionRequest",
                json!({"decision": {"behavior": "allow"}}),
            ),
        ),
        (
            HookOutput::permission(&PermissionAnswer::allow_always(vec![])),
            E::PermissionRequest,
            specific(
                "PermissionRequest",
                json!({"decision": {"behavior": "allow"}}),
            ),
        ),
        (
            HookOutput::block("No secrets in prompts."),
            E::UserPromptSubmit,
            json!({"decision": "block", "reason": "No secrets in prompts."}),
        ),
        (
            HookOutput::context("c")
                .with_system_message("m")
                .with_output_suppressed(),
            E::Stop,
            json!({"systemMessage": "m", "suppressOutput": true,
                "hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": "c"}}),
        ),
        (
            HookOutput::stop("enough"),
            E::SessionEnd,
            json!({"continue": false, "stopReason": "enough"}),
        ),
        (
            HookOutput::deny("no").and_stop("enough"),
            E::PreToolUse,
            json!({"continue": false, "stopReason": "enough", "hookSpecificOutput": {
                "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}),
        ),
        (
            HookOutput::none().with_updated_tool_output(json!("x")),
            E::PostToolUse,
            specific("PostToolUse", json!({"updatedToolOutput": "x"})),
        ),
        (
            HookOutput::none().with_retry(),
            E::PermissionDenied,
            specific("PermissionDenied", json!({"retry": true})),
        ),
        (
            HookOutput::elicitation(&ElicitationAnswer::Decline),
            E::Elicitation,
            specific("Elicitation", json!({"action": "decline"})),
        ),
        (
            HookOutput::asynchronous(None),
            E::PostToolUse,
            json!({"async": true}),
        ),
        (
            HookOutput::asynchronous(Some(5)),
            E::PostToolUse,
            json!({"async": true, "asyncTimeout": 5}),
        ),
        (
            HookOutput::raw(json!({"x": 1})),
            E::SessionEnd,
            json!({"x": 1}),
        ),
        (
            HookOutput::deny("no"),
            E::Other("Later".to_owned()),
            specific(
                "Later",
                json!({"permissionDecision": "deny", "permissionDecisionReason": "no"}),
            ),
        ),
    ] {
        assert_eq!(output.to_wire(&event), Ok(wire), "{event}");
    }
}

#[test]
fn answers_that_make_no_sense_are_errors() {
    use HookEvent as E;
    let new_input = || object(&json!({"command": "ls"}));
    for (output, event, part) in [
        (
            HookOutput::deny("no"),
            E::SessionEnd,
            "`deny` means nothing for the hook event SessionEnd",
        ),
        (HookOutput::allow(), E::PostToolUse, "PermissionRequest"),
        (HookOutput::ask("x"), E::PermissionRequest, "`ask`"),
        (HookOutput::block("x"), E::Notification, "`block`"),
        (
            HookOutput::context("x"),
            E::SessionEnd,
            "`additionalContext`",
        ),
        (
            HookOutput::none().with_updated_tool_output(json!(1)),
            E::PreToolUse,
            "PostToolUse",
        ),
        (
            HookOutput::none().with_updated_input(new_input()),
            E::PermissionRequest,
            "without allow",
        ),
        (HookOutput::none().with_reason("x"), E::PreToolUse, "reason"),
        (
            HookOutput::deny("x").with_updated_input(new_input()),
            E::PreToolUse,
            "leave one",
        ),
        (
            HookOutput::asynchronous(None).with_context("x"),
            E::PostToolUse,
            "`async`",
        ),
        (
            HookOutput::raw(json!({})).with_context("x"),
            E::PostToolUse,
            "`raw`",
        ),
        (HookOutput::raw(json!(3)), E::PostToolUse, "object"),
    ] {
        let error = output.to_wire(&event).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn matchers_follow_the_rules_of_the_cli() {
    for (matcher, name, covered) in [
        (None, "Bash", true),
        (Some(""), "Bash", true),
        (Some("*"), "Bash", true),
        (Some("Bash"), "Bash", true),
        (Some("bash"), "Bash", false),
        (Some("Ba"), "Bash", false),
        (Some("Edit|Bash"), "Bash", true),
        (Some("Edit, Bash"), "Bash", true),
        (Some("Edit|Write"), "Bash", false),
        (Some("B.*"), "Bash", true),
        (Some("^Ba"), "Bash", true),
        (Some("^as"), "Bash", false),
        (Some("mcp__.*__add"), "mcp__calc__add", true),
        (Some("Bash(touch *)"), "Bash", false),
        (Some("(unclosed"), "(unclosed", false),
    ] {
        assert_eq!(matches(matcher, name), covered, "{matcher:?} / {name}");
    }
}
