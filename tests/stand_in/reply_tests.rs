//! Turns as streams and as messages.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::script::{Turn, turn};
use super::{INPUT_DELTAS, Step, message, stream};

fn body() -> Value {
    json!({"model": "opus", "messages": []})
}

/// A client's view of a stream: the blocks put together from their deltas.
fn assembled(steps: &[Step]) -> Vec<Value> {
    let mut blocks: Vec<Value> = Vec::new();
    let mut input = String::new();
    for step in steps {
        let Step::Event(event) = step else { continue };
        match event["type"].as_str().unwrap() {
            "content_block_start" => blocks.push(event["content_block"].clone()),
            "content_block_delta" => {
                let block = &mut blocks[usize::try_from(event["index"].as_u64().unwrap()).unwrap()];
                for field in ["text", "thinking", "signature"] {
                    if let Some(more) = event["delta"][field].as_str() {
                        block[field] = json!(format!("{}{more}", block[field].as_str().unwrap()));
                    }
                }
                input.push_str(event["delta"]["partial_json"].as_str().unwrap_or_default());
            }
            "content_block_stop" if !input.is_empty() => {
                blocks.last_mut().unwrap()["input"] =
                    serde_json::from_str(&std::mem::take(&mut input)).unwrap();
            }
            _ => {}
        }
    }
    blocks
}

#[test]
fn a_stream_and_a_message_say_the_same() {
    let turn = turn()
        .thinking("Well, let me\nsee.")
        .redacted_thinking("zz")
        .text(" Spaces  and ünïcode 🦀 stay. ")
        .tool(
            "Bash",
            json!({"command": "echo 'a long enough command to be cut up: ä'"}),
        )
        .tool("Nothing", json!({}))
        .raw(json!({"type": "server_tool_use", "id": "x"}));
    let whole = message(&turn, &body(), 9);
    assert_eq!(
        json!(assembled(&stream(&turn, &body(), 9))),
        whole["content"]
    );
    assert_eq!(whole["stop_reason"], "tool_use");
    assert_eq!(whole["model"], "opus");
}

#[test]
fn ids_differ_between_blocks_and_between_answers() {
    let twice = turn().tool("A", json!({})).tool("B", json!({}));
    let ids = |id| {
        message(&twice, &body(), id)["content"]
            .as_array()
            .unwrap()
            .iter()
            .map(|block| block["id"].clone())
            .collect::<Vec<_>>()
    };
    let (first, second) = (ids(1), ids(2));
    assert!(first[0] != first[1] && first[0] != second[0] && first[0] != second[1]);
}

#[test]
fn stop_reason_and_usage_can_be_scripted() {
    let turn = turn()
        .text("x")
        .stop_reason("refusal")
        .usage("input_tokens", 5)
        .usage("output_tokens", 77);
    let whole = message(&turn, &body(), 1);
    assert_eq!(whole["stop_reason"], "refusal");
    assert_eq!(whole["usage"]["input_tokens"], 5);
    let steps = stream(&turn, &body(), 1);
    let Step::Event(delta) = &steps[steps.len() - 2] else {
        panic!("{steps:?}")
    };
    assert_eq!(delta["usage"]["output_tokens"], 77);
    assert_eq!(delta["delta"]["stop_reason"], "refusal");
}

fn deltas_before(turn: &Turn, end: &Step) -> usize {
    let steps = stream(turn, &body(), 1);
    let before = steps.iter().take_while(|step| *step != end);
    assert!(steps.contains(end), "{steps:?}");
    before
        .filter(|step| matches!(step, Step::Event(event) if event["type"] == "content_block_delta"))
        .count()
}

#[test]
fn faults_strike_after_as_many_deltas_as_scripted() {
    for after in [0, 1, 3] {
        let talk = || turn().text("a b c d");
        assert_eq!(deltas_before(&talk().hang_after(after), &Step::Hang), after);
        assert_eq!(deltas_before(&talk().cut_after(after), &Step::Cut), after);
        assert_eq!(
            deltas_before(&talk().stream_error_after("x", after), &Step::End),
            after
        );
    }
}

#[test]
fn a_gap_stands_before_every_delta() {
    let steps = stream(
        &turn().text("a b c").gap(Duration::from_millis(2)),
        &body(),
        1,
    );
    assert_eq!(
        steps
            .iter()
            .filter(|step| **step == Step::Pause(Duration::from_millis(2)))
            .count(),
        3
    );
}

#[test]
fn a_large_input_is_not_cut_into_too_many_deltas() {
    let steps = stream(
        &turn().tool("Write", json!({"content": "x".repeat(100_000)})),
        &body(),
        1,
    );
    assert!(steps.len() < INPUT_DELTAS + 10, "{}", steps.len());
}
