//! PURE. Small things that panes are made of. Owns: no state of the session.

pub mod ansi;
pub mod breaks;
pub mod code;
pub mod diff;
pub mod field;
pub mod flow;
pub mod found;
pub mod frame;
pub mod highlight;
pub mod joined;
pub mod list;
pub mod markdown;
pub mod picture;
pub mod rows;
pub mod table;
pub mod text;
pub mod tree;
