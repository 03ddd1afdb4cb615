//! Interrupts in every state.

use super::stage::{plan, steps};
use serde_json::json;

#[test]
fn idle() {
    let mut stage = plan("").start();
    let response = stage.request("interrupt", json!({}));
    assert_eq!(response["response"]["still_queued"], json!([]));
    assert!(stage.lines.is_empty());
}

#[test]
fn streaming() {
    let mut stage =
        plan("[session]\nwords_per_second = 1\n[[turns]]\nsteps = [{ say = \"a b c\" }]")
            .flag("--include-partial-messages")
            .start();
    stage.prompt("go");
    stage.pass(1_200);
    stage.lines.clear();
    stage.send(
        &json!({"type": "control_request", "request_id": "i", "request": {"subtype": "interrupt"}}),
    );
    let aborted = stage.lines[1].clone();
    assert_eq!(
        (
            &aborted["aborted"],
            &aborted["message"]["content"][0]["text"]
        ),
        (&json!(true), &json!("a b"))
    );
    assert_eq!(
        stage.kinds(),
        [
            "control_response",
            "assistant:text",
            "user:text",
            "content_block_stop",
            "message_delta",
            "message_stop",
            "result",
            "idle"
        ]
    );
    stage.pass(60_000);
    assert!(stage.lines.is_empty(), "nothing comes after it");
    stage.prompt("next");
    stage.pass(10_000);
    assert_eq!(stage.result()["result"], "next");
}

#[test]
fn a_tool() {
    let mut stage =
        steps(r#"{ tool = { name = "Bash", input = { command = "ls" }, takes_ms = 60000 } }"#);
    stage.prompt("go");
    stage.pass(5_000);
    assert!(stage.has(|line| line["subtype"] == "task_started"));
    stage.lines.clear();
    stage.send(
        &json!({"type": "control_request", "request_id": "i", "request": {"subtype": "interrupt"}}),
    );
    let marker = stage.lines[2].clone();
    assert_eq!(
        marker["message"]["content"][0]["text"],
        "[Request interrupted by user for tool use]"
    );
    let result = stage.result();
    assert_eq!(
        (&result["terminal_reason"], &result["num_turns"]),
        (&json!("aborted_tools"), &json!(3))
    );
    stage.close();
    assert_eq!(stage.exit, Some(1));
}

#[test]
fn an_open_permission_request() {
    let mut stage = steps(
        r#"{ parallel = { tools = [{ name = "Bash", input = { command = "touch a" } }, { name = "Bash", input = { command = "touch b" } }] } }"#,
    );
    stage.prompt("go");
    let asked = stage.asked("can_use_tool");
    stage.lines.clear();
    stage.send(
        &json!({"type": "control_request", "request_id": "i", "request": {"subtype": "interrupt"}}),
    );
    assert_eq!(stage.lines[0]["request_id"], asked["request_id"]);
    let result = stage.lines[6].clone();
    assert_eq!(result["permission_denials"].as_array().unwrap().len(), 1);
    assert_eq!(
        stage.kinds(),
        [
            "control_cancel_request",
            "control_response",
            "running",
            "user:tool_result",
            "user:tool_result",
            "user:text",
            "result",
            "idle"
        ]
    );
    // An answer that comes too late changes nothing.
    stage.answer(&asked, json!({"behavior": "allow"}));
    assert!(stage.lines.is_empty());
}

#[test]
fn queued_prompts_survive_unless_they_are_cancelled() {
    let hang = "[[turns]]\nsteps = [{ hang = true }]";
    let mut stage = plan(hang).start();
    stage.prompt_as("u1", "one");
    stage.prompt_as("u2", "two");
    let response = stage.request("interrupt", json!({}));
    assert_eq!(response["response"]["still_queued"], json!(["u2"]));
    assert_eq!(stage.result()["terminal_reason"], "aborted_streaming");
    assert_eq!(stage.result()["result"], "two");

    let mut stage = plan(hang).start();
    stage.prompt_as("u1", "one");
    stage.prompt_as("u2", "two");
    let response = stage.request("interrupt", json!({"cancel_queued": true}));
    assert_eq!(response["response"]["cancelled"], json!(["u2"]));
    stage.result();
    assert!(!stage.has(|line| line["type"] == "result"));
    assert!(stage.has(|line| line["state"] == "cancelled"));
}

#[test]
fn rules_for_prompts_after_an_interrupt() {
    let mut stage = plan("[[on]]\nprompt = \"\"\nafter_interrupt = true\nsteps = [{ say = \"sorry\" }]\n[[on]]\nprompt = \"\"\nsteps = [{ hang = true }]").start();
    stage.prompt("one");
    stage.request("interrupt", json!({}));
    stage.result();
    stage.prompt("two");
    assert_eq!(stage.result()["result"], "sorry");
}

#[test]
fn sigint_ends_the_turn_and_the_process() {
    let mut stage =
        steps(r#"{ tool = { name = "Bash", input = { command = "ls" }, takes_ms = 60000 } }"#);
    stage.prompt("go");
    stage.signal(cca::simulator::actor::Caught::Interrupt);
    assert_eq!(stage.result()["terminal_reason"], "aborted_tools");
    assert_eq!(stage.exit, Some(0));
}
