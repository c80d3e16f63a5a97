//! The JSON Schema of the record file: its part of the contract, as a document of its own.

use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Map, Value, json};

use super::document;
use super::fixed::Fixed;

/// The path of the schema.
pub const PATH: &str = "/schemas/record.json";
/// The media type of a schema.
pub(super) const MEDIA: &str = "application/schema+json";
const COMPONENTS: &str = "#/components/schemas/";

/// Answers with the schema.
pub(super) async fn handle(request: HttpRequest) -> HttpResponse {
    static DOCUMENT: Fixed = Fixed::new(MEDIA, document);
    DOCUMENT.answer(&request)
}

/// The schema, whole in itself.
pub fn document() -> Value {
    let mut contract = document::contract();
    let components = contract["components"]["schemas"].take();
    let mut definitions = Map::new();
    let file = definition("RecordFile", &components, &mut definitions);
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": PATH,
        "title": "Kifu record file",
    });
    for (name, value) in file.as_object().into_iter().flatten() {
        schema[name] = value.clone();
    }
    schema["$defs"] = definitions.into();
    schema
}

/// A component with its references pointing at the definitions, which are collected on the way.
fn definition(name: &str, components: &Value, definitions: &mut Map<String, Value>) -> Value {
    let mut schema = components[name].clone();
    let mut references = Vec::new();
    point_at_definitions(&mut schema, &mut references);
    for name in references {
        if !definitions.contains_key(&name) {
            definitions.insert(name.clone(), Value::Null);
            let schema = definition(&name, components, definitions);
            definitions.insert(name, schema);
        }
    }
    schema
}

fn point_at_definitions(schema: &mut Value, references: &mut Vec<String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref")
                && let Some(name) = reference.strip_prefix(COMPONENTS)
            {
                references.push(name.to_owned());
                *reference = format!("#/$defs/{name}");
            }
            fields.values_mut().for_each(|value| point_at_definitions(value, references));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| point_at_definitions(value, references)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Set `KIFU_PIN=1` to write the schema anew; then read the difference before committing it.
    #[test]
    fn the_contract_of_the_record_file_in_the_repository_is_the_one_the_code_gives() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/record.schema.json");
        let generated = document();
        if std::env::var_os("KIFU_PIN").is_some() {
            std::fs::write(path, format!("{generated:#}\n")).expect("record.schema.json can be written");
        }
        let pinned = std::fs::read_to_string(path).expect("record.schema.json is there");
        // The order of names does not matter in a contract. In a build of everything, features of other crates decide
        // it.
        assert!(
            serde_json::from_str::<Value>(&pinned).ok() == Some(generated),
            "openapi/record.schema.json is out of date: KIFU_PIN=1 cargo test -p kifu contract"
        );
    }

    #[test]
    fn every_reference_has_its_definition() {
        let document = document();
        let text = document.to_string();
        assert!(!text.contains(COMPONENTS));
        for reference in text.split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(document["$defs"][reference].is_object(), "{reference}");
        }
    }
}
