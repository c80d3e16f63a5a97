//! What is wrong with what was sent, and where.

use std::fmt;

use kifu_engine::message::{Message, Quote};
use kifu_engine::words::Bounds;
use kifu_names::{InvalidName, Name};
use serde::de::{self, Visitor};
use serde_json::{Value, json};

use crate::words::requests::{Expected, Requests};
use crate::words::{Field, shortened};

/// What the reader of a person on a seat expects.
pub const EXPECTED_PERSON: &str = "somebody on a seat";

/// What the reader of a perspective expects.
pub const EXPECTED_PERSPECTIVE: &str = "a perspective";

/// What is wrong with what was sent, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Mistake {
    /// The way to the value concerned, from the inside out.
    steps: Vec<PathStep>,
    fault: Fault,
}

#[derive(Debug, Clone, PartialEq)]
enum PathStep {
    Field(String),
    Index(usize),
}

#[derive(Debug, Clone, PartialEq)]
enum Fault {
    /// Something else should have been there.
    Expected(Expected),
    /// A field of an object is not there.
    Missing(String),
    /// A field is there twice.
    Repeated(String),
    /// There is no such field.
    Unknown { field: String, allowed: Vec<Field> },
    /// A word that is none of these.
    NotAmong { input: String, allowed: Vec<Field> },
    /// A text that is no name.
    Name(InvalidName),
    /// A type's own reader refused the value.
    Unreadable,
}

impl Mistake {
    /// Something else should have been there.
    pub fn expected(expected: Expected) -> Self {
        Self { steps: Vec::new(), fault: Fault::Expected(expected) }
    }

    /// A field is there twice.
    pub(super) fn repeated(field: &str) -> Self {
        Self { steps: Vec::new(), fault: Fault::Repeated(shortened(field)) }
    }

    /// The same in a field of an object.
    pub fn in_field(mut self, name: &str) -> Self {
        self.steps.push(PathStep::Field(name.to_owned()));
        self
    }

    /// The same at a place of a list.
    pub(super) fn at(mut self, index: usize) -> Self {
        self.steps.push(PathStep::Index(index));
        self
    }

    /// The same; if nobody can say what is wrong with the value itself, then that this should have been there.
    pub(super) fn or_expected(self, expected: Option<Expected>) -> Self {
        match expected {
            Some(expected) if self.steps.is_empty() && self.fault == Fault::Unreadable => {
                Self::expected(expected)
            }
            _ => self,
        }
    }

    /// The field concerned, with the way to it: `seats[1].player`; none if it is the whole.
    pub fn field(&self) -> Option<String> {
        let mut path = String::new();
        for step in self.steps.iter().rev() {
            match step {
                PathStep::Field(name) if path.is_empty() => path.push_str(name),
                PathStep::Field(name) => path.extend([".", name]),
                PathStep::Index(index) => path.extend(["[", &index.to_string(), "]"]),
            }
        }
        let last = match &self.fault {
            Fault::Missing(field) | Fault::Repeated(field) | Fault::Unknown { field, .. } => Some(field),
            _ => None,
        };
        if let Some(last) = last {
            path.push_str(if path.is_empty() { "" } else { "." });
            path.push_str(last);
        }
        (!path.is_empty()).then_some(path)
    }

    /// What to say of it.
    pub fn message(&self) -> Message {
        let field = self.field().map(Field);
        let named = || field.clone().unwrap_or_else(|| Field(String::new()));
        match self.fault.clone() {
            Fault::Expected(expected) => Requests::MustBe { field, expected },
            Fault::Missing(_) => Requests::MissingField { field: named() },
            Fault::Repeated(_) => Requests::RepeatedField { field: named() },
            Fault::Unknown { allowed, .. } => Requests::UnknownField { field: named(), allowed },
            Fault::NotAmong { input, allowed } => match field {
                Some(field) => Requests::NotAmong { field, input: Quote(input), allowed },
                None => Requests::Unreadable { field },
            },
            Fault::Name(InvalidName::Invisible) => Requests::InvisibleName { field },
            Fault::Name(InvalidName::TooManyLetters(input)) => {
                Requests::NameLetters { field, input, most: Name::MAX_LETTERS }
            }
            Fault::Name(InvalidName::TooManyBytes(input)) => {
                Requests::NameBytes { field, input, most: Name::MAX_BYTES }
            }
            Fault::Unreadable => Requests::Unreadable { field },
        }
        .into()
    }

    /// The values concerned, for a client; `kind` is `field` or `parameter`.
    pub fn values(&self, kind: &str) -> Value {
        let mut values = json!({ kind: self.field() });
        match &self.fault {
            Fault::Unknown { allowed, .. } => values["allowed"] = names(allowed),
            Fault::NotAmong { input, allowed } => {
                values["input"] = input.as_str().into();
                values["allowed"] = names(allowed);
            }
            Fault::Name(InvalidName::TooManyLetters(length)) => {
                values["length"] = (*length).into();
                values["allowed"] = json!({"min": 1, "max": Name::MAX_LETTERS});
            }
            Fault::Name(InvalidName::TooManyBytes(bytes)) => {
                values["bytes"] = (*bytes).into();
                values["allowed"] = json!({"max": Name::MAX_BYTES});
            }
            _ => {}
        }
        values
    }
}

fn names(fields: &[Field]) -> Value {
    fields.iter().map(|Field(name)| name.as_str()).collect()
}

/// What a reader of a type expects where JSON has a string, where that is more than text.
pub(super) fn text_of<'de>(visitor: &impl Visitor<'de>) -> Option<Expected> {
    struct Expecting<'v, V>(&'v V);
    impl<'de, V: Visitor<'de>> fmt::Display for Expecting<'_, V> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.expecting(f)
        }
    }
    match Expecting(visitor).to_string().as_str() {
        "a formatted UUID string" => Some(Expected::Id),
        "an RFC 3339 formatted date and time string" => Some(Expected::Time),
        EXPECTED_PERSON => Some(Expected::Person),
        EXPECTED_PERSPECTIVE => Some(Expected::Perspective),
        _ => None,
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&crate::words::text(self.message()).en)
    }
}

impl std::error::Error for Mistake {}

impl de::Error for Mistake {
    /// What a type's own reader says is prose for programmers, which nobody is shown; but what is wrong with a name.
    fn custom<T: fmt::Display>(words: T) -> Self {
        let fault = InvalidName::from_words(&words.to_string()).map_or(Fault::Unreadable, Fault::Name);
        Self { steps: Vec::new(), fault }
    }

    fn unknown_variant(input: &str, allowed: &'static [&'static str]) -> Self {
        let fault = Fault::NotAmong { input: shortened(input), allowed: Field::list(allowed) };
        Self { steps: Vec::new(), fault }
    }

    fn unknown_field(field: &str, allowed: &'static [&'static str]) -> Self {
        let fault = Fault::Unknown { field: shortened(field), allowed: Field::list(allowed) };
        Self { steps: Vec::new(), fault }
    }

    fn missing_field(field: &'static str) -> Self {
        Self { steps: Vec::new(), fault: Fault::Missing(field.to_owned()) }
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self { steps: Vec::new(), fault: Fault::Repeated(field.to_owned()) }
    }
}

/// Whole numbers between these.
pub(super) fn whole(least: impl Into<i64>, most: impl Into<i64>) -> Expected {
    Expected::WholeNumber(Some(Bounds::Between(least.into(), most.into())))
}
