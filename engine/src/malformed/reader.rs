//! Reads types from JSON as serde does, and says what is wrong where. An object is never taken from a list of its
//! fields.

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use super::fault::{Fault, PathStep};
use crate::words::expected::{Expected, NumberRange};

/// Some JSON to be read.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'de>(&'de Value);

impl<'de> Reader<'de> {
    /// This JSON.
    pub const fn new(json: &'de Value) -> Self {
        Self(json)
    }

    fn wrong<T>(self, expected: Expected) -> Result<T, Fault> {
        Err(Fault::wrong(expected, self.0))
    }

    fn whole_number<V: Visitor<'de>>(self, range: NumberRange, visitor: V) -> Result<V::Value, Fault> {
        let read = match (self.0.as_i64(), self.0.as_u64()) {
            (Some(number), _) if range.contains(number) => visitor.visit_i64(number),
            (None, Some(number)) if range.max.is_none() => visitor.visit_u64(number),
            _ => return self.wrong(Expected::WholeNumber(range)),
        };
        read.map_err(|fault: Fault| fault.of(self.0))
    }

    fn fields<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Object(fields) => ObjectReader(fields).deserialize_map(visitor),
            _ => self.wrong(Expected::Object),
        }
    }

    fn entries<V: Visitor<'de>>(self, length: Option<usize>, visitor: V) -> Result<V::Value, Fault> {
        match (self.0, length) {
            (Value::Array(entries), None) => visitor.visit_seq(Entries(entries.iter().enumerate())),
            (Value::Array(entries), Some(length)) if entries.len() == length => {
                visitor.visit_seq(Entries(entries.iter().enumerate()))
            }
            (_, length) => return self.wrong(length.map_or(Expected::List, Expected::ListOf)),
        }
        .map_err(|fault: Fault| fault.of(self.0))
    }
}

macro_rules! whole_numbers {
    ($($method:ident: $min:expr, $max:expr;)+) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.whole_number(NumberRange { min: $min, max: $max }, visitor)
        }
    )+ };
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let read = match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_i64(number),
                (_, Some(number), _) => visitor.visit_u64(number),
                (.., number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(entries) => visitor.visit_seq(Entries(entries.iter().enumerate())),
            Value::Object(fields) => visitor.visit_map(FieldAccess::of(fields)),
        };
        read.map_err(|fault: Fault| fault.of(self.0))
    }

    whole_numbers! {
        deserialize_i8: i8::MIN.into(), Some(i8::MAX.into());
        deserialize_i16: i16::MIN.into(), Some(i16::MAX.into());
        deserialize_i32: i32::MIN.into(), Some(i32::MAX.into());
        deserialize_i64: i64::MIN, Some(i64::MAX);
        deserialize_u8: 0, Some(u8::MAX.into());
        deserialize_u16: 0, Some(u16::MAX.into());
        deserialize_u32: 0, Some(u32::MAX.into());
        deserialize_u64: 0, None;
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_boolean() { self.deserialize_any(visitor) } else { self.wrong(Expected::TrueOrFalse) }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_number() { self.deserialize_any(visitor) } else { self.wrong(Expected::Number) }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_string() { self.deserialize_any(visitor) } else { self.wrong(Expected::Text) }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.0.is_null() { visitor.visit_unit() } else { self.wrong(Expected::Nothing) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.entries(None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        self.entries(Some(length), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.fields(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.fields(visitor)
    }

    /// Only words: what has fields as well is read by its `type`.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.0 {
            Value::String(word) => visitor.visit_enum(WordAccess(word)).map_err(|fault| fault.of(self.0)),
            _ => self.wrong(Expected::OneOf(words.to_vec())),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit_struct tuple_struct identifier
    }
}

/// The fields of an object to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObjectReader<'de>(pub(crate) &'de Map<String, Value>);

impl<'de> Deserializer<'de> for ObjectReader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(FieldAccess::of(self.0))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A word of some.
struct WordAccess<'de>(&'de str);

impl<'de> EnumAccess<'de> for WordAccess<'de> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Fault> {
        let word: StrDeserializer<'_, Fault> = self.0.into_deserializer();
        Ok((seed.deserialize(word)?, self))
    }
}

impl<'de> VariantAccess<'de> for WordAccess<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Fault> {
        Err(Fault::invalid_type(Unexpected::Str(self.0), &"an object"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Fault> {
        Err(Fault::invalid_type(Unexpected::Str(self.0), &"an object"))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Fault> {
        Err(Fault::invalid_type(Unexpected::Str(self.0), &"an object"))
    }
}

struct Entries<'de>(std::iter::Enumerate<std::slice::Iter<'de, Value>>);

impl<'de> SeqAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some((index, entry)) = self.0.next() else { return Ok(None) };
        seed.deserialize(Reader(entry))
            .map(Some)
            .map_err(|fault| fault.of(entry).within(PathStep::Entry(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct FieldAccess<'de> {
    left: serde_json::map::Iter<'de>,
    now: Option<(&'de str, &'de Value)>,
}

impl<'de> FieldAccess<'de> {
    fn of(fields: &'de Map<String, Value>) -> Self {
        Self { left: fields.iter(), now: None }
    }
}

impl<'de> MapAccess<'de> for FieldAccess<'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        self.now = self.left.next().map(|(key, value)| (&**key, value));
        self.now.map(|(key, _)| seed.deserialize(BorrowedStrDeserializer::new(key))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        // Serde asks for a value after its key only.
        let (key, value) = self.now.take().ok_or_else(|| Fault::custom("a value without a key"))?;
        let within = |fault: Fault| fault.of(value).within(PathStep::Field(key.to_owned()));
        seed.deserialize(Reader(value)).map_err(within)
    }
}
