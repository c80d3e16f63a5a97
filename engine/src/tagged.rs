//! Moves as JSON objects, their name in the field `type` beside their own fields.
//!
//! Serde puts an internally tagged object aside before it reads it, which was half the cost of a fold. So moves derive
//! serde's plain form, and this module shows them their `type` as the variant. The JSON is the same.

use std::fmt;

use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error as _, MapAccess, VariantAccess,
    Visitor,
};
use serde::forward_to_deserialize_any;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::malformed::{Fault, object};

/// The field that names a move.
pub const TYPE_FIELD: &str = "type";
/// The field that marks a move as recorded irregular. No move has a field of that name.
pub const IRREGULAR_FIELD: &str = "irregular";
/// The field that marks a move as logged by a seat itself. No move has a field of that name.
pub const STATEMENT_FIELD: &str = "statement";

/// The marks that the log gives to a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// [`IRREGULAR_FIELD`].
    pub irregular: bool,
    /// [`STATEMENT_FIELD`].
    pub statement: bool,
}

/// Reads a move with its marks. `None` if the object has no name in `type`.
pub fn read<M: DeserializeOwned>(fields: &Map<String, Value>) -> Option<Result<(M, Marks), Fault>> {
    let kind = fields.get(TYPE_FIELD)?.as_str()?;
    Some(read_object(kind, object(fields)).map_err(|fault| fault.word_in_field(TYPE_FIELD)))
}

/// Reads a move without marks; their names are then fields like others.
pub fn read_unmarked<M: DeserializeOwned>(fields: &Map<String, Value>) -> Option<Result<M, Fault>> {
    let kind = fields.get(TYPE_FIELD)?.as_str()?;
    let read = M::deserialize(Tagged { kind, marks: None, object: object(fields) });
    Some(read.map_err(|fault| fault.word_in_field(TYPE_FIELD)))
}

/// The move that a test wrote down.
#[cfg(test)]
pub fn written<M: DeserializeOwned>(mv: Value) -> M {
    let Value::Object(mv) = mv else { panic!("{mv} is no object") };
    read(&mv).expect("a type").expect("a move").0
}

/// Reads a move with its marks from a text as it is stored, in one go. `None` if that doesn't work: the text may still
/// hold a move, written in an unusual way.
pub fn read_text<M: DeserializeOwned>(text: &str) -> Option<(M, Marks)> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = read_object(likely_kind(text)?, &mut reader).ok()?;
    reader.end().ok().map(|()| read)
}

/// The value of the last `type` in a text. It may be the wrong one; reading finds that out.
fn likely_kind(text: &str) -> Option<&str> {
    const NAME: &[u8] = b"\"type\"";
    // From the end, where it stands among fields in the order of their names, be it by letters (ours)
    // or by length (PostgreSQL's). There are few colons; comparing at every byte took long.
    let mut rest = text.as_bytes();
    while let Some(colon) = memchr::memrchr(b':', rest) {
        rest = &rest[..colon];
        if rest.ends_with(NAME) {
            let behind = text.get(colon + 1..)?.trim_start().strip_prefix('"')?;
            return behind.get(..behind.bytes().position(|byte| byte == b'"')?);
        }
    }
    None
}

fn read_object<'de, M: DeserializeOwned, D: Deserializer<'de>>(
    kind: &str,
    object: D,
) -> Result<(M, Marks), D::Error> {
    let mut marks = Marks::default();
    let mv = M::deserialize(Tagged { kind, marks: Some(&mut marks), object })?;
    Ok((mv, marks))
}

/// Writes a move. Nothing the engine writes can fail to be JSON: its maps have string keys only.
pub fn write(mv: &impl Serialize) -> Value {
    let Ok(Value::Object(plain)) = serde_json::to_value(mv) else { return Value::Null };
    let Some((kind, Value::Object(mut fields))) = plain.into_iter().next() else { return Value::Null };
    fields.insert(TYPE_FIELD.to_owned(), kind.into());
    Value::Object(fields)
}

/// Writes a move as a part of something else.
pub(crate) fn serialize<S: Serializer>(mv: &impl Serialize, serializer: S) -> Result<S::Ok, S::Error> {
    write(mv).serialize(serializer)
}

/// An object shown as an enum; its `type` names the variant.
struct Tagged<'a, D> {
    kind: &'a str,
    marks: Option<&'a mut Marks>,
    object: D,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Tagged<'_, D> {
    type Error = D::Error;

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, D::Error> {
        Err(D::Error::custom("moves are an enum without a serde tag"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de, D: Deserializer<'de>> EnumAccess<'de> for Tagged<'_, D> {
    type Error = D::Error;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), D::Error> {
        Ok((seed.deserialize(StrDeserializer::<D::Error>::new(self.kind))?, self))
    }
}

impl<'de, D: Deserializer<'de>> VariantAccess<'de> for Tagged<'_, D> {
    type Error = D::Error;

    fn struct_variant<V: Visitor<'de>>(
        self,
        _fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let Self { kind, marks, object } = self;
        object.deserialize_map(OwnFields { kind, marks, named: false, of: visitor })
    }

    fn unit_variant(self) -> Result<(), D::Error> {
        Err(D::Error::custom("a move has fields, if only none: `Pass {}`"))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _seed: S) -> Result<S::Value, D::Error> {
        Err(D::Error::custom("the fields of a move have names"))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _len: usize, _visitor: V) -> Result<V::Value, D::Error> {
        Err(D::Error::custom("the fields of a move have names"))
    }
}

/// Shows only the fields of the move in an object, and notes the others.
struct OwnFields<'a, T> {
    kind: &'a str,
    /// The place to note marks; if `None`, they are fields of the move.
    marks: Option<&'a mut Marks>,
    /// True: `type` was seen, and is this kind.
    named: bool,
    of: T,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for OwnFields<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.of.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let Self { kind, marks, named, of } = self;
        of.visit_map(OwnFields { kind, marks, named, of: map })
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for OwnFields<'_, A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        loop {
            match (self.of.next_key::<&'de str>()?, &mut self.marks) {
                (Some(TYPE_FIELD), _) => {
                    self.named = self.of.next_value::<&'de str>()? == self.kind;
                    if !self.named {
                        return Err(A::Error::custom("the name of the move is another one"));
                    }
                }
                (Some(IRREGULAR_FIELD), Some(marks)) => marks.irregular = self.of.next_value()?,
                (Some(STATEMENT_FIELD), Some(marks)) => marks.statement = self.of.next_value()?,
                (Some(key), _) => return seed.deserialize(BorrowedStrDeserializer::new(key)).map(Some),
                (None, _) if self.named => return Ok(None),
                (None, _) => return Err(A::Error::missing_field(TYPE_FIELD)),
            }
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.of.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Move {
        Say { text: String },
        Pass {},
        Show { card: Card },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Card {
        Pass { number: u8 },
    }

    const PLAIN: Marks = Marks { irregular: false, statement: false };

    fn say(text: &str) -> (Move, Marks) {
        (Move::Say { text: text.into() }, PLAIN)
    }

    fn show() -> (Move, Marks) {
        (Move::Show { card: Card::Pass { number: 1 } }, PLAIN)
    }

    #[test]
    fn a_text_is_read_in_any_order_of_fields_with_any_blanks_and_strings() {
        for (text, read) in [
            (r#"{"type":"say","text":"moo"}"#, Some(say("moo"))),
            (r#" {"text" : "moo" , "type" : "say"} "#, None), // a blank before the colon is unusual
            (r#"{"text": "moo", "type": "say"}"#, Some(say("moo"))),
            (r#"{"text": "\"type\": \"pass\"", "type": "say"}"#, Some(say(r#""type": "pass""#))),
            (r#"{"type": "pass"}"#, Some((Move::Pass {}, PLAIN))),
            (r#"{"card": {"type": "pass", "number": 1}, "type": "show"}"#, Some(show())),
            (
                r#"{"type": "pass", "irregular": true}"#,
                Some((Move::Pass {}, Marks { irregular: true, ..PLAIN })),
            ),
            (
                r#"{"statement": true, "type": "pass"}"#,
                Some((Move::Pass {}, Marks { statement: true, ..PLAIN })),
            ),
        ] {
            assert_eq!(read_text(text), read, "{text}");
        }
    }

    #[test]
    fn a_text_is_never_taken_for_another_move() {
        for text in [
            r#"{"type": "show", "card": {"type": "pass", "number": 1}}"#,
            r#"{"card": {"type": "pass", "number": 1}}"#,
            r#"{"type": "pass", "type": "say", "text": "moo"}"#,
            r#"{"type": "pa\u0073s"}"#,
            r#"{"type": "pass", "te\u0078t": "moo"}"#,
            r#"{"type": "pass"} {}"#,
            r#"{"type": "pass", "text": "moo"}"#,
            r#"{"type": "pass", "irregular": 1}"#,
            r#"{"type":"#,
            r#"{"type":""#,
            r#""type":"pass""#,
            "[]",
            "",
        ] {
            assert_eq!(read_text::<Move>(text), None, "{text}");
        }
    }

    #[test]
    fn written_moves_read_back() {
        for mv in [Move::Pass {}, Move::Show { card: Card::Pass { number: 1 } }] {
            let written = write(&mv);
            assert_eq!(read(written.as_object().unwrap()).unwrap().unwrap(), (mv, PLAIN), "{written}");
        }
        assert_eq!(write(&Move::Pass {}), json!({"type": "pass"}));
    }
}
