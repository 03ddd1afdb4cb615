//! Content blocks of messages. Owns: text, thinking, tool calls, tool results, images, and the open end.
//! Does not own: merging blocks into a conversation (`session`).
#![allow(missing_docs, reason = "field names are the wire's own words")]

use super::word::words;
use serde::de::{MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};
use std::sync::Arc;

words! {
    /// What kind of block it is.
    BlockKind {
        Text = "text", Thinking = "thinking", RedactedThinking = "redacted_thinking", ToolUse = "tool_use",
        ToolResult = "tool_result", Image = "image", Document = "document", ToolReference = "tool_reference",
    }
}

/// One content block. `extra` holds the fields this version does not know; they are re-encoded as they came.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Flat", into = "Flat")]
pub enum Block {
    Text {
        text: String,
        extra: Map<String, Value>,
    },
    Thinking {
        thinking: String,
        signature: Option<String>,
        extra: Map<String, Value>,
    },
    RedactedThinking {
        data: String,
        extra: Map<String, Value>,
    },
    ToolUse {
        id: String,
        name: String,
        input: Value,
        extra: Map<String, Value>,
    },
    ToolResult {
        tool_use_id: String,
        /// Shared, because transcripts keep it and it may be large.
        content: Option<Arc<Content>>,
        is_error: Option<bool>,
        extra: Map<String, Value>,
    },
    Image {
        source: Value,
        extra: Map<String, Value>,
    },
    /// A block of a kind, or in a shape, this version does not know: the whole object.
    Other(Map<String, Value>),
}

impl Block {
    /// A text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text {
            text: text.into(),
            extra: Map::new(),
        }
    }

    /// An image from base64 data.
    pub fn image(media_type: &str, base64: &str) -> Self {
        let source =
            serde_json::json!({"type": "base64", "media_type": media_type, "data": base64});
        Self::Image {
            source,
            extra: Map::new(),
        }
    }

    /// Roughly how many bytes of text the block holds: what bounded stores count.
    pub fn weight(&self) -> usize {
        match self {
            Self::Text { text, .. } => text.len(),
            Self::Thinking { thinking, .. } => thinking.len(),
            Self::RedactedThinking { data, .. } => data.len(),
            Self::ToolUse { input, .. } => weigh(input),
            Self::ToolResult { content, .. } => content.as_deref().map_or(0, Content::weight),
            Self::Image { source, .. } => weigh(source),
            Self::Other(map) => map.values().map(weigh).sum(),
        }
    }
}

/// Roughly how many bytes of text a value holds.
pub fn weigh(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len() + 16,
        Value::Array(items) => 16 + items.iter().map(weigh).sum::<usize>(),
        Value::Object(map) => {
            16 + map
                .iter()
                .map(|(key, value)| key.len() + weigh(value))
                .sum::<usize>()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 16,
    }
}

/// Message or tool-result content: one text, or a list of blocks.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    Text(String),
    Blocks(Vec<Block>),
    /// Null or anything else.
    Other(Value),
}

impl Default for Content {
    fn default() -> Self {
        Self::Other(Value::Null)
    }
}

impl Content {
    /// The blocks, if it is a list.
    pub fn blocks(&self) -> &[Block] {
        match self {
            Self::Blocks(blocks) => blocks,
            Self::Text(_) | Self::Other(_) => &[],
        }
    }

    /// All text in it, blocks joined by newlines.
    pub fn plain_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Blocks(blocks) => {
                let texts = blocks.iter().filter_map(|block| match block {
                    Block::Text { text, .. } => Some(text.as_str()),
                    _ => None,
                });
                texts.collect::<Vec<_>>().join("\n")
            }
            Self::Other(_) => String::new(),
        }
    }

    /// Roughly how many bytes of text it holds.
    pub fn weight(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Blocks(blocks) => blocks.iter().map(Block::weight).sum(),
            Self::Other(value) => weigh(value),
        }
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Blocks(blocks) => blocks.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

/// Written by hand because an untagged enum would buffer and then copy every tool result.
struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a string or a list of blocks")
    }
    fn visit_str<E>(self, text: &str) -> Result<Content, E> {
        Ok(Content::Text(text.to_owned()))
    }
    fn visit_string<E>(self, text: String) -> Result<Content, E> {
        Ok(Content::Text(text))
    }
    fn visit_unit<E>(self) -> Result<Content, E> {
        Ok(Content::Other(Value::Null))
    }
    fn visit_bool<E>(self, value: bool) -> Result<Content, E> {
        Ok(Content::Other(value.into()))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Content, E> {
        Ok(Content::Other(value.into()))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Content, E> {
        Ok(Content::Other(value.into()))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Content, E> {
        Ok(Content::Other(value.into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Content, A::Error> {
        let mut blocks = Vec::with_capacity(seq.size_hint().unwrap_or(1).min(64));
        while let Some(block) = seq.next_element()? {
            blocks.push(block);
        }
        Ok(Content::Blocks(blocks))
    }
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Content, A::Error> {
        Value::deserialize(MapAccessDeserializer::new(map)).map(Content::Other)
    }
}

/// All known fields side by side: one pass over the text, whatever the key order.
#[derive(Default, Clone, Serialize, Deserialize)]
struct Flat {
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    kind: Option<BlockKind>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thinking: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    signature: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    input: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tool_use_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content: Option<Content>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    is_error: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<Value>,
    #[serde(flatten)]
    extra: Map<String, Value>,
}

impl Flat {
    fn of(kind: BlockKind, extra: Map<String, Value>) -> Self {
        Self {
            kind: Some(kind),
            extra,
            ..Self::default()
        }
    }

    /// How many fields besides the type are filled: a known kind with fields of another kind keeps them as they are.
    fn filled(&self) -> usize {
        [
            self.text.is_some(),
            self.thinking.is_some(),
            self.signature.is_some(),
            self.data.is_some(),
        ]
        .into_iter()
        .chain([
            self.id.is_some(),
            self.name.is_some(),
            self.input.is_some(),
            self.tool_use_id.is_some(),
        ])
        .chain([
            self.content.is_some(),
            self.is_error.is_some(),
            self.source.is_some(),
        ])
        .filter(|filled| *filled)
        .count()
    }

    fn into_other(self) -> Block {
        match serde_json::to_value(self) {
            Ok(Value::Object(map)) => Block::Other(map),
            _ => Block::Other(Map::new()),
        }
    }
}

impl From<Flat> for Block {
    fn from(mut flat: Flat) -> Self {
        let filled = flat.filled();
        let extra = std::mem::take(&mut flat.extra);
        match (&flat.kind, filled) {
            (Some(BlockKind::Text), 1) if flat.text.is_some() => Self::Text {
                text: flat.text.unwrap_or_default(),
                extra,
            },
            (Some(BlockKind::Thinking), 1 | 2)
                if flat.thinking.is_some()
                    && filled == 1 + usize::from(flat.signature.is_some()) =>
            {
                Self::Thinking {
                    thinking: flat.thinking.unwrap_or_default(),
                    signature: flat.signature,
                    extra,
                }
            }
            (Some(BlockKind::RedactedThinking), 1) if flat.data.is_some() => {
                Self::RedactedThinking {
                    data: flat.data.unwrap_or_default(),
                    extra,
                }
            }
            (Some(BlockKind::Image), 1) if flat.source.is_some() => Self::Image {
                source: flat.source.unwrap_or_default(),
                extra,
            },
            (Some(BlockKind::ToolUse), 3)
                if flat.id.is_some() && flat.name.is_some() && flat.input.is_some() =>
            {
                Self::ToolUse {
                    id: flat.id.unwrap_or_default(),
                    name: flat.name.unwrap_or_default(),
                    input: flat.input.unwrap_or_default(),
                    extra,
                }
            }
            (Some(BlockKind::ToolResult), _)
                if flat.tool_use_id.is_some()
                    && filled
                        == 1 + usize::from(flat.content.is_some())
                            + usize::from(flat.is_error.is_some()) =>
            {
                Self::ToolResult {
                    tool_use_id: flat.tool_use_id.unwrap_or_default(),
                    content: flat.content.map(Arc::new),
                    is_error: flat.is_error,
                    extra,
                }
            }
            _ => Self::into_other_with(flat, extra),
        }
    }
}

impl Block {
    fn into_other_with(flat: Flat, extra: Map<String, Value>) -> Self {
        Flat { extra, ..flat }.into_other()
    }
}

impl From<Block> for Flat {
    fn from(block: Block) -> Self {
        match block {
            Block::Text { text, extra } => Self {
                text: Some(text),
                ..Self::of(BlockKind::Text, extra)
            },
            Block::Thinking {
                thinking,
                signature,
                extra,
            } => Self {
                thinking: Some(thinking),
                signature,
                ..Self::of(BlockKind::Thinking, extra)
            },
            Block::RedactedThinking { data, extra } => Self {
                data: Some(data),
                ..Self::of(BlockKind::RedactedThinking, extra)
            },
            Block::ToolUse {
                id,
                name,
                input,
                extra,
            } => Self {
                id: Some(id),
                name: Some(name),
                input: Some(input),
                ..Self::of(BlockKind::ToolUse, extra)
            },
            Block::ToolResult {
                tool_use_id,
                content,
                is_error,
                extra,
            } => Self {
                tool_use_id: Some(tool_use_id),
                content: content.map(Arc::unwrap_or_clone),
                is_error,
                ..Self::of(BlockKind::ToolResult, extra)
            },
            Block::Image { source, extra } => Self {
                source: Some(source),
                ..Self::of(BlockKind::Image, extra)
            },
            Block::Other(map) => Self {
                extra: map,
                ..Self::default()
            },
        }
    }
}
