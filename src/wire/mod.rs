//! PURE. The wire: bytes to lines to frames, and frames back to lines.

pub mod elicitation;
pub mod hook;
pub mod mcp;
pub mod permission;
pub mod requests;
