//! The front end without a screen. Owns: commands that print and end. Does not own: the session (`session`), argument
//! parsing (the binary), anything of a terminal.

pub mod inspect;
pub mod lines;
pub mod run;
pub mod scenarios;
pub mod sim;
pub mod tools;

pub use crate::sanitise::{escape_json, sanitise};
