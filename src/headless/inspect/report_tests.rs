//! Counting beside the fold, and its bounds.

use super::*;
use crate::trace::Entry;
use serde_json::json;

fn report(lines: impl Iterator<Item = (Direction, Value)>) -> Report {
    report_of(Format::Capture, lines)
}

fn report_of(format: Format, lines: impl Iterator<Item = (Direction, Value)>) -> Report {
    let mut report = Report::new(format);
    for (seq, (direction, line)) in (1..).zip(lines) {
        let line = line.to_string().into();
        let at = Moment(seq * 1000);
        report.observe(&Traffic::from_entry(Entry {
            seq,
            at,
            direction,
            line,
        }));
    }
    report
}

fn call(id: &str, tool: &str) -> (Direction, Value) {
    let block = json!({"type": "tool_use", "id": id, "name": tool, "input": {}});
    (
        Direction::In,
        json!({"type": "assistant", "message": {"id": "m", "role": "assistant", "content": [block]}}),
    )
}

fn back(id: &str, is_error: bool) -> (Direction, Value) {
    let block =
        json!({"type": "tool_result", "tool_use_id": id, "is_error": is_error, "content": ""});
    (
        Direction::In,
        json!({"type": "user", "message": {"role": "user", "content": [block]}}),
    )
}

/// No record of a transcript says that a turn is over: the next prompt does.
#[test]
fn a_call_of_a_transcript_that_was_given_up_has_no_result() {
    let record = |kind: &str, content: Value| json!({"parentUuid": null, "isSidechain": false, "type": kind, "sessionId": "s", "message": {"id": "m", "role": kind, "content": content}});
    let asks = |id: &str| json!([{"type": "tool_use", "id": id, "name": "Bash", "input": {}}]);
    let answer = json!([{"type": "tool_result", "tool_use_id": "a", "content": "done"}]);
    let lines = [
        (Direction::Out, record("user", json!("do it"))),
        (Direction::In, record("assistant", asks("a"))),
        (Direction::In, record("user", answer)),
        (Direction::In, record("assistant", asks("b"))),
        (Direction::Out, record("user", json!("leave it"))),
    ];
    let tools = report_of(Format::Transcript, lines.into_iter())
        .summary()
        .tools;
    let counts: Vec<_> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.calls, tool.no_result))
        .collect();
    assert_eq!(counts, [("Bash", 2, 1)]);
}

/// What was refused never ran, whichever word a transcript has for it.
#[test]
fn a_refused_call_of_a_transcript_is_no_error() {
    let text = include_str!("../../../tests/fixtures/stored/bash_denied.jsonl");
    let mut recording =
        crate::trace::Recording::from_reader("t", text.as_bytes(), 1 << 20).unwrap();
    let report = crate::headless::inspect::read(&mut recording).unwrap();
    let tools = report.summary().tools;
    let counts: Vec<_> = tools
        .iter()
        .map(|tool| (tool.calls, tool.errors, tool.not_executed))
        .collect();
    assert_eq!(counts, [(1, 0, 1)], "{tools:?}");
}

#[test]
fn calls_are_counted_once_and_by_how_they_end() {
    let over = json!({"type": "result", "subtype": "error_max_budget_usd", "is_error": true});
    let lines = [
        call("a", "Bash"),
        call("a", "Bash"),
        back("a", true),
        back("a", true),
        call("b", "Bash"),
        call("c", "Read"),
        back("c", false),
        (Direction::In, over),
    ];
    let tools = report(lines.into_iter()).summary().tools;
    let counts: Vec<_> = tools
        .iter()
        .map(|tool| (tool.name.as_str(), tool.calls, tool.errors, tool.no_result))
        .collect();
    assert_eq!(counts, [("Bash", 2, 1, 1), ("Read", 1, 0, 0)]);
    assert_eq!(tools[0].latency_ms.map(|latency| latency.max), Some(2.0));
}

#[test]
fn requests_of_both_directions_with_what_became_of_them() {
    let ask = |id: &str| json!({"type": "control_request", "request_id": id, "request": {"subtype": "can_use_tool", "tool_name": "Bash"}});
    let set =
        json!({"type": "control_request", "request_id": "x", "request": {"subtype": "set_model"}});
    let no = json!({"type": "control_response", "response": {"subtype": "error", "request_id": "x", "error": "no"}});
    let withdrawn = json!({"type": "control_cancel_request", "request_id": "x"});
    // The same id may be used by both sides.
    let lines = [
        (Direction::Out, set),
        (Direction::In, ask("x")),
        (Direction::In, no),
        (Direction::In, withdrawn),
        (Direction::In, ask("y")),
    ];
    let summary = report(lines.into_iter()).summary();
    let seen: Vec<_> = summary
        .requests
        .iter()
        .map(|row| {
            (
                row.from,
                row.what.as_str(),
                row.count,
                row.errors,
                row.withdrawn,
            )
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("us", "set_model", 1, 1, 0),
            ("cli", "can_use_tool", 2, 0, 1)
        ]
    );
    let open: Vec<_> = summary
        .pending
        .iter()
        .map(|row| (row.id.as_str(), row.from))
        .collect();
    assert_eq!(open, [("y", "cli")]);
}

#[test]
fn hostile_variety_is_bounded_and_counted() {
    let kinds = (0..5000).map(|n| {
        (
            Direction::In,
            json!({"type": format!("{n}{}", "x".repeat(500))}),
        )
    });
    let summary = report(kinds).summary();
    assert_eq!((summary.unknown.len(), summary.unknown_total), (100, 5000));
    assert!(summary.frames.received.len() <= 201);
    assert_eq!(summary.frames.received.values().sum::<u64>(), 5000);
    assert!(
        summary
            .frames
            .received
            .keys()
            .all(|kind| kind.chars().count() <= 81)
    );
}

/// What was going on is said once nobody writes any more, and not before.
#[test]
fn a_recording_that_ends_in_the_middle_says_so() {
    let prompt = json!({"type": "user", "message": {"role": "user", "content": "go"}, "uuid": "p"});
    let init = json!({"type": "system", "subtype": "init", "session_id": "s"});
    let lines = [
        (Direction::Out, prompt),
        (Direction::In, init),
        call("a", "Bash"),
    ];
    let told = |report: &Report| {
        let found = report.summary().findings;
        let of_file = ["recording_ends", "damaged"];
        let found = found.into_iter().filter(|one| of_file.contains(&one.rule));
        found.map(|one| (one.what, one.lines)).collect::<Vec<_>>()
    };
    let mut report = report(lines.into_iter());
    assert_eq!(told(&report), []);
    report.ended();
    let found = told(&report);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0]
            .0
            .contains("in the middle of a turn, while Bash ran"),
        "{found:?}"
    );
    assert_eq!(found[0].1, [3]);
}

#[test]
fn a_torn_and_damaged_file_says_so() {
    let text =
        "{\"t\":0,\"dir\":\"in\",\"msg\":{\"type\":\"keep_alive\"}}\n{\"t\":1,\"di\n{\"t\":2,\"di";
    let mut recording =
        crate::trace::Recording::from_reader("t", text.as_bytes(), 1 << 20).unwrap();
    let mut report = crate::headless::inspect::read(&mut recording).unwrap();
    report.ended();
    let found = report.summary().findings;
    let rules: Vec<_> = found
        .iter()
        .map(|one| (one.rule, one.lines.as_slice()))
        .collect();
    assert_eq!(rules, [("damaged", &[2][..]), ("recording_ends", &[1][..])]);
}
