//! What single lines mean to the fold, where real recordings showed it to be wrong once.

use super::super::{Phase, State, Verdict};
use crate::trace::{Direction, Entry, Moment, Note, Traffic};
use crate::wire::Line;
use serde_json::{Value, json};

/// Folds lines that are a second apart: `("in" or "out", line)`.
fn folded(lines: &[(Direction, Value)]) -> State {
    let mut state = State::default();
    for (seq, (direction, line)) in (1..).zip(lines) {
        state.observe(&Traffic::from_entry(Entry {
            seq,
            at: Moment(seq * 1_000_000),
            direction: *direction,
            line: line.to_string().into(),
        }));
    }
    state
}

fn said(state: &str) -> (Direction, Value) {
    let line = json!({"type": "system", "subtype": "session_state_changed", "state": state});
    (Direction::In, line)
}

fn prompt() -> (Direction, Value) {
    let line = json!({"type": "user", "message": {"role": "user", "content": "Hello."}});
    (Direction::Out, line)
}

fn result(cost: f64) -> (Direction, Value) {
    let line = json!({"type": "result", "subtype": "success", "is_error": false, "num_turns": 1,
        "terminal_reason": "completed", "total_cost_usd": cost});
    (Direction::In, line)
}

#[test]
fn idle_about_the_turn_before_does_not_answer_a_newer_prompt() {
    let mut lines = vec![
        prompt(),
        said("running"),
        result(0.1),
        prompt(),
        said("idle"),
    ];
    assert_eq!(folded(&lines).phase(), Phase::Running);
    lines.extend([said("running"), result(0.2), said("idle")]);
    let state = folded(&lines);
    assert_eq!((state.phase(), state.prompts.len()), (Phase::Idle, 0));
}

#[test]
fn a_start_that_failed_is_a_failure_before_the_process_is_gone() {
    let initialize = json!({"type": "control_request", "request_id": "r1", "request": {"subtype": "initialize"}});
    let refused = json!({"type": "result", "subtype": "error_during_execution", "is_error": true, "num_turns": 0,
        "errors": ["There is no such session."]});
    let mut lines = vec![(Direction::Out, initialize), (Direction::In, refused)];
    assert_eq!(folded(&lines).phase(), Phase::Failed);
    let answer = json!({"type": "control_response", "response": {"subtype": "success", "request_id": "r1", "response": {}}});
    lines.insert(1, (Direction::In, answer));
    assert_eq!(
        folded(&lines).phase(),
        Phase::Idle,
        "a session that had started goes on"
    );
}

#[test]
fn what_was_spent_before_the_conversation_was_cleared_stays_spent() {
    let reset = json!({"type": "conversation_reset", "new_conversation_id": "c2"});
    let lines = [
        result(0.25),
        result(0.5),
        (Direction::In, reset),
        result(0.0),
        result(0.125),
    ];
    assert_eq!(folded(&lines).usage.cost_usd, Some(0.625));
}

#[test]
fn a_call_of_ours_that_has_its_result_is_not_waited_for() {
    let call = json!({"type": "assistant", "message": {"id": "m1", "role": "assistant", "content": [
        {"type": "tool_use", "id": "t1", "name": "mcp__desk__wait", "input": {}}]}});
    let asked = json!({"type": "control_request", "request_id": "c1", "request": {"subtype": "mcp_message",
        "server_name": "desk", "message": {"jsonrpc": "2.0", "id": 4, "method": "tools/call",
        "params": {"name": "wait", "arguments": {}, "_meta": {"claudecode/toolUseId": "t1"}}}}});
    let stopped = json!({"type": "user", "message": {"role": "user", "content": [
        {"type": "tool_result", "tool_use_id": "t1", "is_error": true, "content": "stopped"}]}});
    let mut lines = vec![prompt(), (Direction::In, call), (Direction::In, asked)];
    assert_eq!(folded(&lines).phase(), Phase::WaitingToolCall);
    lines.push((Direction::In, stopped));
    let state = folded(&lines);
    assert_eq!((state.phase(), state.pending.len()), (Phase::Running, 0));
    lines.pop();
    lines.push(result(0.1));
    let state = folded(&lines);
    assert_eq!(
        (state.phase(), state.pending.len()),
        (Phase::Idle, 0),
        "the turn ended without its result"
    );
}

#[test]
fn sending_the_same_input_back_is_no_edit() {
    let edited = |answer: Value| {
        let asked = json!({"type": "control_request", "request_id": "c1", "request": {"subtype": "can_use_tool",
            "tool_name": "Bash", "input": {"command": "ls", "timeout": 5}}});
        let answer = json!({"type": "control_response", "response": {"subtype": "success", "request_id": "c1",
            "response": answer}});
        let state = folded(&[(Direction::In, asked), (Direction::Out, answer)]);
        state
            .decisions
            .iter()
            .map(|decision| decision.verdict.clone())
            .collect::<Vec<_>>()
    };
    let allowed = |edited| vec![Verdict::Allowed { edited, rules: 0 }];
    let same = json!({"behavior": "allow", "updatedInput": {"timeout": 5, "command": "ls"}});
    assert_eq!(edited(same), allowed(false));
    let other = json!({"behavior": "allow", "updatedInput": {"command": "ls -l", "timeout": 5}});
    assert_eq!(edited(other), allowed(true));
    assert_eq!(edited(json!({"behavior": "allow"})), allowed(false));
}

/// A tap is not the parent of the CLI: it may not learn how it ended.
#[test]
fn an_end_of_which_nobody_knows_how() {
    let note = |seq, note| Traffic::noted(seq, Moment(seq), note);
    let gone = Note::Exited {
        code: None,
        signal: None,
    };
    let mut state = State::default();
    state.observe(&note(1, gone.clone()));
    assert_eq!(state.phase(), Phase::Completed);
    let mut cut = State::default();
    let begun = Line::Whole(r#"{"type":"system","subtype":"init","session_id":"s"}"#.into());
    cut.observe(&Traffic::received(1, Moment(1), begun));
    assert!(cut.turn_open());
    cut.observe(&note(2, gone));
    assert_eq!(cut.phase(), Phase::Failed);
}
