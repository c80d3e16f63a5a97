//! The headers for caches of every answer: `Vary`, the caches that may store it, and the strength of its tag.
//!
//! An answer without a rule for caches is private: an endpoint has to say that its answer is equal for everybody.
//! Every answer varies by `Accept-Encoding`.

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    ACCEPT_ENCODING, AUTHORIZATION, AcceptEncoding, CACHE_CONTROL, CONTENT_ENCODING, ETAG, Encoding,
    HeaderMap, HeaderName, HeaderValue, VARY,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};

/// Completes the headers of an answer that is encoded already, if it is.
pub async fn set_cache_headers(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let would_encode = would_encode(&request);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = next.call(request).await?;
    let status = response.status();
    let headers = response.headers_mut();
    if reads && !headers.contains_key(CACHE_CONTROL) {
        keep_private(headers, status);
    }
    vary(headers, &ACCEPT_ENCODING);
    if headers.contains_key(CONTENT_ENCODING) || (status == StatusCode::NOT_MODIFIED && would_encode) {
        weaken(headers);
    }
    Ok(response)
}

/// An answer without a rule for caches is for this one client.
fn keep_private(headers: &mut HeaderMap, status: StatusCode) {
    let cache = if status.is_success() { "private, no-cache" } else { "no-store" };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    vary(headers, &AUTHORIZATION);
}

/// Adds a header of the request on which the answer depends.
fn vary(headers: &mut HeaderMap, on: &HeaderName) {
    let is_named = |value: &HeaderValue| {
        let names = value.to_str().unwrap_or_default();
        names.split(',').any(|name| name.trim().eq_ignore_ascii_case(on.as_str()))
    };
    if !headers.get_all(VARY).any(is_named) {
        headers.append(VARY, HeaderValue::from_name(on.clone()));
    }
}

/// Two encodings of the same have the same tag, so it may not be a strong one (RFC 9110, 8.8.3.3).
fn weaken(headers: &mut HeaderMap) {
    let strong = headers.get(ETAG).and_then(|tag| tag.to_str().ok()).filter(|tag| tag.starts_with('"'));
    if let Some(weak) = strong.and_then(|tag| HeaderValue::try_from(format!("W/{tag}")).ok()) {
        headers.insert(ETAG, weak);
    }
}

/// True if an answer with a body would be encoded. The tag of an answer without a body has to say it too.
fn would_encode(request: &ServiceRequest) -> bool {
    let offered = [Encoding::identity(), Encoding::brotli(), Encoding::gzip(), Encoding::zstd()];
    let accepted = request.get_header::<AcceptEncoding>();
    let chosen = accepted.as_ref().and_then(|accepted| accepted.negotiate(offered.iter()));
    chosen.is_some_and(|encoding| encoding != Encoding::identity())
}
