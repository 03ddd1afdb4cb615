//! What a tool gives back: pieces of content, structured content, and whether it went wrong.
//!
//! Owns the shapes and their JSON form. Does not check them: size and output schema are checked where the call ran.

use serde::Serialize;
use serde_json::{Map, Value};

use super::contents::{ResourceContents, base64};

/// One piece of a result or of a prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(
    tag = "type",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
pub enum Content {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    Image {
        /// Its bytes as base64.
        data: String,
        /// What kind of picture, for example `image/png`.
        mime_type: String,
    },
    /// A sound.
    Audio {
        /// Its bytes as base64.
        data: String,
        /// What kind of sound, for example `audio/wav`.
        mime_type: String,
    },
    /// A resource, contents included.
    Resource {
        /// The contents.
        resource: ResourceContents,
    },
    /// A resource the agent may read later.
    ResourceLink {
        /// Where it is.
        uri: String,
        /// What it is called.
        name: String,
        /// What is in it.
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        /// What kind of data it is.
        #[serde(skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
    },
}

impl Content {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A picture from its bytes.
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Image {
            data: base64(bytes),
            mime_type: mime_type.into(),
        }
    }

    /// A sound from its bytes.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Audio {
            data: base64(bytes),
            mime_type: mime_type.into(),
        }
    }

    /// A resource, contents included.
    pub fn resource(resource: ResourceContents) -> Self {
        Self::Resource { resource }
    }

    /// A resource the agent may read later.
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::ResourceLink {
            uri: uri.into(),
            name: name.into(),
            description: None,
            mime_type: None,
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Text { text } => text.len(),
            Self::Image { data, .. } | Self::Audio { data, .. } => data.len(),
            Self::Resource { resource } => resource.len(),
            Self::ResourceLink { uri, name, .. } => uri.len() + name.len(),
        }
    }
}

/// What a tool gives back. Text, JSON values and lists of [`Content`] turn into one with `into()`.
///
/// ```
/// use cca::tools::{Content, ToolResult};
///
/// let plain: ToolResult = "done".into();
/// let rich = ToolResult::default()
///     .with(Content::text("the screen:"))
///     .with(Content::image([0x89, b'P', b'N', b'G'], "image/png"));
/// assert_eq!(rich.content.len(), 2);
/// assert!(!plain.is_error);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolResult {
    /// What the agent reads, in order.
    pub content: Vec<Content>,
    /// The same as data; must be a JSON object. The CLI shows it to the agent instead of the text.
    #[serde(rename = "structuredContent", skip_serializing_if = "Option::is_none")]
    pub structured: Option<Value>,
    /// Whether the agent is told that the call failed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
    /// The result's `_meta`.
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
}

impl ToolResult {
    /// A result of one text.
    pub fn text(text: impl Into<String>) -> Self {
        vec![Content::text(text)].into()
    }

    /// A failure the agent can read and react to.
    pub fn error(text: impl Into<String>) -> Self {
        Self {
            is_error: true,
            ..Self::text(text)
        }
    }

    /// Data, with the same as text for clients that only read that.
    pub fn structured(value: Value) -> Self {
        let text = value.to_string();
        Self {
            structured: Some(value),
            ..Self::text(text)
        }
    }

    /// Adds a piece of content.
    #[must_use]
    pub fn with(mut self, content: Content) -> Self {
        self.content.push(content);
        self
    }

    /// Adds an entry to `_meta`.
    #[must_use]
    pub fn meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta
            .get_or_insert_default()
            .insert(key.into(), value.into());
        self
    }

    /// Writes it as JSON, the same as serde does. Most results are one text, and its keys need no escaping.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> serde_json::Result<()> {
        out.extend_from_slice(br#"{"content":["#);
        for (index, piece) in self.content.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            if let Content::Text { text } = piece {
                out.extend_from_slice(br#"{"type":"text","text":"#);
                serde_json::to_writer(&mut *out, text)?;
                out.push(b'}');
            } else {
                serde_json::to_writer(&mut *out, piece)?;
            }
        }
        out.push(b']');
        if let Some(structured) = &self.structured {
            out.extend_from_slice(br#","structuredContent":"#);
            serde_json::to_writer(&mut *out, structured)?;
        }
        if self.is_error {
            out.extend_from_slice(br#","isError":true"#);
        }
        if let Some(meta) = &self.meta {
            out.extend_from_slice(br#","_meta":"#);
            serde_json::to_writer(&mut *out, meta)?;
        }
        out.push(b'}');
        Ok(())
    }

    /// A lower bound of the encoded size, cheap enough to ask before encoding.
    pub(super) fn len(&self) -> usize {
        self.content.iter().map(Content::len).sum()
    }
}

impl From<String> for ToolResult {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<&str> for ToolResult {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

/// No output.
impl From<()> for ToolResult {
    fn from((): ()) -> Self {
        Self::default()
    }
}

/// An object is structured content, a string is text, `null` is no output, anything else is its JSON as text.
impl From<Value> for ToolResult {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::default(),
            Value::String(text) => Self::text(text),
            Value::Object(_) => Self::structured(value),
            other => Self::text(other.to_string()),
        }
    }
}

impl From<Content> for ToolResult {
    fn from(content: Content) -> Self {
        Self::default().with(content)
    }
}

impl From<Vec<Content>> for ToolResult {
    fn from(content: Vec<Content>) -> Self {
        Self {
            content,
            ..Self::default()
        }
    }
}

/// Any serialisable value as a result, by way of its JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: Serialize> From<Json<T>> for ToolResult {
    fn from(Json(value): Json<T>) -> Self {
        match serde_json::to_value(value) {
            Ok(value) => value.into(),
            Err(error) => Self::error(format!(
                "the tool's result cannot be written as JSON: {error}"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_result_is_written_as_serde_writes_it() {
        let rich = ToolResult::text("a \"b\"\n")
            .with(Content::image([1, 2, 3], "image/png"))
            .with(Content::text(""))
            .meta("k", json!([1, {"x": null}]));
        let failed = ToolResult::error("no");
        let data = ToolResult::structured(json!({"sum": 42, "of": ["é"]}));
        for result in [ToolResult::default(), rich, failed, data] {
            let mut text = Vec::new();
            result.write(&mut text).unwrap();
            assert_eq!(text, serde_json::to_vec(&result).unwrap());
        }
    }
}
