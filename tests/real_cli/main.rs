//! Tests against the real `claude` CLI, offline: its model is the stand-in of `tests/stand_in`, on loopback.
//!
//! They need a CLI and are left out without one (one line on stderr says so). To run them:
//!
//! * `.ci/run` installs the pinned CLI and runs everything, or
//! * `CCA_TEST_CLI=/path/to/claude cargo test --test real_cli` with a CLI of your own.
//!
//! With `CCA_REQUIRE_CLI=1` a missing CLI is a failure. The CLI runs with a home, a project, a temporary directory and
//! an environment of its own (`support::Sandbox`): nothing of yours is read or written.
//!
//! `stand_in_alone` needs no CLI; `stand_in_with_cli` proves the stand-in against the CLI on the bare wire, so that a
//! failure of the tests on top of it can be told apart.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::large_futures,
    clippy::similar_names,
    reason = "tests"
)]

mod attended;
mod background;
mod controlling;
mod declared;
mod ending;
#[path = "../shared/example.rs"]
mod example;
mod examples;
mod first_steps;
mod headless;
mod hook_events;
mod hooks;
mod interrupting;
mod mcp_external;
mod mcp_own;
mod parity;
mod pausing;
mod people;
mod permissions;
mod queueing;
mod reaching;
mod recording;
mod results;
mod resuming;
mod rewinding;
#[cfg(feature = "tui")]
mod screen;
#[path = "../stand_in/mod.rs"]
mod stand_in;
mod stand_in_alone;
mod stand_in_with_cli;
mod starting;
mod support;
mod tapped;
#[cfg(feature = "tui")]
#[path = "../shared/terminal.rs"]
mod terminal;
mod tools;
mod transcript;
