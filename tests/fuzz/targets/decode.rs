//! Any bytes, in any pieces, through framer, codec and fold: nothing panics, and what is understood is kept whole.
//!
//! The first byte says how long the pieces are, the second how long a line may be. To run it (needs cargo-fuzz and a
//! nightly toolchain), from the root of the package:
//!
//! ```text
//! cargo +nightly fuzz run --fuzz-dir tests/fuzz decode -- -max_total_time=60
//! ```
//!
//! A corpus to begin with: the recordings in `tests/fixtures/recordings`, copied to `tests/fuzz/corpus/decode`.
#![no_main]

use cca::session::State;
use cca::trace::{Moment, Traffic};
use cca::wire::{Framer, Line};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|data: &[u8]| {
    let [piece, cap, rest @ ..] = data else {
        return;
    };
    let mut framer = Framer::with_cap(64 << (cap % 16));
    let mut lines = Vec::new();
    for chunk in rest.chunks(usize::from(*piece) + 1) {
        framer.push(chunk, &mut |line| lines.push(line));
    }
    framer.finish(&mut |line| lines.push(line));
    let mut state = State::default();
    for (seq, line) in (1..).zip(&lines) {
        let traffic = Traffic::received(seq, Moment(seq), line);
        kept_whole(line, &traffic);
        state.observe(&traffic);
        let _ = state.activity(Moment(seq + 1_000_000));
    }
    assert_eq!(state.counts.received, lines.len() as u64);
});

/// What was a JSON object comes out as the same object.
fn kept_whole(line: &Line, traffic: &Traffic) {
    let Line::Whole(bytes) = line else { return };
    let Some(again) = traffic.frame().and_then(|frame| frame.to_json()) else {
        return;
    };
    let Ok(value @ Value::Object(_)) = serde_json::from_slice::<Value>(bytes) else {
        return;
    };
    assert_eq!(again, value, "{}", String::from_utf8_lossy(bytes));
}
