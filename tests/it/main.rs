//! Tests of the program and the library from outside, without network or a real CLI.
//!
//! `architecture` is the written architecture of `src/`, checked. `playbook` holds one short test per rule of the
//! protocol: inputs in, outputs and state out; no runtime, no sleeps. `inspect` runs the program on recordings, `run` runs
//! it with a script as its CLI. `declared` is about tools and hooks from TOML, `demo_tools` calls the tools that come
//! along. `scenario` holds what scenarios for the simulator may say, `simulator` plays them, `simulator_shapes` compares
//! the simulator's frames with recordings of the real CLI. `examples` runs the examples with a scripted CLI. `sdk` plays
//! the other side of a session: peers in memory and small scripts. `export` runs the program on recordings with secrets.
//! `hostile_output` runs it on recordings in which everything is hostile. `explain` judges recordings of the real CLI. `tap`
//! stands between a client and a CLI. `terminal` is the screen in a real terminal. `readme` tries what the README says.
#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot go on says so by failing"
)]

#[cfg(test)]
mod architecture;
#[cfg(all(test, unix))]
mod declared;
#[cfg(all(test, feature = "cli"))]
mod demo_tools;
#[cfg(all(test, unix, feature = "cli"))]
#[path = "../shared/example.rs"]
mod example;
#[cfg(all(test, unix, feature = "cli"))]
mod examples;
#[cfg(test)]
mod explain;
#[cfg(all(test, unix, feature = "cli"))]
mod export;
#[cfg(all(test, unix, feature = "tui"))]
mod full_disk;
mod hostile_output;
mod inspect;
#[cfg(test)]
mod playbook;
#[cfg(all(test, unix, feature = "cli"))]
mod readme;
#[cfg(all(test, unix))]
mod run;
#[cfg(test)]
mod scenario;
#[cfg(all(test, unix, feature = "tui"))]
#[path = "../shared/terminal.rs"]
mod screen;
#[cfg(all(test, unix))]
mod sdk;
#[cfg(all(test, unix, feature = "tui"))]
mod settings;
#[cfg(all(test, feature = "cli"))]
mod simulator;
#[cfg(all(test, feature = "cli"))]
mod simulator_shapes;
#[cfg(test)]
mod support;
#[cfg(all(test, target_os = "linux", feature = "cli"))]
mod tap;
#[cfg(all(test, unix, feature = "tui"))]
mod terminal;
