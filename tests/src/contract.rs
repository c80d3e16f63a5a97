//! The service's contract.

use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;
use ureq::http::HeaderMap;

use crate::folder::binary;

/// The contract with the pages for people, as `kifu contract --pages` prints it; shared parameters stand in their place.
pub fn contract() -> &'static Value {
    static CONTRACT: OnceLock<Value> = OnceLock::new();
    CONTRACT.get_or_init(|| {
        let printed = Command::new(binary()).args(["contract", "--pages"]).output().unwrap();
        assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
        let mut contract: Value = serde_json::from_slice(&printed.stdout).unwrap();
        let shared = contract["components"]["parameters"].clone();
        let paths = contract["paths"].as_object_mut().unwrap().values_mut();
        for operation in paths.flat_map(|path| path.as_object_mut().unwrap().values_mut()) {
            for parameter in operation["parameters"].as_array_mut().unwrap() {
                if let Some(reference) = parameter.get("$ref").and_then(Value::as_str) {
                    *parameter = shared[reference.rsplit('/').next().unwrap()].clone();
                }
            }
        }
        contract
    })
}

/// The headers that the contract has to name wherever they are answered.
pub const DECLARED_HEADERS: [&str; 13] = [
    "Accept",
    "Accept-Encoding",
    "Accept-Patch",
    "Accept-Post",
    "Accept-Ranges",
    "Content-Range",
    "ETag",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "X-Request-Id",
];

/// Looks whether the contract names the headers of an answer that is for programs.
///
/// # Panics
///
/// If the answer has one of [`DECLARED_HEADERS`] that the contract does not name there.
pub fn assert_headers_are_named(method: &str, address: &str, status: u16, headers: &HeaderMap) {
    let media = headers.get("Content-Type").and_then(|media| media.to_str().ok()).unwrap_or_default();
    if media.starts_with("text/html") {
        return;
    }
    let Some(operation) = operation(method, address) else { return };
    let answer = in_place(&operation["responses"][status.to_string()]);
    // Any endpoint may refuse a request for reasons of HTTP itself.
    if answer.is_null() {
        return;
    }
    for name in DECLARED_HEADERS.into_iter().filter(|name| headers.contains_key(*name)) {
        assert!(
            answer["headers"].get(name).is_some(),
            "{method} {address}: the contract does not name {name} of {status}"
        );
    }
}

fn operation(method: &str, address: &str) -> Option<&'static Value> {
    let method = if method == "HEAD" { "get" } else { &method.to_ascii_lowercase() };
    let path = address.split('?').next()?;
    let named = contract()["paths"].as_object()?.iter().filter(|(template, _)| fits(template, path));
    let exact = named.min_by_key(|(template, _)| template.matches('{').count())?;
    exact.1.get(method)
}

fn fits(template: &str, path: &str) -> bool {
    let parts = |path: &str| path.split('/').map(str::to_owned).collect::<Vec<_>>();
    let (template, path) = (parts(template), parts(path));
    template.len() == path.len()
        && template.iter().zip(&path).all(|(template, part)| template.contains('{') || template == part)
}

/// Resolves a reference in the contract; a part without one is returned as it is.
pub(crate) fn in_place(value: &'static Value) -> &'static Value {
    let reference =
        value.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix('#'));
    reference.map_or(value, |pointer| contract().pointer(pointer).unwrap_or(&Value::Null))
}
