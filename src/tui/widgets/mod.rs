//! PURE. Small things that panes are made of. Owns: no state of the session.

pub mod field;
pub mod frame;
pub mod highlight;
pub mod list;
pub mod rows;
pub mod text;
