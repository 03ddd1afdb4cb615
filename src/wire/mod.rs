//! PURE. The wire: bytes to lines to frames, and frames back to lines.

pub mod elicitation;
pub(crate) mod fields;
pub mod hook;
pub mod mcp;
pub mod permission;
pub mod requests;

pub use fields::Extra;
