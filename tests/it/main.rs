//! Tests of the library from outside, without a CLI.
//!
//! `architecture` is the written architecture of `src/`, checked. `playbook` holds one short test per rule of the
//! protocol: inputs in, outputs and state out; no runtime, no sleeps.

#[cfg(test)]
mod architecture;
#[cfg(test)]
mod playbook;
#[cfg(test)]
mod support;
