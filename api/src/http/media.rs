//! Media types of bodies and answers.

use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::http::header::{ACCEPT, HeaderName, HeaderValue};
use serde::Serialize;
use serde_json::json;

use crate::http::problem::{Code, Problem};

/// One JSON document.
pub const JSON: &str = "application/json";
/// One JSON document a line.
pub const NDJSON: &str = "application/x-ndjson";
/// A change as RFC 7396 writes it: members replace, `null` removes.
pub const MERGE_PATCH: &str = "application/merge-patch+json";
/// Comma-separated values (RFC 4180).
pub const CSV: &str = "text/csv";
/// A picture.
pub const SVG: &str = "image/svg+xml";
/// A page.
pub const HTML: &str = "text/html";
/// A picture of pixels.
pub const PNG: &str = "image/png";
/// Server-sent events.
pub const EVENT_STREAM: &str = "text/event-stream";

/// The media types that a resource takes by `PATCH` (RFC 5789, 3.1).
pub const ACCEPT_PATCH: HeaderName = HeaderName::from_static("accept-patch");
/// The media types that a resource takes by `POST` (Linked Data Platform, 7.1).
pub const ACCEPT_POST: HeaderName = HeaderName::from_static("accept-post");

/// A picture opened by itself runs nothing and fetches nothing.
pub const PICTURE_SECURITY_POLICY: HeaderValue =
    HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

/// One JSON document a line.
pub fn ndjson(values: &[impl Serialize]) -> HttpResponse {
    let mut body = String::new();
    for value in values {
        body.push_str(&serde_json::to_string(value).unwrap_or_default());
        body.push('\n');
    }
    HttpResponse::Ok().content_type(NDJSON).body(body)
}

/// The complaint about a body of none of these media types. It says what they are: `Accept` (RFC 9110, 15.5.16), and by
/// the method that they are for.
pub fn unsupported(method: &Method, taken: &[&str]) -> Problem {
    let list = taken.join(", ");
    let problem = Problem::plain(Code::UnsupportedMediaType).with(json!({ "accepted": taken }));
    let problem = problem.with_header(ACCEPT, &list);
    match *method {
        Method::PATCH => problem.with_header(ACCEPT_PATCH, &list),
        Method::POST => problem.with_header(ACCEPT_POST, &list),
        _ => problem,
    }
}
