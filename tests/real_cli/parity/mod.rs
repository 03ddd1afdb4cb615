//! The simulator against the real CLI: the same play on both sides gives the same states and events.
//!
//! A situation is written once: what the client does, what the model says (a script for the stand-in), and a scenario
//! that says the same to the simulator. Ids, times and prose aside, both must tell the same story.

#![allow(unreachable_pub, reason = "shared among the files of this folder")]
#![allow(
    clippy::needless_raw_string_hashes,
    reason = "a scenario may come to hold a quote"
)]

mod attended;
mod background;
mod controlling;
mod ending;
mod hook_order;
mod hooks;
mod interrupting;
mod pausing;
mod people;
mod permissions;
mod player;
mod queueing;
mod results;
mod resuming;
mod stage;
mod story;
mod tools;
mod turns;
