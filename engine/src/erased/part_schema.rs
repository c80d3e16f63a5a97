//! The schemas of the parts of games, each under the name of its game, and their unions.

use heck::ToUpperCamelCase;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use strum::IntoEnumIterator;

use super::entries::Common;
use super::{AnyGame, GAME_FIELD};
use crate::tagged::{IRREGULAR_FIELD, STATEMENT_FIELD, TYPE_FIELD};

/// The name of the schema that lists the slugs of all games.
pub(super) const GAME_KIND: &str = "GameKind";

/// A part of a game that a contract describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::EnumIter, strum::IntoStaticStr)]
pub enum PartKind {
    /// A move.
    Move,
    /// An entry of a log: a move, or one of the entries that every game has.
    Entry,
    /// An effect that follows from a move by rule.
    Effect,
    /// A choice: moves that may happen next.
    Choice,
    /// A seat's part of a joint move.
    Part,
    /// A position.
    State,
    /// The options.
    Options,
    /// The findings of a step of a finished record.
    AnalysisStep,
}

impl PartKind {
    /// True if clients send it. All answers say their game; a client need not.
    fn is_sent(self) -> bool {
        matches!(self, Self::Move | Self::Entry | Self::Part | Self::Options)
    }

    /// Defines this part of each of these games, and their union under this name. It is `oneOf` for answers, which say
    /// their game, and `anyOf` for requests, where one object may be a move of several games.
    fn define_union(
        self,
        (name, keyword): (String, &str),
        games: &[&dyn AnyGame],
        generator: &mut SchemaGenerator,
    ) {
        let common = (self == Self::Entry).then(|| common_entry(generator));
        let of_games = games.iter().filter_map(|game| game.part_schema(self, generator));
        let all: Vec<_> = common.into_iter().chain(of_games).collect();
        generator.definitions_mut().insert(name, json!({ keyword: all }));
    }

    /// Defines this schema under the name of the game, and refers to it.
    pub(super) fn define(self, slug: &str, schema: Schema, generator: &mut SchemaGenerator) -> Schema {
        let suffix = if self == Self::Entry { Self::Move.into() } else { <&str>::from(self) };
        let mut own = Map::new();
        own.insert(GAME_FIELD.to_owned(), json!({"type": "string", "const": slug}));
        if self.is_sent() {
            own[GAME_FIELD]["description"] = OPTIONAL.into();
        }
        if suffix == "Move" {
            own.extend(marks());
        }
        let game = slug.to_upper_camel_case();
        let variants = Variants { owner: &game, suffix, own, says_game: !self.is_sent() };
        variants.define(schema, generator)
    }
}

/// Defines the parts of these games and their unions, for requests and for answers.
pub fn define_games(games: &[&dyn AnyGame], requests: &mut SchemaGenerator, answers: &mut SchemaGenerator) {
    let slugs: Vec<_> = games.iter().map(|game| game.meta().slug).collect();
    let kind = json!({"type": "string", "enum": slugs, "description": "The slug of a game."});
    requests.definitions_mut().insert(GAME_KIND.to_owned(), kind);
    for kind in PartKind::iter() {
        let name = <&str>::from(kind);
        kind.define_union((name.to_owned(), "oneOf"), games, answers);
        if kind.is_sent() {
            kind.define_union((format!("New{name}"), "anyOf"), games, requests);
        }
    }
}

/// Refers to a schema that [`define_games`] defines. A self-contained schema says only that it is an object.
pub(super) fn reference(name: &str, generator: &SchemaGenerator) -> Schema {
    if generator.settings().inline_subschemas {
        return json_schema!({"type": "object"});
    }
    Schema::new_ref(format!("#{}{name}", generator.settings().definitions_path))
}

/// The description of `game` in types that clients send too. All answers have the field.
const OPTIONAL: &str = "Optional when sent.";

/// The marks that any move of a log may have.
fn marks() -> [(String, Value); 2] {
    let irregular = "Record it although it breaks a soft rule, because it really happened.";
    let statement =
        "Seats logged it themselves, each knowing only what it knew. The service says so, no client.";
    [
        (IRREGULAR_FIELD, json!({"type": "boolean", "default": false, "description": irregular})),
        (STATEMENT_FIELD, json!({"type": "boolean", "readOnly": true, "description": statement})),
    ]
    .map(|(name, field)| (name.to_owned(), field))
}

/// The entries that every game has.
fn common_entry(generator: &mut SchemaGenerator) -> Schema {
    let schema = Common::json_schema(generator);
    let mut game = reference(GAME_KIND, generator);
    game.insert("description".to_owned(), OPTIONAL.into());
    let own = Map::from_iter([(GAME_FIELD.to_owned(), game.into())]);
    Variants { owner: "Common", suffix: "Entry", own, says_game: false }.define(schema, generator)
}

/// The variants of a union, each under its own name: `BremenPlayMove` of `BremenMove`. Client generators then have a
/// type for each.
struct Variants<'a> {
    owner: &'a str,
    suffix: &'a str,
    /// The properties that each has beside those of its schema.
    own: Map<String, Value>,
    says_game: bool,
}

impl Variants<'_> {
    fn define(&self, schema: Schema, generator: &mut SchemaGenerator) -> Schema {
        let mut schema = schema.to_value();
        let Some(Value::Array(variants)) = schema.get_mut("oneOf").map(Value::take) else {
            return self.add("", self.complete(schema), generator);
        };
        let tagged = |variant: Value| {
            let tag = variant["properties"][TYPE_FIELD]["const"].as_str().unwrap_or_default();
            self.add(&tag.to_upper_camel_case(), self.complete(variant), generator)
        };
        let variants: Vec<_> = variants.into_iter().map(tagged).collect();
        self.add("", json!({ "oneOf": variants }), generator)
    }

    fn complete(&self, mut schema: Value) -> Value {
        for (name, property) in &self.own {
            schema["properties"][name] = property.clone();
        }
        if self.says_game {
            match &mut schema["required"] {
                Value::Array(required) => required.push(GAME_FIELD.into()),
                required => *required = json!([GAME_FIELD]),
            }
        }
        schema
    }

    fn add(&self, tag: &str, schema: Value, generator: &mut SchemaGenerator) -> Schema {
        let name = format!("{}{tag}{}", self.owner, self.suffix);
        let reference = reference(&name, generator);
        generator.definitions_mut().insert(name, schema);
        reference
    }
}
