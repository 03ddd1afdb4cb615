//! The simulated CLI. Most tests are synchronous: lines and time go into the actor, lines come out (`stage`). `sdk` is our own
//! client against it in one program, `program` the built binary.
#![allow(
    clippy::indexing_slicing,
    clippy::panic,
    clippy::expect_used,
    clippy::large_futures,
    clippy::needless_pass_by_value,
    reason = "tests look into JSON they expect, and fail if it is not there"
)]

mod background;
mod control;
mod hooks;
mod interrupting;
mod odd;
mod permissions;
#[cfg(unix)]
mod program;
#[cfg(unix)]
mod program_limits;
#[cfg(unix)]
mod sdk;
mod servers;
mod shipped;
mod stage;
mod start_up;
mod structured;
mod turns;
