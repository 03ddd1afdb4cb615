//! Unpacking. Owns: bytes to a value. Bytes that were not packed here are an error, never a panic.

use super::{Broken, Names, tag};
use serde::de::{self, Deserialize, DeserializeSeed, IntoDeserializer as _, Visitor};

/// The value that was packed with these names.
pub(in crate::session) fn unpack<'de, T: Deserialize<'de>>(
    bytes: &'de [u8],
    names: &'de Names,
) -> Result<T, Broken> {
    let mut unpacker = Unpacker {
        rest: bytes,
        names: &names.known,
    };
    let value = T::deserialize(&mut unpacker)?;
    if unpacker.rest.is_empty() {
        Ok(value)
    } else {
        Err(Broken::new("more than one value"))
    }
}

struct Unpacker<'de> {
    rest: &'de [u8],
    names: &'de [&'static str],
}

impl<'de> Unpacker<'de> {
    fn peek(&self) -> Result<u8, Broken> {
        let first = self.rest.first().copied();
        first.ok_or_else(|| Broken::new("it ends too soon"))
    }

    fn take(&mut self, length: usize) -> Result<&'de [u8], Broken> {
        let parts = self.rest.split_at_checked(length);
        let (taken, rest) = parts.ok_or_else(|| Broken::new("it ends too soon"))?;
        self.rest = rest;
        Ok(taken)
    }

    fn tag(&mut self) -> Result<u8, Broken> {
        let tag = self.peek()?;
        self.take(1)?;
        Ok(tag)
    }

    fn number(&mut self) -> Result<u64, Broken> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.tag()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Broken::new("a number that does not end"))
    }

    fn text(&mut self) -> Result<&'de str, Broken> {
        let length = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        let bytes = self.take(length)?;
        std::str::from_utf8(bytes).map_err(|error| Broken(error.to_string()))
    }

    /// What follows the tag of a name.
    fn name(&mut self) -> Result<&'de str, Broken> {
        let number = usize::try_from(self.number()?).unwrap_or(usize::MAX);
        let name = self.names.get(number).copied();
        name.ok_or_else(|| Broken::new("a name that was not given"))
    }

    fn next_name(&mut self) -> Result<&'de str, Broken> {
        match self.tag()? {
            tag::NAME => self.name(),
            _ => Err(Broken::new("no name")),
        }
    }

    fn float(&mut self) -> Result<f64, Broken> {
        let bits = self.take(8)?.first_chunk();
        let bits = bits.ok_or_else(|| Broken::new("it ends too soon"))?;
        Ok(f64::from_bits(u64::from_le_bytes(*bits)))
    }

    fn negative(&mut self) -> Result<i64, Broken> {
        Ok(!self.number()?.cast_signed())
    }
}

impl<'de> de::Deserializer<'de> for &mut Unpacker<'de> {
    type Error = Broken;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        match self.tag()? {
            tag::UNIT | tag::NONE => visitor.visit_unit(),
            tag::SOME => self.deserialize_any(visitor),
            tag::FALSE => visitor.visit_bool(false),
            tag::TRUE => visitor.visit_bool(true),
            tag::UNSIGNED => visitor.visit_u64(self.number()?),
            tag::NEGATIVE => visitor.visit_i64(self.negative()?),
            tag::FLOAT => visitor.visit_f64(self.float()?),
            tag::TEXT => visitor.visit_borrowed_str(self.text()?),
            tag::LIST => {
                let mut inside = Inside::new(self);
                let value = visitor.visit_seq(&mut inside)?;
                inside.close().map(|()| value)
            }
            tag::MAP => {
                let mut inside = Inside::new(self);
                let value = visitor.visit_map(&mut inside)?;
                inside.close().map(|()| value)
            }
            tag::WORD => visitor.visit_borrowed_str(self.next_name()?),
            tag::VARIANT => visitor.visit_map(Single(Some(self))),
            tag::NAME => visitor.visit_borrowed_str(self.name()?),
            _ => Err(Broken::new("no value")),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Broken> {
        match self.peek()? {
            tag::UNIT | tag::NONE => {
                self.tag()?;
                visitor.visit_none()
            }
            tag::SOME => {
                self.tag()?;
                visitor.visit_some(self)
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Broken> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Broken> {
        match self.tag()? {
            tag::WORD => visitor.visit_enum(self.next_name()?.into_deserializer()),
            tag::TEXT => visitor.visit_enum(self.text()?.into_deserializer()),
            tag::VARIANT => visitor.visit_enum(self),
            _ => Err(Broken::new("no variant")),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}

/// The elements of a list, or the entries of a map.
struct Inside<'u, 'de> {
    unpacker: &'u mut Unpacker<'de>,
    ended: bool,
}

impl<'u, 'de> Inside<'u, 'de> {
    fn new(unpacker: &'u mut Unpacker<'de>) -> Self {
        Self {
            unpacker,
            ended: false,
        }
    }

    fn ended(&mut self) -> Result<bool, Broken> {
        if !self.ended && self.unpacker.peek()? == tag::END {
            self.unpacker.tag()?;
            self.ended = true;
        }
        Ok(self.ended)
    }

    /// Who knows how many there are does not look for the end.
    fn close(mut self) -> Result<(), Broken> {
        if self.ended()? {
            Ok(())
        } else {
            Err(Broken::new("more than is wanted"))
        }
    }
}

impl<'de> de::SeqAccess<'de> for &mut Inside<'_, 'de> {
    type Error = Broken;
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Broken> {
        if self.ended()? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.unpacker).map(Some)
    }
}

impl<'de> de::MapAccess<'de> for &mut Inside<'_, 'de> {
    type Error = Broken;
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Broken> {
        if self.ended()? {
            return Ok(None);
        }
        seed.deserialize(&mut *self.unpacker).map(Some)
    }
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Broken> {
        seed.deserialize(&mut *self.unpacker)
    }
}

/// A variant for whoever takes anything: a map with one entry.
struct Single<'u, 'de>(Option<&'u mut Unpacker<'de>>);

impl<'de> de::MapAccess<'de> for Single<'_, 'de> {
    type Error = Broken;
    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Broken> {
        let Some(unpacker) = &mut self.0 else {
            return Ok(None);
        };
        seed.deserialize(&mut **unpacker).map(Some)
    }
    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Broken> {
        let unpacker = self.0.take();
        let unpacker = unpacker.ok_or_else(|| Broken::new("a value without a key"))?;
        seed.deserialize(unpacker)
    }
}

impl<'de> de::EnumAccess<'de> for &mut Unpacker<'de> {
    type Error = Broken;
    type Variant = Self;
    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Broken> {
        let name = seed.deserialize(&mut *self)?;
        Ok((name, self))
    }
}

impl<'de> de::VariantAccess<'de> for &mut Unpacker<'de> {
    type Error = Broken;
    fn unit_variant(self) -> Result<(), Broken> {
        Err(Broken::new("a variant with something in it"))
    }
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Broken> {
        seed.deserialize(self)
    }
    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Broken> {
        de::Deserializer::deserialize_any(self, visitor)
    }
    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Broken> {
        de::Deserializer::deserialize_any(self, visitor)
    }
}
