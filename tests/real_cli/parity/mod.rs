//! The simulator against the real CLI: the same play on both sides gives the same states and events.
//!
//! A situation is written once: what the client does, what the model says (a script for the stand-in), and a scenario
//! that says the same to the simulator. Ids, times and prose aside, both must tell the same story.

#![allow(unreachable_pub, reason = "shared among the files of this folder")]

mod stage;
mod story;
mod turns;
