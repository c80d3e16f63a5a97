//! Parameters of a query with a value that they can't have.

use serde_json::{Value, json};

use super::{World, fault_of_refusal};
use crate::examples::schemas::{contract, objects};

/// Values that are wrong for some parameters.
const VALUES: [&str; 9] =
    ["", "zzz!", "-1", "1.5", "99999999999999999999", "1e2", "2025-13-45", "a\0b", "TRUE"];

/// A date that has the form of one.
const NO_SUCH_DAY: &str = "2025-13-45";

/// The faults in the refusals of values that the contract does not allow.
pub fn refused(world: &World) -> Vec<String> {
    let contract = contract();
    let mut faults = Vec::new();
    for (path, methods) in objects(&contract["paths"]) {
        for (method, operation) in objects(methods) {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let parameters = parameters.map(|parameter| in_place(&contract, parameter));
            for parameter in parameters.filter(|parameter| parameter["in"] == "query") {
                let schema = resolved(&contract, &parameter["schema"]);
                let wrong = VALUES.into_iter().filter(|value| !allows(&schema, value));
                faults.extend(wrong.filter_map(|value| send(world, (method, path), parameter, value)));
            }
        }
    }
    faults
}

/// A parameter or a schema itself, where several share it.
fn in_place<'c>(contract: &'c Value, parameter: &'c Value) -> &'c Value {
    let pointer = parameter["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
    pointer.map_or(parameter, |pointer| contract.pointer(pointer).unwrap())
}

/// A schema of a parameter with what it and its items refer to in their place.
fn resolved(contract: &Value, schema: &Value) -> Value {
    let mut schema = in_place(contract, schema).clone();
    if let Some(items) = schema.get_mut("items") {
        *items = in_place(contract, items).clone();
    }
    schema
}

/// The fault in the refusal of this value, if there is one.
fn send(world: &World, (method, path): (&str, &str), parameter: &Value, value: &str) -> Option<String> {
    let name = parameter["name"].as_str().unwrap();
    let query: String =
        url::form_urlencoded::Serializer::new(String::new()).append_pair(name, value).finish();
    let ask = world.ask(&method.to_uppercase(), path, &format!("?{query}"));
    let ask = if method == "get" { ask } else { ask.body("application/json", "{}") };
    let answer = ask.send();
    let fault = fault_of_refusal(&answer).or_else(|| {
        let problem = answer.json();
        let named = problem["values"]["parameter"].as_str().unwrap_or_default();
        let is_named = named == name || problem["code"] == "unknown_game";
        (answer.status != 400 || !is_named).then(|| format!("names {named:?}"))
    });
    let text: String = answer.text().chars().take(500).collect();
    fault.map(|fault| format!("{method} {path}?{query}: {fault}: {text}"))
}

/// True if a parameter may have this value.
fn allows(schema: &Value, value: &str) -> bool {
    let schema_of_one = if schema["type"] == "array" { &schema["items"] } else { schema };
    let read = match schema_of_one["type"].as_str() {
        Some("string") => json!(value),
        _ => serde_json::from_str(value).unwrap_or_else(|_| json!(value)),
    };
    let is_day =
        schema_of_one["pattern"].as_str().is_some_and(|pattern| pattern.contains("[0-9]{4}-[0-9]{2}"));
    let validator = jsonschema::options().should_validate_formats(true).build(schema_of_one).unwrap();
    validator.is_valid(&read) && !(is_day && value == NO_SUCH_DAY)
}
