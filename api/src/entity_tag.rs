//! Entity tags: which version they name, also after a proxy has encoded the answer.
//!
//! `"5.0f1e2d3c4b5a6978"` is version 5 with this digest of names, places, tags and visibility; answers to moves have `"5"`. A
//! move's `If-Match` compares the version, a change of names or places the digest, `If-None-Match` both. The digest is of what
//! everybody sees: a number of changes would move with every token that is made.
//!
//! `If-Match` compares what a tag names, not its bytes. A proxy that compresses makes `W/"5"` or `"5-gzip"` of `"5"`, and so
//! does this service where it compresses; all of them name version 5. RFC 9110 asks for strong comparison because a weak tag
//! may stay the same over a change. These tags do not: each change of what is seen moves the version or the digest, so no
//! update is lost. A header of our own would be as safe, but no HTTP client or gateway knows it.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};

/// What servers that compress add to a tag, within its quotation marks.
const CODINGS: [&str; 4] = ["gzip", "br", "zstd", "deflate"];

/// What this service once put between the quotation marks: the tag may have become weak, and may have got the name of
/// an encoding. `None` if it is no tag.
pub fn opaque(tag: &str) -> Option<&str> {
    let tag = tag.strip_prefix("W/").unwrap_or(tag);
    let inner = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'))?;
    let plain = CODINGS.iter().find_map(|coding| inner.strip_suffix(coding)?.strip_suffix('-'));
    Some(plain.unwrap_or(inner))
}

/// Whether the client has this version already (`If-None-Match`, weak comparison).
pub fn has_already(request: &HttpRequest, tag: &str) -> bool {
    let header = request.headers().get(IF_NONE_MATCH).and_then(|header| header.to_str().ok());
    header.is_some_and(|header| {
        header.trim() == "*" || header.split(',').any(|listed| opaque(listed.trim()) == opaque(tag))
    })
}

/// The tag of a body.
pub fn tag_of(body: &[u8]) -> String {
    format!("\"{}\"", &blake3::hash(body).to_hex()[..16])
}

/// The answer with this body, which is the same for everybody, under the tag of what it holds; without it if the client
/// has it already.
pub fn tagged(
    request: &HttpRequest,
    response: HttpResponseBuilder,
    media: &str,
    body: String,
) -> HttpResponse {
    let tag = tag_of(body.as_bytes());
    under_tag(request, response, &tag, (media, body.into()))
}

/// The same with a tag that is known.
pub fn under_tag(
    request: &HttpRequest,
    mut response: HttpResponseBuilder,
    tag: &str,
    (media, body): (&str, Bytes),
) -> HttpResponse {
    response.insert_header((ETAG, tag)).insert_header((CACHE_CONTROL, "no-cache"));
    if has_already(request, tag) {
        return response.status(StatusCode::NOT_MODIFIED).finish();
    }
    response.content_type(media).body(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_changed_by_proxies_still_matches() {
        for tag in ["\"5.2\"", "W/\"5.2\"", "\"5.2-gzip\"", "W/\"5.2-br\"", "\"5.2-zstd\""] {
            assert_eq!(opaque(tag), Some("5.2"), "{tag}");
        }
        assert_eq!(opaque("\"5.2-else\""), Some("5.2-else"));
        assert_eq!(opaque("\"gzip\""), Some("gzip"));
        for none in ["5.2", "\"", "W/5.2", "w/\"5.2\"", "\"5.2"] {
            assert_eq!(opaque(none), None, "{none}");
        }
    }
}
