//! Entries as JSON: a game's own moves and those every game has, read precisely and written as they are stored.

use schemars::{JsonSchema, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::Rejected;
use super::game::schema;
use crate::game::Seq;
use crate::malformed::Malformed;
use crate::record::{COUNT, EVENT, Entry};
use crate::tagged::{self, IRREGULAR, TYPE};
use crate::text::Text;
use crate::violation::Violation;

const MOVE: Text = Text::fixed("手", "The move");

/// The entries that every game has, beside its own moves.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schemars(title = "CommonEntry")]
enum Common {
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
        /// What it should have said: a move of the game.
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
        /// The comment.
        #[schemars(length(max = 2000))]
        text: String,
    },
    /// Ends the record without a result.
    Abandon {
        /// Why.
        #[serde(default)]
        #[schemars(length(max = 2000))]
        reason: Option<String>,
    },
}

const fn one() -> i64 {
    1
}

/// The longest comment or reason, in characters.
const LONGEST_TEXT: usize = 2000;

const COMMON: [&str; 4] = ["take_back", "amend", "annotate", "abandon"];

/// The schema of the entries that every game has beside its own moves.
pub fn common_entry_schema() -> Schema {
    schema::<Common>()
}

/// Nearly every stored entry is a move, and read as one at once; whatever is not is looked at more
/// closely. No move of a game has the name of a common entry.
pub(super) fn read_stored<M: DeserializeOwned>(text: &str) -> Result<Entry<M>, Rejected> {
    if let Some((mv, irregular)) = tagged::read_text(text) {
        return Ok(Entry::Play { mv, irregular });
    }
    let value: Value = serde_json::from_str(text).map_err(|error| Malformed::from_serde(&MOVE, &error))?;
    read_value(&value)
}

pub(super) fn read_value<M: DeserializeOwned>(entry: &Value) -> Result<Entry<M>, Rejected> {
    let Some(fields) = entry.as_object() else { return Err(Malformed::no_type().into()) };
    match fields.get(TYPE).and_then(Value::as_str) {
        Some(kind) if COMMON.contains(&kind) => read_common(entry),
        _ => Ok(read_play(fields)?),
    }
}

fn read_play<M: DeserializeOwned>(fields: &Map<String, Value>) -> Result<Entry<M>, Malformed> {
    let read = tagged::read(fields).ok_or_else(Malformed::no_type)?;
    let (mv, irregular) = read.map_err(|error| Malformed::from_serde(&MOVE, &error))?;
    Ok(Entry::Play { mv, irregular })
}

fn read_common<M: DeserializeOwned>(entry: &Value) -> Result<Entry<M>, Rejected> {
    let common = Common::deserialize(entry).map_err(|error| Malformed::from_serde(&MOVE, &error))?;
    Ok(match common {
        Common::TakeBack { count } => Entry::TakeBack { count: not_negative(COUNT, count)? },
        Common::Amend { event, with, irregular } => {
            let Entry::Play { mv, irregular: within } = read_play(&with)? else {
                return Err(Malformed::no_type().into());
            };
            let event = Seq(not_negative(EVENT, event)?);
            Entry::Amend { event, with: mv, irregular: irregular || within }
        }
        Common::Annotate { event, text } => {
            let event = event.map(|event| not_negative(EVENT, event)).transpose()?;
            Entry::Annotate { event: event.map(Seq), text: short_enough(text)? }
        }
        Common::Abandon { reason } => Entry::Abandon { reason: reason.map(short_enough).transpose()? },
    })
}

/// G-5: a number below zero is a whole number like others, and out of bounds.
fn not_negative(what: Text, number: i64) -> Result<u64, Violation> {
    u64::try_from(number).map_err(|_| Violation::out_of_bounds(what, &number.into(), &json!({"min": 1})))
}

fn short_enough(text: String) -> Result<String, Malformed> {
    let length = text.chars().count();
    if length <= LONGEST_TEXT {
        return Ok(text);
    }
    Err(Malformed {
        message: Text::new(
            format!("文章が長すぎます({length}文字、{LONGEST_TEXT}文字まで)。"),
            format!("The text is too long: {length} characters of at most {LONGEST_TEXT}."),
        ),
        detail: json!({"length": length, "allowed": LONGEST_TEXT}),
    })
}

pub(super) fn write<M: Serialize>(entry: &Entry<M>) -> Value {
    match entry {
        Entry::Play { mv, irregular } => {
            let mut value = tagged::write(mv);
            if *irregular {
                value[IRREGULAR] = true.into();
            }
            value
        }
        Entry::TakeBack { count } => json!({"type": "take_back", "count": count}),
        Entry::Amend { event, with, irregular } => json!({
            "type": "amend", "event": event, "with": tagged::write(with), "irregular": irregular,
        }),
        Entry::Annotate { event: Some(event), text } => {
            json!({"type": "annotate", "event": event, "text": text})
        }
        Entry::Annotate { event: None, text } => json!({"type": "annotate", "text": text}),
        Entry::Abandon { reason: Some(reason) } => json!({"type": "abandon", "reason": reason}),
        Entry::Abandon { reason: None } => json!({"type": "abandon"}),
    }
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
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let number = number.is_f64().then(|| number.as_f64()).flatten()?;
    (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
}
