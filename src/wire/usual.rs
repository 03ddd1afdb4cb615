//! The two lines that come most, in the exact shape in which the CLI writes them: a piece of a streamed answer, and a
//! tool call for a server of ours. Read in one pass, without looking up field names.
//!
//! Owns a shortcut, nothing else: whatever differs in key order, fields or spacing is not read here but by the typed
//! parse (`codec`), and both give the same frame.

use super::control::{ControlRequest, RequestBody};
use super::frame::{Frame, FrameType};
use super::mcp::CallRpc;
use super::mcp_message::McpMessage;
use super::message::{ApiEvent, Delta, DeltaKind, EventKind, Extra, StreamEvent};
use super::nullable::Nullable;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};
use std::borrow::Cow;

/// The frame, if the line is one of the two.
pub(super) fn read(line: &str) -> Option<Frame> {
    let mut rest = Rest(line);
    rest.skip(r#"{"type":""#)?;
    if rest
        .skip(r#"stream_event","event":{"type":"content_block_delta","index":"#)
        .is_some()
    {
        return delta(rest).map(|stream| Frame::Stream(Box::new(stream)));
    }
    rest.skip(r#"control_request","request_id":""#)?;
    call(rest).map(|request| Frame::ControlRequest(Box::new(request)))
}

fn delta(mut rest: Rest<'_>) -> Option<StreamEvent> {
    let index = rest.number()?;
    rest.skip(r#","delta":{"type":""#)?;
    let delta = rest.delta()?;
    rest.skip(r#"}},"session_id":""#)?;
    let session_id = rest.plain()?.to_owned();
    rest.skip(r#","parent_tool_use_id":"#)?;
    let parent_tool_use_id = if rest.skip("null").is_some() {
        Nullable::Null
    } else {
        rest.skip("\"")?;
        Nullable::Is(rest.plain()?.to_owned())
    };
    rest.skip(r#","uuid":""#)?;
    let uuid = rest.plain()?.to_owned();
    let api_message_id = match rest.skip(r#","api_message_id":""#) {
        Some(()) => Some(rest.plain()?.to_owned()),
        None => None,
    };
    (rest.0 == "}").then(|| StreamEvent {
        kind: FrameType::StreamEvent,
        event: ApiEvent {
            kind: EventKind::BlockDelta,
            index: Some(index),
            delta: Some(delta),
            ..ApiEvent::default()
        },
        parent_tool_use_id,
        uuid: Some(uuid),
        session_id: Some(session_id),
        api_message_id,
        ..StreamEvent::default()
    })
}

fn call(mut rest: Rest<'_>) -> Option<ControlRequest> {
    let request_id = rest.plain()?.to_owned();
    rest.skip(r#","request":{"subtype":"mcp_message","server_name":""#)?;
    let server_name = rest.plain()?.to_owned();
    rest.skip(r#","message":"#)?;
    // The rest is one whole message (the parse says so) and the ends of what is around it.
    let message = rest.0.strip_suffix("}}")?;
    // Escapes that have to be repaired first may be in parts that nobody looks at here.
    if !message.starts_with('{') || !message.ends_with('}') || message.contains("\\u") {
        return None;
    }
    let call = Rest(message)
        .message()
        .or_else(|| CallRpc::parse(message))?;
    Some(ControlRequest {
        kind: FrameType::ControlRequest,
        request_id: Some(request_id),
        request: RequestBody {
            subtype: Cow::Borrowed("mcp_message"),
            server_name: Some(server_name),
            message: Some(McpMessage::of_call(message, call)),
            fields: Extra::new(),
        },
        extra: Extra::new(),
    })
}

/// What is left of the line.
struct Rest<'a>(&'a str);

impl<'a> Rest<'a> {
    /// Goes past the text, if it is next.
    fn skip(&mut self, text: &str) -> Option<()> {
        self.0 = self.0.strip_prefix(text)?;
        Some(())
    }

    /// A string without escapes, whose opening quote is passed already; goes past its closing quote.
    fn plain(&mut self) -> Option<&'a str> {
        let end = memchr::memchr2(b'"', b'\\', self.0.as_bytes())?;
        let (text, rest) = self.0.split_at_checked(end)?;
        self.0 = rest.strip_prefix('"')?;
        (!has_control(text)).then_some(text)
    }

    /// A string, escapes resolved; opening quote included.
    fn text(&mut self) -> Option<String> {
        let bytes = self.0.strip_prefix('"')?.as_bytes();
        let mut end = 0;
        let mut escaped = false;
        loop {
            end += memchr::memchr2(b'"', b'\\', bytes.get(end..)?)?;
            if bytes.get(end) == Some(&b'"') {
                break;
            }
            escaped = true;
            end += 2;
        }
        let (quoted, rest) = self.0.split_at_checked(end + 2)?;
        self.0 = rest;
        if escaped {
            return serde_json::from_str(quoted).ok();
        }
        let text = quoted.get(1..=end)?;
        (!has_control(text)).then(|| text.to_owned())
    }

    /// A whole number as JSON writes it.
    fn number(&mut self) -> Option<u64> {
        let end = self.0.bytes().position(|byte| !byte.is_ascii_digit())?;
        let (digits, rest) = self.0.split_at_checked(end)?;
        if digits.len() > 1 && digits.starts_with('0') {
            return None;
        }
        self.0 = rest;
        // Nothing but digits: `parse` takes a plus sign too, but none is here.
        digits.parse().ok()
    }

    /// A whole `tools/call` message in the order in which the CLI writes it.
    fn message(mut self) -> Option<CallRpc> {
        self.skip(r#"{"method":"tools/call","params":{"name":""#)?;
        let name = self.plain()?.to_owned();
        self.skip(r#","arguments":"#)?;
        let arguments = self.value()?;
        self.skip(r#","_meta":{"claudecode/toolUseId":""#)?;
        let tool_use_id = Some(self.plain()?.to_owned());
        if self.skip(r#","progressToken":"#).is_some() {
            self.number()?;
        }
        self.skip(r#"}},"jsonrpc":"2.0","id":"#)?;
        let before = self.0;
        self.number()?;
        let id = before.strip_suffix(self.0)?.to_owned();
        (self.0 == "}").then_some(())?;
        Some(CallRpc {
            id: RawValue::from_string(id).ok()?,
            name,
            arguments: Some(arguments).filter(|arguments| !arguments.is_null()),
            tool_use_id,
        })
    }

    /// Any JSON value.
    fn value(&mut self) -> Option<Value> {
        let mut values = Deserializer::from_str(self.0).into_iter();
        let value = values.next()?.ok()?;
        let end = values.byte_offset();
        self.0 = self.0.get(end..)?;
        Some(value)
    }

    /// What a delta adds, after the opening quote of its type.
    fn delta(&mut self) -> Option<Delta> {
        let mut delta = Delta::default();
        if self.skip(r#"text_delta","text":"#).is_some() {
            delta.kind = Some(DeltaKind::Text);
            delta.text = Some(self.text()?);
        } else if self.skip(r#"input_json_delta","partial_json":"#).is_some() {
            delta.kind = Some(DeltaKind::InputJson);
            delta.partial_json = Some(self.text()?);
        } else {
            self.skip(r#"thinking_delta","thinking":"#)?;
            delta.kind = Some(DeltaKind::Thinking);
            delta.thinking = Some(self.text()?);
        }
        Some(delta)
    }
}

/// Whether there is a character that JSON does not allow inside a string. Without a branch, so that it is done many
/// bytes at a time.
fn has_control(text: &str) -> bool {
    text.bytes().fold(u8::MAX, u8::min) < 0x20
}

#[cfg(test)]
#[path = "usual_tests.rs"]
mod tests;
