//! A step is a table with one key. Owns: reading it so that a missing, a second and an unknown verb are told as such, and
//! the list of verbs. Does not own: what belongs to a verb.

use super::step::Step;
use crate::config::nearest;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, IntoDeserializer as _, MapAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use std::fmt;

/// Every verb, in the order of [`Step`].
pub const VERBS: [&str; 37] = [
    "say",
    "stream",
    "think",
    "tool",
    "parallel",
    "ask",
    "plan",
    "agent",
    "background",
    "todos",
    "task",
    "hook",
    "retry",
    "compact",
    "usage",
    "structured",
    "fail",
    "end",
    "wait_ms",
    "hang",
    "mode",
    "notice",
    "status",
    "title",
    "help",
    "frame",
    "noise",
    "malformed",
    "surrogate",
    "huge",
    "flood",
    "stderr",
    "exit",
    "die",
    "when",
    "repeat",
    "set",
];

impl Step {
    /// The verb, as it is written.
    pub fn verb(&self) -> &'static str {
        match self {
            Self::Say(_) => "say",
            Self::Stream(_) => "stream",
            Self::Think(_) => "think",
            Self::Tool(_) => "tool",
            Self::Parallel(_) => "parallel",
            Self::Ask(_) => "ask",
            Self::Plan(_) => "plan",
            Self::Agent(_) => "agent",
            Self::Background(_) => "background",
            Self::Todos(_) => "todos",
            Self::Task(_) => "task",
            Self::Hook(_) => "hook",
            Self::Retry(_) => "retry",
            Self::Compact(_) => "compact",
            Self::Usage(_) => "usage",
            Self::Structured(_) => "structured",
            Self::Fail(_) => "fail",
            Self::End(_) => "end",
            Self::WaitMs(_) => "wait_ms",
            Self::Hang(_) => "hang",
            Self::Mode(_) => "mode",
            Self::Notice(_) => "notice",
            Self::Status(_) => "status",
            Self::Title(_) => "title",
            Self::Help(_) => "help",
            Self::Frame(_) => "frame",
            Self::Noise(_) => "noise",
            Self::Malformed(_) => "malformed",
            Self::Surrogate(_) => "surrogate",
            Self::Huge(_) => "huge",
            Self::Flood(_) => "flood",
            Self::Stderr(_) => "stderr",
            Self::Exit(_) => "exit",
            Self::Die(_) => "die",
            Self::When(_) => "when",
            Self::Repeat(_) => "repeat",
            Self::Set(_) => "set",
        }
    }
}

/// Shows a table with one key as the enum it stands for.
pub(super) struct OneVerb<D>(pub(super) D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for OneVerb<D> {
    type Error = D::Error;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(StepTable(visitor))
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct StepTable<V>(V);

impl<'de, V: Visitor<'de>> Visitor<'de> for StepTable<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a step: a table with one verb, such as { say = \"…\" }")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut table: A) -> Result<V::Value, A::Error> {
        let Some(verb) = table.next_key_seed(Verb { before: None })? else {
            return Err(A::Error::custom(
                "a step needs a verb, such as { say = \"…\" }; this one has none",
            ));
        };
        let value = self.0.visit_enum(Chosen {
            verb,
            table: &mut table,
        })?;
        // Only ever an error: whatever follows is one verb too many.
        table.next_key_seed(Verb { before: Some(verb) })?;
        Ok(value)
    }
}

/// Reads a key, where an error still knows its line.
struct Verb {
    before: Option<&'static str>,
}

impl<'de> DeserializeSeed<'de> for Verb {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<&'static str, D::Error> {
        key.deserialize_str(self)
    }
}

impl Visitor<'_> for Verb {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a verb")
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<&'static str, E> {
        if let Some(before) = self.before {
            return Err(E::custom(format!(
                "a step has one verb, and this one has `{before}` and `{word}`; make two steps of it"
            )));
        }
        VERBS
            .into_iter()
            .find(|verb| *verb == word)
            .ok_or_else(|| unknown(word))
    }
}

fn unknown<E: Error>(word: &str) -> E {
    E::custom(match nearest(word, VERBS) {
        Some(near) => format!("`{word}` is no verb; did you mean `{near}`?"),
        None => format!("`{word}` is no verb; there are: {}", VERBS.join(", ")),
    })
}

struct Chosen<'a, A> {
    verb: &'static str,
    table: &'a mut A,
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for Chosen<'_, A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), A::Error> {
        let variant = seed.deserialize(self.verb.into_deserializer())?;
        Ok((variant, self))
    }
}

/// Every verb has one value; the other forms do not occur.
impl<'de, A: MapAccess<'de>> VariantAccess<'de> for Chosen<'_, A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        Err(A::Error::invalid_type(
            Unexpected::NewtypeVariant,
            &"a verb without a value",
        ))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.table.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(
        self,
        _len: usize,
        _visitor: V,
    ) -> Result<V::Value, A::Error> {
        Err(A::Error::invalid_type(
            Unexpected::NewtypeVariant,
            &"a list",
        ))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        _visitor: V,
    ) -> Result<V::Value, A::Error> {
        Err(A::Error::invalid_type(
            Unexpected::NewtypeVariant,
            &"a table",
        ))
    }
}
