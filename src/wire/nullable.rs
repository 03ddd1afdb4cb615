//! A field that the wire may leave out, set to null, or fill: three different things to re-encode.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Absent, null, or a value. Use with `#[serde(default, skip_serializing_if = "Nullable::is_absent")]`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Nullable<T> {
    /// The key is not there.
    #[default]
    Absent,
    /// The key is there and says `null`.
    Null,
    /// The key has a value.
    Is(T),
}

impl<T> Nullable<T> {
    /// The key is not there.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// The value, if there is one.
    pub fn get(&self) -> Option<&T> {
        match self {
            Self::Is(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }
}

impl<T: std::ops::Deref> Nullable<T> {
    /// The value by reference to its target, if there is one.
    pub fn as_deref(&self) -> Option<&T::Target> {
        self.get().map(std::ops::Deref::deref)
    }
}

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Is)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nullable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::<T>::deserialize(deserializer).map(Self::from)
    }
}

impl<T: Serialize> Serialize for Nullable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

/// When an optional field is left out on encoding: only when it was not there.
pub(super) trait Skip {
    fn skip(&self) -> bool;
}

impl<T> Skip for Option<T> {
    fn skip(&self) -> bool {
        self.is_none()
    }
}

impl<T> Skip for Nullable<T> {
    fn skip(&self) -> bool {
        self.is_absent()
    }
}
