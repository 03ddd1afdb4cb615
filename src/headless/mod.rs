//! The front end without a screen. Owns: commands that print and end. Does not own: the session (`session`), argument
//! parsing (the binary), anything of a terminal.

pub mod config;
pub mod export;
mod input;
pub mod inspect;
pub mod lines;
pub mod run;
pub mod scenarios;
mod script;
pub mod sim;
#[cfg(unix)]
pub mod tap;
pub mod tools;
pub mod watch;

pub use crate::sanitise::{escape_json, sanitise};
pub use input::Input;
pub use script::ScriptError;
