//! A scripted `claude`. It speaks the CLI's protocol, and a scenario decides what the model in it says and does.
//!
//! ```text
//! TOML --scenario--> Scenario --+
//! argv --flags-----> Flags -----+--> actor (lines and time in, lines out) <--stdio or link--> the client
//! ```
//!
//! **Invariant:** `scenario`, `flags`, `frames`, `facts`, `policy` and `actor` do no I/O, spawn nothing, never sleep and read no clock.

pub mod facts;
pub mod flags;
pub mod frames;
pub mod policy;
pub mod scenario;
