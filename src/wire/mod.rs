//! PURE. The wire: bytes to lines to frames, and frames back to lines.
//!
//! ```text
//! bytes --framer--> Line --codec--> Frame        Prompt, answers, requests --outgoing--> line
//! ```
//!
//! Every message, system subtype, content block and control envelope has a typed shape with an open end: what this
//! version does not know is kept and re-encoded as it came. Nothing a peer sends can make this layer fail or panic.
//!
//! **Invariant:** nothing here does I/O, spawns, sleeps or reads a clock.

pub mod aside;
pub mod block;
mod codec;
pub mod control;
pub mod elicitation;
pub(crate) mod fields;
mod frame;
mod framer;
pub mod hook;
mod json_text;
pub mod mcp;
mod mcp_message;
pub mod message;
mod nullable;
mod open_end;
mod outgoing;
pub mod permission;
mod repair;
pub mod requests;
pub mod stored;
pub mod system;
mod usual;
mod word;

pub use block::{Block, Content};
pub use codec::{decode, decode_bytes};
pub use fields::Extra;
pub use frame::{Frame, FrameType};
pub use framer::{DEFAULT_LINE_CAP, Framer, Line, OVERSIZE_HEAD};
pub use json_text::JsonText;
pub use mcp_message::McpMessage;
pub use message::{Assistant, ResultMessage, StreamEvent, User};
pub use nullable::Nullable;
pub use open_end::OpenEnds;
pub use outgoing::{EncodeError, Outgoing, Prompt};
#[cfg(feature = "tui")]
pub(crate) use repair::repair_surrogates;
pub use system::System;
