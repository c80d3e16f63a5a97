//! The answers of problems, which stand once in a contract.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use schemars::SchemaGenerator;
use serde_json::{Map, Value, json};

use super::response_header::{
    ACCEPT, ACCEPT_ENCODING, ACCEPT_PATCH, ACCEPT_POST, CONTENT_RANGE, RETRY_AFTER, headers_with,
};
use super::schema_of;
use crate::http::problem::{Code, Document, PROBLEM};

/// The problems that any operation may answer with, by the name of their status.
pub fn problem_responses(generator: &mut SchemaGenerator) -> Map<String, Value> {
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
    codes.into_iter().map(response).collect()
}

/// The shared response of problems with this status.
pub(super) fn problem_response(status: StatusCode) -> Value {
    json!({"$ref": format!("#/components/responses/{}", name(status))})
}

/// The pointer to the shared response of problems with this status.
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
