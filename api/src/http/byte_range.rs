//! Parts of an answer whose bytes are the same as long as its tag is (RFC 9110, 14).
//!
//! One range a request: a request for several ranges gets the whole, as the RFC allows.

use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, HeaderName, IF_RANGE, RANGE,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use serde_json::json;

use crate::http::entity_tag::EntityTag;
use crate::http::problem::{Code, Problem};
use crate::streams::subscriptions::sse::IDENTITY;

/// The part that is asked of a body of some length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// All of it: no part was asked for, or none that we read.
    Whole,
    /// From the first of these bytes to the last, which is included.
    Between(usize, usize),
    /// A part beyond the end.
    Beyond,
}

/// The file with this strong tag, or the part of it that is asked for. `bytes` is only called where something of them,
/// or their number, is returned. Nothing of the file is compressed: it is so already.
pub async fn file(
    request: &HttpRequest,
    mut response: HttpResponseBuilder,
    tagged: (&EntityTag, &str),
    bytes: impl Future<Output = Result<Bytes, Problem>>,
) -> Result<HttpResponse, Problem> {
    response.insert_header((CONTENT_ENCODING, IDENTITY));
    text(request, response, tagged, bytes).await
}

/// Answers with a text, which is compressed for clients that accept it and ask for all of it.
pub async fn text(
    request: &HttpRequest,
    mut response: HttpResponseBuilder,
    (tag, media): (&EntityTag, &str),
    bytes: impl Future<Output = Result<Bytes, Problem>>,
) -> Result<HttpResponse, Problem> {
    response.insert_header(tag.header()).insert_header((CACHE_CONTROL, "no-cache"));
    if tag.is_known(request) {
        return Ok(response.status(StatusCode::NOT_MODIFIED).finish());
    }
    let bytes = bytes.await?;
    response.insert_header((CONTENT_TYPE, media));
    Ok(match requested_part(request, tag, bytes.len()) {
        Part::Whole => response.insert_header((ACCEPT_RANGES, "bytes")).body(bytes),
        Part::Between(first, last) => {
            let range = format!("bytes {first}-{last}/{}", bytes.len());
            // Bytes are counted in the text itself.
            response.insert_header((CONTENT_ENCODING, IDENTITY)).insert_header((CONTENT_RANGE, range));
            response.status(StatusCode::PARTIAL_CONTENT);
            response.body(bytes.slice(first..=last))
        }
        Part::Beyond => {
            let range = format!("bytes */{}", bytes.len());
            return Err(Problem::plain(Code::UnsatisfiableRange)
                .with(json!({ "length": bytes.len() }))
                .with_header(CONTENT_RANGE, &range));
        }
    })
}

/// The requested part of so many bytes under this tag. Only a `GET` has parts, and only of the version that `If-Range`
/// names (strong comparison).
fn requested_part(request: &HttpRequest, tag: &EntityTag, length: usize) -> Part {
    let header = |name: HeaderName| {
        let mut values = request.headers().get_all(name);
        match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok().map(str::trim),
            _ => None,
        }
    };
    let is_other = request.headers().contains_key(IF_RANGE) && header(IF_RANGE) != Some(tag.as_str());
    match header(RANGE) {
        Some(range) if request.method() == Method::GET && !is_other => part(range, length),
        _ => Part::Whole,
    }
}

/// The part that a `Range` names. Other units and several ranges are passed over.
fn part(range: &str, length: usize) -> Part {
    let Some((unit, spec)) = range.split_once('=') else { return Part::Whole };
    let Some((first, last)) = spec.trim().split_once('-') else { return Part::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return Part::Whole;
    }
    match (number(first), number(last)) {
        (Some(first), Some(last)) if first <= last => between(first, last, length),
        (Some(first), None) if last.is_empty() => between(first, usize::MAX, length),
        (None, Some(0)) if first.is_empty() => Part::Beyond,
        (None, Some(last)) if first.is_empty() => between(length.saturating_sub(last), usize::MAX, length),
        _ => Part::Whole,
    }
}

fn between(first: usize, last: usize, length: usize) -> Part {
    if first < length { Part::Between(first, last.min(length - 1)) } else { Part::Beyond }
}

/// A number; one that is too large is beyond every file.
fn number(text: &str) -> Option<usize> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let add = |number: usize, digit: u8| number.saturating_mul(10).saturating_add((digit - b'0').into());
    is_number.then(|| text.bytes().fold(0, add))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_what_the_rfc_says() {
        for (range, expected) in [
            ("bytes=0-3", Part::Between(0, 3)),
            ("bytes=9-9", Part::Between(9, 9)),
            ("bytes=4-", Part::Between(4, 9)),
            ("bytes=4-400", Part::Between(4, 9)),
            ("bytes=-3", Part::Between(7, 9)),
            ("bytes=-300", Part::Between(0, 9)),
            ("Bytes= 0-0", Part::Between(0, 0)),
            ("bytes=0-99999999999999999999999", Part::Between(0, 9)),
            ("bytes=10-", Part::Beyond),
            ("bytes=10-20", Part::Beyond),
            ("bytes=99999999999999999999999-", Part::Beyond),
            ("bytes=-0", Part::Beyond),
            ("bytes=3-1", Part::Whole),
            ("bytes=0-1,4-5", Part::Whole),
            ("bytes=-", Part::Whole),
            ("bytes=+1-2", Part::Whole),
            ("bytes", Part::Whole),
            ("lines=0-3", Part::Whole),
        ] {
            assert_eq!(part(range, 10), expected, "{range}");
        }
        assert_eq!([part("bytes=0-", 0), part("bytes=-1", 0)], [Part::Beyond; 2]);
    }
}
