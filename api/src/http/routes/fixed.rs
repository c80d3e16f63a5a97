//! Documents that are the same as long as the service runs.

use std::sync::OnceLock;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::Value;

use crate::http::entity_tag::EntityTag;

/// A document that is made when it is first asked for.
pub(super) struct Fixed {
    media: &'static str,
    make: fn() -> Value,
    made: OnceLock<(EntityTag, Bytes)>,
}

impl Fixed {
    pub(super) const fn new(media: &'static str, make: fn() -> Value) -> Self {
        Self { media, make, made: OnceLock::new() }
    }

    /// The document, or that the client has it already.
    pub(super) fn answer(&'static self, request: &HttpRequest) -> HttpResponse {
        let (tag, text) = self.made.get_or_init(|| {
            let text = (self.make)().to_string();
            (EntityTag::of_bytes(text.as_bytes()), text.into())
        });
        tag.answer(request, HttpResponse::Ok(), (self.media, text.clone()))
    }
}
