//! Documents that are the same as long as the service runs.

use std::sync::OnceLock;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::Value;

use crate::entity_tag::{tag_of, under_tag};

/// A document that is made when it is first asked for.
pub(super) struct Fixed {
    media: &'static str,
    make: fn() -> Value,
    made: OnceLock<(String, Bytes)>,
}

impl Fixed {
    pub(super) const fn new(media: &'static str, make: fn() -> Value) -> Self {
        Self { media, make, made: OnceLock::new() }
    }

    /// The document, or that the client has it already.
    pub(super) fn answer(&'static self, request: &HttpRequest) -> HttpResponse {
        let (tag, text) = self.made.get_or_init(|| {
            let text = (self.make)().to_string();
            (tag_of(text.as_bytes()), text.into())
        });
        under_tag(request, HttpResponse::Ok(), tag, (self.media, text.clone()))
    }
}
