//! A scripted `claude`. It speaks the CLI's protocol, and a scenario decides what the model in it says and does.
//!
//! ```text
//! TOML --scenario--> Scenario --+
//! argv --flags-----> Flags -----+--> actor (lines and time in, lines out) <--stdio or link--> the client
//! ```
//!
//! `Setup` is everything a run starts from. `stdio` plays it on standard input and output, `link` in memory, for a
//! client in the same program; `store` keeps sessions, so that they can be resumed.
//!
//! **Invariant:** `scenario`, `flags`, `frames`, `facts`, `policy` and `actor` do no I/O, spawn nothing, never sleep and read no clock.

pub mod actor;
mod error;
pub mod facts;
pub mod flags;
pub mod frames;
mod json;
pub mod library;
mod link;
mod pattern;
pub mod policy;
mod reservation;
pub mod scenario;
mod setup;
mod stdio;
mod store;

pub use actor::Actor;
pub use error::SimulatorError;
pub use link::{Connector, connect, connector};
pub use reservation::Reservation;
pub use setup::{Launch, Setup, Started, script};
pub use stdio::{Ended, play};
pub use store::{Memory, Store};
