//! Documents that are the same as long as the service runs.

use std::sync::OnceLock;

use actix_web::http::header::ETAG;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::Value;

use crate::request::has_already;

/// A document that is made when it is first asked for.
pub(super) struct Fixed {
    media: &'static str,
    make: fn() -> Value,
    made: OnceLock<FixedAnswer>,
}

struct FixedAnswer {
    text: String,
    tag: String,
}

impl Fixed {
    pub(super) const fn new(media: &'static str, make: fn() -> Value) -> Self {
        Self { media, make, made: OnceLock::new() }
    }

    /// The document, or that the client has it already.
    pub(super) fn answer(&'static self, request: &HttpRequest) -> HttpResponse {
        let made = self.made.get_or_init(|| {
            let text = (self.make)().to_string();
            let tag = format!("\"{}\"", &blake3::hash(text.as_bytes()).to_hex()[..16]);
            FixedAnswer { text, tag }
        });
        if has_already(request, &made.tag) {
            return HttpResponse::NotModified().insert_header((ETAG, &*made.tag)).finish();
        }
        HttpResponse::Ok().insert_header((ETAG, &*made.tag)).content_type(self.media).body(&*made.text)
    }
}
