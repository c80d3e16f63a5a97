//! JSON that can be stored. No object has a field twice (RFC 7493, 2.3): readers disagree which of them counts, and what
//! is hashed has one form only (RFC 8785). PostgreSQL holds no U+0000.

use std::cell::Cell;
use std::fmt;

use kifu_engine::malformed::{Fault, MAX_SAFE_INTEGER, PathStep};
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::complaint::{NUL, complaint};
use crate::http::words::text;

/// Why some bytes are no such JSON.
#[derive(Debug)]
pub enum NotStorable {
    /// They are no JSON.
    NotJson(serde_json::Error),
    /// A field is there twice, or there is a U+0000.
    Faulty(Fault),
}

/// JSON that can be stored. `3.0` is the whole number 3, as in JSON Schema.
#[derive(Debug)]
pub struct StorableJson(pub Value);

impl StorableJson {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// If the bytes are no JSON, or the first place that cannot be stored.
    pub fn parse(bytes: &[u8]) -> Result<Self, NotStorable> {
        let fault = Cell::new(None);
        let mut reader = serde_json::Deserializer::from_slice(bytes);
        let read = ValueReader(&fault).deserialize(&mut reader);
        let value = read.and_then(|value| reader.end().map(|()| value));
        value.map(Self).map_err(|error| fault.take().map_or(NotStorable::NotJson(error), NotStorable::Faulty))
    }
}

impl<'de> Deserialize<'de> for StorableJson {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        let fault = Cell::new(None);
        let read = ValueReader(&fault).deserialize(reader);
        read.map(Self).map_err(|error| {
            let said = |fault: Fault| text(complaint(&fault, "field").0).en;
            fault.take().map_or(error, |fault| D::Error::custom(said(fault)))
        })
    }
}

/// Reads a value. Errors of a reader hold no path, so a fault is noted beside them.
#[derive(Clone, Copy)]
struct ValueReader<'r>(&'r Cell<Option<Fault>>);

impl ValueReader<'_> {
    fn refuse<E: Error>(self, fault: Fault) -> E {
        self.0.set(Some(fault));
        E::custom("it cannot be stored")
    }

    /// Refuses a text with U+0000.
    fn check<E: Error>(self, text: &str) -> Result<(), E> {
        if text.contains('\0') { Err(self.refuse(Fault::custom(NUL))) } else { Ok(()) }
    }

    /// Puts the fault that was noted a step further out.
    fn within<E>(self, error: E, step: impl FnOnce(Fault) -> Fault) -> E {
        self.0.set(self.0.take().map(step));
        error
    }
}

impl<'de> DeserializeSeed<'de> for ValueReader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueReader<'_> {
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
        let is_whole = number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER as f64;
        let whole = is_whole.then(|| format!("{number:.0}").parse::<i64>().ok()).flatten();
        Ok(whole.map_or_else(|| number.into(), Value::from))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        self.check(text).map(|()| text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        loop {
            let entry = entries.next_element_seed(self);
            let step = PathStep::Entry(values.len());
            match entry.map_err(|error| self.within(error, |fault| fault.within(step)))? {
                Some(value) => values.push(value),
                None => return Ok(values.into()),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            self.check(&name)?;
            if values.contains_key(&name) {
                return Err(self.refuse(Fault::repeated(&name)));
            }
            let value = fields.next_value_seed(self);
            let value = value.map_err(|error| self.within(error, |fault| fault.in_field(&name)))?;
            values.insert(name, value);
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
            r#"{"a":{"a":1},"b":[{"a":-1},{"a":1.5}],"":"é"}"#,
            "18446744073709551615",
            "1e300",
            "123456789012345678901234567890",
        ] {
            let value: Value = serde_json::from_str(text).expect(text);
            assert_eq!(StorableJson::parse(text.as_bytes()).expect(text).0, value);
        }
    }

    #[test]
    fn a_decimal_without_a_fraction_is_a_whole_number() {
        let read =
            StorableJson::parse(b"[3.0, -0.0, 1.5, 9007199254740991.0, 9007199254740993.0]").expect("JSON").0;
        assert_eq!(read.to_string(), "[3,0,1.5,9007199254740991,9007199254740992.0]");
    }

    #[test]
    fn a_field_that_is_there_twice_is_named_with_its_path() {
        for (text, field) in [
            (r#"{"game":"bremen","game":"bremen"}"#, "game"),
            (r#"{"game":1,"g\u0061me":2}"#, "game"),
            (r#"{"a":[1,{"b":{"c":[],"c":[]}}]}"#, "a[1].b.c"),
            (r#"[[{"x":1,"x":1"#, "[0][0].x"),
        ] {
            assert_eq!(
                complaint_of(text),
                (format!("“{field}” occurs more than once."), json!(field)),
                "{text}"
            );
            assert!(serde_json::from_str::<StorableJson>(text).is_err(), "{text}");
        }
        assert!(matches!(StorableJson::parse(b"{} x"), Err(NotStorable::NotJson(_))));
        assert!(
            matches!(StorableJson::parse(b"{\"a\":"), Err(NotStorable::NotJson(error)) if error.is_eof())
        );
        assert_eq!(StorableJson::parse(b" [1] ").expect("JSON").0, json!([1]));
    }

    #[test]
    fn a_nul_is_refused_with_its_path() {
        for (text, field) in [
            (r#""\u0000""#, None),
            (r#"{"\u0000":1}"#, None),
            (r#"{"a":{"\u0000":1}}"#, Some("a")),
            (r#"[{"a":["é","x\u0000"]}]"#, Some("[0].a[1]")),
        ] {
            let said = "The character U+0000 cannot be used.".to_owned();
            assert_eq!(complaint_of(text), (said, json!(field)), "{text}");
        }
    }

    /// Reads a text: the complaint in English, and the field.
    fn complaint_of(json: &str) -> (String, Value) {
        let Err(NotStorable::Faulty(fault)) = StorableJson::parse(json.as_bytes()) else {
            panic!("{json} can be stored, or is no JSON")
        };
        let (message, values) = complaint(&fault, "field");
        (text(message).en.into_owned(), values["field"].clone())
    }
}
