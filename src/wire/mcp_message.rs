//! The JSON-RPC message inside a control request: its exact text, and the call it is, found in one pass.
//!
//! Owns keeping both together, so that the fold and the tool server need not read the text again. Does not own the
//! shapes (`mcp`), nor what is answered (`tools::Server`).

use super::mcp::CallRpc;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// A `message` as it stands on the wire. A `tools/call` of the usual shape is there in parts as well.
#[derive(Debug, Clone)]
pub struct McpMessage {
    text: Box<str>,
    call: Option<CallRpc>,
}

impl McpMessage {
    /// The message with the parts that were read from this very text.
    pub(super) fn of_call(text: &str, call: CallRpc) -> Self {
        Self {
            text: text.into(),
            call: Some(call),
        }
    }

    /// The text, byte for byte.
    pub fn get(&self) -> &str {
        &self.text
    }

    /// The tool call it is. `None` for every other method, and for a call in an unusual shape.
    pub fn call(&self) -> Option<&CallRpc> {
        self.call.as_ref()
    }

    /// The same to have; the text stays.
    pub fn take_call(&mut self) -> Option<CallRpc> {
        self.call.take()
    }
}

impl From<Box<RawValue>> for McpMessage {
    fn from(raw: Box<RawValue>) -> Self {
        let text: Box<str> = raw.into();
        let call = CallRpc::parse(&text);
        Self { text, call }
    }
}

impl<'de> Deserialize<'de> for McpMessage {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self::from)
    }
}

impl Serialize for McpMessage {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_str(&self.text).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}
