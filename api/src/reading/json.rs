//! Reading a JSON value as a type.

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Value;

use super::MAX_SAFE_INTEGER;
use super::mistake::{Mistake, text_of, whole};
use crate::words::requests::Expected;

/// A value to be read.
#[derive(Clone, Copy)]
pub(super) struct Json<'de>(pub &'de Value);

impl<'de> Json<'de> {
    /// Reads the value as it is, if it is of the right kind; if a type's own reader refuses it, this should have been
    /// there.
    fn of_kind<V: Visitor<'de>>(
        self,
        right: bool,
        expected: Expected,
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        if !right {
            return Err(Mistake::expected(expected));
        }
        self.deserialize_any(visitor).map_err(|mistake| mistake.or_expected(Some(expected)))
    }

    fn whole<V: Visitor<'de>>(self, expected: Expected, visitor: V) -> Result<V::Value, Mistake> {
        self.of_kind(self.0.is_i64() || self.0.is_u64(), expected, visitor)
    }

    /// A string; a type of its own, such as a time, refuses some.
    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        let own = text_of(&visitor);
        match self.0 {
            Value::String(_) => {
                self.deserialize_any(visitor).map_err(|mistake: Mistake| mistake.or_expected(own))
            }
            _ => Err(Mistake::expected(own.unwrap_or(Expected::Characters))),
        }
    }
}

impl<'de> Deserializer<'de> for Json<'de> {
    type Error = Mistake;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(truth) => visitor.visit_bool(*truth),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(values) => visitor.visit_seq(ListReader { values: values.iter(), at: 0 }),
            Value::Object(fields) => visitor.visit_map(Fields { fields: fields.iter(), value: None }),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.of_kind(self.0.is_boolean(), Expected::TrueOrFalse, visitor)
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.whole(whole(i8::MIN, i8::MAX), visitor)
    }

    fn deserialize_i16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.whole(whole(i16::MIN, i16::MAX), visitor)
    }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.whole(whole(i32::MIN, i32::MAX), visitor)
    }

    fn deserialize_i64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.whole(Expected::WholeNumber(None), visitor)
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.whole(whole(0, u8::MAX), visitor)
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.whole(whole(0, u16::MAX), visitor)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.whole(whole(0, u32::MAX), visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.whole(whole(0, MAX_SAFE_INTEGER.cast_signed()), visitor)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.of_kind(self.0.is_number(), Expected::Number, visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.of_kind(self.0.is_number(), Expected::Number, visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.text(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.text(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        let expected = text_of(&visitor);
        visitor.visit_newtype_struct(self).map_err(|mistake: Mistake| mistake.or_expected(expected))
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.of_kind(self.0.is_array(), Expected::List, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Mistake> {
        self.of_kind(self.0.is_object(), Expected::Object, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        self.of_kind(self.0.is_object(), Expected::Object, visitor)
    }

    /// Enums without values: a word.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Mistake> {
        match self.0 {
            Value::String(word) => {
                let word: StrDeserializer<'_, Mistake> = word.as_str().into_deserializer();
                visitor.visit_enum(word)
            }
            other => Err(Mistake::unknown_variant(&other.to_string(), words)),
        }
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any }
}

/// The values of a list.
struct ListReader<'de> {
    values: std::slice::Iter<'de, Value>,
    at: usize,
}

impl<'de> SeqAccess<'de> for ListReader<'de> {
    type Error = Mistake;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Mistake> {
        let Some(value) = self.values.next() else { return Ok(None) };
        let at = self.at;
        self.at += 1;
        seed.deserialize(Json(value)).map(Some).map_err(|mistake| mistake.at(at))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.values.len())
    }
}

/// The fields of an object.
struct Fields<'de> {
    fields: serde_json::map::Iter<'de>,
    /// The value of the field whose name was read last.
    value: Option<(&'de str, &'de Value)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Mistake;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Mistake> {
        let Some((name, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some((name, value));
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Mistake> {
        let (name, value) = self.value.take().ok_or_else(|| Mistake::custom("a value before its name"))?;
        seed.deserialize(Json(value)).map_err(|mistake| mistake.in_field(name))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}
