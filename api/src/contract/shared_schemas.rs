//! Schemas that several types have in common stand once in a contract, under a name.

use std::cmp::Reverse;
use std::collections::BTreeMap;

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

/// Refers to enumerations and properties that stand several times; a property is named after its field.
pub fn share_schemas(document: &mut Value) {
    refer_to_enumerations(document);
    let Some(schemas) = document["components"]["schemas"].as_object_mut() else { return };
    let shared = common_properties(schemas);
    each_property(schemas, &mut |field, schema| {
        if shared.get(&camel(field)) == Some(schema) {
            *schema = json!({"$ref": format!("{COMPONENTS}{}", camel(field))});
        }
    });
    schemas.extend(shared);
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

/// The properties that many types have, by the name that each gets: of those of one field the most frequent one.
fn common_properties(schemas: &mut Map<String, Value>) -> Map<String, Value> {
    let mut occurrences: BTreeMap<(String, String), (Value, usize)> = BTreeMap::new();
    each_property(schemas, &mut |field, schema| {
        let key = (camel(field), schema.to_string());
        occurrences.entry(key).or_insert_with(|| (schema.clone(), 0)).1 += 1;
    });
    let is_worth_it = |schema: &Value, times| {
        times >= MIN_TYPES && schema.get("$ref").is_none() && schema.to_string().len() >= MIN_LENGTH
    };
    let mut common: Vec<_> = occurrences
        .into_iter()
        .filter(|((name, _), (schema, times))| !schemas.contains_key(name) && is_worth_it(schema, *times))
        .collect();
    common.sort_by_key(|(_, (_, times))| Reverse(*times));
    let mut shared = Map::new();
    for ((name, _), (schema, _)) in common {
        shared.entry(name).or_insert(schema);
    }
    shared
}

fn each_property(schemas: &mut Map<String, Value>, visit: &mut impl FnMut(&str, &mut Value)) {
    for schema in schemas.values_mut() {
        each_schema(schema, &mut |schema| {
            let fields = schema.get_mut("properties").and_then(Value::as_object_mut);
            for (field, property) in fields.into_iter().flatten() {
                visit(field, property);
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
}
