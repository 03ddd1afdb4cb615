//! The conversation. Owns: turning messages into items, and pairing tool calls with their results.
//! Does not own: states, requests, counts (their own files).

mod fold;
mod item;
mod past;
mod store;
mod stream;
mod waiting;

pub use item::{Fate, Item, ItemKind, Prompted, ToolCall, ToolOutcome};
pub(in crate::session) use past::{has_result, is_command};
pub use store::{Limits, Transcript};
pub use stream::{Partial, PartialKind, Streaming};
