//! PURE. The lines of the CLI: which keys each kind of frame has, and the values they take.
//!
//! One family a file. Every function takes a [`Stamp`] (who and when; the actor makes it) and what it is about, and
//! returns the frame as JSON. Nothing here decides whether or when a frame is sent.
//! `tests/it/simulator_shapes` compares the results with recordings of the real CLI.

pub mod assistant;
pub mod control;
pub mod hook_input;
pub mod ids;
pub mod mcp;
pub mod others;
pub mod patch;
pub mod result;
mod stamp;
pub mod stream;
pub mod system;
pub mod tasks;
pub mod tool_output;
pub mod usage;
pub mod user;

pub use ids::Ids;
pub use stamp::{Stamp, SubAgent, answering, for_prompt, timestamp};
pub use usage::Tokens;
