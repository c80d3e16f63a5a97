//! What several operations have in common stands once in a contract, under `components`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::response_header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_PATCH, ACCEPT_POST, CONTENT_RANGE, RETRY_AFTER, headers_with,
};
use super::schema_of;
use super::unions::camel;
use crate::problem::{Code, Document, PROBLEM};

/// The problems that any operation may answer with, by what their status is called.
pub fn problem_responses(generator: &mut SchemaGenerator) -> Value {
    let schema = schema_of::<Document>(generator);
    let mut codes: BTreeMap<StatusCode, Vec<String>> = BTreeMap::new();
    for code in Code::ALL {
        codes.entry(code.status()).or_default().push(format!("`{}`", code.word()));
    }
    let response = |(status, codes): (StatusCode, Vec<String>)| {
        let mut response = json!({
            "description": format!("{}: {}", reason(status), codes.join(", ")),
            "content": {PROBLEM: {"schema": schema}},
        });
        let mut own = Vec::new();
        if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            own.push(RETRY_AFTER);
        }
        if status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            own.extend([ACCEPT, ACCEPT_ENCODING, ACCEPT_PATCH, ACCEPT_POST]);
        }
        if status == StatusCode::RANGE_NOT_SATISFIABLE {
            own.push(CONTENT_RANGE);
        }
        response["headers"] = headers_with(&own);
        (name(status), response)
    };
    Value::Object(codes.into_iter().map(response).collect())
}

/// The shared response of problems with this status.
pub(super) fn problem_response(status: StatusCode) -> Value {
    json!({"$ref": format!("#/components/responses/{}", name(status))})
}

/// Where the shared response of problems with this status is.
pub(super) fn problem_pointer(status: u16) -> String {
    let name = StatusCode::from_u16(status).map(name).unwrap_or_default();
    format!("/components/responses/{name}")
}

fn reason(status: StatusCode) -> &'static str {
    status.canonical_reason().unwrap_or("Problem")
}

fn name(status: StatusCode) -> String {
    reason(status).split(' ').collect()
}

/// Moves the answers without a body that several operations give to `components`, by what their status is called.
pub fn share_responses(document: &mut Value) {
    let mut shared = Map::new();
    each_operation(document, |operation| {
        for (status, response) in operation["responses"].as_object_mut().into_iter().flatten() {
            let is_empty = response["content"].as_object().is_some_and(Map::is_empty);
            let status = status.parse().ok().and_then(|status| StatusCode::from_u16(status).ok());
            let Some(name) = status.filter(|_| is_empty).map(name) else { continue };
            if shared.entry(name.clone()).or_insert_with(|| response.clone()) == response {
                *response = json!({"$ref": format!("#/components/responses/{name}")});
            }
        }
    });
    if let Some(responses) = document["components"]["responses"].as_object_mut() {
        responses.extend(shared);
    }
}

/// Moves every parameter that several operations take to `components`; of those that have one name, the one that most
/// of them take.
pub fn share_parameters(document: &mut Value) {
    let mut occurrences: BTreeMap<String, (Value, usize)> = BTreeMap::new();
    each_parameter(document, |parameter| {
        occurrences.entry(parameter.to_string()).or_insert_with(|| (parameter.clone(), 0)).1 += 1;
    });
    let mut occurrences: Vec<_> = occurrences.into_values().filter(|(_, times)| *times > 1).collect();
    occurrences.sort_by_key(|(_, times)| Reverse(*times));
    let mut shared = Map::new();
    for (parameter, _) in occurrences {
        shared.entry(name_of(&parameter)).or_insert(parameter);
    }
    each_parameter(document, |parameter| {
        let name = name_of(parameter);
        if shared.get(&name) == Some(parameter) {
            *parameter = json!({"$ref": format!("#/components/parameters/{name}")});
        }
    });
    document["components"]["parameters"] = shared.into();
}

fn name_of(parameter: &Value) -> String {
    camel(parameter["name"].as_str().unwrap_or_default())
}

fn each_parameter(document: &mut Value, mut visit: impl FnMut(&mut Value)) {
    each_operation(document, |operation| {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        parameters.into_iter().flatten().for_each(&mut visit);
    });
}

fn each_operation(document: &mut Value, visit: impl FnMut(&mut Value)) {
    let parts = ["paths", "webhooks"];
    let parts =
        document.as_object_mut().into_iter().flatten().filter(|(part, _)| parts.contains(&part.as_str()));
    let paths = parts.filter_map(|(_, part)| part.as_object_mut()).flat_map(Map::values_mut);
    paths.filter_map(Value::as_object_mut).flat_map(Map::values_mut).for_each(visit);
}
