//! The generators of a contract's schemas: requests say what may be left out, answers say what is always there.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::COMPONENTS;

/// The generators of a contract's schemas; they collect the schemas referred to.
pub struct Generators {
    /// The generator for requests.
    pub requests: SchemaGenerator,
    /// The generator for answers.
    pub answers: SchemaGenerator,
    /// Parameters that are defined once, by name.
    pub parameters: Map<String, Value>,
    /// Answers without a body that are defined once, by name.
    pub responses: Map<String, Value>,
}

impl Default for Generators {
    fn default() -> Self {
        let settings = SchemaSettings::draft2020_12().with(|settings| {
            settings.definitions_path = COMPONENTS.trim_start_matches('#').into();
            settings.meta_schema = None;
        });
        Self {
            requests: settings.clone().for_deserialize().into_generator(),
            answers: settings.for_serialize().into_generator(),
            parameters: Map::new(),
            responses: Map::new(),
        }
    }
}

impl Generators {
    /// The schemas that were referred to. A type that is both sent and answered has one schema, that of the request.
    pub fn finish(mut self) -> Map<String, Value> {
        let mut schemas: Map<String, Value> = self.answers.take_definitions(true).into_iter().collect();
        schemas.values_mut().for_each(absent_is_not_null);
        schemas.extend(self.requests.take_definitions(true));
        schemas
    }
}

/// Defines a component under this name, and refers to it; another one that has the name already stays, and this one stands
/// where it is used.
pub(super) fn define(of: &str, components: &mut Map<String, Value>, name: String, component: Value) -> Value {
    let reference = json!({"$ref": format!("#/components/{of}/{name}")});
    if *components.entry(name).or_insert_with(|| component.clone()) == component {
        reference
    } else {
        component
    }
}

/// The schema of the body.
pub(super) type SchemaOf = fn(&mut SchemaGenerator) -> Value;

/// The schema of a type, or the reference to it.
pub(super) fn schema_of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Value {
    generator.subschema_for::<T>().to_value()
}

/// Removes `null` from fields that an answer may leave out.
pub(super) fn absent_is_not_null(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(absent_is_not_null);
            let required = fields.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
            let properties =
                fields.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
            let optional =
                properties.filter(|(name, _)| !required.iter().any(|required| required == name.as_str()));
            optional.for_each(|(_, schema)| forbid_null(schema));
        }
        Value::Array(values) => values.iter_mut().for_each(absent_is_not_null),
        _ => {}
    }
}

fn forbid_null(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(Value::Array(types)) = fields.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = &types[..] {
            let only = only.clone();
            fields.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(words)) = fields.get_mut("enum") {
        words.retain(|word| !word.is_null());
    }
    let Some(Value::Array(mut variants)) = fields.remove("anyOf") else { return };
    variants.retain(|variant| variant["type"] != "null");
    match (variants.len(), variants.first_mut()) {
        (1, Some(Value::Object(only))) => {
            let mut only = std::mem::take(only);
            // The description of a field says more than that of its type.
            only.extend(std::mem::take(fields));
            *fields = only;
        }
        _ => drop(fields.insert("anyOf".to_owned(), variants.into())),
    }
}
