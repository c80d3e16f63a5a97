//! The slugs of the games, as schemas have them.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::games;

/// The slugs of the games.
pub fn slugs() -> Vec<String> {
    games::ALL.iter().map(|game| game.meta().slug.to_owned()).collect()
}

/// What a slug is, as JSON Schema.
pub fn slug_schema() -> Value {
    json!({"type": "string", "enum": slugs()})
}

/// The slug of a game, for `schema_with`.
pub fn slug(_: &mut SchemaGenerator) -> Schema {
    Schema::try_from(slug_schema()).unwrap_or_default()
}

/// Slugs of games, for `schema_with`.
pub fn several_slugs(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": slug_schema()})
}
