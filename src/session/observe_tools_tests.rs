//! The figures of tools as the traffic tells them: what counts as a call, an error, a run, and from when it runs.

use super::super::State;
use crate::trace::{Direction, Entry, Moment, Traffic};
use serde_json::{Value, json};
use std::time::Duration;

/// Folds lines at these seconds.
fn folded(lines: &[(u64, Direction, Value)]) -> State {
    let mut state = State::default();
    for (seq, (second, direction, line)) in (1..).zip(lines) {
        state.observe(&Traffic::from_entry(Entry {
            seq,
            at: Moment(second * 1_000_000),
            direction: *direction,
            line: line.to_string().into(),
        }));
    }
    state
}

fn call(second: u64, id: &str, name: &str) -> (u64, Direction, Value) {
    let block = json!({"type": "tool_use", "id": id, "name": name, "input": {}});
    let message = json!({"id": id, "role": "assistant", "content": [block]});
    (
        second,
        Direction::In,
        json!({"type": "assistant", "message": message}),
    )
}

fn back(second: u64, id: &str, is_error: bool, meta: &Value) -> (u64, Direction, Value) {
    let block =
        json!({"type": "tool_result", "tool_use_id": id, "content": "x", "is_error": is_error});
    let message = json!({"role": "user", "content": [block]});
    let line = json!({"type": "user", "message": message, "tool_result_meta": meta});
    (second, Direction::In, line)
}

fn result(second: u64) -> (u64, Direction, Value) {
    let line = json!({"type": "result", "subtype": "success", "is_error": false, "num_turns": 1});
    (second, Direction::In, line)
}

#[test]
fn calls_errors_and_times_are_counted_by_tool() {
    let state = folded(&[
        call(1, "a", "Bash"),
        back(3, "a", false, &Value::Null),
        call(4, "b", "Bash"),
        // The same call again is no second one.
        call(4, "b", "Bash"),
        back(10, "b", true, &Value::Null),
        call(11, "c", "Read"),
    ]);
    let bash = state.tool_stats.get("Bash").unwrap();
    assert_eq!(
        (bash.calls, bash.errors, bash.timed, bash.open()),
        (2, 1, 2, 0)
    );
    assert_eq!(bash.mean(), Some(Duration::from_secs(4)));
    assert_eq!(bash.last, Some(Duration::from_secs(6)));
    assert_eq!(state.tool_stats.get("Read").unwrap().open(), 1);
}

#[test]
fn waiting_for_a_person_is_not_the_tools_time() {
    let ask = json!({"type": "control_request", "request_id": "r", "request": {
        "subtype": "can_use_tool", "tool_name": "Bash", "input": {}, "tool_use_id": "a"}});
    let allow = json!({"type": "control_response", "response": {
        "subtype": "success", "request_id": "r", "response": {"behavior": "allow"}}});
    let state = folded(&[
        call(1, "a", "Bash"),
        (2, Direction::In, ask),
        (60, Direction::Out, allow),
        back(63, "a", false, &Value::Null),
    ]);
    let bash = state.tool_stats.get("Bash").unwrap();
    assert_eq!(bash.last, Some(Duration::from_secs(3)));
}

#[test]
fn a_call_is_told_with_what_it_ran_with() {
    let asked = |tool: &str, input: Value| {
        json!({"type": "control_request", "request_id": "r", "request": {
            "subtype": "can_use_tool", "tool_name": tool, "input": input, "tool_use_id": "a"}})
    };
    let answer = |payload: Value| {
        json!({"type": "control_response", "response": {
            "subtype": "success", "request_id": "r", "response": payload}})
    };
    let ran = |tool: &str, request: Value, payload: Value| {
        let state = folded(&[
            call(1, "a", tool),
            (2, Direction::In, request),
            (3, Direction::Out, answer(payload)),
        ]);
        let call = state.transcript.call("a").unwrap();
        (call.input.clone(), call.asked_for.clone())
    };
    let other = json!({"command": "ls"});
    let edit = json!({"behavior": "allow", "updatedInput": other});
    let unchanged = (json!({}), None);
    assert_eq!(
        ran("Bash", asked("Bash", json!({})), edit.clone()),
        (other.clone(), Some(json!({})))
    );
    // The same once more is no change, what is denied never runs, and answers to a question travel in the same place.
    let same = json!({"behavior": "allow", "updatedInput": {}});
    assert_eq!(ran("Bash", asked("Bash", json!({})), same), unchanged);
    let denied = json!({"behavior": "deny", "message": "no", "updatedInput": other});
    assert_eq!(ran("Bash", asked("Bash", json!({})), denied), unchanged);
    let question = asked("AskUserQuestion", json!({}));
    assert_eq!(ran("AskUserQuestion", question, edit), unchanged);
    let hook = json!({"type": "control_request", "request_id": "r", "request": {
        "subtype": "hook_callback", "callback_id": "h", "tool_use_id": "a",
        "input": {"hook_event_name": "PreToolUse", "tool_name": "Bash"}}});
    let said =
        json!({"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": other}});
    assert_eq!(ran("Bash", hook, said), (other, Some(json!({}))));
}

#[test]
fn what_was_not_run_is_no_error_and_what_never_came_back_is_lost() {
    let denied = json!([{"id": "a", "non_execution_kind": "user-rejected"}]);
    let state = folded(&[
        call(1, "a", "Bash"),
        back(2, "a", true, &denied),
        call(3, "b", "Bash"),
        result(4),
    ]);
    let bash = state.tool_stats.get("Bash").unwrap();
    assert_eq!(
        (bash.errors, bash.not_run, bash.lost, bash.open()),
        (0, 1, 1, 0)
    );
    assert_eq!(bash.mean(), None);
}

#[test]
fn what_mcp_status_tells_outlives_the_next_init_until_the_status_changes() {
    let asked = json!({"type": "control_request", "request_id": "cca-1", "request": {"subtype": "mcp_status"}});
    let told = json!({"type": "control_response", "response": {"subtype": "success", "request_id": "cca-1",
        "response": {"mcpServers": [{"name": "db", "status": "failed", "error": "ENOENT", "transport": "stdio",
            "scope": "dynamic", "tools": [{"name": "query"}]}]}}});
    let init = |status: &str| {
        let servers = json!([{"name": "db", "status": status}]);
        json!({"type": "system", "subtype": "init", "mcp_servers": servers})
    };
    let mut lines = vec![
        (1, Direction::Out, asked),
        (2, Direction::In, told),
        (3, Direction::In, init("failed")),
    ];
    let kept = folded(&lines).facts.servers.remove(0);
    assert_eq!(kept.error.as_deref(), Some("ENOENT"));
    assert_eq!(kept.transport.as_deref(), Some("stdio"));
    assert_eq!(kept.tools, Some(vec!["query".to_owned()]));
    lines.push((4, Direction::In, init("connected")));
    let changed = folded(&lines).facts.servers.remove(0);
    assert!(!changed.is_broken());
    assert_eq!(changed.error, None);
}
