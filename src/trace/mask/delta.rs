//! A piece of a streamed block, as far as masking has to know it. PURE. Owns: which values those are. Does not own: what is
//! made of them (`pieces` joins all of a recording, `redactor` goes along with one that is written).

use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;

/// A line that may be one.
#[derive(Deserialize)]
pub(super) struct Streamed<'a> {
    #[serde(borrow, default)]
    pub(super) parent_tool_use_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) event: Event<'a>,
}

#[derive(Deserialize)]
pub(super) struct Event<'a> {
    #[serde(borrow, rename = "type")]
    pub(super) kind: Cow<'a, str>,
    #[serde(default)]
    pub(super) index: u64,
    #[serde(borrow, default)]
    pub(super) delta: Option<Delta<'a>>,
}

/// What is added to the block.
#[derive(Deserialize)]
pub(super) struct Delta<'a> {
    #[serde(borrow, default)]
    text: Option<&'a RawValue>,
    #[serde(borrow, default)]
    partial_json: Option<&'a RawValue>,
    #[serde(borrow, default)]
    thinking: Option<&'a RawValue>,
}

impl<'a> Streamed<'a> {
    /// The line as one; `None` if it is none.
    pub(super) fn of(line: &'a [u8]) -> Option<Self> {
        memchr::memmem::find(line, b"stream_event")?;
        serde_json::from_slice(line).ok()
    }
}

impl<'a> Delta<'a> {
    /// The text that is added, as it stands in the line, with its quotes.
    pub(super) fn spelled(&self) -> Option<&'a str> {
        let raw = self.text.or(self.partial_json).or(self.thinking)?;
        Some(raw.get())
    }

    /// Whether it is a part of a JSON text.
    pub(super) fn is_json(&self) -> bool {
        self.partial_json.is_some()
    }
}
