//! How a page is answered.

use crate::http::entity_tag::EntityTag;
use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, VARY,
};
use actix_web::{HttpRequest, HttpResponse};

use super::layout::{self, HtmlPage};

/// A page runs and loads only content from here, sends nothing anywhere else, and is in no frame.
const PAGE_POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
     manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
);
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The page as HTML. It is equal for everybody who reads its language.
pub fn html(request: &HttpRequest, page: &HtmlPage) -> HttpResponse {
    let text = layout::document(page).into_string();
    let (mut response, not_modified) = EntityTag::of_bytes(text.as_bytes()).begin(request);
    response
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((VARY, "Accept-Language"))
        .insert_header((CONTENT_LANGUAGE, page.language.code()))
        .insert_header((CONTENT_SECURITY_POLICY, PAGE_POLICY))
        .insert_header((REFERRER_POLICY, "no-referrer"))
        .insert_header((OPENER_POLICY, "same-origin"));
    if not_modified {
        response.finish()
    } else {
        response.content_type("text/html; charset=utf-8").body(text)
    }
}
