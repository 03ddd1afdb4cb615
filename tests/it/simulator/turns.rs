//! Turns: their order, prompts that wait, limits, errors, commands.

use super::stage::{plan, steps};
use serde_json::json;

#[test]
fn a_turn_in_order() {
    let mut stage = steps(r#"{ say = "Hello there." }"#);
    stage.prompt_as("u1", "hi");
    assert_eq!(
        stage.kinds(),
        [
            "running",
            "queued",
            "started",
            "init",
            "assistant:text",
            "result",
            "completed",
            "idle"
        ]
    );
    stage.close();
    assert_eq!(stage.exit, Some(0));
}

#[test]
fn partial_messages_stream_each_block() {
    let mut stage = plan("[[turns]]\nsteps = [{ think = \"hm\" }, { say = \"Two words\" }]")
        .flag("--include-partial-messages")
        .flag("--replay-user-messages")
        .start();
    stage.prompt("hi");
    let kinds = stage.kinds();
    assert_eq!(
        kinds,
        [
            "running",
            "init",
            "requesting",
            "user:",
            "message_start",
            "content_block_start",
            "thinking_tokens",
            "content_block_delta",
            "content_block_delta",
            "assistant:thinking",
            "content_block_stop",
            "content_block_start",
            "content_block_delta",
            "content_block_delta",
            "assistant:text",
            "content_block_stop",
            "message_delta",
            "message_stop",
            "result",
            "idle"
        ]
    );
}

#[test]
fn words_come_at_their_speed() {
    let mut stage =
        plan("[session]\nwords_per_second = 10\n[[turns]]\nsteps = [{ say = \"a b c d\" }]")
            .flag("--include-partial-messages")
            .start();
    stage.prompt("hi");
    let deltas = |stage: &super::stage::Stage| {
        let lines = stage.lines.iter();
        lines
            .filter(|line| line["event"]["type"] == "content_block_delta")
            .count()
    };
    assert_eq!(deltas(&stage), 1);
    stage.pass(250);
    assert_eq!(deltas(&stage), 3);
    stage.pass(250);
    assert_eq!(stage.result()["result"], "a b c d");
}

#[test]
fn prompts_while_it_speaks_become_one_turn() {
    let mut stage = plan(
        "[session]\nwords_per_second = 1\n[[on]]\nprompt = \"^one\"\nsteps = [{ say = \"a b\" }]",
    )
    .start();
    stage.prompt_as("u1", "one");
    stage.prompt_as("u2", "two");
    stage.prompt_as("u3", "three");
    stage.pass(2_000);
    assert_eq!(stage.result()["result"], "a b");
    stage.pass(60_000);
    let second = stage.result();
    assert_eq!(second["result"], "two\nthree");
    assert_eq!(second["user_message_uuids"], json!(["u2", "u3"]));
    assert!(!stage.has(|line| line["type"] == "result"));
}

#[test]
fn prompts_during_a_tool_are_folded_into_the_turn() {
    let mut stage = steps(
        r#"{ tool = { name = "Read", input = { file_path = "a" }, output = "x", takes_ms = 1000 } }, { say = "ok" }"#,
    );
    stage.prompt_as("u1", "one");
    stage.prompt_as("u2", "two");
    stage.pass(1_000);
    let result = stage.result();
    assert_eq!(result["user_message_uuids"], json!(["u1", "u2"]));
    stage.pass(10_000);
    assert!(!stage.has(|line| line["type"] == "result"));
}

#[test]
fn a_prompt_that_does_not_wait_ends_the_answer() {
    let mut stage =
        plan("[session]\nwords_per_second = 1\n[[turns]]\nsteps = [{ say = \"a b c d\" }]").start();
    stage.prompt("one");
    stage.pass(1_500);
    stage.send(
        &json!({"type": "user", "priority": "now", "message": {"role": "user", "content": "two"}}),
    );
    let first = stage.result();
    assert_eq!(
        (&first["subtype"], &first["terminal_reason"]),
        (&json!("success"), &json!("aborted_streaming"))
    );
    stage.pass(1_000);
    assert_eq!(stage.result()["result"], "two");
}

#[test]
fn a_silent_prompt_has_an_empty_result() {
    let mut stage = plan("").start();
    stage.send(
        &json!({"type": "user", "shouldQuery": false, "message": {"role": "user", "content": "x"}}),
    );
    let result = stage.result();
    assert_eq!(
        (&result["num_turns"], &result["result"]),
        (&json!(0), &json!(""))
    );
}

#[test]
fn limits_end_a_turn() {
    let call = r#"{ tool = { name = "Read", input = { file_path = "a" }, output = "x" } }"#;
    let mut stage = plan(&format!("[[turns]]\nsteps = [{call}, {call}, {call}]"))
        .flag("--max-turns=2")
        .start();
    stage.prompt("go");
    let result = stage.result();
    assert_eq!(result["subtype"], "error_max_turns");
    assert_eq!(result["num_turns"], 3);

    let mut stage = plan(&format!(
        "[[turns]]\nsteps = [{{ usage = {{ cost_usd = 2.0 }} }}, {call}]"
    ))
    .flag("--max-budget-usd=1")
    .start();
    stage.prompt("go");
    let result = stage.result();
    assert_eq!(result["subtype"], "error_max_budget_usd");
    assert!(!stage.has(|line| line["message"]["content"][0]["type"] == "tool_result"));
    stage.prompt("again");
    assert_eq!(stage.result()["subtype"], "error_max_budget_usd");
    stage.close();
    assert_eq!(stage.exit, Some(1));
}

#[test]
fn every_kind_of_failure_has_its_result() {
    let cases = [
        ("api", "success", "api_error"),
        ("max_turns", "error_max_turns", "max_turns"),
        ("max_budget", "error_max_budget_usd", "budget_exhausted"),
        (
            "structured_output",
            "error_max_structured_output_retries",
            "structured_output_retry_exhausted",
        ),
        ("execution", "error_during_execution", ""),
    ];
    for (kind, subtype, reason) in cases {
        let mut stage = steps(&format!(r#"{{ fail = {{ kind = "{kind}" }} }}"#));
        stage.prompt("go");
        let result = stage.result();
        assert_eq!(result["subtype"], subtype, "{kind}");
        assert_eq!(result["is_error"], true, "{kind}");
        assert_eq!(
            result["terminal_reason"].as_str().unwrap_or_default(),
            reason,
            "{kind}"
        );
    }
}

#[test]
fn retries_are_told_and_take_their_time() {
    let mut stage =
        steps(r#"{ retry = { times = 2, status = 529, delay_ms = 500 } }, { say = "ok" }"#);
    stage.prompt("go");
    stage.pass(499);
    let first = stage.take(|line| line["subtype"] == "api_retry");
    assert_eq!(
        (&first["attempt"], &first["error"]),
        (&json!(1), &json!("overloaded"))
    );
    assert!(!stage.has(|line| line["subtype"] == "api_retry"));
    stage.pass(501);
    assert_eq!(stage.result()["result"], "ok");
}

#[test]
fn commands_the_cli_answers_itself() {
    let mut stage = plan("").start();
    stage.prompt("/cost");
    let result = stage.result();
    assert_eq!(
        (&result["local_command"], &result["num_turns"]),
        (&json!("cost"), &json!(0))
    );
    stage.prompt("/help");
    assert!(
        stage.result()["result"]
            .as_str()
            .unwrap()
            .contains("isn't available")
    );
    stage.prompt("/nosuch x");
    assert_eq!(stage.result()["result"], "/nosuch x");
    stage.lines.clear();
    stage.prompt("/compact");
    assert_eq!(
        stage.kinds(),
        [
            "running",
            "compacting",
            "status",
            "init",
            "compact_boundary",
            "user:",
            "user:",
            "result",
            "idle"
        ]
    );
    stage.prompt("/clear");
    let reset = stage.take(|line| line["type"] == "conversation_reset");
    // The reset still bears the old id; what it calls new is the conversation and not the session.
    let after = stage.result()["session_id"].clone();
    assert_ne!(after, reset["session_id"]);
    assert_ne!(after, reset["new_conversation_id"]);
}

#[test]
fn costs_add_up_and_results_are_counted() {
    let mut stage =
        plan("[[on]]\nprompt = \"\"\nsteps = [{ usage = { cost_usd = 0.5 } }, { say = \"x\" }]")
            .start();
    for round in 1..=3 {
        stage.prompt("go");
        let result = stage.result();
        assert_eq!(result["total_cost_usd"], 0.5 * f64::from(round));
        assert_eq!(result["result_index"], round - 1);
    }
}

#[test]
fn rules_look_at_the_beginning_alone() {
    let rules = "[[on]]\nprompt = \"needle\"\nsteps = [{ say = \"found\" }]";
    for (before, said) in [(60_000, "found"), (70_000, "")] {
        let mut stage = plan(rules).start();
        stage.prompt(&format!("{}needle", "é".repeat(before / 2)));
        let result = stage.result();
        let text = result["result"].as_str().unwrap();
        assert_eq!(text == "found", said == "found", "{before}");
    }
}

#[test]
fn lone_surrogates_are_repaired_and_spelled_ones_kept() {
    let mut stage = plan("").start();
    stage.raw_line(
        r#"{"type":"user","message":{"role":"user","content":"a \\ud800 b \ud83d c \ud83d\ude00"}}"#,
    );
    assert_eq!(stage.result()["result"], "a \\ud800 b \u{fffd} c \u{1f600}");
}
