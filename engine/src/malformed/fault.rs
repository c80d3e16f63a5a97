//! What is wrong with some JSON, and at which path.

use std::fmt::{self, Display};

use serde::de::{Error, Unexpected};

use super::Reader;
use crate::words::expected::Expected;
use crate::words::json::InputValue;

/// What is wrong with some JSON, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// From the innermost place outwards.
    path: Vec<PathStep>,
    problem: Problem,
}

/// One step into JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum PathStep {
    /// Into the field of an object.
    Field(String),
    /// Into the entry of a list, from 0.
    Entry(usize),
}

/// What is wrong in a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// Something else was expected there.
    WrongValue {
        /// What.
        expected: Expected,
        /// What is there.
        input: Option<InputValue>,
    },
    /// There is a field that does not belong there.
    UnknownField {
        /// The field.
        field: String,
        /// Those that do.
        allowed: Vec<&'static str>,
    },
    /// A field is missing there.
    MissingField {
        /// The field.
        field: &'static str,
    },
    /// A field is there twice.
    RepeatedField {
        /// The field.
        field: String,
    },
    /// The value has the right shape, and is none that could be.
    ImpossibleValue {
        /// The words of the type's own reader, for programmers.
        said: String,
        /// The value.
        input: Option<InputValue>,
    },
}

impl Fault {
    /// This problem, of the whole.
    pub(crate) fn new(problem: Problem) -> Self {
        Self { path: Vec::new(), problem }
    }

    /// Something else was expected than what is there.
    pub(crate) fn wrong(expected: Expected, input: InputValue) -> Self {
        Self::new(Problem::WrongValue { expected, input: Some(input) })
    }

    /// A field is there twice.
    pub fn repeated(field: &str) -> Self {
        Self::new(Problem::RepeatedField { field: field.to_owned() })
    }

    /// The same, of what is given where nothing else has been said of it.
    pub(super) fn of(mut self, value: Reader<'_>) -> Self {
        if let Problem::WrongValue { input: input @ None, .. }
        | Problem::ImpossibleValue { input: input @ None, .. } = &mut self.problem
            && self.path.is_empty()
        {
            *input = Some(value.input());
        }
        self
    }

    /// Names what a type expects that has refused a text, if it expects more than any text.
    pub(super) fn or_expected(self, expected: Expected) -> Self {
        match (&self.problem, &expected) {
            (Problem::ImpossibleValue { input: None, .. }, Expected::Other(_)) if self.path.is_empty() => {
                Self::new(Problem::WrongValue { expected, input: None })
            }
            _ => self,
        }
    }

    /// The same a step further out.
    #[must_use]
    pub fn within(mut self, step: PathStep) -> Self {
        self.path.push(step);
        self
    }

    /// The same of what stands in this field.
    #[must_use]
    pub fn in_field(self, field: &str) -> Self {
        self.within(PathStep::Field(field.to_owned()))
    }

    /// A word that is none of those expected is in this field, unless it is in another: that field has the tag.
    #[must_use]
    pub(crate) fn word_in_field(self, field: &str) -> Self {
        let is_word = matches!(self.problem, Problem::WrongValue { expected: Expected::OneOf(_), .. });
        if is_word && self.path.is_empty() { self.in_field(field) } else { self }
    }

    /// What is wrong.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Where, as people write it: `hands[0].tile`; none if it is the whole.
    pub fn path(&self) -> Option<String> {
        let mut path = String::new();
        for step in self.path.iter().rev() {
            match step {
                PathStep::Field(field) if path.is_empty() => path.push_str(field),
                PathStep::Field(field) => path = format!("{path}.{field}"),
                PathStep::Entry(index) => path = format!("{path}[{index}]"),
            }
        }
        (!path.is_empty()).then_some(path)
    }

    /// Where, as a JSON Pointer (RFC 6901).
    pub fn pointer(&self) -> String {
        let step = |step: &PathStep| match step {
            PathStep::Field(field) => format!("/{}", field.replace('~', "~0").replace('/', "~1")),
            PathStep::Entry(index) => format!("/{index}"),
        };
        self.path.iter().rev().map(step).collect()
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} at {:?}", self.problem, self.pointer())
    }
}

impl std::error::Error for Fault {}

impl Error for Fault {
    fn custom<T: Display>(said: T) -> Self {
        Self::new(Problem::ImpossibleValue { said: said.to_string(), input: None })
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        Self::new(Problem::WrongValue { expected: Expected::of(expected), input: None })
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn invalid_length(_: usize, expected: &dyn serde::de::Expected) -> Self {
        Self::invalid_type(Unexpected::Seq, expected)
    }

    fn unknown_variant(word: &str, allowed: &'static [&'static str]) -> Self {
        Self::wrong(Expected::OneOf(allowed.to_vec()), InputValue::of(word))
    }

    fn unknown_field(field: &str, allowed: &'static [&'static str]) -> Self {
        Self::new(Problem::UnknownField { field: field.to_owned(), allowed: allowed.to_vec() })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Problem::MissingField { field })
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::repeated(field)
    }
}
