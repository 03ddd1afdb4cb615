//! Permission requests and what follows from each answer.

use super::stage::{Stage, plan, steps};
use serde_json::{Value, json};

const TOUCH: &str = r#"{ tool = { name = "Bash", input = { command = "touch x" }, output = "done", allowed = [{ say = "allowed" }], edited = [{ say = "edited {{input.command}}" }], denied = [{ say = "denied {{message}}" }] } }"#;

fn touch(answer: Value) -> (Stage, String) {
    let mut stage = steps(TOUCH);
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    assert_eq!(stage.lines.back().unwrap()["state"], "requires_action");
    stage.answer(&asked, answer);
    let text = stage.result()["result"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    (stage, text)
}

#[test]
fn answers() {
    assert_eq!(touch(json!({"behavior": "allow"})).1, "allowed");
    assert_eq!(
        touch(json!({"behavior": "allow", "updatedInput": {"command": "touch x"}})).1,
        "allowed"
    );
    assert_eq!(
        touch(json!({"behavior": "allow", "updatedInput": {"command": "ls"}})).1,
        "edited ls"
    );
    assert_eq!(
        touch(json!({"behavior": "deny", "message": "not now"})).1,
        "denied not now"
    );
    for malformed in [
        json!({}),
        json!({"behavior": "deny"}),
        json!({"behavior": "perhaps"}),
        json!(7),
    ] {
        let (_, text) = touch(malformed.clone());
        assert!(
            text.starts_with("denied Tool permission request failed"),
            "{malformed}: {text}"
        );
    }
}

#[test]
fn an_error_is_a_no() {
    let mut stage = steps(TOUCH);
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    stage.refuse(&asked, "no idea");
    let result = stage.result();
    assert_eq!(
        result["result"],
        "denied Tool permission request failed: Error: no idea"
    );
    assert_eq!(result["permission_denials"][0]["tool_name"], "Bash");
}

#[test]
fn a_no_that_interrupts_ends_the_turn() {
    let (mut stage, _) = touch(json!({"behavior": "deny", "message": "stop", "interrupt": true}));
    let marker = stage
        .take(|line| line["message"]["content"][0]["type"] == "text" && line["type"] == "user");
    assert_eq!(
        marker["message"]["content"][0]["text"],
        "[Request interrupted by user]"
    );
    let rejected = stage.tool_result();
    assert_eq!(rejected["tool_use_result"], "User rejected tool use");
}

#[test]
fn always_allow_is_remembered() {
    let mut stage = plan(&format!("[[on]]\nprompt = \"\"\nsteps = [{TOUCH}]")).start();
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    let suggestions = &asked["request"]["permission_suggestions"];
    let rule = json!([suggestions[0]]);
    stage.answer(
        &asked,
        json!({"behavior": "allow", "updatedPermissions": rule}),
    );
    stage.result();
    stage.prompt("go");
    assert_eq!(stage.result()["result"], "allowed");
}

/// A request that a scenario wants in any case is left out too once an answer has allowed such calls for good.
#[test]
fn always_allow_counts_for_a_request_that_a_scenario_spells_out() {
    let go = |ask: &str, flag: &str| {
        let tool = TOUCH.replace("output =", &format!("ask = {ask}, output ="));
        let mut stage = plan(&format!("[[on]]\nprompt = \"\"\nsteps = [{tool}]"))
            .flag(flag)
            .start();
        stage.prompt("go");
        let asked = stage.asked("can_use_tool");
        let rule = json!([{"type": "addRules", "rules": [{"toolName": "Bash", "ruleContent": "touch *"}],
            "behavior": "allow", "destination": "session"}]);
        stage.answer(
            &asked,
            json!({"behavior": "allow", "updatedPermissions": rule}),
        );
        stage.result();
        stage.lines.clear();
        stage.prompt("go");
        stage.has(|line| line["request"]["subtype"] == "can_use_tool")
    };
    let usual = "--verbose";
    assert!(!go("\"always\"", usual));
    assert!(!go("{ reason = \"so\", reason_type = \"other\" }", usual));
    // What is asked on purpose is asked again.
    assert!(go("{ reason_type = \"safetyCheck\" }", usual));
    // What the CLI was started with does not take a scenario's request away.
    assert!(!go("\"always\"", "--allowedTools=Bash"));
}

#[test]
fn a_mode_set_by_an_answer_is_told() {
    let mut stage = steps(TOUCH);
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    let mode = json!([{"type": "setMode", "mode": "acceptEdits", "destination": "session"}]);
    stage.answer(
        &asked,
        json!({"behavior": "allow", "updatedPermissions": mode}),
    );
    assert!(
        stage.has(|line| line["permissionMode"] == "acceptEdits" && line["subtype"] == "status")
    );
}

#[test]
fn modes_and_flags_decide_without_asking() {
    for (flag, result) in [
        ("--permission-mode=acceptEdits", "allowed"),
        ("--allowedTools=Bash", "allowed"),
        ("--permission-mode=dontAsk", "denied"),
        ("--disallowedTools=Bash(touch *)", "denied"),
    ] {
        let mut stage = plan(&format!("[[turns]]\nsteps = [{TOUCH}]"))
            .flag(flag)
            .start();
        stage.prompt("go");
        let text = stage.result()["result"].as_str().unwrap().to_owned();
        assert!(text.starts_with(result), "{flag}: {text}");
        assert_eq!(
            stage.has(|line| line["subtype"] == "permission_denied"),
            result == "denied",
            "{flag}"
        );
    }
}

#[test]
fn unsafe_calls_ask_one_after_another_and_safe_ones_at_once() {
    let two = |name: &str, key: &str| {
        format!(
            r#"{{ parallel = {{ tools = [{{ name = "{name}", input = {{ {key} = "/etc/a" }} }}, {{ name = "{name}", input = {{ {key} = "/etc/b" }} }}] }} }}"#
        )
    };
    let mut stage = steps(&two("Write", "file_path"));
    stage.prompt("go");
    let first = stage.asked("can_use_tool");
    assert!(!stage.has(|line| line["request"]["subtype"] == "can_use_tool"));
    stage.answer(&first, json!({"behavior": "allow"}));
    let second = stage.asked("can_use_tool");
    stage.answer(&second, json!({"behavior": "allow"}));
    stage.result();

    let mut stage = steps(&two("Read", "file_path"));
    stage.prompt("go");
    let (first, second) = (stage.asked("can_use_tool"), stage.asked("can_use_tool"));
    stage.answer(&second, json!({"behavior": "allow"}));
    let done = stage.tool_result();
    assert_eq!(
        done["message"]["content"][0]["tool_use_id"],
        second["request"]["tool_use_id"]
    );
    stage.answer(&first, json!({"behavior": "allow"}));
    stage.result();
}

#[test]
fn a_withdrawn_request() {
    let mut stage = steps(
        r#"{ tool = { name = "Bash", input = { command = "x" }, ask = { reason = "why", withdraw = { after_ms = 100 } }, denied = [{ say = "gone" }] } }"#,
    );
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    assert_eq!(asked["request"]["decision_reason"], "why");
    stage.pass(100);
    let cancel = stage.take(|line| line["type"] == "control_cancel_request");
    assert_eq!(cancel["request_id"], asked["request_id"]);
    assert_eq!(stage.result()["result"], "gone");
    stage.answer(&asked, json!({"behavior": "allow"}));
    assert!(stage.exit.is_none());
}

#[test]
fn questions_and_plans() {
    let question = r#"{ ask = { questions = [{ question = "Which?", header = "H", options = [{ label = "a", description = "" }, { label = "b", description = "" }] }], answered = [{ say = "{{answers}}" }], declined = [{ say = "declined" }] } }"#;
    let mut stage = steps(question);
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    assert_eq!(asked["request"]["requires_user_interaction"], true);
    let mut input = asked["request"]["input"].clone();
    input["answers"] = json!({"Which?": "b"});
    stage.answer(&asked, json!({"behavior": "allow", "updatedInput": input}));
    assert_eq!(stage.result()["result"], "Which?: b");
    let mut stage = steps(question);
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    stage.answer(&asked, json!({"behavior": "deny", "message": "no"}));
    assert_eq!(stage.result()["result"], "declined");

    let proposal = r##"{ plan = { text = "# Plan", approved = [{ say = "go" }], rejected = [{ say = "why: {{message}}" }] } }"##;
    let mut stage = plan(&format!("[[turns]]\nsteps = [{proposal}]"))
        .flag("--permission-mode=plan")
        .start();
    stage.prompt("plan it");
    let asked = stage.asked("can_use_tool");
    assert_eq!(asked["request"]["input"]["plan"], "# Plan");
    stage.answer(&asked, json!({"behavior": "allow"}));
    assert!(stage.has(|line| line["permissionMode"] == "default" && line["subtype"] == "status"));
    assert_eq!(stage.result()["result"], "go");
    let mut stage = steps(proposal);
    stage.prompt("plan it");
    let asked = stage.asked("can_use_tool");
    stage.answer(&asked, json!({"behavior": "deny", "message": "shorter"}));
    assert_eq!(stage.result()["result"], "why: shorter");
}

#[test]
fn an_open_request_fails_when_the_input_is_closed() {
    let mut stage = steps(TOUCH);
    stage.prompt("go");
    stage.asked("can_use_tool");
    stage.close();
    let text = stage.result()["result"].as_str().unwrap().to_owned();
    assert!(text.contains("stream closed"), "{text}");
    assert_eq!(stage.exit, Some(0));
}
