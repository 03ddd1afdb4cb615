//! Packing. Owns: a value to bytes.

use super::{Broken, Names, tag};
use serde::ser::{self, Serialize};

/// Appends the value.
pub(in crate::session) fn pack<T: Serialize>(
    value: &T,
    names: &mut Names,
    into: &mut Vec<u8>,
) -> Result<(), Broken> {
    value.serialize(&mut Packer { out: into, names })
}

struct Packer<'a> {
    out: &'a mut Vec<u8>,
    names: &'a mut Names,
}

impl Packer<'_> {
    fn tag(&mut self, tag: u8) {
        self.out.push(tag);
    }

    /// Seven bits a byte, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.out.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        self.out.push(number.to_le_bytes()[0]);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.out.extend_from_slice(text.as_bytes());
    }

    fn name(&mut self, name: &'static str) {
        let number = self.names.number(name);
        self.tag(tag::NAME);
        self.number(number as u64);
    }

    fn variant(&mut self, name: &'static str) {
        self.tag(tag::VARIANT);
        self.name(name);
    }
}

/// A list, map, struct or variant that is being written.
struct Open<'p, 'a>(&'p mut Packer<'a>);

impl Open<'_, '_> {
    fn close(self) {
        self.0.tag(tag::END);
    }
}

impl<'p, 'a> ser::Serializer for &'p mut Packer<'a> {
    type Ok = ();
    type Error = Broken;
    type SerializeSeq = Open<'p, 'a>;
    type SerializeTuple = Open<'p, 'a>;
    type SerializeTupleStruct = Open<'p, 'a>;
    type SerializeTupleVariant = Open<'p, 'a>;
    type SerializeMap = Open<'p, 'a>;
    type SerializeStruct = Open<'p, 'a>;
    type SerializeStructVariant = Open<'p, 'a>;

    fn serialize_bool(self, value: bool) -> Result<(), Broken> {
        self.tag(if value { tag::TRUE } else { tag::FALSE });
        Ok(())
    }
    fn serialize_i8(self, value: i8) -> Result<(), Broken> {
        self.serialize_i64(value.into())
    }
    fn serialize_i16(self, value: i16) -> Result<(), Broken> {
        self.serialize_i64(value.into())
    }
    fn serialize_i32(self, value: i32) -> Result<(), Broken> {
        self.serialize_i64(value.into())
    }
    fn serialize_i64(self, value: i64) -> Result<(), Broken> {
        if let Ok(value) = u64::try_from(value) {
            return self.serialize_u64(value);
        }
        self.tag(tag::NEGATIVE);
        self.number((!value).cast_unsigned());
        Ok(())
    }
    fn serialize_u8(self, value: u8) -> Result<(), Broken> {
        self.serialize_u64(value.into())
    }
    fn serialize_u16(self, value: u16) -> Result<(), Broken> {
        self.serialize_u64(value.into())
    }
    fn serialize_u32(self, value: u32) -> Result<(), Broken> {
        self.serialize_u64(value.into())
    }
    fn serialize_u64(self, value: u64) -> Result<(), Broken> {
        self.tag(tag::UNSIGNED);
        self.number(value);
        Ok(())
    }
    fn serialize_f32(self, value: f32) -> Result<(), Broken> {
        self.serialize_f64(value.into())
    }
    fn serialize_f64(self, value: f64) -> Result<(), Broken> {
        self.tag(tag::FLOAT);
        self.out.extend_from_slice(&value.to_bits().to_le_bytes());
        Ok(())
    }
    fn serialize_char(self, value: char) -> Result<(), Broken> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }
    fn serialize_str(self, value: &str) -> Result<(), Broken> {
        self.tag(tag::TEXT);
        self.text(value);
        Ok(())
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<(), Broken> {
        Err(Broken::new("no part of a state is bytes"))
    }
    fn serialize_none(self) -> Result<(), Broken> {
        self.tag(tag::NONE);
        Ok(())
    }
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Broken> {
        self.tag(tag::SOME);
        value.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Broken> {
        self.tag(tag::UNIT);
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Broken> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Broken> {
        self.tag(tag::WORD);
        self.name(variant);
        Ok(())
    }
    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Broken> {
        value.serialize(self)
    }
    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Broken> {
        self.variant(variant);
        value.serialize(self)
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'p, 'a>, Broken> {
        self.tag(tag::LIST);
        Ok(Open(self))
    }
    fn serialize_tuple(self, _: usize) -> Result<Open<'p, 'a>, Broken> {
        self.serialize_seq(None)
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'p, 'a>, Broken> {
        self.serialize_seq(None)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'p, 'a>, Broken> {
        self.variant(variant);
        self.serialize_seq(None)
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Open<'p, 'a>, Broken> {
        self.tag(tag::MAP);
        Ok(Open(self))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'p, 'a>, Broken> {
        self.serialize_map(None)
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'p, 'a>, Broken> {
        self.variant(variant);
        self.serialize_map(None)
    }
}

macro_rules! lists {
    ($($kind:ident $add:ident),*) => {$(
        impl ser::$kind for Open<'_, '_> {
            type Ok = ();
            type Error = Broken;
            fn $add<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Broken> {
                value.serialize(&mut *self.0)
            }
            fn end(self) -> Result<(), Broken> {
                self.close();
                Ok(())
            }
        }
    )*};
}

lists!(
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! structs {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Open<'_, '_> {
            type Ok = ();
            type Error = Broken;
            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Broken> {
                self.0.name(key);
                value.serialize(&mut *self.0)
            }
            fn end(self) -> Result<(), Broken> {
                self.close();
                Ok(())
            }
        }
    )*};
}

structs!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Open<'_, '_> {
    type Ok = ();
    type Error = Broken;
    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), Broken> {
        key.serialize(&mut *self.0)
    }
    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Broken> {
        value.serialize(&mut *self.0)
    }
    fn end(self) -> Result<(), Broken> {
        self.close();
        Ok(())
    }
}
