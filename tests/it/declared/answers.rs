//! What a program of a hook may answer: an answer that is not understood is a failure, and a guard that fails holds up.

use cca::HookInput;
use cca::config::Document;
use cca::hooks::HookFile;
use serde_json::{Value, json};

/// What goes back to the CLI when the program of a hook for `event` writes `answer`.
async fn told(event: &str, answer: &Value) -> Result<Value, String> {
    told_with(event, "", answer).await
}

async fn told_with(event: &str, more: &str, answer: &Value) -> Result<Value, String> {
    let text = format!(
        "[[hooks]]\nevent = '{event}'\n{more}\n[hooks.command]\nrun = ['/bin/sh', '-c', 'printf %s \"$0\"', '''{answer}''']"
    );
    let file = HookFile::read(&Document::new("hooks.toml", text)).unwrap();
    let input = json!({
        "hook_event_name": event, "cwd": "/p", "tool_name": "Bash", "tool_input": {"command": "ls"}, "prompt": "x",
    });
    let input: HookInput = serde_json::from_value(input).unwrap();
    let hook = &file.hooks()[0];
    let output = hook.run(input).await?;
    Ok(output.to_wire(hook.event()).unwrap())
}

fn before(fields: &Value) -> Value {
    let mut specific = json!({"hookEventName": "PreToolUse"});
    let object = specific.as_object_mut().unwrap();
    object.extend(fields.as_object().cloned().unwrap());
    json!({ "hookSpecificOutput": specific })
}

#[tokio::test]
async fn what_is_understood_is_passed_on_as_it_is() {
    for (event, answer) in [
        (
            "PreToolUse",
            before(&json!({"permissionDecision": "deny", "permissionDecisionReason": "r"})),
        ),
        ("PreToolUse", before(&json!({"permissionDecision": "ask"}))),
        (
            "PreToolUse",
            before(&json!({"permissionDecision": "allow", "updatedInput": {"command": "id"}})),
        ),
        (
            "PreToolUse",
            before(&json!({"permissionDecision": "defer"})),
        ),
        ("PreToolUse", before(&json!({"additionalContext": "c"}))),
        ("PreToolUse", json!({"decision": "block", "reason": "r"})),
        ("PreToolUse", json!({"decision": "approve"})),
        (
            "PreToolUse",
            json!({"continue": false, "stopReason": "r", "suppressOutput": true}),
        ),
        ("PreToolUse", json!({"async": true, "asyncTimeout": 5})),
        (
            "PostToolUse",
            json!({"hookSpecificOutput": {"hookEventName": "PostToolUse", "updatedToolOutput": [1]}}),
        ),
        (
            "PermissionRequest",
            json!({"hookSpecificOutput": {
            "hookEventName": "PermissionRequest", "decision": {"behavior": "deny", "message": "m"}}}),
        ),
        (
            "UserPromptSubmit",
            json!({"decision": "block", "reason": "r"}),
        ),
        (
            "UserPromptSubmit",
            json!({"hookSpecificOutput": {
            "hookEventName": "UserPromptSubmit", "sessionTitle": "t", "suppressOriginalPrompt": true}}),
        ),
        (
            "Elicitation",
            json!({"hookSpecificOutput": {
            "hookEventName": "Elicitation", "action": "accept", "content": {"a": 1}}}),
        ),
        (
            "SessionStart",
            json!({"hookSpecificOutput": {
            "hookEventName": "SessionStart", "watchPaths": ["/a"], "initialUserMessage": "m"}}),
        ),
    ] {
        assert_eq!(told(event, &answer).await, Ok(answer.clone()), "{event}");
    }
}

#[tokio::test]
async fn what_is_not_understood_holds_the_call_up() {
    for (answer, why) in [
        (
            before(&json!({"permissionDecision": "Deny"})),
            "permissionDecision",
        ),
        (
            before(&json!({"permissionDecision": "block"})),
            "permissionDecision",
        ),
        (
            before(&json!({"permissionDecision": null})),
            "permissionDecision",
        ),
        (
            before(&json!({"permissionDecision": true})),
            "permissionDecision",
        ),
        (
            before(&json!({"permisionDecision": "deny"})),
            "permisionDecision",
        ),
        (
            before(&json!({"decision": {"behavior": "deny"}})),
            "`decision` means nothing",
        ),
        (before(&json!({"updatedInput": "ls"})), "updatedInput"),
        (json!({"decision": "reject"}), "\"approve\" or \"block\""),
        (json!({"decision": "deny"}), "\"approve\" or \"block\""),
        (json!({"Decision": "block"}), "`Decision` is no part"),
        (
            json!({"permissionDecision": "deny"}),
            "`permissionDecision` is no part",
        ),
        (
            json!({"continue": "false"}),
            "`continue` must be true or false",
        ),
        (
            json!({"async": true, "decision": "block"}),
            "cannot stand together",
        ),
        (json!({"hookSpecificOutput": "deny"}), "must be an object"),
        (
            json!({"hookSpecificOutput": {"permissionDecision": "deny"}}),
            "hookEventName",
        ),
        (
            json!({"hookSpecificOutput": {"hookEventName": "PostToolUse", "permissionDecision": "deny"}}),
            "hookEventName",
        ),
    ] {
        let wire = told("PreToolUse", &answer).await.unwrap();
        let specific = &wire["hookSpecificOutput"];
        assert_eq!(specific["permissionDecision"], "deny", "{answer}: {wire}");
        let reason = specific["permissionDecisionReason"].as_str().unwrap();
        assert!(reason.contains(why), "{answer}: {reason}");
    }
    let wrong = json!({"hookSpecificOutput": {"hookEventName": "PermissionRequest", "decision": {"behavior": "reject"}}});
    let wire = told("PermissionRequest", &wrong).await.unwrap();
    let decision = &wire["hookSpecificOutput"]["decision"];
    assert_eq!(decision["behavior"], "deny", "{wire}");
    let wire = told("UserPromptSubmit", &json!({"decision": "no"})).await;
    assert_eq!(wire.unwrap()["decision"], "block");
}

#[tokio::test]
async fn a_person_can_forgive_an_answer_that_is_none() {
    let wrong = json!({"decision": "reject"});
    let error = told_with("PreToolUse", "on_failure = 'continue'", &wrong).await;
    assert!(error.unwrap_err().contains("reject"));
}
