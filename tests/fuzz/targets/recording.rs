//! Any bytes as a recording: opened, read and folded without a panic, with the same result however often.
//!
//! To run it (needs cargo-fuzz and a nightly toolchain), from the root of the package:
//!
//! ```text
//! cargo +nightly fuzz run --fuzz-dir tests/fuzz recording -- -max_total_time=60
//! ```
//!
//! A corpus to begin with: the recordings in `tests/fixtures/recordings`, copied to `tests/fuzz/corpus/recording`.
#![no_main]

use cca::session::State;
use cca::trace::{Item, Recording, Traffic};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    assert_eq!(fold(data), fold(data));
});

fn fold(data: &[u8]) -> Option<State> {
    let recording = Recording::from_reader("fuzz", data, 1 << 16).ok()?;
    let mut state = State::default();
    for item in recording {
        match item {
            Ok(Item::Entry(entry)) => state.observe(&Traffic::from_entry(entry)),
            Ok(_) => {}
            Err(_) => break,
        }
    }
    let _ = state.activity(state.last_received);
    Some(state)
}
