//! Schemas that stand for those of any game, for the types of the API to refer to.

use kifu_engine::games;
use kifu_engine::text::Language;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::schema_of;
use crate::statistics;

/// The languages that people are answered in.
pub fn languages() -> Vec<String> {
    Language::ALL.into_iter().map(|language| language.code().to_owned()).collect()
}

/// The slugs of the games.
pub fn slugs() -> Vec<String> {
    games::ALL.iter().map(|game| game.meta().slug.to_owned()).collect()
}

pub(super) fn slug_schema() -> Value {
    json!({"type": "string", "enum": slugs()})
}

/// Declares schemas that stand for one of the unions, whatever the game.
macro_rules! stands_for {
    ($($(#[$doc:meta])* $name:ident: $schema:tt;)*) => {
        $($(#[$doc])* pub fn $name(_: &mut SchemaGenerator) -> Schema { json_schema!($schema) })*
    };
}

stands_for! {
    /// A position of any game.
    state: {"$ref": "#/components/schemas/State"};
    /// Options of any game.
    options: {"$ref": "#/components/schemas/Options"};
    /// Choices of any game.
    choices: {"type": "array", "items": {"$ref": "#/components/schemas/Choice"}};
    /// A part of a joint move of any game, if one was entered.
    part: {"anyOf": [{"$ref": "#/components/schemas/Part"}, {"type": "null"}]};
    /// An entry of any game's log.
    entry: {"$ref": "#/components/schemas/Entry"};
    /// The opening of a record, or an entry of any game's log.
    public_entry: {"anyOf": [{"$ref": "#/components/schemas/OpenedEntry"}, {"$ref": "#/components/schemas/Entry"}]};
    /// Entries of any game's log.
    entries: {"type": "array", "items": {"$ref": "#/components/schemas/Entry"}};
    /// Who may find and read a record.
    visibility: {"type": "string", "enum": ["public", "unlisted", "private"]};
    /// The same, or nothing.
    maybe_visibility: {"type": ["string", "null"], "enum": ["public", "unlisted", "private", null]};
}

/// The slugs of the games.
pub fn slug(_: &mut SchemaGenerator) -> Schema {
    Schema::try_from(slug_schema()).unwrap_or_default()
}

/// Slugs of games.
pub fn several_slugs(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": slug_schema()})
}

/// The ids of the metrics.
pub fn metric_id(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "enum": statistics::catalogue::ids()})
}

/// Moves in force with what followed.
pub fn steps(generator: &mut SchemaGenerator) -> Schema {
    let mut step = step(generator);
    let fields = step.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let fields: Vec<_> = fields.cloned().collect();
    step.insert("required".to_owned(), fields.into());
    json_schema!({"type": "array", "items": step})
}

/// A step of a replay: all of it, or nothing at the start.
pub fn step(generator: &mut SchemaGenerator) -> Schema {
    let violation = schema_of::<kifu_engine::violation::Violation>(generator);
    let text = schema_of::<kifu_engine::text::Text>(generator);
    json_schema!({
        "type": "object",
        "properties": {
            "seq": {"type": "integer", "minimum": 0},
            "move": {"$ref": "#/components/schemas/Move"},
            "irregular": {"type": "boolean"},
            "breaches": {"type": "array", "items": violation},
            "effects": {"type": "array", "items": {"$ref": "#/components/schemas/Effect"}},
            "narration": {"type": "array", "items": text},
            "state": {"$ref": "#/components/schemas/State"}
        }
    })
}
