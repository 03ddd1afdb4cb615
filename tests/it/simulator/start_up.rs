//! The start, its failures and silences, and resuming.

use super::stage::plan;
use cca::simulator::actor::{Caught, History, Input, Past};
use serde_json::json;

#[test]
fn failures_of_a_start() {
    let stage = plan("[start]\nexit = 3\nstderr = [\"boom\"]").start();
    assert_eq!(
        (stage.exit, stage.stderr.as_slice()),
        (Some(3), &["boom".to_owned()][..])
    );
    let mut stage = plan("[start]\nfail = \"cannot\"").start();
    assert_eq!(stage.result()["errors"], json!(["cannot"]));
    assert_eq!(stage.exit, Some(1));
    let mut stage = plan("[start]\ninitialize_error = \"not you\"").start();
    assert_eq!(stage.initialize(json!({}))["error"], "not you");
    assert_eq!(stage.exit, None);
}

#[test]
fn delays() {
    let mut stage = plan("[start]\ndelay_ms = 100\ninitialize_delay_ms = 50").start();
    stage.send(&json!({"type": "control_request", "request_id": "1", "request": {"subtype": "initialize"}}));
    stage.pass(149);
    assert!(stage.lines.is_empty());
    stage.pass(1);
    assert!(stage.has(|line| line["type"] == "control_response"));
}

#[test]
fn silences() {
    for (silence, answered, prompted) in [
        ("first_byte", false, false),
        ("initialize", false, true),
        ("first_turn", true, false),
    ] {
        let mut stage = plan(&format!("[start]\nsilent = \"{silence}\"")).start();
        stage.send(&json!({"type": "control_request", "request_id": "1", "request": {"subtype": "initialize"}}));
        assert_eq!(
            stage.has(|line| line["type"] == "control_response"),
            answered,
            "{silence}"
        );
        stage.prompt("x");
        stage.pass(3_600_000);
        assert_eq!(
            stage.has(|line| line["type"] == "result"),
            prompted,
            "{silence}"
        );
    }
    let mut stage = plan("[start]\nsilent = \"mcp\"").start();
    stage.initialize(json!({"sdkMcpServers": ["calc"]}));
    stage.prompt("x");
    stage.pass(3_600_000);
    assert!(
        !stage.has(|line| line["request"]["subtype"] == "mcp_message" || line["type"] == "result")
    );
}

#[test]
fn without_initialize_and_with_two() {
    let mut stage = plan("").start();
    stage.prompt("x");
    assert_eq!(stage.result()["result"], "x");
    stage.initialize(json!({}));
    assert!(!stage.has(|line| line["subtype"] == "background_tasks_changed"));
    stage.initialize(json!({}));
    assert!(stage.has(|line| line["subtype"] == "background_tasks_changed"));
}

#[test]
fn a_repeated_initialize_lists_what_is_open() {
    let mut stage = plan(
        "[[turns]]\nsteps = [{ tool = { name = \"Bash\", input = { command = \"touch x\" } } }]",
    )
    .start();
    stage.prompt("x");
    let asked = stage.asked("can_use_tool");
    let response = stage.initialize(json!({}));
    assert_eq!(response["pending_permission_requests"], json!([asked]));
}

#[test]
fn bad_lines_end_the_process_and_odd_ones_do_not() {
    for line in [
        "no json",
        "{\"type\":\"user\"}",
        "{\"type\":\"user\",\"message\":{\"role\":\"assistant\",\"content\":\"x\"}}",
        "{\"type\":\"control_request\"}",
    ] {
        let mut stage = plan("").start();
        stage.raw_line(line);
        assert_eq!(stage.exit, Some(1), "{line}");
        assert_eq!(stage.stderr.len(), 1, "{line}");
    }
    let mut stage = plan("").start();
    for line in [
        "",
        "\r\n",
        "[]",
        "7",
        "{}",
        "{\"type\":\"nobody\"}",
        "{\"type\":\"control_response\"}",
        "{\"type\":\"keep_alive\"}",
        "{\"type\":\"control_cancel_request\",\"request_id\":\"x\"}",
    ] {
        stage.raw_line(line);
    }
    assert_eq!(stage.exit, None);
    stage.raw_line(
        "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"a \\ud83d b\"}}\r\n",
    );
    assert_eq!(stage.result()["result"], "a \u{fffd} b");
    stage.raw_line("{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":null}}");
    assert_eq!(stage.result()["result"], "(no content)");
}

#[test]
fn signals_and_the_end() {
    for (signal, code) in [
        (Caught::Terminate, 143),
        (Caught::Hangup, 129),
        (Caught::Interrupt, 0),
    ] {
        let mut stage = plan("").start();
        stage.signal(signal);
        assert_eq!(stage.exit, Some(code));
    }
    let mut stage = plan("").start();
    stage.close();
    assert_eq!(stage.exit, Some(0));
    assert_eq!(stage.deadline(), None);
}

#[test]
fn what_is_kept_and_resumed() {
    let scenario = "[[turns]]\nsteps = [{ set = { name = \"Ada\" } }, { say = \"one\" }]\n[[turns]]\nsteps = [{ say = \"two {{name}}\" }]";
    let mut stage = plan(scenario)
        .flag("--session-id=11111111-2222-4333-8444-555555555555")
        .start();
    stage.prompt("x");
    let past: Past = stage.saved.pop().unwrap();
    assert_eq!((past.turns, past.cwd.as_str()), (1, "/home/dev/project"));
    let history = History {
        resumed: Some(past),
        ..History::default()
    };
    let id = "11111111-2222-4333-8444-555555555555";
    let mut stage = plan(scenario)
        .flag(&format!("--resume={id}"))
        .history(history)
        .start();
    stage.prompt("x");
    let result = stage.result();
    assert_eq!(
        (&result["result"], &result["session_id"]),
        (&json!("two Ada"), &json!(id))
    );

    let mut stage = plan("").flag("--no-session-persistence").start();
    stage.prompt("x");
    stage.result();
    assert!(stage.saved.is_empty());

    let mut stage = plan("").flag(&format!("--resume={id}")).start();
    let result = stage.result();
    assert!(result["errors"][0].as_str().unwrap().contains(id));
    assert_eq!(stage.exit, Some(1));
}

#[test]
fn what_waits_for_a_slow_start_is_bounded() {
    let line = vec![b'x'; 40 << 20];
    for (start, refused) in [
        ("delay_ms = 1000", true),
        ("silent = \"first_byte\"", false),
    ] {
        let mut stage = plan(&format!("[start]\n{start}")).start();
        for _ in 0..3 {
            stage.input(Input::Line(line.clone()));
        }
        assert_eq!(stage.exit, None, "{start}");
        stage.input(Input::Line(line.clone()));
        assert_eq!(stage.exit, refused.then_some(1), "{start}");
    }
}
