//! The contract has an example of everything that it describes, and each is as it describes it.

use serde_json::{Value, json};

const CONTRACT: &str = include_str!("../../../openapi/openapi.json");

/// Bodies that are no text, or a page for people.
const WITHOUT_EXAMPLE: [&str; 2] = ["application/vnd.apache.parquet", "text/html"];

pub fn contract() -> Value {
    serde_json::from_str(CONTRACT).unwrap()
}

pub fn objects(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Every operation, those of receivers of notices as well.
fn operations(contract: &Value) -> impl Iterator<Item = &Value> {
    let paths = objects(&contract["paths"]).chain(objects(&contract["webhooks"]));
    paths.flat_map(|(_, path)| objects(path)).map(|(_, operation)| operation)
}

/// The examples of a media type.
fn examples(content: &Value) -> Vec<&Value> {
    let several = objects(&content["examples"]).map(|(_, example)| &example["value"]);
    content.get("example").into_iter().chain(several).collect()
}

/// The contents that an operation takes and sends: the place, the media type and the schema.
fn contents(operation: &Value) -> impl Iterator<Item = (String, &String, &Value)> {
    let name = operation["operationId"].as_str().unwrap_or_default();
    let request = objects(&operation["requestBody"]["content"]);
    let request = request.map(move |(media, content)| (format!("{name}, request"), media, content));
    let answers = objects(&operation["responses"]).flat_map(move |(status, answer)| {
        let contents = objects(&answer["content"]);
        contents.map(move |(media, content)| (format!("{name}, {status}"), media, content))
    });
    request.chain(answers)
}

#[test]
fn every_operation_has_an_example_of_each_answer() {
    let contract = contract();
    for operation in operations(&contract).filter(|operation| operation["security"] != json!([])) {
        let name = &operation["operationId"];
        let about = operation["description"].as_str().unwrap_or_default();
        assert!(about.contains("For example:"), "{name} has no example of a request");
        let has_request = objects(&operation["requestBody"]["content"]).next().is_none_or(|_| {
            objects(&operation["requestBody"]["content"]).any(|(_, content)| !examples(content).is_empty())
        });
        assert!(has_request, "{name} has no example of a body");
        let answers = || contents(operation).filter(|(place, ..)| !place.ends_with("request"));
        let examples = |place: &str, media: &str| {
            let of_it = answers().filter(|answer| answer.0 == place && answer.1 == media);
            of_it.map(|(.., content)| examples(content).len()).sum::<usize>()
        };
        for (place, media, _) in answers() {
            // A line of several is seen in the same as JSON.
            let seen_as = if media == "application/x-ndjson" { "application/json" } else { media };
            let count = examples(&place, media) + examples(&place, seen_as);
            let needs_none = WITHOUT_EXAMPLE.contains(&media.as_str());
            assert!(needs_none || count > 0, "{place} has no example as {media}");
        }
    }
    for (kind, notice) in objects(&contract["webhooks"]) {
        let content = &notice["post"]["requestBody"]["content"]["application/json"];
        assert!(!examples(content).is_empty(), "{kind} has no example");
    }
}

#[test]
fn every_example_is_of_its_schema() {
    let contract = contract();
    let answers = objects(&contract["components"]["responses"]).flat_map(|(name, answer)| {
        objects(&answer["content"]).map(move |(media, content)| (name.clone(), media, content))
    });
    let mut checked = 0;
    for (place, media, content) in operations(&contract).flat_map(contents).chain(answers) {
        let schema = json!({"components": contract["components"], "allOf": [content["schema"]]});
        let examples = examples(content);
        if examples.is_empty() {
            continue;
        }
        let schema = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
        for example in examples {
            let mistakes: Vec<_> = schema.iter_errors(example).map(|mistake| mistake.to_string()).collect();
            assert!(mistakes.is_empty(), "{place}, {media}: {mistakes:?}\n{example:#}");
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked}");
}
