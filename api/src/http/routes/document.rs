//! The OpenAPI 3.1 contract, generated from the table of endpoints and the engine's own types.

use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::erased::define_games;
use kifu_engine::games;
use serde_json::{Map, Value, json};

use super::fixed::Fixed;
use crate::http::contract::{
    Endpoint, Generators, Identity, NO_NUL_PATTERN, add_examples, problem_responses, shared_headers,
    split_by_game, tidy,
};
use crate::http::media::JSON;
use crate::streams::webhooks;

const DESCRIPTION: &str =
    "Records tabletop games as they are played, replays them and answers questions about them.";

/// The parts of the API, and what each is for.
const TAGS: [(&str, &str); 10] = [
    ("games", "Records: opened, logged, read, replayed, corrected, shared."),
    ("players", "People who play, across records."),
    ("leaderboards", "Who leads in a game, by rating."),
    ("statistics", "What can be asked of records, and the answers as numbers."),
    ("observations", "What metrics are counted from, as Parquet files."),
    ("archive", "Whole records, in and out."),
    ("feed", "Everything public as it happens, in commit order."),
    ("rules", "The games and their rules."),
    ("webhooks", "Being told of what happens."),
    ("service", "Health, metrics, problems, this contract."),
];

/// The contract of the API: everything but the pages for people.
pub fn contract() -> Value {
    document(super::api())
}

/// The contract of the API and of the pages for people.
pub fn everything() -> Value {
    document(super::endpoints())
}

fn document(endpoints: Vec<Endpoint>) -> Value {
    let mut generators = Generators::default();
    let mut paths: Map<String, Value> = Map::new();
    for endpoint in endpoints {
        let operation = endpoint.document(&mut generators);
        let item = paths.entry(endpoint.path).or_insert_with(|| json!({}));
        item[endpoint.method.as_str().to_ascii_lowercase()] = operation;
    }
    let mut responses = problem_responses(&mut generators.answers);
    responses.append(&mut generators.responses);
    let parameters = std::mem::take(&mut generators.parameters);
    let notices = webhooks::contract::document(&mut generators.answers);
    define_games(games::ALL, &mut generators.requests, &mut generators.answers);
    let mut schemas: Map<String, Value> = generators.finish();
    split_by_game(&mut schemas);
    schemas.values_mut().for_each(forbid_nul);
    let tags: Vec<_> = TAGS.iter().map(|(name, about)| json!({"name": name, "description": about})).collect();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Kifu",
            "version": env!("CARGO_PKG_VERSION"),
            "description": DESCRIPTION,
            "contact": {"name": "Kifu"},
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": tags,
        "security": Identity::Anyone.security(),
        "paths": paths,
        "webhooks": notices,
        "components": {
            "schemas": schemas,
            "parameters": parameters,
            "responses": responses,
            "headers": shared_headers(),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a record's scribe, of one of its seats or readers, or of a player.",
                },
                "operatorKey": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The key that the operator gave the service.",
                },
            },
        },
    });
    tidy(&mut document);
    add_examples(&mut document);
    document
}

/// Answers with the contract.
pub(super) async fn handle(request: HttpRequest) -> HttpResponse {
    static DOCUMENT: Fixed = Fixed::new(JSON, contract);
    DOCUMENT.answer(&request)
}

/// Text of a limited length is what people write.
fn forbid_nul(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.contains_key("maxLength") && !fields.contains_key("pattern") {
                fields.insert("pattern".to_owned(), NO_NUL_PATTERN.into());
            }
            fields.values_mut().for_each(forbid_nul);
        }
        Value::Array(values) => values.iter_mut().for_each(forbid_nul),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::http::contract::CostClass;

    /// Lines of the file, so that what repeats itself is noticed: then it is to be shared, not printed smaller.
    const MAX_LINES: usize = 18_000;
    /// Columns of a line of the file.
    const LINE_WIDTH: usize = 110;

    /// A value with each object and array on one line where it fits, so that a reader sees more of it at once.
    fn printed(value: &Value, indent: usize, before: usize) -> String {
        let line = value.to_string();
        if indent + before + line.len() <= LINE_WIDTH {
            return line;
        }
        let inner = indent + 2;
        let (open, parts, close): (_, Vec<_>, _) = match value {
            Value::Object(fields) => {
                let field = |(name, field): (&String, &Value)| {
                    let name = format!("{}: ", Value::from(name.as_str()));
                    let field = printed(field, inner, name.len());
                    name + &field
                };
                ('{', fields.iter().map(field).collect(), '}')
            }
            Value::Array(values) => ('[', values.iter().map(|value| printed(value, inner, 0)).collect(), ']'),
            _ => return line,
        };
        let start = format!("\n{:inner$}", "");
        format!("{open}{start}{}\n{:indent$}{close}", parts.join(&format!(",{start}")), "")
    }

    #[test]
    fn every_tag_is_explained_and_belongs_to_an_operation() {
        let contract = contract();
        let operations = contract["paths"].as_object().into_iter().flat_map(Map::values);
        let operations = operations.filter_map(Value::as_object).flat_map(Map::values);
        let used: BTreeSet<_> = operations.filter_map(|operation| operation["tags"][0].as_str()).collect();
        assert_eq!(used, TAGS.iter().map(|(name, _)| *name).collect());
    }

    #[test]
    fn every_operation_says_what_its_answers_cost() {
        let words: BTreeSet<_> = CostClass::COSTLY.map(CostClass::word).into();
        let everything = everything();
        for (path, item) in everything["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                let class = operation["x-cost-class"].as_str().unwrap();
                let is_costly = words.contains(class);
                assert!(is_costly || class == CostClass::Cheap.word(), "{method} {path}: {class}");
                assert!(!is_costly || operation["responses"]["503"].is_object(), "{method} {path}");
            }
        }
        let board = &everything["paths"]["/v1/games/{id}/board.svg"]["get"];
        let places = board["parameters"].as_array().unwrap().iter().filter_map(|one| one["$ref"].as_str());
        let mut parameters = places.filter_map(|place| everything.pointer(place.trim_start_matches('#')));
        let chances = parameters.find(|one| one["name"] == "chances");
        assert_eq!(board["x-cost-class"], "draws");
        assert_eq!(chances.unwrap()["x-cost-class"], "solves");
    }

    /// Set `KIFU_PIN=1` to write the contract anew; then read the difference before committing it.
    #[test]
    fn the_contract_in_the_repository_is_the_one_the_code_gives() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../openapi/openapi.json");
        let generated = contract();
        if std::env::var_os("KIFU_PIN").is_some() {
            std::fs::write(path, printed(&generated, 0, 0) + "\n").expect("openapi.json can be written");
        }
        let pinned = std::fs::read_to_string(path).expect("openapi.json is there");
        assert!(pinned.lines().count() < MAX_LINES, "the contract repeats itself");
        // The order of names does not matter in a contract. In a build of everything, features of other crates decide
        // it.
        assert!(
            serde_json::from_str::<Value>(&pinned).ok() == Some(generated),
            "openapi/openapi.json is out of date: KIFU_PIN=1 cargo test -p kifu contract"
        );
    }
}
