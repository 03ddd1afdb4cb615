//! Text that is still being made. Owns: what has been streamed and is not confirmed yet.
//! Does not own: the confirmed conversation (`store`).
//!
//! Streamed text is provisional: the `assistant` message with the same id is the truth, and what no such message
//! confirms by the end of the stream is discarded.

use crate::trace::Moment;
use crate::wire::Block;
use crate::wire::message::{DeltaKind, EventKind, StreamEvent};
use std::collections::BTreeMap;

/// More unconfirmed text than this is not kept.
const MAX_BYTES: usize = 1 << 20;

/// The answer that is being streamed.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Streaming {
    /// The API message, once it has started.
    pub message_id: Option<String>,
    /// When it started.
    pub started: Option<Moment>,
    /// Unconfirmed blocks by their index.
    pub blocks: BTreeMap<u64, Partial>,
    /// Bytes that were not kept because the answer is too long.
    pub dropped: u64,
    bytes: usize,
}

/// A block that is still being made.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Partial {
    /// What it is.
    pub kind: PartialKind,
    /// Its text so far; of a tool call, the JSON of its input so far.
    pub text: String,
}

/// What a block that is still being made is.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum PartialKind {
    /// Text.
    Text,
    /// Thinking.
    Thinking,
    /// A call of the named tool.
    Tool(String),
    /// Something else.
    Other,
}

impl Streaming {
    /// Whether an answer is being streamed.
    pub fn is_active(&self) -> bool {
        self.started.is_some()
    }

    /// The block that is being made now.
    pub fn current(&self) -> Option<&Partial> {
        self.blocks.last_key_value().map(|(_, block)| block)
    }

    pub(in crate::session) fn observe(&mut self, stream: &StreamEvent, at: Moment) {
        let event = &stream.event;
        let index = event.index.unwrap_or(0);
        match &event.kind {
            EventKind::MessageStart => {
                *self = Self {
                    started: Some(at),
                    ..Self::default()
                };
                self.message_id = event
                    .message
                    .as_ref()
                    .and_then(|message| message.id.clone());
            }
            EventKind::BlockStart => {
                let (kind, text) = match event.content_block.as_deref() {
                    Some(Block::Text { text, .. }) => (PartialKind::Text, text.clone()),
                    Some(Block::Thinking { thinking, .. }) => {
                        (PartialKind::Thinking, thinking.clone())
                    }
                    Some(Block::ToolUse { name, .. }) => {
                        (PartialKind::Tool(name.clone()), String::new())
                    }
                    _ => (PartialKind::Other, String::new()),
                };
                self.bytes += text.len();
                self.blocks.insert(index, Partial { kind, text });
                self.started = self.started.or(Some(at));
            }
            EventKind::BlockDelta => {
                self.started = self.started.or(Some(at));
                self.append(index, stream);
            }
            EventKind::MessageStop => *self = Self::default(),
            EventKind::BlockStop
            | EventKind::MessageDelta
            | EventKind::Ping
            | EventKind::Error
            | EventKind::Other(_) => {}
        }
        if let Some(from) = stream
            .abandoned_blocks
            .as_ref()
            .and_then(|abandoned| abandoned.from_block_index)
        {
            self.blocks.split_off(&from);
        }
    }

    fn append(&mut self, index: u64, stream: &StreamEvent) {
        let Some(delta) = &stream.event.delta else {
            return;
        };
        let (kind, text) = match (
            &delta.kind,
            &delta.text,
            &delta.thinking,
            &delta.partial_json,
        ) {
            (Some(DeltaKind::Text), Some(text), ..) => (PartialKind::Text, text),
            (Some(DeltaKind::Thinking), _, Some(text), _) => (PartialKind::Thinking, text),
            (Some(DeltaKind::InputJson), _, _, Some(text)) => (PartialKind::Other, text),
            _ => return,
        };
        if self.bytes + text.len() > MAX_BYTES {
            self.dropped += text.len() as u64;
            return;
        }
        self.bytes += text.len();
        let block = self.blocks.entry(index).or_insert_with(|| Partial {
            kind,
            text: String::new(),
        });
        block.text.push_str(text);
    }

    /// The `assistant` message with this block came: its streamed form is no longer needed.
    pub(in crate::session) fn confirm(&mut self, message_id: Option<&str>, block: &Block) {
        if self.message_id.is_some() && message_id != self.message_id.as_deref() {
            return;
        }
        let fits = |partial: &Partial| {
            matches!(
                (&partial.kind, block),
                (PartialKind::Text, Block::Text { .. })
                    | (
                        PartialKind::Thinking,
                        Block::Thinking { .. } | Block::RedactedThinking { .. }
                    )
                    | (PartialKind::Tool(_), Block::ToolUse { .. })
                    | (PartialKind::Other, _)
            )
        };
        let found = self
            .blocks
            .iter()
            .find(|(_, partial)| fits(partial))
            .map(|(index, _)| *index);
        if let Some(partial) = found.and_then(|index| self.blocks.remove(&index)) {
            self.bytes = self.bytes.saturating_sub(partial.text.len());
        }
    }
}
