//! The complaint about a fault in a request.

use kifu_engine::malformed::{Fault, MAX_SAFE_INTEGER, Problem};
use kifu_engine::message::{Message, Quote};
use kifu_engine::words::Bounds;
use kifu_engine::words::expected::{Expected, NumberRange};
use kifu_names::{InvalidName, Name};
use serde_json::{Value, json};

use crate::http::words::requests::Requests;
use crate::http::words::{Field, shortened};

/// The reader of a person on a seat expects this.
pub const EXPECTED_PERSON: &str = "somebody on a seat";

/// The reader of a perspective expects this.
pub const EXPECTED_PERSPECTIVE: &str = "a perspective";

/// The reader of JSON that can be stored says this of U+0000.
pub(super) const NUL: &str = "U+0000";

/// The message of a fault, with the values concerned for a client; `kind` is `field` or `parameter`.
pub fn complaint(fault: &Fault, kind: &str) -> (Message, Value) {
    let place = place(fault);
    let mut values = json!({ kind: place });
    let field = place.as_ref().map(Field::from);
    let named = || field.clone().unwrap_or_else(|| Field(String::new()));
    let message = match fault.problem() {
        Problem::MissingField { .. } => Requests::MissingField { field: named() },
        Problem::RepeatedField { .. } => Requests::RepeatedField { field: named() },
        Problem::UnknownField { allowed, .. } => {
            values["allowed"] = allowed.iter().copied().collect();
            Requests::UnknownField { field: named(), allowed: Field::list(allowed) }
        }
        Problem::WrongValue { expected: Expected::OneOf(words), input } => {
            let input = input.as_ref().map(|input| shortened(&input.to_string())).unwrap_or_default();
            values["input"] = input.as_str().into();
            values["allowed"] = words.iter().copied().collect();
            match field {
                Some(field) => Requests::NotAmong { field, input: Quote(input), allowed: Field::list(words) },
                None => Requests::Unreadable { field },
            }
        }
        Problem::WrongValue { expected, .. } => match expectation(expected) {
            Some(expected) => Requests::MustBe { field, expected: expected.into() },
            None => Requests::Unreadable { field },
        },
        Problem::ImpossibleValue { said, .. } if said == NUL => Requests::NulCharacter,
        Problem::ImpossibleValue { said, .. } => match InvalidName::from_words(said) {
            None => Requests::Unreadable { field },
            Some(InvalidName::Invisible) => Requests::InvisibleName { field },
            Some(InvalidName::TooManyLetters(input)) => {
                values["length"] = input.into();
                values["allowed"] = json!({"min": 1, "max": Name::MAX_LETTERS});
                Requests::NameLetters { field, input, most: Name::MAX_LETTERS }
            }
            Some(InvalidName::TooManyBytes(input)) => {
                values["bytes"] = input.into();
                values["allowed"] = json!({"max": Name::MAX_BYTES});
                Requests::NameBytes { field, input, most: Name::MAX_BYTES }
            }
        },
    };
    (message.into(), values)
}

/// The field concerned, with the way to it: `seats[1].player`; none if it is the whole.
fn place(fault: &Fault) -> Option<String> {
    let last = match fault.problem() {
        Problem::MissingField { field } => (*field).to_owned(),
        Problem::RepeatedField { field } | Problem::UnknownField { field, .. } => shortened(field),
        Problem::WrongValue { .. } | Problem::ImpossibleValue { .. } => return fault.path(),
    };
    Some(fault.path().map_or_else(|| last.clone(), |path| format!("{path}.{last}")))
}

/// Says what should have been there, if there are words for it.
fn expectation(expected: &Expected) -> Option<Requests> {
    Some(match expected {
        Expected::WholeNumber(NumberRange { min: i64::MIN, max: Some(i64::MAX) }) => Requests::WholeNumber,
        Expected::WholeNumber(NumberRange { min, max }) => {
            let most = max.unwrap_or(MAX_SAFE_INTEGER.cast_signed());
            Requests::WholeNumberIn { bounds: Bounds::Between(*min, most) }
        }
        Expected::Number => Requests::Number,
        Expected::Text => Requests::Characters,
        Expected::TrueOrFalse => Requests::TrueOrFalse,
        Expected::List | Expected::ListOf(_) => Requests::List,
        Expected::Object => Requests::Object,
        Expected::Other(said) => match said.as_str() {
            "a formatted UUID string" => Requests::Id,
            "an RFC 3339 formatted date and time string" => Requests::Time,
            EXPECTED_PERSON => Requests::Person,
            EXPECTED_PERSPECTIVE => Requests::Perspective,
            _ => return None,
        },
        Expected::OneOf(_) | Expected::Seat | Expected::Nothing | Expected::Either(_) => return None,
    })
}
