//! Moves as JSON objects, their name in the field `type` beside their own fields.
//!
//! The moves of a game derive serde's plain form, `{"bet": {"seat": 0}}`, which reads each field straight into its
//! place. Serde's own form with a tag puts a whole object aside first, and folding a stored log would be reading.

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, IgnoredAny, MapAccess, VariantAccess, Visitor,
};
use serde::{Deserialize, Serialize, forward_to_deserialize_any};
use serde_json::error::Error;
use serde_json::{Map, Value};

/// The field that names a move.
pub const TYPE: &str = "type";
/// The field, no move's own, that says that a move was recorded as irregular.
pub const IRREGULAR: &str = "irregular";

/// What has to be known of an object before it can be read as a move.
#[derive(Deserialize)]
pub struct Head<'a> {
    /// The name of the move.
    #[serde(rename = "type")]
    pub kind: &'a str,
    /// Whether it was recorded as irregular.
    #[serde(default)]
    pub irregular: bool,
}

/// Reads the move that this text holds, knowing its name.
pub fn read_text<M: DeserializeOwned>(kind: &str, text: &str) -> Result<M, Error> {
    M::deserialize(Tagged { kind, text })
}

/// Reads a move from its fields, `type` and `irregular` not among them.
pub fn read<M: DeserializeOwned>(kind: &str, fields: Map<String, Value>) -> Result<M, Error> {
    M::deserialize(Value::Object(Map::from_iter([(kind.to_owned(), Value::Object(fields))])))
}

/// Writes a move. Nothing the engine writes can fail to be JSON: its maps have string keys only.
pub fn write(mv: &impl Serialize) -> Value {
    let Ok(Value::Object(plain)) = serde_json::to_value(mv) else { return Value::Null };
    let Some((kind, Value::Object(mut fields))) = plain.into_iter().next() else { return Value::Null };
    fields.insert(TYPE.to_owned(), kind.into());
    Value::Object(fields)
}

/// An enum whose variant is known and whose fields stand in the text.
struct Tagged<'de, 'k> {
    kind: &'k str,
    text: &'de str,
}

impl<'de> Deserializer<'de> for Tagged<'de, '_> {
    type Error = Error;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::custom("moves are an enum without a serde tag"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> EnumAccess<'de> for Tagged<'de, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Error> {
        Ok((seed.deserialize(StrDeserializer::new(self.kind))?, self))
    }
}

impl<'de> VariantAccess<'de> for Tagged<'de, '_> {
    type Error = Error;

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let mut text = serde_json::Deserializer::from_str(self.text);
        let read = text.deserialize_map(OwnFields(visitor))?;
        text.end().map(|()| read)
    }

    fn unit_variant(self) -> Result<(), Error> {
        Err(Error::custom("a move has fields, if only none: `Pass {}`"))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _seed: S) -> Result<S::Value, Error> {
        Err(Error::custom("the fields of a move have names"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value, Error> {
        Err(Error::custom("the fields of a move have names"))
    }
}

/// Shows an object without what is in its [`Head`].
struct OwnFields<T>(T);

impl<'de, V: Visitor<'de>> Visitor<'de> for OwnFields<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(OwnFields(map))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OwnFields<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        loop {
            match self.0.next_key::<&'de str>()? {
                None => return Ok(None),
                Some(TYPE | IRREGULAR) => self.0.next_value::<IgnoredAny>().map(drop)?,
                Some(key) => return seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some),
            }
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(seed)
    }
}
#[cfg(test)]
mod tests {
    #[test]
    fn dbg() {
        let t = r#"{"seat":0,"tile":"donkey-7","type":"play"}"#;
        let h: super::Head = serde_json::from_str(t).unwrap();
        let m: crate::games::bremen::Move = super::read_text(h.kind, t).unwrap();
        println!("{m:?}");
    }
}
