//! The slugs of the games, as schemas have them.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::games;

/// The slugs of the games.
pub fn slugs() -> Vec<String> {
    games::ALL.iter().map(|game| game.meta().slug.to_owned()).collect()
}

/// The kind of a game, in schemas: its slug.
pub struct GameKind;

impl JsonSchema for GameKind {
    fn schema_name() -> Cow<'static, str> {
        "GameKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "enum": slugs(), "description": "The slug of a game."})
    }
}
