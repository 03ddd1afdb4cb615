//! Values that can be written in two ways: short, or as a table. Owns: telling the two apart so that an error names the
//! key it is at, which an untagged enum cannot.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Something with a short form. What it does not take is refused with what is expected.
pub(super) trait Short: Sized {
    /// What may stand there, for messages.
    const EXPECTED: &'static str;

    /// From a text.
    fn from_text<E: Error>(text: &str) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Str(text), &Self::EXPECTED))
    }

    /// From a whole number.
    fn from_number<E: Error>(number: i64) -> Result<Self, E> {
        Err(E::invalid_type(Unexpected::Signed(number), &Self::EXPECTED))
    }

    /// From a table.
    fn from_table<'de, D: Deserializer<'de>>(table: D) -> Result<Self, D::Error>;
}

/// Reads either form.
pub(super) fn read<'de, T: Short, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    deserializer.deserialize_any(Either(PhantomData))
}

struct Either<T>(PhantomData<T>);

impl<'de, T: Short> Visitor<'de> for Either<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::from_number(number)
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<T, A::Error> {
        T::from_table(MapAccessDeserializer::new(table))
    }
}
