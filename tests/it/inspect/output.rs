//! What is printed of good recordings: the stable keys, and the text for people.

use super::{fixture, json_of, program};
use serde_json::{Value, json};

#[test]
fn every_documented_key_is_there() {
    let keys = [
        "frames",
        "unknown",
        "malformed",
        "pending",
        "turns",
        "tools",
        "decisions",
        "hooks",
        "states",
        "cost_usd",
        "session_ids",
        "end",
    ];
    for name in ["tool_turn", "interrupted_turn", "torn", "capture", "dump"] {
        let json = json_of(&fixture(&format!("{name}.ndjson")));
        for key in keys {
            assert!(json.get(key).is_some(), "{name} has no {key}");
        }
    }
}

#[test]
fn a_turn_with_a_tool_and_a_decision() {
    let json = json_of(&fixture("tool_turn.ndjson"));
    let latency = json!({"min": 2000.0, "p50": 2000.0, "max": 2000.0, "total": 2000.0});
    assert_eq!(
        json["tools"],
        json!([{"name": "Bash", "calls": 1, "errors": 0, "not_executed": 0, "no_result": 0, "latency_ms": latency}])
    );
    assert_eq!(
        json["decisions"],
        json!([{"tool": "Bash", "verdict": "allow", "by": "key", "waited_ms": 1500.0, "edited": true}])
    );
    assert_eq!(
        json["hooks"],
        json!([{"event": "PreToolUse", "matcher": "Bash", "tool": "Bash", "place": "callback", "outcome": "none",
            "duration_ms": 10.0}])
    );
    assert_eq!(
        json["turns"],
        json!([{"index": 1, "started_s": 1.1, "duration_s": 2.9, "outcome": "success",
            "text": "The tomatoes are watered.", "num_turns": 2, "prompts": ["p-1"]}])
    );
    assert_eq!(
        json["end"],
        json!({"state": "completed", "how": "exited", "code": 0, "outcome": "success", "torn": false})
    );
    assert_eq!(
        (&json["pending"], &json["cost_usd"]),
        (&json!([]), &json!(0.0125))
    );
    assert_eq!(json["frames"]["note"], 5);
    assert_eq!(json["frames"]["in"]["control_request/can_use_tool"], 1);
    assert_eq!(json["frames"]["out"]["control_response/success"], 2);
}

#[test]
fn states_in_their_order_with_their_time() {
    let json = json_of(&fixture("tool_turn.ndjson"));
    assert_eq!(
        json["states"],
        json!([
            {"state": "idle", "total_s": 1.4, "times": 2},
            {"state": "starting", "total_s": 0.6, "times": 1},
            {"state": "running", "total_s": 1.0, "times": 2},
            {"state": "waiting_tool_call", "total_s": 0.5, "times": 2},
            {"state": "waiting_permission", "total_s": 1.5, "times": 1},
            {"state": "completed", "total_s": 0.0, "times": 1},
        ])
    );
}

#[test]
fn an_interrupted_turn_and_all_that_is_odd_about_it() {
    let json = json_of(&fixture("interrupted_turn.ndjson"));
    assert_eq!(
        json["unknown"],
        json!([{"seq": 4, "kind": "weather_report", "subtype": "sunny\u{1b}[2J"}])
    );
    let malformed: Vec<_> = json["malformed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bad| (&bad["seq"], &bad["kind"]))
        .collect();
    assert_eq!(
        malformed,
        [
            (&json!(5), &json!("malformed")),
            (&json!(7), &json!("noise"))
        ]
    );
    assert_eq!(
        json["pending"],
        json!([{"id": "us-2", "from": "us", "what": "mcp_status", "since": 1.5, "age_s": 3.0}])
    );
    assert_eq!(json["turns"][0]["outcome"], "interrupted");
    assert_eq!(json["tools"][0]["not_executed"], 1);
    assert_eq!(
        json["end"],
        json!({"state": "idle", "how": "recording ends", "outcome": "interrupted", "torn": false})
    );
}

#[test]
fn a_torn_file_is_read_up_to_the_tear() {
    let json = json_of(&fixture("torn.ndjson"));
    assert_eq!(
        (&json["end"]["torn"], &json["end"]["state"]),
        (&json!(true), &json!("running"))
    );
    assert_eq!(
        (&json["malformed"][0]["kind"], &json["lines"]),
        (&json!("torn"), &json!(2))
    );
    assert_eq!(json["turns"][0]["outcome"], Value::Null);
}

#[test]
fn captures_have_times_and_dumps_say_that_they_have_none() {
    let capture = json_of(&fixture("capture.ndjson"));
    assert_eq!(
        (&capture["format"], &capture["duration_s"]),
        (&json!("capture"), &json!(0.75))
    );
    let dump = json_of(&fixture("dump.ndjson"));
    assert_eq!(
        (&dump["format"], &dump["duration_s"]),
        (&json!("dump"), &Value::Null)
    );
    assert_eq!(
        (&dump["tools"][0]["calls"], &dump["tools"][0]["latency_ms"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(dump["turns"][0]["outcome"], "success");
}

#[test]
fn text_for_people_shows_the_same_and_obeys_nothing() {
    let run = program()
        .arg("inspect")
        .arg(fixture("interrupted_turn.ndjson"))
        .assert()
        .success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    for shown in [
        "idle; the recording ends before the process does; last turn: interrupted",
        "weather_report/sunny\\e[2J",
        "\\e[31mbees are fast\\e[0m",
        "a stray word\\u{202e}",
        "us    mcp_status  1.500 s  3.000 s",
    ] {
        assert!(text.contains(shown), "{shown:?} is not in\n{text}");
    }
    assert!(
        !text.contains(|c: char| c.is_control() && c != '\n' || c == '\u{202e}'),
        "{text}"
    );
}

#[test]
fn json_is_one_safe_line() {
    let run = program()
        .arg("inspect")
        .arg("--json")
        .arg(fixture("interrupted_turn.ndjson"))
        .assert()
        .success();
    let text = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(text.matches('\n').count(), 1);
    assert!(
        text.ends_with("}\n") && !text.contains(['\u{1b}', '\u{202e}']),
        "{text}"
    );
}
