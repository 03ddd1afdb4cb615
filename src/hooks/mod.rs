//! Hooks a person wrote into a TOML file. Owns: the file's shape, its checks, what each kind of hook does, and what happens
//! when it cannot. Does not own: registering them (the front end does, with `Options::hook_with`), running programs
//! (`crate::command`), rules (`crate::permissions`).
//!
//! ```text
//! Document --HookFile::read--> HookFile --hooks--> DeclaredHook --run(HookInput)--> HookOutput
//! ```
//!
//! A guard fails closed: `deny`, `ask`, `rewrite` and `command` hold up what they were asked about if they fail or are
//! late, where the event can be held up at all; `log` and `context` do not. `on_failure` and `on_timeout` say otherwise,
//! each for its own kind of failure: who forgives failures has not forgiven being late. An answer of a program that is not
//! understood is a failure.
//!
//! ```
//! use cca::config::Document;
//! use cca::hooks::HookFile;
//!
//! let text = r#"
//! [[hooks]]
//! event = "PreToolUse"
//! matcher = "Bash"
//! deny = { rules = ["Bash(rm *)"], reason = "nothing is deleted here" }
//! "#;
//! let file = HookFile::read(&Document::new("hooks.toml", text))?;
//! assert!(file.hooks().iter().all(|hook| hook.block_on_failure()));
//! # Ok::<(), cca::config::FileError>(())
//! ```

mod act;
mod answer;
mod command;
mod declared;
mod fields;
mod input;
mod log;
mod pattern;
mod read;
mod rewrite;
mod shape;

pub use declared::{DeclaredHook, HookFile};

#[cfg(test)]
mod input_tests;
