//! The control envelope, both directions: request, response, withdrawal.
//! Owns: envelope shapes and composing them as lines. Does not own: the payloads (`requests`, `permission`,
//! `hook`, `mcp`, `elicitation`) or who waits for whom (`session`).

use super::frame::FrameType;
use super::json_text::JsonText;
use super::mcp_message::McpMessage;
use super::message::Extra;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// `control_request`: the sender waits for a `control_response` with the same id.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ControlRequest {
    /// Always `control_request`.
    #[serde(rename = "type")]
    pub kind: FrameType,
    /// The sender's id; the CLI executes requests without one too, and then answers without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// What is asked.
    pub request: RequestBody,
    /// Unknown fields of the envelope.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The request inside the envelope. MCP messages stay raw: they are the hot path, and they belong to the server.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct RequestBody {
    /// Which request it is.
    #[serde(default, deserialize_with = "word")]
    pub subtype: Cow<'static, str>,
    /// `mcp_message`: the key of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub server_name: Option<String>,
    /// `mcp_message`: the JSON-RPC message, verbatim. (A `message` of another request is in here too.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<McpMessage>,
    /// All other fields.
    #[serde(flatten)]
    pub fields: Map<String, Value>,
}

impl RequestBody {
    /// The whole body as a value, for typed decoding of everything but MCP messages.
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// A text field.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.fields.get(key).and_then(Value::as_str)
    }
}

impl PartialEq for RequestBody {
    fn eq(&self, other: &Self) -> bool {
        self.to_value() == other.to_value()
    }
}

impl PartialEq for ControlRequest {
    fn eq(&self, other: &Self) -> bool {
        self.request_id == other.request_id
            && self.request == other.request
            && self.extra == other.extra
    }
}

/// `control_response`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ControlResponse {
    /// Always `control_response`.
    #[serde(rename = "type")]
    pub kind: FrameType,
    /// The answer.
    pub response: ResponseBody,
    /// Unknown fields of the envelope.
    #[serde(flatten)]
    pub extra: Extra,
}

/// The answer inside the envelope.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ResponseBody {
    /// `success` or `error`.
    #[serde(default, deserialize_with = "word")]
    pub subtype: Cow<'static, str>,
    /// The id of the request that is answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The payload of a success; may be missing altogether.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response: Option<JsonText>,
    /// The text of an error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The code of an error, seldom there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_code: Option<String>,
    /// Unknown fields, and `pending_permission_requests` of a repeated `initialize`.
    #[serde(flatten)]
    pub extra: Extra,
}

impl ResponseBody {
    /// Whether the request failed.
    pub fn is_error(&self) -> bool {
        self.subtype == "error" || self.error.is_some()
    }

    /// The payload as a value; null when there is none.
    pub fn payload(&self) -> Value {
        self.response
            .as_ref()
            .and_then(|raw| serde_json::from_str(raw.get()).ok())
            .unwrap_or_default()
    }
}

impl PartialEq for ResponseBody {
    fn eq(&self, other: &Self) -> bool {
        (
            &self.subtype,
            &self.request_id,
            &self.error,
            &self.error_code,
            &self.extra,
        ) == (
            &other.subtype,
            &other.request_id,
            &other.error,
            &other.error_code,
            &other.extra,
        ) && self.payload() == other.payload()
    }
}

impl PartialEq for ControlResponse {
    fn eq(&self, other: &Self) -> bool {
        self.response == other.response && self.extra == other.extra
    }
}

/// `control_cancel_request`: the sender no longer wants an answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ControlCancel {
    /// Always `control_cancel_request`.
    #[serde(rename = "type")]
    pub kind: FrameType,
    /// The id of the request that is withdrawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// Unknown fields.
    #[serde(flatten)]
    pub extra: Extra,
}

/// Words that come with every call are not copied each time.
const FREQUENT: [&str; 5] = [
    "mcp_message",
    "success",
    "can_use_tool",
    "hook_callback",
    "error",
];

fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cow<'static, str>, D::Error> {
    struct Word;
    impl Visitor<'_> for Word {
        type Value = Cow<'static, str>;
        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a word")
        }
        fn visit_str<E>(self, word: &str) -> Result<Self::Value, E> {
            let known = FREQUENT.iter().find(|known| **known == word);
            Ok(known.map_or_else(
                || Cow::Owned(word.to_owned()),
                |known| Cow::Borrowed(*known),
            ))
        }
    }
    deserializer.deserialize_str(Word)
}
