//! Reading the parameters of a query as a type.

use std::slice;
use std::str::FromStr;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::MAX_SAFE_INTEGER;
use super::mistake::{Mistake, text_of, whole};
use crate::words::requests::Expected;

/// All parameters of a query, by name.
pub(super) struct Parameters<'de> {
    parameters: slice::Iter<'de, (String, String)>,
    /// The one whose name was read last.
    current: Option<&'de (String, String)>,
}

impl<'de> Parameters<'de> {
    pub(super) fn of(parameters: &'de [(String, String)]) -> Self {
        Self { parameters: parameters.iter(), current: None }
    }
}

impl<'de> MapAccess<'de> for Parameters<'de> {
    type Error = Mistake;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Mistake> {
        self.current = self.parameters.next();
        let Some((name, _)) = self.current else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Mistake> {
        let (name, value) = self.current.ok_or_else(|| Mistake::custom("a value before its name"))?;
        seed.deserialize(ParameterValue(value)).map_err(|mistake| mistake.in_field(name))
    }
}

impl<'de> Deserializer<'de> for Parameters<'de> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_map(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The value of a parameter.
#[derive(Clone, Copy)]
struct ParameterValue<'de>(&'de str);

impl ParameterValue<'_> {
    fn parsed<T: FromStr>(self, expected: Expected) -> Result<T, Mistake> {
        self.0.parse().map_err(|_| Mistake::expected(expected))
    }
}

impl<'de> Deserializer<'de> for ParameterValue<'de> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        let expected = text_of(&visitor);
        visitor.visit_borrowed_str(self.0).map_err(|mistake: Mistake| mistake.or_expected(expected))
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_bool(self.parsed(Expected::TrueOrFalse)?)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_u8(self.parsed(whole(0, u8::MAX))?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_u32(self.parsed(whole(0, u32::MAX))?)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        let expected = whole(0, MAX_SAFE_INTEGER.cast_signed());
        let number: u64 = self.parsed(expected.clone())?;
        if number > MAX_SAFE_INTEGER { Err(Mistake::expected(expected)) } else { visitor.visit_u64(number) }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        let word: StrDeserializer<'_, Mistake> = self.0.into_deserializer();
        visitor.visit_enum(word)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u16 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map
        struct identifier ignored_any
    }
}
