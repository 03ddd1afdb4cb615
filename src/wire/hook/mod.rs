//! PURE. Hooks on the wire: the events, what a callback is told, what it may answer, which names a matcher covers.
//!
//! Owns the shapes and their rules. Does not call anything and does not know who is registered.

mod decode;
mod detail;
mod encode;
mod event;
mod input;
mod matcher;
mod output;
mod output_field;

pub use detail::{HookDetail, ModelSwitch, ToolCall};
pub use event::HookEvent;
pub use input::{HookCallback, HookInput};
pub use matcher::matches;
pub use output::{HookOutput, HookOutputError};

#[cfg(test)]
#[path = "hook_tests/mod.rs"]
mod tests;
