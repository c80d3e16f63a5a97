//! Errors of input that has the wrong shape, in words that a person understands.
//!
//! Our own reader reads input from clients. It knows the expected type of each place, so an error is a message with the
//! path of the field. Serde's own errors name types of Rust. Stored entries are read by serde directly.
//!
//! One reader serves moves, options and facts, the bodies of requests and the parameters of queries. The engine words
//! the errors of the first three, and the service words those of the others.

mod fault;
mod reader;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use fault::{Fault, PathStep, Problem};
pub(crate) use reader::object;
pub use reader::{MAX_SAFE_INTEGER, Reader, parameters};

use crate::json::encode;
use crate::message::Message;
use crate::rules::RulesVersion;
use crate::words::Common;
use crate::words::expected::{Expected, NumberRange};
use crate::words::json::{InputValue, JsonWord, Subject};

/// An input that does not read as it should.
#[derive(Clone, Debug, PartialEq)]
pub struct Malformed {
    /// The explanation of the error.
    pub message: Message,
    /// `problem`, a stable word; the field as a JSON Pointer in `path`; what was `expected` or is `allowed`.
    pub detail: Value,
}

/// Reads a value of this type from JSON.
///
/// # Errors
///
/// If the JSON has another shape.
pub fn read<T: DeserializeOwned>(subject: Subject, json: &Value) -> Result<T, Malformed> {
    T::deserialize(Reader::Json(json)).map_err(|fault| Malformed::of(subject, &fault))
}

/// The detail of a complaint, for programs.
#[derive(Serialize)]
#[serde(tag = "problem", rename_all = "snake_case")]
enum MalformedDetail<'a> {
    WrongValue { path: String, expected: &'a Expected },
    UnknownField { path: String, field: &'a str, allowed: &'a [&'static str] },
    MissingField { path: String, field: &'a str },
    ImpossibleValue { path: String },
    NoJson { line: usize, column: usize },
    Blank { path: String },
    TooLong { path: String, length: usize, allowed: usize },
}

impl Malformed {
    fn new(message: Common, detail: &MalformedDetail<'_>) -> Self {
        Self { message: message.into(), detail: encode(detail) }
    }

    /// The error of this subject.
    pub fn of(subject: Subject, fault: &Fault) -> Self {
        let (at, path) = (fault.pointer(), fault.path().map(JsonWord::new));
        match fault.problem() {
            Problem::WrongValue { expected: Expected::Other(_), input }
            | Problem::ImpossibleValue { input, .. } => Self::impossible(subject, fault, input.clone()),
            Problem::RepeatedField { .. } => Self::impossible(subject, fault, None),
            Problem::WrongValue { expected, input } => {
                let detail = MalformedDetail::WrongValue { path: at, expected };
                let (expected, input) = (expected.clone(), input.clone());
                Self::new(Common::WrongValue { subject, path, expected, input }, &detail)
            }
            Problem::UnknownField { field, allowed } => {
                let detail = MalformedDetail::UnknownField { path: at, field, allowed };
                let allowed = allowed.iter().map(JsonWord::new).collect();
                Self::new(Common::UnknownField { path, field: JsonWord::new(field), allowed }, &detail)
            }
            Problem::MissingField { field } => {
                let message = Common::MissingField { path, field: JsonWord::new(field) };
                Self::new(message, &MalformedDetail::MissingField { path: at, field })
            }
        }
    }

    fn impossible(subject: Subject, fault: &Fault, input: Option<InputValue>) -> Self {
        let path = fault.path().map(JsonWord::new);
        let message = Common::ImpossibleValue { subject, path, input };
        Self::new(message, &MalformedDetail::ImpossibleValue { path: fault.pointer() })
    }

    /// The text is no JSON.
    pub fn no_json(subject: Subject, error: &serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        Self::new(Common::NoJson { subject, line, column }, &MalformedDetail::NoJson { line, column })
    }

    /// A field that a client cannot give.
    pub fn unknown_field(field: &str) -> Self {
        let problem = Problem::UnknownField { field: field.to_owned(), allowed: Vec::new() };
        Self::of(Subject::Move, &Fault::new(problem))
    }

    /// A version of the rules that this program does not have.
    pub(crate) fn rules_version(version: RulesVersion, newest: RulesVersion) -> Self {
        let range = NumberRange { min: 1, max: Some(newest.number().into()) };
        let fault = Fault::wrong(Expected::WholeNumber(range), InputValue::of(version.number()));
        Self::of(Subject::Body, &fault.in_field("rules_version"))
    }

    /// The entry has no `type` that could be looked at.
    pub(crate) fn no_type() -> Self {
        Self::new(Common::NoType, &MalformedDetail::MissingField { path: String::new(), field: "type" })
    }

    /// A text in which there is nothing to be seen.
    pub(crate) fn blank(field: &'static str) -> Self {
        let message = Common::BlankText { field: JsonWord::new(field) };
        Self::new(message, &MalformedDetail::Blank { path: format!("/{field}") })
    }

    /// A text with more characters than are kept.
    pub(crate) fn too_long(field: &'static str, length: usize, most: usize) -> Self {
        let message = Common::LongText { field: JsonWord::new(field), length, most };
        Self::new(message, &MalformedDetail::TooLong { path: format!("/{field}"), length, allowed: most })
    }
}
