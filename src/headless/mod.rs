//! The front end without a screen. Owns: commands that print and end. Does not own: the session (`session`), argument
//! parsing (the binary), anything of a terminal.

pub mod inspect;
mod sanitise;
pub mod scenarios;
pub mod sim;

pub use sanitise::{escape_json, sanitise};
