//! Schemas that stand for those of any game, for the types of the API to refer to.

use kifu_engine::text::Language;
use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value};

use super::schema_of;

/// The languages that people are answered in.
pub fn languages() -> Vec<String> {
    Language::ALL.into_iter().map(|language| language.code().to_owned()).collect()
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

/// Moves in force with what followed.
pub fn steps(generator: &mut SchemaGenerator) -> Schema {
    let mut step = step(generator);
    let fields = step.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    let fields: Vec<_> = fields.filter(|field| *field != "dispute").cloned().collect();
    step.insert("required".to_owned(), fields.into());
    json_schema!({"type": "array", "items": step})
}

/// A step of a replay: all of it, or nothing at the start.
pub fn step(generator: &mut SchemaGenerator) -> Schema {
    let violation = schema_of::<kifu_engine::violation::ViolationView>(generator);
    let text = schema_of::<kifu_engine::text::Text>(generator);
    json_schema!({
        "type": "object",
        "properties": {
            "seq": {"type": "integer", "minimum": 0},
            "move": {"$ref": "#/components/schemas/Move"},
            "irregular": {"type": "boolean"},
            "dispute": schema_of::<kifu_engine::erased::DisputeView>(generator),
            "breaches": {"type": "array", "items": violation},
            "effects": {"type": "array", "items": {"$ref": "#/components/schemas/Effect"}},
            "narration": {"type": "array", "items": text},
            "state": {"$ref": "#/components/schemas/State"}
        }
    })
}
