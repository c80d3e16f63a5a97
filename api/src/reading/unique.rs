//! JSON in which no object has a field twice (RFC 7493, 2.3): readers disagree which of them counts, and what is hashed
//! has one form only (RFC 8785).

use std::cell::Cell;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Value};

use super::mistake::Mistake;

/// Why some bytes are no such JSON.
#[derive(Debug)]
pub enum NotUnique {
    /// They are no JSON.
    NotJson(serde_json::Error),
    /// A field is there twice.
    Repeated(Mistake),
}

/// JSON in which no object has a field twice.
#[derive(Debug)]
pub struct UniqueJson(pub Value);

impl UniqueJson {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// If the bytes are no JSON, or the first field that is there twice.
    pub fn parse(bytes: &[u8]) -> Result<Self, NotUnique> {
        let repeated = Cell::new(None);
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        let read = UniqueValue(&repeated).deserialize(&mut reader);
        let value = read.and_then(|value| reader.end().map(|()| value));
        value
            .map(Self)
            .map_err(|error| repeated.take().map_or(NotUnique::NotJson(error), NotUnique::Repeated))
    }
}

impl<'de> Deserialize<'de> for UniqueJson {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let repeated = Cell::new(None);
        let read = UniqueValue(&repeated).deserialize(reader);
        read.map(Self).map_err(|error| repeated.take().map_or(error, D::Error::custom))
    }
}

/// Reads a value. Errors of a reader hold no path, so a field that is there twice is noted beside them.
#[derive(Clone, Copy)]
struct UniqueValue<'r>(&'r Cell<Option<Mistake>>);

impl UniqueValue<'_> {
    /// The same error a step further out.
    fn within<E>(self, error: E, step: impl FnOnce(Mistake) -> Mistake) -> E {
        self.0.set(self.0.take().map(step));
        error
    }
}

impl<'de> DeserializeSeed<'de> for UniqueValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueValue<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(truth.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            let entry = entries.next_element_seed(self);
            match entry.map_err(|error| self.within(error, |mistake| mistake.at(values.len())))? {
                Some(value) => values.push(value),
                None => return Ok(values.into()),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            match values.entry(name) {
                Entry::Occupied(entry) => {
                    self.0.set(Some(Mistake::repeated(entry.key())));
                    return Err(A::Error::custom("a field is there twice"));
                }
                Entry::Vacant(entry) => {
                    let value = fields.next_value_seed(self);
                    let value =
                        value.map_err(|error| self.within(error, |mistake| mistake.in_field(entry.key())))?;
                    entry.insert(value);
                }
            }
        }
        Ok(values.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_has_every_field_once_is_read_as_ever() {
        for text in [
            "null",
            "[]",
            "{}",
            r#"{"a":{"a":1},"b":[{"a":-1},{"a":1.5}],"":"\u0000é"}"#,
            "18446744073709551615",
            "1e300",
            "123456789012345678901234567890",
        ] {
            let value: Value = serde_json::from_str(text).expect(text);
            assert_eq!(UniqueJson::parse(text.as_bytes()).expect(text).0, value);
        }
    }

    #[test]
    fn a_field_that_is_there_twice_is_named_with_its_path() {
        for (text, field) in [
            (r#"{"game":"bremen","game":"bremen"}"#, "game"),
            (r#"{"game":1,"g\u0061me":2}"#, "game"),
            (r#"{"a":[1,{"b":{"c":[],"c":[]}}]}"#, "a[1].b.c"),
            (r#"[[{"x":1,"x":1"#, "[0][0].x"),
        ] {
            let NotUnique::Repeated(mistake) = UniqueJson::parse(text.as_bytes()).expect_err(text) else {
                panic!("{text} has a field twice")
            };
            assert_eq!(mistake.field().as_deref(), Some(field), "{text}");
            assert!(serde_json::from_str::<UniqueJson>(text).is_err(), "{text}");
        }
        assert!(matches!(UniqueJson::parse(b"{} x"), Err(NotUnique::NotJson(_))));
        assert!(matches!(UniqueJson::parse(b"{\"a\":"), Err(NotUnique::NotJson(error)) if error.is_eof()));
        assert_eq!(UniqueJson::parse(b" [1] ").expect("JSON").0, json!([1]));
    }
}
