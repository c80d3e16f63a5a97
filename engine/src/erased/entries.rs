//! Entries as JSON: a game's own moves and those every game has, read precisely and written as they are stored.

use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use strum::VariantNames;

use super::game::inlining;
use super::of_game::without_game;
use super::{NewMove, Rejected};
use crate::canonical_json::CanonicalJson;
use crate::game::Game;
use crate::malformed::Malformed;
use crate::record::Entry;
use crate::seq::Seq;
use crate::tagged::{self, IRREGULAR_FIELD, Marks, STATEMENT_FIELD, TYPE_FIELD};
use crate::text::{NOT_BLANK, is_blank};
use crate::violation::Violation;
use crate::words::json::Subject;
use crate::words::{Bounds, Common as Words};

/// The entries that every game has, beside its own moves.
#[derive(Deserialize, JsonSchema, VariantNames)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type", title = "CommonEntry")]
#[strum(serialize_all = "snake_case")]
pub(super) enum Common {
    /// Undoes the last moves still in force.
    TakeBack {
        /// How many moves; an abandonment counts as one.
        #[serde(default = "one")]
        #[schemars(range(min = 1, max = 1_000_000))]
        count: i64,
    },
    /// Replaces an earlier move, if everything after it still folds.
    Amend {
        /// The event that recorded the move.
        #[schemars(range(min = 1, max = 1_000_000))]
        event: i64,
        /// The move that replaces it.
        #[schemars(with = "NewMove")]
        with: Map<String, Value>,
        /// Record it although it breaks a soft rule.
        #[serde(default)]
        irregular: bool,
    },
    /// Comments on an event, or on the whole record.
    Annotate {
        /// The event; the whole record if left out.
        #[serde(default)]
        #[schemars(range(min = 1, max = 1_000_000))]
        event: Option<i64>,
        /// The comment; not blank.
        #[schemars(length(max = 2000), extend("pattern" = NOT_BLANK))]
        text: String,
    },
    /// Ends the record without a result.
    Abandon {
        /// Why; not blank.
        #[serde(default)]
        #[schemars(length(max = 2000), extend("pattern" = NOT_BLANK))]
        reason: Option<String>,
    },
}

const fn one() -> i64 {
    1
}

/// The longest comment or reason, in characters.
const MAX_TEXT_CHARS: usize = 2000;

/// The schema of the entries that every game has beside its own moves.
pub fn common_entry_schema() -> Schema {
    Common::json_schema(&mut inlining())
}

/// An entry as a client sent it.
pub(super) fn read_entry<G: Game>(entry: &Value) -> Result<Entry<G::Move>, Rejected> {
    lenient_numbers(&*without_game(G::META.slug, Subject::Move, entry)?, read_value)
}

/// Nearly every stored entry is a move, so it is read as a move first; any other is read more closely. No move of a
/// game has the name of a common entry.
pub(super) fn read_stored<M: DeserializeOwned>(text: &str) -> Result<Entry<M>, Rejected> {
    if let Some((mv, marks)) = tagged::read_text(text) {
        return Ok(marked(mv, marks));
    }
    let value: Value =
        serde_json::from_str(text).map_err(|error| Malformed::no_json(Subject::Move, &error))?;
    read_value(&value)
}

fn read_value<M: DeserializeOwned>(entry: &Value) -> Result<Entry<M>, Rejected> {
    let Some(fields) = entry.as_object() else { return Err(Malformed::no_type().into()) };
    match fields.get(TYPE_FIELD).and_then(Value::as_str) {
        Some(kind) if Common::VARIANTS.contains(&kind) => read_common(fields),
        _ => {
            let (mv, marks) = read_play(fields)?;
            Ok(marked(mv, marks))
        }
    }
}

fn marked<M>(mv: M, Marks { irregular, statement }: Marks) -> Entry<M> {
    if statement { Entry::Statement { mv, irregular } } else { Entry::Play { mv, irregular } }
}

fn read_play<M: DeserializeOwned>(fields: &Map<String, Value>) -> Result<(M, Marks), Malformed> {
    let read = tagged::read(fields).ok_or_else(Malformed::no_type)?;
    read.map_err(|fault| Malformed::of(Subject::Move, &fault))
}

/// Refuses the mark of a statement from a client: only the service and the files that it writes set it.
///
/// # Errors
///
/// If the entry has the mark; the refusal names it.
pub fn check_unmarked(entry: &Value) -> Result<(), Malformed> {
    if entry.get(STATEMENT_FIELD).is_none() {
        return Ok(());
    }
    Err(Malformed::unknown_field(STATEMENT_FIELD))
}

fn read_common<M: DeserializeOwned>(fields: &Map<String, Value>) -> Result<Entry<M>, Rejected> {
    let common = tagged::read_unmarked(fields).ok_or_else(Malformed::no_type)?;
    Ok(match common.map_err(|fault| Malformed::of(Subject::Move, &fault))? {
        Common::TakeBack { count } => Entry::TakeBack { count: at_least_one(Words::MovesToTakeBack, count)? },
        Common::Amend { event, with, irregular } => {
            let read = tagged::read(&with).ok_or_else(Malformed::no_type)?;
            let (mv, marks) = read.map_err(|fault| Malformed::of(Subject::Move, &fault.in_field("with")))?;
            check_unmarked(&Value::Object(with))?;
            let event = Seq(at_least_one(Words::EventNumber, event)?);
            Entry::Amend { event, with: mv, irregular: irregular || marks.irregular }
        }
        Common::Annotate { event, text } => {
            let event = event.map(|event| at_least_one(Words::EventNumber, event)).transpose()?;
            Entry::Annotate { event: event.map(Seq), text: check_text("text", text)? }
        }
        Common::Abandon { reason } => {
            Entry::Abandon { reason: reason.map(|reason| check_text("reason", reason)).transpose()? }
        }
    })
}

/// G-5: a number below one reads as a whole number, but it is out of bounds.
fn at_least_one(what: Words, number: i64) -> Result<u64, Violation> {
    if number < 1 {
        return Err(Violation::out_of_range(what, number, Bounds::AtLeast(1)));
    }
    Ok(number.cast_unsigned())
}

/// A comment or a reason: neither blank nor too long.
fn check_text(field: &'static str, text: String) -> Result<String, Malformed> {
    let length = text.chars().count();
    if is_blank(&text) {
        Err(Malformed::blank(field))
    } else if length > MAX_TEXT_CHARS {
        Err(Malformed::too_long(field, length, MAX_TEXT_CHARS))
    } else {
        Ok(text)
    }
}

/// An entry as it is stored.
pub(super) fn write<M: Serialize>(entry: &Entry<M>) -> CanonicalJson {
    CanonicalJson::of_entry(&match entry {
        Entry::Play { mv, irregular } => write_move(mv, Marks { irregular: *irregular, statement: false }),
        Entry::Statement { mv, irregular } => {
            write_move(mv, Marks { irregular: *irregular, statement: true })
        }
        common => tagged::write(common),
    })
}

/// A move with its marks, as far as they are set.
pub(super) fn write_move(mv: &impl Serialize, Marks { irregular, statement }: Marks) -> Value {
    let mut value = tagged::write(mv);
    for (mark, is_set) in [(IRREGULAR_FIELD, irregular), (STATEMENT_FIELD, statement)] {
        if is_set {
            value[mark] = true.into();
        }
    }
    value
}

/// Reads a value; if it can't be read, reads it once more with whole numbers written as
/// decimals (`3.0`, an integer to JSON Schema) as integers.
pub(super) fn lenient_numbers<T, E>(value: &Value, read: impl Fn(&Value) -> Result<T, E>) -> Result<T, E> {
    read(value).or_else(|error| {
        let whole = whole_numbers(value);
        if whole == *value { Err(error) } else { read(&whole) }
    })
}

fn whole_numbers(value: &Value) -> Value {
    match value {
        Value::Number(number) => whole_number(number).map_or_else(|| value.clone(), Value::from),
        Value::Array(values) => values.iter().map(whole_numbers).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(key, value)| (key.clone(), whole_numbers(value))).collect())
        }
        _ => value.clone(),
    }
}

#[expect(clippy::cast_possible_truncation, reason = "only whole numbers within ±2^53 are cast")]
fn whole_number(number: &serde_json::Number) -> Option<i64> {
    const MAX_EXACT_INTEGER: f64 = 9_007_199_254_740_992.0;
    let number = number.is_f64().then(|| number.as_f64()).flatten()?;
    (number.fract() == 0.0 && number.abs() <= MAX_EXACT_INTEGER).then_some(number as i64)
}
