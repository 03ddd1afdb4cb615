//! JSON that stays text: the payload of an answer, byte for byte, shared with the line it stands in.
//!
//! Owns the promise that the text is exactly one JSON value. Does not own what it says.

use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// One JSON value as text. Cloning shares it.
#[derive(Debug, Clone)]
pub struct JsonText(Bytes);

impl JsonText {
    /// Text that a serializer of ours wrote, so that it need not be read again to know that it is JSON.
    pub(crate) fn written(text: impl Into<Bytes>) -> Self {
        Self(text.into())
    }

    /// Text that was put together from parts.
    pub fn checked(text: String) -> Result<Self, serde_json::Error> {
        RawValue::from_string(text).map(Self::from)
    }

    /// The text.
    pub fn get(&self) -> &str {
        // It is UTF-8, whichever way it was made.
        std::str::from_utf8(&self.0).unwrap_or("null")
    }

    /// The same as bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl From<Box<RawValue>> for JsonText {
    fn from(raw: Box<RawValue>) -> Self {
        let text: Box<str> = raw.into();
        Self(Bytes::from(text.into_string()))
    }
}

impl<'de> Deserialize<'de> for JsonText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(Self::from)
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw: &RawValue = serde_json::from_slice(&self.0).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}
