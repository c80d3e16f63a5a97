//! The parts of messages about JSON: expected values, given values, and words as they are written.

use std::fmt;

use serde_json::{Number, Value};

use super::Common;
use super::expected::{Expected, NumberRange};
use crate::message::{Message, Quote, Term};

/// The longest text that a message repeats, in characters.
const MAX_QUOTED_CHARS: usize = 40;
/// The most digits of a number that a message repeats.
const MAX_SHOWN_DIGITS: usize = 24;
/// The most words that a message lists.
const MAX_LISTED_WORDS: usize = 16;

/// The thing that was to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A move or another entry.
    Move,
    /// The options of a game.
    Options,
    /// A seat's part of a joint move.
    Part,
    /// The body of a request.
    Body,
    /// The facts that are assumed where a record does not say them.
    Facts,
}

/// A name of a field, or a word, as it is written in JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonWord(String);

/// The value in a place of some JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct InputValue(Value);

impl JsonWord {
    /// This word.
    pub fn new(word: impl AsRef<str>) -> Self {
        Self(shortened(word.as_ref()))
    }
}

impl InputValue {
    /// This value.
    pub fn of(value: impl Into<Value>) -> Self {
        Self(value.into())
    }
}

/// A text as it is, another value as JSON.
impl fmt::Display for InputValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Value::String(text) => f.write_str(text),
            value => value.fmt(f),
        }
    }
}

fn shortened(text: &str) -> String {
    let shown = |letter: char| if letter.is_control() { ' ' } else { letter };
    kifu_names::clipped(&text.chars().map(shown).collect::<String>(), MAX_QUOTED_CHARS)
}

impl Term for Subject {
    fn message(&self) -> Message {
        match self {
            Self::Move => Common::TheMove,
            Self::Options => Common::TheOptions,
            Self::Part => Common::ThePart,
            Self::Body => Common::TheBody,
            Self::Facts => Common::TheFacts,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        vec![Self::Move, Self::Options, Self::Part, Self::Body, Self::Facts]
    }
}

impl Term for JsonWord {
    fn message(&self) -> Message {
        Common::Quoted { text: Quote(self.0.clone()) }.into()
    }

    fn samples() -> Vec<Self> {
        ["seat", "tile"].map(Self::new).into()
    }
}

impl Term for InputValue {
    fn message(&self) -> Message {
        match &self.0 {
            Value::Null => Common::Empty.into(),
            Value::Bool(flag) => JsonWord::new(flag.to_string()).message(),
            Value::Number(number) => number_message(number),
            Value::String(text) => JsonWord::new(text).message(),
            Value::Array(entries) => Common::ListOf { length: entries.len() }.into(),
            Value::Object(_) => Common::SomeObject.into(),
        }
    }

    fn samples() -> Vec<Self> {
        let values = [Value::Null, true.into(), 1.5.into(), "x".into(), vec![1, 2].into()];
        values.map(Self).into()
    }
}

fn number_message(number: &Number) -> Message {
    let digits = match number.as_f64() {
        Some(decimal) if number.is_f64() => decimal.to_string(),
        _ => number.to_string(),
    };
    if digits.len() > MAX_SHOWN_DIGITS {
        Common::HugeNumber
    } else {
        Common::Digits { digits: Quote(digits) }
    }
    .into()
}

impl Term for Expected {
    fn message(&self) -> Message {
        match self {
            Self::WholeNumber(range) => range_message(*range),
            Self::Number => Common::AnyNumber,
            Self::TrueOrFalse => Common::TrueOrFalse,
            Self::Text => Common::SomeText,
            Self::OneOf(words) => words_message(words),
            Self::List => Common::SomeList,
            Self::ListOf(length) => Common::ListOf { length: *length },
            Self::Object => Common::SomeObject,
            Self::Seat => Common::SeatNumber,
            Self::Nothing => Common::Empty,
            Self::Either(alternatives) => Common::Either { alternatives: alternatives.clone() },
            Self::Other(_) => Common::OtherValue,
        }
        .into()
    }

    fn samples() -> Vec<Self> {
        const ANIMALS: &[&str] = &["cat", "dog"];
        vec![
            Self::WholeNumber(NumberRange { min: 0, max: Some(255) }),
            Self::OneOf(ANIMALS.to_vec()),
            Self::ListOf(4),
            Self::TrueOrFalse,
        ]
    }
}

fn range_message(range: NumberRange) -> Common {
    match range {
        range if range.is_wide() => Common::WholeNumber,
        NumberRange { min, max: Some(max) } => Common::WholeNumberBetween { least: min, most: max },
        NumberRange { min, max: None } => Common::WholeNumberFrom { least: min },
    }
}

fn words_message(words: &[&'static str]) -> Common {
    match words {
        [first, .., last] if words.len() > MAX_LISTED_WORDS => {
            Common::OneOfMany { count: words.len(), first: JsonWord::new(first), last: JsonWord::new(last) }
        }
        _ => Common::OneWord { words: words.iter().map(JsonWord::new).collect() },
    }
}
