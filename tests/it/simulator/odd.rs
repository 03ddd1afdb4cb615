//! Lines no client expects, floods, the end by a step, and that a run is a function of its inputs.

use super::stage::{plan, steps};
use cca::simulator::actor::Input;
use cca::simulator::scenario::Signal;
use serde_json::json;

#[test]
fn odd_lines() {
    let mut stage = steps(
        r#"{ noise = "not json" }, { malformed = "{\"type\":" }, { surrogate = "ab" }, { huge = { bytes = 3000000 } }, { frame = { type = "new_kind", x = 1 } }, { notice = { text = "n", level = "warning" } }, { status = "compacting" }, { title = "T" }, { stderr = "err" }, { mode = "plan" }"#,
    );
    stage.prompt("x");
    // What is long is written before more is said.
    stage.pass(1);
    assert_eq!(stage.raw.len(), 3);
    assert_eq!(stage.raw[0], b"not json\n");
    assert!(String::from_utf8_lossy(&stage.raw[2]).contains("ab\\ud83d\""));
    let huge = stage.take(|line| line["type"] == "assistant");
    assert_eq!(
        huge["message"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .len(),
        3_000_000
    );
    let frame = stage.take(|line| line["type"] == "new_kind");
    assert!(frame["uuid"].is_string() && frame["session_id"].is_string());
    assert!(stage.has(|line| line["level"] == "warning"));
    assert!(stage.has(|line| line["title"] == "T"));
    assert!(stage.has(|line| line["permissionMode"] == "plan"));
    assert_eq!(stage.stderr, ["err"]);
}

#[test]
fn a_flood_comes_in_portions_and_can_be_interrupted() {
    let mut stage = steps("{ flood = { frames = 200000 } }, { say = \"over\" }");
    stage.prompt("x");
    assert_eq!(stage.floods, [(0, 2_000)]);
    stage.input(Input::Tick);
    assert_eq!(stage.floods.len(), 2);
    stage.request("interrupt", json!({}));
    stage.result();
    stage.pass(1_000);
    let sent: u64 = stage.floods.iter().map(|(_, frames)| frames).sum();
    assert!(sent < 10_000, "{sent}");

    let mut stage = steps("{ flood = { frames = 5000 } }, { say = \"over\" }");
    stage.prompt("x");
    stage.pass(1);
    assert_eq!(stage.floods, [(0, 2_000), (2_000, 2_000), (4_000, 1_000)]);
    assert_eq!(stage.result()["result"], "over");

    let mut stage = steps("{ flood = { frames = 1000, per_second = 100 } }");
    stage.prompt("x");
    stage.pass(5_000);
    let sent: u64 = stage.floods.iter().map(|(_, frames)| frames).sum();
    assert!((490..=500).contains(&sent), "{sent}");
    stage.pass(5_100);
    stage.result();
}

#[test]
fn the_end_by_a_step() {
    let mut stage = steps("{ exit = { code = 7, stderr = \"bye\" } }");
    stage.prompt("x");
    assert_eq!(
        (stage.exit, stage.stderr.as_slice()),
        (Some(7), &["bye".to_owned()][..])
    );
    stage.prompt("y");
    assert!(!stage.has(|line| line["type"] == "result"));
    let mut stage = steps("{ die = \"SEGV\" }");
    stage.prompt("x");
    assert_eq!(stage.died, Some(Signal::Segv));
}

#[test]
fn branches_rounds_and_names() {
    let mut stage = steps(
        r#"{ set = { who = "{{prompt}}" } }, { repeat = { times = 2, steps = [{ say = "{{round}}" }] } }, { when = { value = "{{who}}", matches = "^a", then = [{ say = "A" }], else = [{ say = "B" }] } }, { end = true }, { say = "never" }"#,
    );
    stage.prompt("abc");
    let texts: Vec<_> = stage
        .lines
        .iter()
        .filter(|line| line["type"] == "assistant")
        .map(|line| line["message"]["content"][0]["text"].clone())
        .collect();
    assert_eq!(texts, [json!("1"), json!("2"), json!("A")]);
    assert_eq!(stage.result()["result"], "A");
}

/// Whatever comes in at whatever time: nothing panics, and the same inputs give the same lines.
#[test]
fn a_run_is_a_function_of_its_inputs() {
    let run = || {
        let mut stage = plan(cca::simulator::scenario::shipped()[1].1)
            .flag("--include-partial-messages")
            .start();
        stage.initialize(json!({}));
        for word in [
            "hello",
            "help",
            "edit",
            "plan",
            "agent",
            "ask",
            "background",
        ] {
            stage.prompt(word);
            stage.pass(700);
        }
        stage.request("interrupt", json!({"cancel_queued": true}));
        stage.pass(100_000);
        stage.close();
        stage.pass(700_000);
        (stage.lines, stage.exit)
    };
    let (first, second) = (run(), run());
    assert!(first.0.len() > 50);
    assert!(first == second);
}
