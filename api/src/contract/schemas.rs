//! Schemas that stand for those of any game, for the types of the API to refer to.

use kifu_engine::board::Layout;
use kifu_engine::text::Language;
use schemars::{Schema, SchemaGenerator, json_schema};

/// The languages that people are answered in.
pub fn languages() -> Vec<String> {
    Language::ALL.into_iter().map(|language| language.code().to_owned()).collect()
}

/// The rooms for which boards are drawn.
pub fn layouts() -> Vec<String> {
    Layout::ALL.iter().map(|layout| <&str>::from(layout).to_owned()).collect()
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
    /// What is said of the steps of a record of any game.
    analysed_steps: {"type": "array", "items": {"$ref": "#/components/schemas/AnalysisStep"}};
    /// Options of any game.
    options: {"$ref": "#/components/schemas/Options"};
    /// Options as they are sent.
    new_options: {"$ref": "#/components/schemas/NewOptions"};
    /// Choices of any game.
    choices: {"type": "array", "items": {"$ref": "#/components/schemas/Choice"}};
    /// A part of a joint move of any game, if one was entered.
    part: {"anyOf": [{"$ref": "#/components/schemas/Part"}, {"type": "null"}]};
    /// An entry of any game's log.
    entry: {"$ref": "#/components/schemas/Entry"};
    /// An entry as it is sent.
    new_entry: {"$ref": "#/components/schemas/NewEntry"};
    /// The opening of a record, or an entry of any game's log.
    public_entry: {"oneOf": [{"$ref": "#/components/schemas/OpenedEntry"}, {"$ref": "#/components/schemas/Entry"}]};
    /// Entries of any game's log.
    entries: {"type": "array", "items": {"$ref": "#/components/schemas/Entry"}};
    /// Who may find and read a record.
    visibility: {"type": "string", "enum": ["public", "unlisted", "private"]};
    /// The same, or nothing.
    maybe_visibility: {"type": ["string", "null"], "enum": ["public", "unlisted", "private", null]};
}
