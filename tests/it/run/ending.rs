//! The exit code, and what is said about it.

use super::{OutputOf as _, Ran, Scene, program};
use serde_json::json;

const ASKING: &str = r#"ready; hear; init
call t1 Bash '{"command":"touch x"}'
asks q1 t1 Bash '{"command":"touch x"}'
hear; printf '%s\n' "$heard" > answer
back t1 'ok' false
ok; hear"#;

#[test]
fn what_nobody_may_decide_is_denied_with_the_rule_that_would_allow_it() {
    let scene = Scene::new(ASKING);
    let ran = scene.run(&["x"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(
        ran.out.contains("to allow it: --allow 'Bash(touch *)'"),
        "{}",
        ran.out
    );
    let told = std::fs::read_to_string(scene.path().join("answer")).unwrap();
    assert!(told.contains(r#""behavior":"deny""#), "{told}");
    assert!(told.contains("--allow 'Bash(touch *)'"), "{told}");
    let ran = scene.run(&["--json", "x"]);
    let decision = ran.event("permission");
    assert_eq!(
        (&decision["verdict"], &decision["by"]),
        (&json!("deny"), &json!("nobody"))
    );
    assert_eq!(decision["would_allow"], json!(["Bash(touch *)"]));
    assert_eq!(ran.event("end")["denied"], 1);
}

#[test]
fn rules_decide_and_do_not_change_the_exit_code() {
    let scene = Scene::new(ASKING);
    let ran = scene.run(&["--json", "--allow", "Bash(touch *)", "x"]);
    assert_eq!(
        (ran.code, &ran.event("permission")["verdict"]),
        (Some(0), &json!("allow"))
    );
    assert_eq!(ran.event("permission")["why"], "Bash(touch *)");
    let ran = scene.run(&["--json", "--allow", "Bash", "--deny", "Bash(touch *)", "x"]);
    assert_eq!(
        (ran.code, &ran.event("permission")["verdict"]),
        (Some(0), &json!("deny"))
    );
    assert_eq!(ran.event("permission")["by"], "rule");
}

#[test]
fn questions_and_forms_are_declined() {
    let question = r#"ready; hear; init
asks q1 t1 AskUserQuestion '{"questions":[{"question":"Which?","options":[{"label":"A"}]}]}' ',"requires_user_interaction":true'
hear; printf '%s\n' "$heard" > answer
say '{"type":"control_request","request_id":"e1","request":{"subtype":"elicitation","mcp_server_name":"web","message":"Your name?"}}'
hear; printf '%s\n' "$heard" >> answer
ok; hear"#;
    let scene = Scene::new(question);
    let ran = scene.run(&["--allow", "AskUserQuestion", "x"]);
    assert_eq!(ran.code, Some(4), "{ran:?}");
    assert!(
        ran.out.contains("web asked for input and was declined"),
        "{}",
        ran.out
    );
    let told = std::fs::read_to_string(scene.path().join("answer")).unwrap();
    assert!(
        told.contains("Decide yourself") && told.contains("decline"),
        "{told}"
    );
}

#[test]
fn an_agent_that_fails_is_1_and_a_limit_is_4() {
    let ends = |fields: &str| {
        let ran = Scene::new(&format!("ready; hear; ends '{fields}'; hear")).run(&[
            "--json",
            "x",
            "never sent",
        ]);
        let prompts = ran
            .events()
            .iter()
            .filter(|event| event["type"] == "prompt")
            .count();
        assert_eq!(prompts, 1, "nothing is asked after a failure: {ran:?}");
        (
            ran.code,
            ran.event("result")["outcome"].as_str().unwrap().to_owned(),
        )
    };
    let api =
        r#""subtype":"success","is_error":true,"api_error_status":529,"result":"API Error: 529""#;
    assert_eq!(ends(api), (Some(1), "api_error".to_owned()));
    let turns = r#""subtype":"error_max_turns","is_error":true,"terminal_reason":"max_turns","errors":["Reached"]"#;
    assert_eq!(ends(turns), (Some(4), "max_turns".to_owned()));
    let budget = r#""subtype":"error_max_budget_usd","is_error":true,"terminal_reason":"budget""#;
    assert_eq!(ends(budget), (Some(4), "max_budget".to_owned()));
}

#[test]
fn a_cli_that_cannot_be_started_is_3() {
    let missing = Ran::of(
        &program()
            .args(["--cli", "/nowhere/claude", "x"])
            .unwrap_or_output(),
    );
    assert_eq!(missing.code, Some(3), "{missing:?}");
    assert!(
        missing.err.contains("/nowhere/claude does not exist"),
        "{}",
        missing.err
    );
    let scene = Scene::new("echo 'no such flag' >&2; exit 7");
    let plain = scene.file("plain", "text").display().to_string();
    let unusable = Ran::of(&program().args(["--cli", &plain, "x"]).unwrap_or_output());
    assert_eq!(unusable.code, Some(3), "{unusable:?}");
    let early = scene.run(&["x"]);
    assert_eq!(early.code, Some(3), "{early:?}");
    assert!(
        early.err.contains("exit code 7") && early.err.contains("no such flag"),
        "{}",
        early.err
    );
    let elsewhere = Ran::of(
        &program()
            .args(["--via", "no-such-launcher host", "x"])
            .unwrap_or_output(),
    );
    assert_eq!(elsewhere.code, Some(3), "{elsewhere:?}");
}

#[test]
fn a_cli_that_dies_in_the_middle_is_1() {
    let ran = Scene::new("ready; hear; text 'So far'; echo broken >&2; exit 9").run(&["x"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("So far"));
    assert!(
        ran.err.contains("exit code 9") && ran.err.contains("broken"),
        "{}",
        ran.err
    );
}
