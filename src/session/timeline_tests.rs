//! Time travel: the state at any point is what folding the lines before it gives.

use super::*;
use crate::trace::{Direction, Entry, Item, Moment, Recording};
use bytes::Bytes;
use proptest::prelude::*;
use std::convert::Infallible;

fn lines() -> Vec<Traffic> {
    let mut all = Vec::new();
    for name in ["tool_turn", "interrupted_turn", "capture", "dump", "torn"] {
        let path = format!(
            "{}/tests/fixtures/recordings/{name}.ndjson",
            env!("CARGO_MANIFEST_DIR")
        );
        for item in Recording::open(path).expect("it opens") {
            if let Item::Entry(entry) = item.expect("it is read") {
                all.push(Traffic::from_entry(entry));
            }
        }
    }
    all.extend(made_up());
    all
}

/// What the recordings do not have: retries, odd numbers, nulls, hooks, tasks, broken lines, our own notes.
fn made_up() -> Vec<Traffic> {
    let lines = [
        (
            "out",
            r#"{"type":"control_request","request_id":"i","request":{"subtype":"initialize","hooks":{"PreToolUse":[{"matcher":"Bash","hookCallbackIds":["h1"],"timeout":5}]}}}"#,
        ),
        (
            "in",
            r#"{"type":"system","subtype":"api_retry","attempt":1,"max_retries":10,"retry_delay_ms":0.1,"error_status":null,"error":"overloaded"}"#,
        ),
        (
            "in",
            r#"{"type":"control_request","request_id":"c1","request":{"subtype":"hook_callback","callback_id":"h1","input":{"hook_event_name":"PreToolUse","tool_name":"Bash"},"tool_use_id":"t1"}}"#,
        ),
        (
            "in",
            r#"{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"n":1e300,"x":null,"y":[0.1,-7]}},{"type":"of_the_future","z":null}]}}"#,
        ),
        (
            "in",
            r#"{"type":"control_request","request_id":"p1","request":{"subtype":"can_use_tool","tool_name":"Bash","input":{"n":0.3},"tool_use_id":"t1"}}"#,
        ),
        ("note", r#"{"note":"paused"}"#),
        (
            "in",
            r#"{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"image","source":{"type":"base64","data":"AA=="}},{"type":"text","text":"t"}],"is_error":true}]},"tool_use_result":{"stdout":null,"n":-1}}"#,
        ),
        (
            "in",
            r#"{"type":"system","subtype":"task_started","task_id":"k","description":"d","task_type":"local_bash"}"#,
        ),
        ("in", "not json"),
        ("in", r#"{"type":"of_the_future","a":{"b":[]}}"#),
        ("stderr", "a word on standard error"),
        (
            "in",
            r#"{"type":"result","subtype":"success","is_error":true,"num_turns":1,"total_cost_usd":0.30000000000000004,"modelUsage":{"m":{"costUSD":0.1}},"result":"r","structured_output":null,"api_error_status":529}"#,
        ),
        ("note", r#"{"note":"exited","code":null,"signal":9}"#),
    ];
    let made = (1..).zip(lines).map(|(seq, (way, line))| {
        let entry = Entry {
            seq,
            at: Moment(1_000_000 + seq),
            direction: Direction::from_word(way.as_bytes()).expect("a direction"),
            line: Bytes::from_static(line.as_bytes()),
        };
        Traffic::from_entry(entry)
    });
    made.collect()
}

proptest! {
    #[test]
    fn the_state_at_any_point_is_that_of_the_prefix(
        step in 1..8_u32,
        most in 2..6_usize,
        points in prop::collection::vec(0..120_u32, 1..6),
        full_disk in any::<bool>(),
    ) {
        let all = lines();
        let mut timeline = Timeline::new(step, most);
        if full_disk {
            timeline.copies = Checkpoints::on_a_full_disk();
        }
        for traffic in &all {
            timeline.push(Some(traffic));
        }
        prop_assert!(!timeline.places.is_empty() && timeline.places.len() <= most);
        for number in 0..timeline.places.len() {
            prop_assert!(timeline.copies.get(number).is_some(), "a copy that cannot be read");
        }
        for point in points {
            let mut folded = State::default();
            for traffic in all.iter().take(point as usize) {
                folded.observe(traffic);
            }
            let get = |number: u32| Ok::<_, Infallible>(all.get(number as usize).cloned());
            let Ok(found) = timeline.state_at(point, get);
            prop_assert_eq!(found, folded, "at {}", point);
        }
    }
}

#[test]
fn lines_that_are_no_traffic_count() {
    let all = lines();
    let mut timeline = Timeline::new(2, 2);
    timeline.push(None);
    for traffic in &all {
        timeline.push(Some(traffic));
    }
    assert_eq!(timeline.lines() as usize, all.len() + 1);
    let mut last = 0;
    let get = |number: u32| {
        last = number;
        Ok::<_, Infallible>(
            number
                .checked_sub(1)
                .and_then(|index| all.get(index as usize).cloned()),
        )
    };
    let Ok(found) = timeline.state_at(4, get);
    let mut folded = State::default();
    for traffic in all.iter().take(3) {
        folded.observe(traffic);
    }
    assert_eq!(found, folded);
    assert!(last < 4);
}

/// A copy has little that the one before had not, and what goes is used again.
#[test]
fn copies_share_what_is_equal() {
    let all = lines();
    for mut copies in [Checkpoints::default(), Checkpoints::on_a_full_disk()] {
        let mut state = State::default();
        let mut kept = Vec::new();
        for round in 0..400 {
            for traffic in &all {
                state.observe(traffic);
            }
            if round % 40 == 39 {
                assert!(copies.keep(&state));
                kept.push(state.clone());
            }
        }
        let (pieces, distinct) = copies.count();
        assert!(distinct * 2 < pieces, "{distinct} of {pieces}");
        copies.thin_out();
        for (number, state) in kept.iter().step_by(2).enumerate() {
            assert_eq!(copies.get(number).as_ref(), Some(state));
        }
        assert!(copies.get(5).is_none());
    }
}
