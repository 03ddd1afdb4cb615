//! What single lines mean to the fold, where real recordings showed it to be wrong once.

use super::super::{Phase, State};
use crate::trace::{Direction, Entry, Moment, Traffic};
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
