//! Lines to frames. Owns: decoding any line into some [`Frame`], in any key order, and the repairs that takes.
//! Does not own: cutting lines (`framer`), composing lines (`outgoing`).
//!
//! The way down, cheapest first: the usual shape of the lines that come most (`usual`); a typed parse of the type the
//! line announces; a look for the type anywhere in the line; a parse that leaves out fields of an unexpected JSON type.
//! Only a line that is no JSON object stays untyped.

use super::frame::{Frame, FrameType};
use super::framer::Line;
use super::repair::{repair_surrogates, set_aside};
use super::stored;
use super::system::System;
use super::usual;
use bytes::Bytes;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::borrow::Cow;

/// Fields that may be left out, one at a time, before a line counts as unknown.
const MAX_SET_ASIDE: usize = 64;

/// Decodes one line. Never fails: whatever is wrong with the line is a value.
///
/// ```
/// use cca::wire::{Frame, Line, decode};
/// let frame = decode(&Line::Whole(r#"{"subtype":"success","is_error":false,"type":"result"}"#.into()));
/// assert!(matches!(frame, Frame::Result(result) if result.is_error == Some(false)));
/// ```
pub fn decode(line: &Line) -> Frame {
    match line {
        Line::Whole(bytes) => decode_bytes(bytes),
        Line::Oversize { head, len } => Frame::Oversize {
            head: head.clone(),
            len: *len,
        },
    }
}

/// Decodes the bytes of one line.
pub fn decode_bytes(line: &Bytes) -> Frame {
    let text = match std::str::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            return Frame::NotUtf8 {
                line: line.clone(),
                at: error.valid_up_to(),
            };
        }
    };
    if !text.trim_ascii_start().starts_with('{') {
        return Frame::Noise(line.clone());
    }
    if let Some(frame) = usual::read(text) {
        return frame;
    }
    let text = repair_surrogates(text).map_or(Cow::Borrowed(text), Cow::Owned);
    match decode_text(&text) {
        Ok(frame) => frame,
        Err(error) => Frame::Malformed {
            line: line.clone(),
            reason: error.to_string(),
        },
    }
}

/// Decodes the text of one JSON object; an error means that it is none.
fn decode_text(text: &str) -> serde_json::Result<Frame> {
    if let Some(kind) = announced_type(text)
        && let Ok(frame) = typed(&kind, text)
    {
        return Ok(frame);
    }
    let peek: Peek<'_> = match serde_json::from_str(text) {
        Ok(peek) => peek,
        Err(error) if error.is_data() => Peek::default(),
        Err(error) => return Err(error),
    };
    let kind = peek.kind.as_deref().map(FrameType::from);
    if let Some(kind) = &kind
        && let Ok(frame) = typed(kind, text)
    {
        return Ok(frame);
    }
    let value: Value = serde_json::from_str(text)?;
    if value.as_object().is_some_and(stored::is_record) {
        return Ok(Frame::Stored(Box::new(value)));
    }
    Ok(kind
        .and_then(|kind| lenient(&kind, &value))
        .unwrap_or_else(|| Frame::Unknown(Box::new(value))))
}

/// The type, if the line begins with it, as most lines do. Only a hint: the typed parse checks it.
fn announced_type(text: &str) -> Option<FrameType> {
    let rest = text.strip_prefix("{\"type\":\"")?;
    let (word, _) = rest.split_once('"')?;
    (word.len() < 40).then(|| FrameType::from(word))
}

#[derive(Deserialize, Default)]
struct Peek<'a> {
    #[serde(rename = "type", borrow, default)]
    kind: Option<Cow<'a, str>>,
}

#[derive(Deserialize, Default)]
struct PeekSubtype<'a> {
    #[serde(borrow, default)]
    subtype: Cow<'a, str>,
}

/// Where a typed parse gets its fields from.
trait Source {
    type Error;
    fn read<T: DeserializeOwned>(&self) -> Result<T, Self::Error>;
    fn system(&self) -> Result<System, Self::Error>;
}

impl Source for &str {
    type Error = serde_json::Error;
    fn read<T: DeserializeOwned>(&self) -> Result<T, Self::Error> {
        serde_json::from_str(self)
    }
    fn system(&self) -> Result<System, Self::Error> {
        let peek: PeekSubtype<'_> = serde_json::from_str(self)?;
        System::decode(&peek.subtype, self)
    }
}

impl Source for &Value {
    type Error = serde_path_to_error::Error<serde_json::Error>;
    fn read<T: DeserializeOwned>(&self) -> Result<T, Self::Error> {
        serde_path_to_error::deserialize(*self)
    }
    fn system(&self) -> Result<System, Self::Error> {
        let subtype = self
            .get("subtype")
            .and_then(Value::as_str)
            .unwrap_or_default();
        System::decode_value(subtype, self)
    }
}

/// A typed parse of one line as the given type.
fn typed(kind: &FrameType, text: &str) -> serde_json::Result<Frame> {
    read(kind, &text)?.ok_or_else(|| serde::de::Error::custom("unknown type"))
}

fn read<S: Source>(kind: &FrameType, source: &S) -> Result<Option<Frame>, S::Error> {
    Ok(Some(match kind {
        FrameType::Assistant => Frame::Assistant(source.read()?),
        FrameType::User => Frame::User(source.read()?),
        FrameType::StreamEvent => Frame::Stream(source.read()?),
        FrameType::Result => Frame::Result(source.read()?),
        FrameType::System => Frame::System(source.system()?),
        FrameType::ControlRequest => Frame::ControlRequest(source.read()?),
        FrameType::ControlResponse => Frame::ControlResponse(source.read()?),
        FrameType::ControlCancel => Frame::ControlCancel(source.read()?),
        FrameType::ToolProgress => Frame::ToolProgress(source.read()?),
        FrameType::CommandLifecycle => Frame::CommandLifecycle(source.read()?),
        FrameType::ConversationReset => Frame::ConversationReset(source.read()?),
        FrameType::TranscriptMirror => Frame::TranscriptMirror(source.read()?),
        FrameType::KeepAlive => Frame::KeepAlive(source.read()?),
        FrameType::AuthStatus => Frame::AuthStatus(source.read()?),
        FrameType::RateLimitEvent => Frame::RateLimit(source.read()?),
        FrameType::PromptSuggestion => Frame::PromptSuggestion(source.read()?),
        FrameType::ToolUseSummary => Frame::ToolUseSummary(source.read()?),
        FrameType::ActiveGoal => Frame::ActiveGoal(source.read()?),
        FrameType::AutocompactState => Frame::AutocompactState(source.read()?),
        FrameType::Other(_) => return Ok(None),
    }))
}

/// A typed parse that sets aside each field whose JSON type is not the expected one.
fn lenient(kind: &FrameType, value: &Value) -> Option<Frame> {
    let mut value = value.clone();
    for _ in 0..MAX_SET_ASIDE {
        match read(kind, &&value) {
            Ok(frame) => return frame,
            Err(error) => {
                let path = error.path().clone();
                set_aside(&mut value, &path)?;
            }
        }
    }
    None
}

#[cfg(test)]
#[path = "codec_tests.rs"]
mod tests;
