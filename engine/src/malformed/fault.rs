//! Errors in JSON, with their path.

use std::fmt::{self, Display};

use serde::de::{Error, Unexpected};

use super::Reader;
use crate::words::expected::Expected;
use crate::words::json::InputValue;

/// An error in some JSON, with its path.
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

/// The error in a place.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// Something else was expected there.
    WrongValue {
        /// The expected value.
        expected: Expected,
        /// The value that is there.
        input: Option<InputValue>,
    },
    /// There is a field that does not belong there.
    UnknownField {
        /// The field.
        field: String,
        /// The fields that belong there.
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
    /// The value has the right shape, but it is not possible.
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

    /// A value is there that was not expected.
    pub(crate) fn wrong(expected: Expected, input: InputValue) -> Self {
        Self::new(Problem::WrongValue { expected, input: Some(input) })
    }

    /// A field is there twice.
    pub fn repeated(field: &str) -> Self {
        Self::new(Problem::RepeatedField { field: field.to_owned() })
    }

    /// Adds this value to an error that names no value and no path yet.
    pub(super) fn of(mut self, value: Reader<'_>) -> Self {
        if let Problem::WrongValue { input: input @ None, .. }
        | Problem::ImpossibleValue { input: input @ None, .. } = &mut self.problem
            && self.path.is_empty()
        {
            *input = Some(value.input());
        }
        self
    }

    /// Adds the expectation of a type that refused a text, if the type expects more than any text.
    pub(super) fn or_expected(self, expected: Expected) -> Self {
        match (&self.problem, &expected) {
            (Problem::ImpossibleValue { input: None, .. }, Expected::Other(_)) if self.path.is_empty() => {
                Self::new(Problem::WrongValue { expected, input: None })
            }
            _ => self,
        }
    }

    /// Adds a step to the path, on the outside.
    #[must_use]
    pub fn within(mut self, step: PathStep) -> Self {
        self.path.push(step);
        self
    }

    /// Adds this field to the path, on the outside.
    #[must_use]
    pub fn in_field(self, field: &str) -> Self {
        self.within(PathStep::Field(field.to_owned()))
    }

    /// Adds this field, the tag, to the path of an unexpected word, unless the path names a place already.
    #[must_use]
    pub(crate) fn word_in_field(self, field: &str) -> Self {
        let is_word = matches!(self.problem, Problem::WrongValue { expected: Expected::OneOf(_), .. });
        if is_word && self.path.is_empty() { self.in_field(field) } else { self }
    }

    /// The problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The path as people write it: `hands[0].tile`; none if the error is of the whole.
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

    /// The path as a JSON Pointer (RFC 6901).
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
