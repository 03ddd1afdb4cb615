//! Hooks of the client.

use super::stage::{Stage, plan};
use serde_json::{Value, json};

const TOUCH: &str = r#"{ tool = { name = "Bash", input = { command = "touch x" }, output = "done", allowed = [{ say = "allowed" }], edited = [{ say = "edited {{input.command}}" }], denied = [{ say = "denied {{message}}" }] } }"#;

fn hooked(event: &str, entry: Value) -> Stage {
    let mut stage = plan(&format!("[[turns]]\nsteps = [{TOUCH}]")).start();
    let mut hooks = serde_json::Map::new();
    hooks.insert(event.to_owned(), json!([entry]));
    let response = stage.initialize(json!({"hooks": hooks}));
    assert_eq!(response["response"]["hooks_applied"], true);
    stage.prompt("go");
    stage
}

fn before(output: Value) -> Value {
    let mut output = output;
    output["hookEventName"] = "PreToolUse".into();
    json!({"hookSpecificOutput": output})
}

#[test]
fn before_a_call() {
    let entry = json!({"matcher": "Bash", "hookCallbackIds": ["a"]});
    for (output, words) in [
        (
            before(json!({"permissionDecision": "deny", "permissionDecisionReason": "bad"})),
            "denied PreToolUse:Bash hook error: bad",
        ),
        (before(json!({"permissionDecision": "allow"})), "allowed"),
        (
            before(json!({"permissionDecision": "allow", "updatedInput": {"command": "ls"}})),
            "edited ls",
        ),
    ] {
        let mut stage = hooked("PreToolUse", entry.clone());
        let asked = stage.asked("hook_callback");
        assert_eq!(
            asked["request"]["input"]["tool_input"]["command"],
            "touch x"
        );
        stage.answer(&asked, output);
        assert_eq!(stage.result()["result"], words);
    }
}

#[test]
fn ask_defer_stop_and_no_opinion() {
    let entry = json!({"hookCallbackIds": ["a"]});
    let mut stage = hooked("PreToolUse", entry.clone());
    let asked = stage.asked("hook_callback");
    stage.answer(
        &asked,
        before(json!({"permissionDecision": "ask", "permissionDecisionReason": "look"})),
    );
    assert_eq!(
        stage.asked("can_use_tool")["request"]["decision_reason_type"],
        "hook"
    );

    let mut stage = hooked("PreToolUse", entry.clone());
    let asked = stage.asked("hook_callback");
    stage.answer(&asked, before(json!({"permissionDecision": "defer"})));
    assert_eq!(stage.result()["terminal_reason"], "tool_deferred");

    let mut stage = hooked("PreToolUse", entry.clone());
    let asked = stage.asked("hook_callback");
    stage.answer(&asked, json!({"continue": false, "systemMessage": "note"}));
    assert!(stage.has(|line| line["content"] == "note"));
    // The call is not held up: the turn ends once it is over.
    let asked = stage.asked("can_use_tool");
    stage.answer(&asked, json!({"behavior": "allow"}));
    assert_eq!(stage.result()["terminal_reason"], "hook_stopped");

    let mut stage = hooked("PreToolUse", entry);
    let asked = stage.asked("hook_callback");
    stage.answer(&asked, json!({}));
    stage.asked("can_use_tool");
}

#[test]
fn all_callbacks_at_once_and_the_strongest_wins() {
    let mut stage = hooked("PreToolUse", json!({"hookCallbackIds": ["a", "b"]}));
    let (first, second) = (stage.asked("hook_callback"), stage.asked("hook_callback"));
    stage.answer(&second, before(json!({"permissionDecision": "allow"})));
    stage.answer(
        &first,
        before(json!({"permissionDecision": "deny", "permissionDecisionReason": "no"})),
    );
    assert!(
        stage.result()["result"]
            .as_str()
            .unwrap()
            .starts_with("denied")
    );
}

#[test]
fn a_late_hook_blocks_the_call() {
    let mut stage = hooked(
        "PreToolUse",
        json!({"hookCallbackIds": ["a"], "timeout": 2}),
    );
    let asked = stage.asked("hook_callback");
    stage.pass(2_000);
    let cancel = stage.take(|line| line["type"] == "control_cancel_request");
    assert_eq!(cancel["request_id"], asked["request_id"]);
    assert!(
        stage.result()["result"]
            .as_str()
            .unwrap()
            .starts_with("denied")
    );
}

#[test]
fn a_failing_hook_counts_as_silent_unless_it_blocks() {
    for (entry, asks) in [
        (json!({"hookCallbackIds": ["a"]}), true),
        (
            json!({"hookCallbackIds": ["a"], "onFailure": "block"}),
            false,
        ),
    ] {
        let mut stage = hooked("PreToolUse", entry);
        let asked = stage.asked("hook_callback");
        stage.refuse(&asked, "broken");
        let notice = stage.take(|line| line["subtype"] == "informational");
        assert_eq!(notice["tag"], "hook_callback_failed");
        assert_eq!(
            stage.has(|line| line["request"]["subtype"] == "can_use_tool"),
            asks
        );
    }
}

#[test]
fn a_permission_hook_decides_before_the_client() {
    let mut stage = hooked("PermissionRequest", json!({"hookCallbackIds": ["a"]}));
    let (asked, hook) = (stage.asked("can_use_tool"), stage.asked("hook_callback"));
    let decision = json!({"hookEventName": "PermissionRequest", "decision": {"behavior": "allow"}});
    stage.answer(&hook, json!({"hookSpecificOutput": decision}));
    let cancel = stage.take(|line| line["type"] == "control_cancel_request");
    assert_eq!(cancel["request_id"], asked["request_id"]);
    assert_eq!(stage.result()["result"], "allowed");
}

#[test]
fn after_a_call() {
    let mut stage = plan("[[turns]]\nsteps = [{ tool = { name = \"Read\", input = { file_path = \"a\" }, output = \"x\" } }, { say = \"{{last}}\" }]").start();
    stage.initialize(json!({"hooks": {"PostToolUse": [{"hookCallbackIds": ["a"]}], "PostToolBatch": [{"hookCallbackIds": ["b"]}]}}));
    stage.prompt("go");
    let asked = stage.asked("hook_callback");
    let output = json!({"hookEventName": "PostToolUse", "updatedToolOutput": "replaced"});
    stage.answer(&asked, json!({"hookSpecificOutput": output}));
    let batch = stage.asked("hook_callback");
    assert_eq!(
        batch["request"]["input"]["hook_event_name"],
        "PostToolBatch"
    );
    stage.answer(&batch, json!({}));
    assert_eq!(stage.result()["result"], "replaced");

    let mut stage = plan("[[turns]]\nsteps = [{ tool = { name = \"Read\", input = { file_path = \"a\" }, error = \"no file\", failed = [{ say = \"failed\" }] } }]").start();
    stage.initialize(json!({"hooks": {"PostToolUseFailure": [{"hookCallbackIds": ["a"]}]}}));
    stage.prompt("go");
    let asked = stage.asked("hook_callback");
    assert_eq!(asked["request"]["input"]["error"], "no file");
    stage.answer(&asked, json!({}));
    assert_eq!(stage.result()["result"], "failed");
}

#[test]
fn a_prompt_that_a_hook_blocks() {
    let mut stage = hooked("UserPromptSubmit", json!({"hookCallbackIds": ["a"]}));
    let asked = stage.asked("hook_callback");
    stage.answer(&asked, json!({"decision": "block", "reason": "no secrets"}));
    let result = stage.result();
    assert!(result["result"].as_str().unwrap().contains("no secrets"));
    assert_eq!(result["num_turns"], 0);
}

#[test]
fn a_stop_hook_sends_the_model_on_once() {
    let mut stage = plan("[[turns]]\nsteps = [{ say = \"done\" }]").start();
    stage.initialize(json!({"hooks": {"Stop": [{"hookCallbackIds": ["a"]}]}}));
    stage.prompt("go");
    let asked = stage.asked("hook_callback");
    assert_eq!(asked["request"]["input"]["last_assistant_message"], "done");
    stage.answer(&asked, json!({"decision": "block", "reason": "more"}));
    assert!(stage.has(|line| line["isSynthetic"] == true));
    let again = stage.asked("hook_callback");
    assert_eq!(again["request"]["input"]["stop_hook_active"], true);
    stage.answer(&again, json!({}));
    assert!(stage.result()["result"].as_str().unwrap().contains("more"));
}

#[test]
fn a_scenario_fires_any_event() {
    let mut stage = plan("[[turns]]\nsteps = [{ hook = { event = \"Notification\", input = { message = \"hey {{prompt}}\" } } }, { say = \"x\" }]").start();
    stage.initialize(json!({"hooks": {"Notification": [{"hookCallbackIds": ["a"]}]}}));
    stage.prompt("you");
    let asked = stage.asked("hook_callback");
    assert_eq!(asked["request"]["input"]["message"], "hey you");
    stage.answer(&asked, json!({}));
    stage.result();
}

#[test]
fn hooks_of_a_wrong_shape_are_refused() {
    let mut stage = plan("").start();
    let response = stage.initialize(json!({"hooks": {"PreToolUse": 7}}));
    assert_eq!(response["subtype"], "error");
}
