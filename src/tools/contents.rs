//! The contents of a resource, as read by the agent or embedded in a tool's result.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

/// A piece of a resource: its URI and either text or bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResourceContents {
    uri: String,
    #[serde(rename = "mimeType", skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(flatten)]
    body: Body,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Body {
    Text(String),
    Blob(String),
}

impl ResourceContents {
    /// Text found at `uri`.
    pub fn text(uri: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            uri: uri.into(),
            mime_type: None,
            body: Body::Text(text.into()),
        }
    }

    /// Bytes found at `uri`; they travel as base64.
    pub fn blob(uri: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        Self {
            uri: uri.into(),
            mime_type: None,
            body: Body::Blob(base64(bytes)),
        }
    }

    /// Says what kind of data it is.
    #[must_use]
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.mime_type = Some(mime_type.into());
        self
    }

    /// How many bytes the text or the base64 takes.
    pub(super) fn len(&self) -> usize {
        let (Body::Text(text) | Body::Blob(text)) = &self.body;
        text.len()
    }
}

/// Standard base64 with padding, as MCP wants it.
pub(super) fn base64(bytes: impl AsRef<[u8]>) -> String {
    STANDARD.encode(bytes)
}
