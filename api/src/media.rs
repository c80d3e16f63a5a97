//! Media types of bodies and answers.

use actix_web::HttpResponse;
use actix_web::http::header::HeaderValue;
use serde::Serialize;

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
/// Server-sent events.
pub const EVENT_STREAM: &str = "text/event-stream";

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
