//! Schemas that several types have in common stand once in a contract, under a name.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::COMPONENTS;
use super::tidy::each_schema;
use super::unions::camel;

/// Types that must have a property in common for it to get a name of its own.
const MIN_TYPES: usize = 3;
/// What a shorter property says is read faster where it stands.
const MIN_LENGTH: usize = 80;
/// Two enumerations of fewer words may be equal by chance: the editions of a game and the languages of answers.
const MIN_WORDS: usize = 5;

/// Refers to enumerations, numbers and properties that stand several times.
pub fn share_schemas(document: &mut Value) {
    refer_to_enumerations(document);
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
    name_numbers(schemas);
    let common = Common::of(schemas);
    let mut shared = Map::new();
    each_property(schemas, &mut |_, field, schema| {
        let Some(name) = common.name(field, schema) else { return };
        let reference = json!({"$ref": format!("{COMPONENTS}{name}")});
        shared.insert(name.clone(), std::mem::replace(schema, reference));
    });
    schemas.extend(shared);
}

/// Whole numbers of the two kinds that most types have are named, so that a field says only what it counts.
fn name_numbers(schemas: &mut Map<String, Value>) {
    let numbers = [
        ("Count", json!({"type": "integer", "format": "int64", "minimum": 0}), "A whole number from 0 on."),
        (
            "SmallCount",
            json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255}),
            "A whole number from 0 to 255.",
        ),
    ];
    for (name, number, about) in numbers {
        let mut is_used = false;
        each_property(schemas, &mut |_, _, schema| {
            let mut bare = schema.clone();
            let description = bare.as_object_mut().and_then(|fields| fields.remove("description"));
            // A field that says nothing of itself would seem to say what its number is.
            let Some(description) = description.filter(|_| bare == number) else { return };
            is_used = true;
            *schema = json!({"$ref": format!("{COMPONENTS}{name}"), "description": description});
        });
        if is_used {
            let mut named = number;
            named["description"] = about.into();
            debug_assert!(!schemas.contains_key(name), "two schemas are called {name}");
            schemas.insert(name.to_owned(), named);
        }
    }
}

/// Words that a type enumerates are not listed again where they are meant.
fn refer_to_enumerations(document: &mut Value) {
    let Some(schemas) = document["components"]["schemas"].as_object() else { return };
    let words = |(name, schema): (&String, &Value)| {
        let words =
            schema.get("enum").filter(|words| words.as_array().is_some_and(|all| all.len() >= MIN_WORDS))?;
        Some((words.to_string(), name.clone()))
    };
    let names: BTreeMap<String, String> = schemas.iter().filter_map(words).collect();
    let mut refer = |schema: &mut Map<String, Value>| {
        let Some(name) = schema.get("enum").and_then(|words| names.get(&words.to_string())) else { return };
        schema.insert("$ref".to_owned(), format!("{COMPONENTS}{name}").into());
        schema.retain(|key, _| key == "$ref" || key == "description");
    };
    for part in ["paths", "webhooks"] {
        each_schema(&mut document[part], &mut refer);
    }
    let schemas = document["components"]["schemas"].as_object_mut().into_iter().flatten();
    for (_, schema) in schemas.filter(|(_, schema)| schema.get("enum").is_none()) {
        each_schema(schema, &mut refer);
    }
}

/// The properties that many types have, by field and schema, with the name that each gets.
struct Common(BTreeMap<(String, String), String>);

impl Common {
    fn name(&self, field: &str, schema: &Value) -> Option<&String> {
        self.0.get(&(field.to_owned(), schema.to_string()))
    }

    /// The most frequent one of those of a field is named after the field alone, if no type is called so; any other has the
    /// words before it that the names of its types have in common, and stays where it is if they have none.
    fn of(schemas: &mut Map<String, Value>) -> Self {
        let mut occurrences: BTreeMap<(String, String), Vec<String>> = BTreeMap::new();
        let mut is_reference = BTreeSet::new();
        each_property(schemas, &mut |owner, field, schema| {
            // By its constant a generator tells the types of a union apart, and looks for it in the type.
            if schema.get("const").is_some() {
                return;
            }
            let key = (field.to_owned(), schema.to_string());
            if schema.get("$ref").is_some() {
                is_reference.insert(key.clone());
            }
            occurrences.entry(key).or_default().push(owner.to_owned());
        });
        let is_worth_it =
            |schema: &str, owners: &[String]| owners.len() >= MIN_TYPES && schema.len() >= MIN_LENGTH;
        let mut common: Vec<_> =
            occurrences.into_iter().filter(|((_, schema), owners)| is_worth_it(schema, owners)).collect();
        common.sort_by_key(|(key, owners)| (is_reference.contains(key), Reverse(owners.len())));
        let mut names = BTreeMap::new();
        let mut used = BTreeSet::new();
        for (key, owners) in common {
            let field = camel(&key.0);
            // What a step calls its `step` is the number that it has.
            let longer = common_words(&owners).map(|words| {
                let last = if words.ends_with(&field) { "Number" } else { &field };
                format!("{words}{last}")
            });
            let is_free = |name: &String| !schemas.contains_key(name) && !used.contains(name);
            let Some(name) = [Some(field), longer].into_iter().flatten().find(is_free) else { continue };
            used.insert(name.clone());
            names.insert(key, name);
        }
        Self(names)
    }
}

/// The words that these names have in common, as `ReplayStep` of `BremenReplayStep` and `PunyonKenReplayStep`.
fn common_words(names: &[String]) -> Option<String> {
    let all: Vec<BTreeSet<&str>> = names.iter().map(|name| words(name).collect()).collect();
    let first = names.first().map(|name| words(name)).into_iter().flatten();
    let common: String = first.filter(|word| all.iter().all(|words| words.contains(word))).collect();
    (!common.is_empty()).then_some(common)
}

/// The words of a name in camel case.
fn words(name: &str) -> impl Iterator<Item = &str> {
    let starts = name.char_indices().filter(|(_, letter)| letter.is_uppercase()).map(|(at, _)| at);
    let ends = starts.clone().skip(1).chain([name.len()]);
    starts.zip(ends).map(|(start, end)| &name[start..end])
}

/// Calls this with the name of a type, that of a field, and the field's schema.
fn each_property(schemas: &mut Map<String, Value>, visit: &mut impl FnMut(&str, &str, &mut Value)) {
    for (owner, schema) in schemas {
        each_schema(schema, &mut |schema| {
            let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
            for (field, property) in fields.into_iter().flatten() {
                visit(owner, field, property);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_several_types_say_of_a_field_stands_once() {
        let about = "How many people sit at the table while the game is played, with nobody left out.";
        let field = json!({"type": "integer", "description": about});
        let other = json!({"type": "integer", "description": "Which seat."});
        let one = || json!({"type": "object", "properties": {"seats": field, "seat": other}});
        let game = json!({"type": "string", "enum": ["chess", "go", "shogi", "hex", "havannah"]});
        let mut document = json!({"components": {"schemas": {
            "A": one(), "B": one(), "C": one(), "D": one(), "Game": game,
        }}});
        document["components"]["schemas"]["D"]["properties"]["game"] = game.clone();
        document["paths"] = json!({});
        document["webhooks"] = json!({});
        share_schemas(&mut document);
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["Seats"], field);
        assert_eq!(schemas["A"]["properties"]["seats"], json!({"$ref": "#/components/schemas/Seats"}));
        assert_eq!(schemas["A"]["properties"]["seat"], other, "it is short");
        assert_eq!(schemas["D"]["properties"]["game"], json!({"$ref": "#/components/schemas/Game"}));
        assert_eq!(schemas["Game"], game);
    }

    #[test]
    fn a_name_that_is_taken_gets_the_words_that_its_types_have_in_common() {
        let count = || json!({"type": "integer", "format": "int64", "minimum": 0});
        let mut event = json!({"$ref": "#/components/schemas/Version"});
        event["description"] =
            "The event that recorded it, as whoever looks at the record counts them.".into();
        let mut moves = count();
        moves["description"] = "How many.".into();
        let one = || json!({"type": "object", "properties": {"version": event, "moves": moves}});
        let version = json!({"type": "string"});
        let mut document = json!({"components": {"schemas": {
            "GoReplayStep": one(), "HexReplayStep": one(), "HexStep": one(), "Version": version,
        }}});
        document["paths"] = json!({});
        document["webhooks"] = json!({});
        share_schemas(&mut document);
        let schemas = &document["components"]["schemas"];
        let properties = json!({
            "version": {"$ref": "#/components/schemas/StepVersion"},
            "moves": {"$ref": "#/components/schemas/Count", "description": "How many."},
        });
        assert_eq!(schemas["GoReplayStep"]["properties"], properties);
        assert_eq!((&schemas["StepVersion"], &schemas["Version"]), (&event, &version));
        assert_eq!(schemas["Count"]["minimum"], 0);
        assert_eq!(common_words(&["LiveEnd".to_owned(), "Record".to_owned()]), None);
    }
}
