//! Reads types from input as serde does, and locates errors. An object is never taken from a list of its fields or from
//! null, nor a text from a list of its bytes. The visitor of a type knows what else the type takes.

use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};

use super::fault::{Fault, PathStep};
use crate::words::expected::Expected;
use crate::words::json::InputValue;

/// The largest whole number that every reader of JSON reads exactly (RFC 7493, 2.2).
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Input to be read.
#[derive(Clone, Copy, Debug)]
pub enum Reader<'de> {
    /// JSON.
    Json(&'de Value),
    /// The text of a parameter, which also stands for a number, or for `true` and `false`.
    Text(&'de str),
}

impl<'de> Reader<'de> {
    fn wrong<T>(self, expected: Expected) -> Result<T, Fault> {
        Err(Fault::wrong(expected, self.input()))
    }

    pub(super) fn input(self) -> InputValue {
        match self {
            Self::Json(json) => InputValue::of(json.clone()),
            Self::Text(text) => InputValue::of(text),
        }
    }

    fn text(self) -> Option<&'de str> {
        match self {
            Self::Json(json) => json.as_str(),
            Self::Text(text) => Some(text),
        }
    }

    fn scalar<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let Self::Text(text) = self else { return self.deserialize_any(visitor) };
        let number = text.parse().ok().filter(|number| *number <= MAX_SAFE_INTEGER);
        match (number, text.parse()) {
            (Some(number), _) => visitor.visit_u64(number),
            (None, Ok(flag)) => visitor.visit_bool(flag),
            (None, Err(_)) => visitor.visit_borrowed_str(text),
        }
        .map_err(|fault: Fault| fault.of(self))
    }
}

macro_rules! scalars {
    ($($method:ident)+) => { $(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.scalar(visitor)
        }
    )+ };
}

impl<'de> Deserializer<'de> for Reader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let read = match self {
            Self::Text(text) => visitor.visit_borrowed_str(text),
            Self::Json(Value::Null) => visitor.visit_unit(),
            Self::Json(Value::Bool(flag)) => visitor.visit_bool(*flag),
            Self::Json(Value::Number(number)) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_i64(number),
                (_, Some(number), _) => visitor.visit_u64(number),
                (.., number) => visitor.visit_f64(number.unwrap_or(f64::NAN)),
            },
            Self::Json(Value::String(text)) => visitor.visit_borrowed_str(text),
            Self::Json(Value::Array(entries)) => visitor.visit_seq(Entries(entries.iter().enumerate())),
            Self::Json(Value::Object(fields)) => object(fields).deserialize_any(visitor),
        };
        read.map_err(|fault: Fault| fault.of(self))
    }

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8
        deserialize_u16 deserialize_u32 deserialize_u64
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let expected = Expected::of(&visitor);
        match self.text() {
            Some(text) => {
                visitor.visit_borrowed_str(text).map_err(|fault: Fault| fault.or_expected(expected))
            }
            None => return self.wrong(expected),
        }
        .map_err(|fault| fault.of(self))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Self::Json(json) if json.is_null() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Self::Json(json) if json.as_array().is_some_and(|entries| entries.len() == length) => {
                self.deserialize_any(visitor)
            }
            _ => self.wrong(Expected::ListOf(length)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Self::Json(json) if json.is_object() => self.deserialize_any(visitor),
            _ => self.wrong(Expected::Object),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    /// Reads words only; a variant with fields is read by its `type`.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let Some(word) = self.text() else { return self.wrong(Expected::OneOf(words.to_vec())) };
        let word: StrDeserializer<'_, Fault> = word.into_deserializer();
        visitor.visit_enum(word).map_err(|fault| fault.of(self))
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char bytes byte_buf unit unit_struct seq tuple_struct identifier ignored_any
    }
}

/// Reads the fields of an object.
pub(crate) fn object(fields: &Map<String, Value>) -> impl Deserializer<'_, Error = Fault> {
    reader_of(fields.iter().map(|(name, value)| (name.as_str(), Reader::Json(value))))
}

/// Reads the parameters of a query: an object of texts.
pub fn parameters(parameters: &[(String, String)]) -> impl Deserializer<'_, Error = Fault> {
    reader_of(parameters.iter().map(|(name, text)| (name.as_str(), Reader::Text(text))))
}

fn reader_of<'de>(
    fields: impl Iterator<Item = (&'de str, Reader<'de>)>,
) -> impl Deserializer<'de, Error = Fault> {
    MapAccessDeserializer::new(FieldReader { left: fields, now: None })
}

struct Entries<'de>(std::iter::Enumerate<std::slice::Iter<'de, Value>>);

impl<'de> SeqAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some((index, entry)) = self.0.next() else { return Ok(None) };
        let entry = Reader::Json(entry);
        seed.deserialize(entry).map(Some).map_err(|fault| fault.of(entry).within(PathStep::Entry(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct FieldReader<'de, I> {
    left: I,
    now: Option<(&'de str, Reader<'de>)>,
}

impl<'de, I: Iterator<Item = (&'de str, Reader<'de>)>> MapAccess<'de> for FieldReader<'de, I> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        self.now = self.left.next();
        self.now.map(|(name, _)| seed.deserialize(BorrowedStrDeserializer::new(name))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        // Serde asks for a value after its key only.
        let (name, value) = self.now.take().ok_or_else(|| Fault::custom("a value without a key"))?;
        seed.deserialize(value).map_err(|fault| fault.of(value).in_field(name))
    }
}
