//! Frames to lines. Owns: composing every line we write, always exactly one line of valid JSON.
//! Does not own: deciding what to send (`session`), writing (`transport`).
//!
//! One malformed line makes the CLI exit at once, so nothing here formats JSON text from parts it has not checked.

use super::block::{Block, Content};
use super::control::{ControlCancel, ControlRequest, ControlResponse, RequestBody, ResponseBody};
use super::frame::{Frame, FrameType};
use super::json_text::JsonText;
use super::mcp_message::McpMessage;
use super::message::{ApiMessage, User};
use super::nullable::Nullable;
use bytes::Bytes;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// A line to write, with the frame it carries.
#[derive(Debug, Clone, PartialEq)]
pub struct Outgoing {
    /// The bytes, without a newline.
    pub line: Bytes,
    /// What they say: the same as decoding them gives.
    pub frame: Frame,
}

/// Why something cannot be put on the wire.
#[derive(Debug, thiserror::Error)]
#[error("cannot be written as JSON: {0}")]
pub struct EncodeError(#[from] serde_json::Error);

impl Outgoing {
    /// A request of ours. `body` is the request without its subtype.
    pub fn request(id: &str, subtype: &str, body: &impl Serialize) -> Result<Self, EncodeError> {
        let mut fields = match serde_json::to_value(body)? {
            Value::Object(map) => map,
            Value::Null => Map::new(),
            _ => {
                return Err(EncodeError(serde::ser::Error::custom(
                    "a control request must be a JSON object",
                )));
            }
        };
        fields.shift_remove("subtype");
        let server_name = match fields.get("server_name") {
            Some(Value::String(name)) => Some(name.clone()),
            _ => None,
        };
        if server_name.is_some() {
            fields.shift_remove("server_name");
        }
        let message = fields
            .shift_remove("message")
            .map(|message| to_raw_value(&message))
            .transpose()?
            .map(McpMessage::from);
        let request = ControlRequest {
            kind: FrameType::ControlRequest,
            request_id: Some(id.to_owned()),
            request: RequestBody {
                subtype: Cow::Owned(subtype.to_owned()),
                server_name,
                message,
                fields,
            },
            extra: Map::new(),
        };
        let line = line_of(&request)?;
        Ok(Self {
            line,
            frame: Frame::ControlRequest(Box::new(request)),
        })
    }

    /// A successful answer. `payload` is JSON text of one value; `None` leaves the payload out.
    pub fn success(id: &str, payload: Option<Box<RawValue>>) -> Result<Self, EncodeError> {
        Self::response(ResponseBody {
            subtype: Cow::Borrowed("success"),
            request_id: Some(id.to_owned()),
            response: payload.map(JsonText::from),
            ..ResponseBody::default()
        })
    }

    /// The successful answer to an `mcp_message`: the JSON-RPC message in the envelope the CLI expects. Every answer to
    /// a tool call goes this way, so the line is written once and its parts are slices of it.
    pub fn mcp(id: &str, message: &JsonText) -> Result<Self, EncodeError> {
        let mut text = Vec::with_capacity(message.as_bytes().len() + id.len() + 120);
        text.extend_from_slice(
            br#"{"type":"control_response","response":{"subtype":"success","request_id":"#,
        );
        serde_json::to_writer(&mut text, id)?;
        text.extend_from_slice(br#","response":"#);
        let begin = text.len();
        text.extend_from_slice(br#"{"mcp_response":"#);
        text.extend_from_slice(message.as_bytes());
        text.push(b'}');
        let end = text.len();
        text.extend_from_slice(b"}}");
        let success = |payload: Bytes| ResponseBody {
            subtype: Cow::Borrowed("success"),
            request_id: Some(id.to_owned()),
            response: Some(JsonText::written(payload)),
            ..ResponseBody::default()
        };
        if !is_one_line(&text) {
            let payload = text.get(begin..end).unwrap_or_default();
            return Self::response(success(Bytes::copy_from_slice(payload)));
        }
        let line = Bytes::from(text);
        let response = ControlResponse {
            kind: FrameType::ControlResponse,
            response: success(line.slice(begin..end)),
            extra: Map::new(),
        };
        Ok(Self {
            line,
            frame: Frame::ControlResponse(Box::new(response)),
        })
    }

    /// An answer that says the request failed.
    pub fn failure(id: &str, error: &str) -> Result<Self, EncodeError> {
        Self::response(ResponseBody {
            subtype: Cow::Borrowed("error"),
            request_id: Some(id.to_owned()),
            error: Some(error.to_owned()),
            ..ResponseBody::default()
        })
    }

    fn response(body: ResponseBody) -> Result<Self, EncodeError> {
        let payload = body.response.as_ref().map_or("", JsonText::get);
        let mut text = Vec::with_capacity(payload.len() + 160);
        text.extend_from_slice(br#"{"type":"control_response","response":{"subtype":""#);
        text.extend_from_slice(body.subtype.as_bytes());
        text.extend_from_slice(br#"","request_id":"#);
        serde_json::to_writer(&mut text, &body.request_id)?;
        if body.response.is_some() {
            text.extend_from_slice(br#","response":"#);
            text.extend_from_slice(payload.as_bytes());
        }
        if let Some(error) = &body.error {
            text.extend_from_slice(br#","error":"#);
            serde_json::to_writer(&mut text, error)?;
        }
        text.extend_from_slice(b"}}");
        let response = ControlResponse {
            kind: FrameType::ControlResponse,
            response: body,
            extra: Map::new(),
        };
        Ok(Self {
            line: one_line(text)?,
            frame: Frame::ControlResponse(Box::new(response)),
        })
    }

    /// Withdraws a request of ours.
    pub fn cancel(id: &str) -> Result<Self, EncodeError> {
        let cancel = ControlCancel {
            kind: FrameType::ControlCancel,
            request_id: Some(id.to_owned()),
            extra: Map::new(),
        };
        let line = line_of(&cancel)?;
        Ok(Self {
            line,
            frame: Frame::ControlCancel(Box::new(cancel)),
        })
    }

    /// A prompt.
    pub fn user(prompt: Prompt) -> Result<Self, EncodeError> {
        let message = ApiMessage {
            role: Some("user".to_owned()),
            content: prompt.content,
            ..ApiMessage::default()
        };
        let user = User {
            kind: FrameType::User,
            message,
            parent_tool_use_id: Nullable::Null,
            uuid: Some(prompt.uuid),
            session_id: Some(String::new()),
            priority: prompt.priority,
            should_query: prompt.should_query,
            ..User::default()
        };
        let line = line_of(&user)?;
        Ok(Self {
            line,
            frame: Frame::User(Box::new(user)),
        })
    }
}

/// What a person or a program says to the agent.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    /// Text or blocks.
    pub content: Content,
    /// Makes the prompt trackable, cancellable, and a target for rewinding.
    pub uuid: String,
    /// `now` pre-empts the running answer; `next` and `later` order the queue.
    pub priority: Option<String>,
    /// `Some(false)` only appends to the conversation.
    pub should_query: Option<bool>,
}

impl Prompt {
    /// A text prompt with the given id.
    pub fn text(text: impl Into<String>, uuid: impl Into<String>) -> Self {
        Self {
            content: Content::Text(text.into()),
            uuid: uuid.into(),
            priority: None,
            should_query: None,
        }
    }

    /// A prompt of several blocks (text, images).
    pub fn blocks(blocks: Vec<Block>, uuid: impl Into<String>) -> Self {
        Self {
            content: Content::Blocks(blocks),
            uuid: uuid.into(),
            priority: None,
            should_query: None,
        }
    }
}

fn line_of(value: &impl Serialize) -> Result<Bytes, EncodeError> {
    let mut text = Vec::with_capacity(512);
    serde_json::to_writer(&mut text, value)?;
    one_line(text)
}

/// One line of JSON. Raw parts may hold newlines between their tokens: then the text is written anew.
fn one_line(mut text: Vec<u8>) -> Result<Bytes, EncodeError> {
    if !is_one_line(&text) {
        let parsed: Value = serde_json::from_slice(&text)?;
        text = serde_json::to_vec(&parsed)?;
    }
    Ok(Bytes::from(text))
}

fn is_one_line(text: &[u8]) -> bool {
    memchr::memchr2(b'\n', b'\r', text).is_none()
}
