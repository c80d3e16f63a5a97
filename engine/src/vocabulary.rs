//! The types of moves and effects of each game and the names of its options, read from its schemas.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::erased::{BREACH_TYPE, common_entry_schema};
use crate::games;
use serde_json::Value;

/// Fields by name, each with the values it takes.
pub type Fields = BTreeMap<String, Values>;

/// The fields of one game that can be searched.
#[derive(Debug, Default)]
pub struct GameVocabulary {
    /// Moves, effects and breaches by `type`.
    pub fields_by_type: BTreeMap<String, Fields>,
    /// The options of its records, each with the values it takes.
    pub options: Fields,
}

/// The values a field takes, or the elements of its list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values {
    /// Whole numbers.
    pub numbers: bool,
    /// True and false.
    pub booleans: bool,
    /// Words of some shape, too many to list.
    pub names: bool,
    /// These words.
    pub words: BTreeSet<String>,
}

/// The field of a breach that says which type of move it was.
const MOVE: &str = "move";

static GAMES: LazyLock<BTreeMap<&'static str, GameVocabulary>> =
    LazyLock::new(|| games::ALL.iter().map(|game| (game.meta().slug, GameVocabulary::of(*game))).collect());

/// All games by slug.
pub fn games() -> &'static BTreeMap<&'static str, GameVocabulary> {
    &GAMES
}

/// The types of everything that can be logged in some game.
pub fn entries() -> BTreeSet<String> {
    let common = common_entry_schema().to_value();
    let moves = games().values().filter_map(|game| game.fields_by_type.get(BREACH_TYPE)?.get(MOVE));
    let moves = moves.flat_map(|values| &values.words).cloned();
    variants(&common).filter_map(kind).map(str::to_owned).chain(moves).collect()
}

impl GameVocabulary {
    fn of(game: &dyn crate::erased::AnyGame) -> Self {
        let schemas = game.schemas();
        let mut found = Self::default();
        let moves = schemas.moves.to_value();
        for union in [&moves, &schemas.effects.to_value()] {
            variants(union).for_each(|variant| found.add_variant(variant));
        }
        let moves: BTreeSet<_> = variants(&moves).filter_map(kind).map(str::to_owned).collect();
        found.fields_by_type.insert(BREACH_TYPE.to_owned(), breach(moves));
        let options = schemas.options.to_value();
        let option = |(name, schema): (&String, &Value)| Some((name.clone(), Values::of(schema, false)?));
        found.options = properties(&options).filter_map(option).collect();
        found
    }

    fn add_variant(&mut self, variant: &Value) {
        let Some(kind) = kind(variant) else { return };
        let fields = self.fields_by_type.entry(kind.to_owned()).or_default();
        for (name, schema) in properties(variant).filter(|(name, _)| *name != "type") {
            if let Some(values) = Values::of(schema, true) {
                fields.entry(name.clone()).or_default().merge(values);
            }
        }
    }
}

fn breach(moves: BTreeSet<String>) -> Fields {
    let names = || Values { names: true, ..Values::default() };
    let moves = Values { words: moves, ..Values::default() };
    [("code", names()), ("rule", names()), (MOVE, moves)].map(|(name, of)| (name.to_owned(), of)).into()
}

fn variants(union: &Value) -> impl Iterator<Item = &Value> {
    let several = union.get("oneOf").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    several.iter().chain(several.is_empty().then_some(union))
}

fn kind(variant: &Value) -> Option<&str> {
    variant["properties"]["type"]["const"].as_str()
}

fn properties(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    schema.get("properties").and_then(Value::as_object).into_iter().flatten()
}

impl Values {
    /// The values that a schema allows; `None` where they can't be searched: free words, objects, and lists of lists.
    fn of(schema: &Value, may_be_list: bool) -> Option<Self> {
        let mut values = Self::default();
        for part in ["oneOf", "anyOf"].iter().filter_map(|union| schema.get(union)?.as_array()).flatten() {
            if let Some(part) = Self::of(part, may_be_list) {
                values.merge(part);
            }
        }
        match (schema.get("const"), schema.get("enum").and_then(Value::as_array)) {
            (Some(Value::String(word)), _) => _ = values.words.insert(word.clone()),
            (_, Some(words)) => {
                values.words.extend(words.iter().filter_map(Value::as_str).map(str::to_owned));
            }
            _ => values.add_types(schema, may_be_list),
        }
        (values != Self::default()).then_some(values)
    }

    fn add_types(&mut self, schema: &Value, may_be_list: bool) {
        let types = match schema.get("type") {
            Some(Value::Array(types)) => types.iter().filter_map(Value::as_str).collect(),
            Some(Value::String(only)) => vec![only.as_str()],
            _ => Vec::new(),
        };
        for name in types {
            match name {
                "integer" => self.numbers = true,
                "boolean" => self.booleans = true,
                "string" => self.names |= schema.get("pattern").is_some(),
                "array" if may_be_list => {
                    if let Some(items) = schema.get("items").and_then(|items| Self::of(items, false)) {
                        self.merge(items);
                    }
                }
                _ => {}
            }
        }
    }

    fn merge(&mut self, other: Self) {
        self.numbers |= other.numbers;
        self.booleans |= other.booleans;
        self.names |= other.names;
        self.words.extend(other.words);
    }

    /// The value that this text stands for, if it is one of these.
    pub fn read(&self, text: &str) -> Option<Value> {
        if self.numbers
            && let Ok(number) = text.parse::<i64>()
        {
            return Some(number.into());
        }
        match text {
            "true" | "false" if self.booleans => Some((text == "true").into()),
            _ => (self.names || self.words.contains(text)).then(|| text.into()),
        }
    }

    /// The values to write, for people.
    pub fn allowed(&self) -> Vec<String> {
        let kinds = [(self.numbers, "1, 2, 3 …"), (self.booleans, "true"), (self.booleans, "false")];
        let kinds = kinds.into_iter().filter(|(is, _)| *is).map(|(_, what)| what.to_owned());
        kinds.chain(self.words.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_game_has_searchable_types() {
        for (slug, game) in games() {
            assert!(game.fields_by_type.len() > 5, "{slug}: {:?}", game.fields_by_type);
            assert_eq!(
                game.fields_by_type[BREACH_TYPE].len(),
                3,
                "{slug} calls a move or an effect `{BREACH_TYPE}`"
            );
        }
    }

    #[test]
    fn searchable_values_follow_from_the_schema() {
        for (schema, read, unreadable) in [
            (json!({"type": ["integer", "null"]}), vec![("-3", json!(-3))], vec!["three", "", "null"]),
            (json!({"type": "boolean"}), vec![("true", json!(true))], vec!["1", "True"]),
            (json!({"enum": ["a", "b", null]}), vec![("a", json!("a"))], vec!["c"]),
            (json!({"type": "string", "pattern": "^x"}), vec![("x-1", json!("x-1"))], vec![]),
            (
                json!({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"const": "grave"}]}}),
                vec![("grave", json!("grave")), ("2", json!(2))],
                vec!["other"],
            ),
        ] {
            let values = Values::of(&schema, true).unwrap();
            for (text, value) in read {
                assert_eq!(values.read(text), Some(value), "{schema}");
            }
            for text in unreadable {
                assert_eq!(values.read(text), None, "{schema}: {text}");
            }
        }
    }

    #[test]
    fn free_text_and_nested_values_are_not_searchable() {
        for schema in [
            json!({"type": "string"}),
            json!({"type": "object"}),
            json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}),
        ] {
            assert_eq!(Values::of(&schema, true), None, "{schema}");
        }
    }
}
