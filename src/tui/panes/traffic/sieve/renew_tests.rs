//! What is shown after lines came one by one is what would be shown if they were looked at all at once.

use super::*;
use crate::trace::{Direction, Traffic};
use proptest::prelude::*;

/// Something that can happen on the wire.
#[derive(Debug, Clone)]
enum Happens {
    Asked(u8),
    Answered(u8),
    Withdrawn(u8),
    /// Which kind of piece, of which agent's message.
    Piece(u8, u8),
    Called(u8),
    CameBack(u8),
    Hook(u8, bool),
    Else,
}

fn line(what: &Happens) -> (Direction, String) {
    use Happens as H;
    match what {
        H::Asked(id) => (
            Direction::In,
            format!(
                r#"{{"type":"control_request","request_id":"r{id}","request":{{"subtype":"can_use_tool"}}}}"#
            ),
        ),
        H::Answered(id) => (
            Direction::Out,
            format!(
                r#"{{"type":"control_response","response":{{"subtype":"success","request_id":"r{id}"}}}}"#
            ),
        ),
        H::Withdrawn(id) => (
            Direction::In,
            format!(r#"{{"type":"control_cancel_request","request_id":"r{id}"}}"#),
        ),
        H::Piece(kind, agent) => {
            let kind = match kind {
                0 => "message_start",
                1 => "message_stop",
                _ => "content_block_delta",
            };
            let text = format!(
                r#"{{"type":"stream_event","event":{{"type":"{kind}","message":{{"id":"m"}}}},"parent_tool_use_id":"p{agent}"}}"#
            );
            (Direction::In, text)
        }
        H::Called(id) => (
            Direction::In,
            format!(
                r#"{{"type":"assistant","message":{{"id":"a","content":[{{"type":"tool_use","id":"t{id}","name":"Bash"}}]}}}}"#
            ),
        ),
        H::CameBack(id) => (
            Direction::In,
            format!(
                r#"{{"type":"user","message":{{"content":[{{"type":"tool_result","tool_use_id":"t{id}"}}]}}}}"#
            ),
        ),
        H::Hook(id, ends) => {
            let subtype = if *ends {
                "hook_response"
            } else {
                "hook_started"
            };
            (
                Direction::In,
                format!(r#"{{"type":"system","subtype":"{subtype}","hook_id":"h{id}"}}"#),
            )
        }
        H::Else => (Direction::Stderr, "something else".to_owned()),
    }
}

fn happens() -> impl Strategy<Value = Happens> {
    use Happens as H;
    prop_oneof![
        1 => (0..4_u8).prop_map(H::Asked),
        1 => (0..4_u8).prop_map(H::Answered),
        1 => (0..4_u8).prop_map(H::Withdrawn),
        6 => (0..5_u8, 0..3_u8).prop_map(|(kind, agent)| H::Piece(kind, agent)),
        1 => (0..4_u8).prop_map(H::Called),
        1 => (0..4_u8).prop_map(H::CameBack),
        1 => (0..4_u8, any::<bool>()).prop_map(|(id, ends)| H::Hook(id, ends)),
        1 => Just(H::Else),
    ]
}

const FILTERS: [&str; 14] = [
    "~pending",
    "!~pending",
    "~latency > 1s",
    "~withdrawn",
    "~age < 3s",
    "~age > 3s",
    "~age >= 2s ~age <= 5s",
    "~age = 2s",
    "~pending | ~t stream_event",
    "!~pending ~t stream_event | ~latency < 2s",
    "~age < 4s ~t stream_event",
    "~pending | ~age > 2s ~t stream_event",
    "~pending can_use_tool",
    "~latency > 1s Bash | ~withdrawn",
];

/// One more line.
fn append(store: &mut Store, at: u64, what: &Happens) {
    let (direction, text) = line(what);
    let seq = u64::from(store.len()) + 1;
    let entry = crate::trace::Entry {
        seq,
        at: Moment(at),
        direction,
        line: text.into(),
    };
    store.append(&Traffic::from_entry(entry));
}

fn shown(sieve: &Sieve) -> (Vec<Sifted>, u32) {
    let rows = (0..sieve.len()).filter_map(|at| sieve.get(at)).collect();
    (rows, sieve.fitting())
}

fn sieve(filter: &str, unfolded: bool, wire_only: bool) -> Sieve {
    let mut sieve = Sieve::default();
    if unfolded {
        sieve.turn_pieces();
    }
    if wire_only {
        sieve.turn_asides();
    }
    sieve.set_filter(Filter::parse(filter).ok());
    sieve
}

proptest! {
    #[test]
    fn lines_that_came_one_by_one_are_shown_as_if_they_had_come_together(
        all in proptest::collection::vec((happens(), 0..3_u64, 0..5_u8), 1..80),
        filter in proptest::sample::select(&FILTERS[..]),
        few in 0..3_usize,
        unfolded: bool,
        wire_only: bool,
    ) {
        let mut store = Store::live(1 << 20);
        let mut growing = sieve(filter, unfolded, wire_only);
        let parsed = Filter::parse(filter).expect("a filter");
        let mut at = 0;
        for (what, seconds, pause) in &all {
            at += seconds * 1_000_000;
            append(&mut store, at, what);
            if *pause == 0 {
                growing.renew_by(&mut store, &parsed, few);
                growing.sift(&mut store, 1_000);
            }
        }
        growing.renew_by(&mut store, &parsed, few);
        growing.sift(&mut store, 1_000);
        let mut fresh = sieve(filter, unfolded, wire_only);
        fresh.sift(&mut store, 1_000_000);
        prop_assert!(growing.is_done(&store));
        prop_assert_eq!(shown(&growing), shown(&fresh), "{}", filter);
        // Whoever goes through them line by line comes through all of them, both ways.
        let mut passed = vec![];
        let mut line = fresh.get(0).map(|sifted| sifted.row);
        while let Some(here) = line {
            passed.push(here);
            let place = fresh.place(&store, here);
            prop_assert!(fresh.stands_for(&store, place, here), "{} in {}", here, filter);
            line = fresh.beside(&store, here, true);
        }
        prop_assert!(passed.len() >= fresh.len() && passed.is_sorted());
        for pair in passed.windows(2) {
            prop_assert_eq!(fresh.beside(&store, pair[1], false), Some(pair[0]));
        }
    }
}

/// A wait that ends after a hundred thousand lines is no longer shown, and that costs next to nothing.
#[test]
fn a_wait_that_ends_late_is_seen_however_many_lines_there_are() {
    let mut store = Store::live(1 << 20);
    let mut waits = sieve("~pending", false, false);
    let mut others = sieve("!~pending ~d in", false, false);
    append(&mut store, 0, &Happens::Asked(1));
    for number in 1..100_000_u64 {
        append(&mut store, number, &Happens::Called(2));
    }
    for sieve in [&mut waits, &mut others] {
        while !sieve.is_done(&store) {
            sieve.sift(&mut store, 60_000);
        }
    }
    assert_eq!((waits.len(), others.len()), (1, 99_999));
    append(&mut store, 100_000, &Happens::Answered(1));
    let before = waits.turns();
    waits.sift(&mut store, 10);
    assert_eq!(waits.len(), 0);
    assert!(waits.turns() > before && waits.is_done(&store));
}
