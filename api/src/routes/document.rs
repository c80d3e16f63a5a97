//! The OpenAPI 3.1 contract, generated from the table of endpoints and the engine's own types.

use actix_web::HttpResponse;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::contract::{NO_NUL, unions};
use crate::webhooks;

/// The whole contract.
pub fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = SchemaGenerator::new(settings);
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in super::endpoints() {
        let operation = endpoint.document(&mut generator);
        let item = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        item[endpoint.method.as_str().to_ascii_lowercase()] = operation;
    }
    let notices = webhooks::contract::document(&mut generator);
    let mut schemas: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    unions::add_unions(&mut schemas);
    unions::open_requests(&mut schemas);
    schemas.values_mut().for_each(forbid_nul);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kifu",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Records tabletop games as they are played, replays them and answers questions about them.",
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "webhooks": notices,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    })
}

/// Answers with the contract.
pub async fn handle() -> HttpResponse {
    HttpResponse::Ok().json(document())
}

/// Text of a limited length is what people write.
fn forbid_nul(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("maxLength") && !fields.contains_key("pattern") {
                fields.insert("pattern".to_owned(), NO_NUL.into());
            }
            fields.values_mut().for_each(forbid_nul);
        }
        Value::Array(values) => values.iter_mut().for_each(forbid_nul),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Set `KIFU_PIN=1` to write the contract anew; then read the difference before committing it.
    #[test]
    fn the_contract_in_the_repository_is_the_one_the_code_gives() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/openapi.json");
        let generated = document();
        if std::env::var_os("KIFU_PIN").is_some() {
            std::fs::write(path, format!("{generated:#}\n")).expect("openapi.json can be written");
        }
        let pinned = std::fs::read_to_string(path).expect("openapi.json is there");
        // In what order names stand is nothing to a contract; other crates' wishes decide it in a build of everything.
        assert!(
            serde_json::from_str::<Value>(&pinned).ok() == Some(generated),
            "openapi/openapi.json is out of date: KIFU_PIN=1 cargo test -p kifu contract"
        );
    }
}
