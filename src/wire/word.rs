//! Open enums of words: known ones cost no allocation, unknown ones keep their text.

/// Declares an enum of wire words with an `Other(String)` end, `as_str`, and serde by text.
macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each variant is the wire's own word")]
        pub enum $name { $($variant,)+ /// A word this version does not know.
            Other(String) }

        impl $name {
            /// The word as it stands on the wire.
            pub fn as_str(&self) -> &str {
                match self { $(Self::$variant => $word,)+ Self::Other(word) => word }
            }
        }

        impl From<&str> for $name {
            fn from(word: &str) -> Self {
                match word { $($word => Self::$variant,)+ other => Self::Other(other.to_owned()) }
            }
        }

        impl Default for $name {
            fn default() -> Self { Self::Other(String::new()) }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str(self.as_str()) }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Word;
                impl serde::de::Visitor<'_> for Word {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { f.write_str("a word") }
                    fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<$name, E> { Ok($name::from(word)) }
                }
                deserializer.deserialize_str(Word)
            }
        }
    };
}
pub(crate) use words;
