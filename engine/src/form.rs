//! Forms: how a move is entered by tapping, without a keyboard and without knowing the game.
//!
//! A form is a move with holes and the fields that fill them. Filled in, it is the JSON of a move;
//! [`Rules::play`](crate::rules::Rules::play) decides if that move is legal. The pad knows no game: every key of a form
//! has a label in both languages and the value that it fills in. Invariants hold for all games: every possible move can
//! be entered, and every entered move can be read. A seat gets the forms of its own moves, from its own view of the
//! log. A form is complete with its last required answer, and that tap sends it. Optional answers stand before it.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Value, json};

use crate::json::encode;
use crate::picture::Picture;
use crate::seat::Seat;
use crate::text::{Names, Text};
use crate::words::Common;

mod acting;

/// A move to be entered by tapping.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Form {
    /// The action, in words.
    pub label: Text,
    /// The seat that makes the move; null if it belongs to no seat, or if a field asks for the seat.
    pub seat: Option<Seat>,
    /// True: the move is rare, so a client may put the form aside.
    pub aside: bool,
    /// The move with its holes. Send the parts that no field fills as they are.
    #[serde(rename = "move")]
    #[schemars(schema_with = "move_with_holes")]
    pub mv: Value,
    /// The fields, in order. The last required answer completes the move, so optional fields come before it.
    pub fields: Vec<Field>,
}

/// One question of a form.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(transform = compose_references)]
pub enum Field {
    /// One of some keys.
    ChooseOne(ChooseOne),
    /// A fixed number of keys, one after the other.
    ChooseSeveral(ChooseSeveral),
    /// A number.
    Number(Number),
    /// A number of things spread over some places.
    Tally(Tally),
    /// Words, which need a keyboard and are never required.
    Words(Words),
}

/// The schema of a move of any game: every move has a type.
fn move_with_holes(_: &mut SchemaGenerator) -> Schema {
    json_schema!({
        "type": "object",
        "properties": {"type": {"type": "string"}},
        "required": ["type"],
        "additionalProperties": true
    })
}

/// Writes every variant that is a reference with properties beside it as `allOf`, because client generators ignore
/// properties beside a reference, such as the `kind`.
fn compose_references(schema: &mut Schema) {
    let Some(Value::Array(variants)) = schema.get_mut("oneOf") else { return };
    for variant in variants.iter_mut().filter_map(Value::as_object_mut) {
        let Some(reference) = variant.remove("$ref") else { continue };
        let description = variant.remove("description");
        let own = std::mem::take(variant);
        variant.insert("allOf".to_owned(), json!([{ "$ref": reference }, own]));
        variant.extend(description.map(|text| ("description".to_owned(), text)));
    }
}

/// One of some keys.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChooseOne {
    /// The label of the field.
    pub label: Text,
    /// Where the key's value goes, as JSON Pointers; several if the value is a list with one entry for each place.
    pub at: Vec<String>,
    /// True: it must be answered.
    pub required: bool,
    /// True: the answer is the seat that makes the move.
    pub acts: bool,
    /// The keys.
    pub groups: Vec<Group>,
}

/// A fixed number of keys, whose values become a list.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ChooseSeveral {
    /// The label of the field.
    pub label: Text,
    /// Where the list goes, as a JSON Pointer.
    pub at: String,
    /// How many.
    pub count: usize,
    /// True: it must be answered. An optional field is filled in as a whole or not at all.
    pub required: bool,
    /// True: no key can be taken twice.
    pub distinct: bool,
    /// The keys.
    pub groups: Vec<Group>,
}

/// A whole number.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Number {
    /// The label of the field.
    pub label: Text,
    /// Where it goes, as a JSON Pointer.
    pub at: String,
    /// True: it must be answered.
    pub required: bool,
    /// The allowed values, in rising order.
    pub ranges: Vec<InclusiveRange>,
}

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NumberRange")]
pub struct InclusiveRange {
    /// The least.
    pub min: i64,
    /// The greatest.
    pub max: i64,
}

/// A number of things, counted place by place.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Tally {
    /// The label: the things that are counted, or their owner.
    pub label: Text,
    /// The number of things: the counts add up to it.
    pub total: i64,
    /// Where they can be.
    pub cells: Vec<Cell>,
    /// The place of the things that no other cell counts; null if all must be counted.
    pub rest: Option<Cell>,
}

/// A place of a tally.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "TallyCell")]
pub struct Cell {
    /// The name of the place.
    pub label: Text,
    /// A short sign for the label where there is little room.
    pub sign: Option<&'static str>,
    /// The illustration of it, if there is one.
    pub picture: Option<Picture>,
    /// Where the count goes, as a JSON Pointer.
    pub at: String,
}

/// Free words.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Words {
    /// The label of the field.
    pub label: Text,
    /// Where they go, as a JSON Pointer.
    pub at: String,
    /// The greatest number of letters.
    pub max_chars: usize,
}

/// Keys that belong together.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "KeyGroup")]
pub struct Group {
    /// The label that the keys share.
    pub label: Option<Text>,
    /// The illustration of the group, if there is one.
    pub picture: Option<Picture>,
    /// The keys.
    pub keys: Vec<Key>,
}

/// A key to be tapped.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Key {
    /// The label of the key.
    pub label: Text,
    /// A short label, for a key whose group or picture says the rest.
    pub sign: Option<String>,
    /// The illustration of it, if there is one.
    pub picture: Option<Picture>,
    /// The value that goes into the move; null for an unknown one.
    pub value: Value,
    /// The fields that follow if this key is chosen.
    pub then: Vec<Field>,
}

impl Form {
    /// A move of this type that is complete as it is; its fields are added.
    pub fn new(label: Text, kind: &str) -> Self {
        let mv = [("type", kind)].into_iter().collect();
        Self { label, seat: None, aside: false, mv, fields: Vec::new() }
    }

    /// Puts a value into a field of the move. It stays unless an answer replaces it.
    #[must_use]
    pub fn preset(mut self, field: &str, value: impl Serialize) -> Self {
        self.mv[field] = encode(&value);
        self
    }

    /// Makes it this seat's own. The move does not name the seat.
    #[must_use]
    pub fn of(self, seat: Seat) -> Self {
        Self { seat: Some(seat), ..self }
    }

    /// Makes it this seat's own. The move names the seat.
    #[must_use]
    pub fn by(self, seat: Seat) -> Self {
        self.preset("seat", seat).of(seat)
    }

    /// Marks the form as a rare one.
    #[must_use]
    pub fn aside(self) -> Self {
        Self { aside: true, ..self }
    }

    /// Adds a field.
    #[must_use]
    pub fn with(mut self, field: impl Into<Field>) -> Self {
        self.fields.push(field.into());
        self
    }

    /// Adds fields.
    #[must_use]
    pub fn with_all(mut self, fields: impl IntoIterator<Item = impl Into<Field>>) -> Self {
        self.fields.extend(fields.into_iter().map(Into::into));
        self
    }
}

impl ChooseOne {
    /// One of these keys, in one group.
    pub fn of(label: Text, at: impl Into<String>, keys: impl IntoIterator<Item = Key>) -> Self {
        Self::grouped(label, [at.into()], [Group::plain(keys)])
    }

    /// One of these groups' keys.
    pub fn grouped(
        label: Text,
        at: impl IntoIterator<Item = impl Into<String>>,
        groups: impl IntoIterator<Item = Group>,
    ) -> Self {
        let at = at.into_iter().map(Into::into).collect();
        Self { label, at, required: true, acts: false, groups: groups.into_iter().collect() }
    }

    /// Asks which of these seats makes the move; the answer goes into its field `seat`.
    pub fn actor(of: &[Seat], names: &Names) -> Self {
        Self { acts: true, ..Self::seat(Common::WhoLabel.text(names), "/seat", of, names) }
    }

    /// One of these seats.
    pub fn seat(label: Text, at: impl Into<String>, of: &[Seat], names: &Names) -> Self {
        Self::of(label, at, of.iter().map(|seat| Key::seat(*seat, names)))
    }

    /// Lets the field stay blank.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { required: false, ..self }
    }
}

impl ChooseSeveral {
    /// This number of these keys.
    pub fn of(label: Text, at: impl Into<String>, count: usize, keys: impl IntoIterator<Item = Key>) -> Self {
        Self::grouped(label, at, count, [Group::plain(keys)])
    }

    /// This number of these groups' keys.
    pub fn grouped(
        label: Text,
        at: impl Into<String>,
        count: usize,
        groups: impl IntoIterator<Item = Group>,
    ) -> Self {
        let groups = groups.into_iter().collect();
        Self { label, at: at.into(), count, required: true, distinct: false, groups }
    }

    /// Lets the field stay blank.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { required: false, ..self }
    }

    /// Allows each key only once.
    #[must_use]
    pub fn distinct(self) -> Self {
        Self { distinct: true, ..self }
    }
}

impl Number {
    /// A number in this range.
    pub fn between(label: Text, at: impl Into<String>, min: i64, max: i64) -> Self {
        Self { label, at: at.into(), required: true, ranges: vec![InclusiveRange { min, max }] }
    }

    /// One of these numbers, given in rising order.
    pub fn one_of(label: Text, at: impl Into<String>, numbers: &[i64]) -> Self {
        let mut ranges: Vec<InclusiveRange> = Vec::new();
        for number in numbers.iter().copied() {
            match ranges.last_mut() {
                Some(last) if last.max.checked_add(1) == Some(number) => last.max = number,
                _ => ranges.push(InclusiveRange { min: number, max: number }),
            }
        }
        Self { label, at: at.into(), required: true, ranges }
    }

    /// Lets the field stay blank.
    #[must_use]
    pub fn optional(self) -> Self {
        Self { required: false, ..self }
    }
}

impl Group {
    /// Keys without a common label.
    pub fn plain(keys: impl IntoIterator<Item = Key>) -> Self {
        Self { label: None, picture: None, keys: keys.into_iter().collect() }
    }

    /// Keys with a common label.
    pub fn named(label: Text, keys: impl IntoIterator<Item = Key>) -> Self {
        Self { label: Some(label), picture: None, keys: keys.into_iter().collect() }
    }

    /// Adds an illustration.
    #[must_use]
    pub fn pictured(self, picture: Picture) -> Self {
        Self { picture: Some(picture), ..self }
    }
}

impl Key {
    /// A key for this value.
    pub fn new(label: Text, value: impl Serialize) -> Self {
        Self { label, sign: None, picture: None, value: encode(&value), then: Vec::new() }
    }

    /// A key for something unknown.
    pub fn unknown(label: Text) -> Self {
        Self::new(label, ()).signed("?")
    }

    /// A key for a number.
    pub fn number(number: i64) -> Self {
        Self::new(Text::new(number.to_string(), number.to_string()), number)
    }

    /// A key for a seat.
    pub fn seat(seat: Seat, names: &Names) -> Self {
        Self::new(Text::new(names.ja(seat), names.en(seat)), seat)
    }

    /// Adds a sign.
    #[must_use]
    pub fn signed(self, sign: impl Into<String>) -> Self {
        Self { sign: Some(sign.into()), ..self }
    }

    /// Adds an illustration.
    #[must_use]
    pub fn pictured(self, picture: Picture) -> Self {
        Self { picture: Some(picture), ..self }
    }

    /// Adds a field that is asked after this key.
    #[must_use]
    pub fn then(mut self, field: impl Into<Field>) -> Self {
        self.then.push(field.into());
        self
    }
}

macro_rules! fields {
    ($($kind:ident)+) => { $(
        impl From<$kind> for Field {
            fn from(field: $kind) -> Self {
                Self::$kind(field)
            }
        }
    )+ };
}
fields! { ChooseOne ChooseSeveral Number Tally Words }
