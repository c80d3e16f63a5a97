//! Schemas as every generator of clients reads them: no default that is a keyword, no enumeration as a union of constants,
//! no variant that is a sum of two schemas, no schema that nothing refers to.

use std::collections::BTreeSet;

use heck::ToUpperCamelCase;
use serde_json::{Map, Value, json};

use super::COMPONENTS;

/// Keywords whose values are schemas by name.
const SCHEMA_MAP_KEYWORDS: [&str; 3] = ["properties", "patternProperties", "schemas"];
/// Keywords whose values are data.
const DATA_KEYWORDS: [&str; 4] = ["const", "enum", "default", "example"];

/// Rewrites the schemas of a contract, those of its operations as well.
pub fn tidy(document: &mut Value) {
    let mut all = Value::take(&mut document["components"]["schemas"]);
    name_variants(all.as_object_mut().unwrap_or(&mut Map::new()));
    document["components"]["schemas"] = all;
    for part in ["paths", "webhooks", "components"] {
        each_schema(&mut document[part], &mut plain);
    }
    remove_orphans(document);
}

/// Calls this with every schema, and with whatever else is an object, the inner ones first.
pub(super) fn each_schema(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(fields) => {
            for (key, inner) in fields.iter_mut().filter(|(key, _)| !DATA_KEYWORDS.contains(&key.as_str())) {
                match inner.as_object_mut() {
                    Some(named) if SCHEMA_MAP_KEYWORDS.contains(&key.as_str()) => {
                        named.values_mut().for_each(|schema| each_schema(schema, change));
                    }
                    _ => each_schema(inner, change),
                }
            }
            change(fields);
        }
        Value::Array(values) => values.iter_mut().for_each(|value| each_schema(value, change)),
        _ => {}
    }
}

fn plain(schema: &mut Map<String, Value>) {
    schema.retain(|key, value| !(key == "default" && value.is_null()));
    if let Some(Value::String(format)) = schema.get_mut("format") {
        known_format(format);
    }
    if schema.contains_key("type") {
        schema.remove("title");
    }
    let is_array = schema.get("type").is_some_and(|kind| kind == "array");
    if is_array && schema.get("items").is_none_or(Value::is_boolean) {
        schema.insert("items".to_owned(), json!({}));
    }
    enumerate(schema);
    if let Some(Value::Object(fields)) = schema.get_mut("properties") {
        fields.values_mut().filter_map(Value::as_object_mut).for_each(tell_default);
    }
}

/// Says in words what a field is where it is absent. As the keyword `default` it makes generators for TypeScript ask
/// for the field.
fn tell_default(field: &mut Map<String, Value>) {
    let Some(default) = field.remove("default") else { return };
    let absent = format!("`{default}` where it is absent.");
    let description = match field.get("description").and_then(Value::as_str) {
        Some(description) => format!("{description}\n\n{absent}"),
        None => absent,
    };
    field.insert("description".to_owned(), description.into());
}

/// OpenAPI knows two formats of integers; the least number of a schema says that it has no sign.
fn known_format(format: &mut String) {
    match format.as_str() {
        "uint8" | "uint16" => "int32".clone_into(format),
        "uint" | "uint32" | "uint64" => "int64".clone_into(format),
        _ => {}
    }
}

/// A union of constants becomes an enumeration, which says in its description what its words mean.
fn enumerate(schema: &mut Map<String, Value>) {
    let Some(Value::Array(variants)) = schema.get("oneOf") else { return };
    let words = |variant: &Value| match (variant.get("const"), variant.get("enum")) {
        (Some(word), _) => Some(vec![word.clone()]),
        (None, Some(Value::Array(words))) => Some(words.clone()),
        _ => None,
    };
    let Some(all) = variants.iter().map(words).collect::<Option<Vec<_>>>() else { return };
    let meanings = variants.iter().zip(&all).filter_map(|(variant, words)| {
        let words: Vec<_> =
            words.iter().map(|word| format!("`{}`", word.as_str().unwrap_or_default())).collect();
        Some(format!("{}: {}", words.join(", "), variant.get("description")?.as_str()?))
    });
    let own = schema.get("description").and_then(Value::as_str).map(str::to_owned);
    let description: Vec<_> = own.into_iter().chain(meanings.map(|meaning| format!("- {meaning}"))).collect();
    schema.remove("oneOf");
    schema.insert("type".to_owned(), "string".into());
    schema.insert("enum".to_owned(), all.concat().into());
    if !description.is_empty() {
        schema.insert("description".to_owned(), description.join("\n").into());
    }
}

/// Variants of named unions that have no name get one, made of the union's and of the constant that tells them apart.
fn name_variants(schemas: &mut Map<String, Value>) {
    let names: Vec<_> = schemas.keys().cloned().collect();
    for name in names {
        let Some(variants) = schemas[&name].get("oneOf").and_then(Value::as_array).cloned() else { continue };
        let variants: Vec<_> = variants.into_iter().map(|variant| merged(variant, schemas)).collect();
        let Some(tag) = tag_of(&variants) else { continue };
        let mut references = Vec::new();
        for variant in variants {
            let word = variant["properties"][&tag]["const"].as_str().unwrap_or_default().to_owned();
            let own = format!("{name}{}", word.to_upper_camel_case());
            debug_assert!(!schemas.contains_key(&own), "two schemas are called {own}");
            references.push(json!({"$ref": format!("{COMPONENTS}{own}")}));
            schemas.insert(own, variant);
        }
        schemas[&name]["oneOf"] = references.into();
    }
}

/// A schema and the field that tells it apart are one object.
fn merged(mut variant: Value, schemas: &Map<String, Value>) -> Value {
    let Some(parts) = variant.get("allOf").and_then(Value::as_array) else { return variant };
    let mut whole = Map::new();
    for part in parts {
        let part = part["$ref"]
            .as_str()
            .and_then(|name| schemas.get(name.strip_prefix(COMPONENTS)?))
            .unwrap_or(part);
        for (key, value) in part.as_object().into_iter().flatten() {
            match (whole.get_mut(key), value) {
                (Some(Value::Object(there)), Value::Object(more)) => there.extend(more.clone()),
                (Some(Value::Array(there)), Value::Array(more)) => there.extend(more.clone()),
                _ => drop(whole.insert(key.clone(), value.clone())),
            }
        }
    }
    if let Some(description) = variant.get_mut("description").map(Value::take) {
        whole.insert("description".to_owned(), description);
    }
    whole.into()
}

/// The field that is another constant in each of these.
fn tag_of(variants: &[Value]) -> Option<String> {
    let is_tag =
        |name: &&String| variants.iter().all(|variant| variant["properties"][*name]["const"].is_string());
    variants.first()?.get("properties")?.as_object()?.keys().find(is_tag).cloned()
}

/// Removes components that nothing refers to, until nothing more is found.
fn remove_orphans(document: &mut Value) {
    loop {
        let mut referred = BTreeSet::new();
        references(document, &mut referred);
        let mut found = false;
        for kind in ["schemas", "responses", "headers"] {
            let Some(components) = document["components"][kind].as_object_mut() else { continue };
            components.retain(|name, _| {
                let is_referred = referred.contains(&format!("#/components/{kind}/{name}"));
                found |= !is_referred;
                is_referred
            });
        }
        if !found {
            return;
        }
    }
}

fn references(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => fields.values().for_each(|value| references(value, found)),
        Value::Array(values) => values.iter().for_each(|value| references(value, found)),
        Value::String(text) if text.starts_with("#/components/") => drop(found.insert(text.clone())),
        _ => {}
    }
}
