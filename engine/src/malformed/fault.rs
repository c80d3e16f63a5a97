//! What is wrong with some JSON, and at which path.

use std::fmt::{self, Display};

use serde::de::{Error, Unexpected};
use serde_json::Value;

use crate::words::expected::Expected;

/// What is wrong with some JSON, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// From the innermost place outwards.
    path: Vec<PathStep>,
    problem: Problem,
}

/// One step into JSON.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PathStep {
    Field(String),
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
        input: Option<Value>,
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
    /// The value has the right shape, and is none that could be.
    ImpossibleValue {
        /// The value.
        input: Option<Value>,
    },
}

impl Fault {
    /// This problem, of the whole.
    pub(crate) fn new(problem: Problem) -> Self {
        Self { path: Vec::new(), problem }
    }

    pub(super) fn wrong(expected: Expected, input: &Value) -> Self {
        Self::new(Problem::WrongValue { expected, input: Some(input.clone()) })
    }

    /// The same, of what is given where nothing else has been said of it.
    pub(super) fn of(mut self, value: &Value) -> Self {
        if let Problem::WrongValue { input: input @ None, .. }
        | Problem::ImpossibleValue { input: input @ None } = &mut self.problem
            && self.path.is_empty()
        {
            *input = Some(value.clone());
        }
        self
    }

    /// The same a step further out.
    pub(super) fn within(mut self, step: PathStep) -> Self {
        self.path.push(step);
        self
    }

    /// The same of what stands in this field.
    #[must_use]
    pub(crate) fn in_field(self, field: &str) -> Self {
        self.within(PathStep::Field(field.to_owned()))
    }

    /// The same in this field if it is in no other: what names a thing stands there.
    #[must_use]
    pub(crate) fn or_in(self, field: &str) -> Self {
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
    fn custom<T: Display>(_: T) -> Self {
        Self::new(Problem::ImpossibleValue { input: None })
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        match Expected::parse(&expected.to_string()) {
            Expected::Other => Self::new(Problem::ImpossibleValue { input: None }),
            expected => Self::new(Problem::WrongValue { expected, input: None }),
        }
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        Self::invalid_type(unexpected, expected)
    }

    fn invalid_length(_: usize, expected: &dyn serde::de::Expected) -> Self {
        Self::invalid_type(Unexpected::Seq, expected)
    }

    fn unknown_variant(word: &str, allowed: &'static [&'static str]) -> Self {
        Self::wrong(Expected::OneOf(allowed.to_vec()), &word.into())
    }

    fn unknown_field(field: &str, allowed: &'static [&'static str]) -> Self {
        Self::new(Problem::UnknownField { field: field.to_owned(), allowed: allowed.to_vec() })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Problem::MissingField { field })
    }
}
