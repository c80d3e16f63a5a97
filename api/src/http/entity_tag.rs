//! Entity tags: which version they name, also after a proxy has encoded the answer.
//!
//! `"5.0f1e2d3c4b5a6978@9f1c…"` is version 5 with this digest of names, places, tags and visibility, in one epoch of the
//! database; answers to moves have `"5@9f1c…"`. A move's `If-Match` compares the version, a change of names or places the
//! digest, `If-None-Match` both. The digest is of what everybody sees: a number of changes would move with every token that is
//! made. In another epoch, after a backup was restored or a standby promoted, the same version may be another log: a tag of
//! before names nothing then. Every tag is an [`EntityTag`], so none lacks the epoch but those made of the bytes themselves.
//!
//! `If-Match` compares what a tag names, not its bytes. A proxy that compresses makes `W/"5@…"` or `"5@…-gzip"` of `"5@…"`, and
//! so does this service where it compresses; all of them name version 5. RFC 9110 asks for strong comparison because a weak tag
//! may stay the same over a change. These tags do not: each change of what is seen moves the version or the digest, so no
//! update is lost. A header of our own would be as safe, but no HTTP client or gateway knows it.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, ETAG, HeaderName, IF_NONE_MATCH};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use kifu_engine::seq::Seq;
use kifu_store::{Epoch, Occupant, Record};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The suffixes that compressing servers add to a tag, within its quotation marks.
const CODINGS: [&str; 4] = ["gzip", "br", "zstd", "deflate"];

/// Digits of the hash of a body in its tag.
const CONTENT_DIGITS: usize = 16;

/// The content of a tag of ours about a record.
/// Changes that build on events are compared by the version, changes to the rest by the digest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its version, as the viewer counts it.
    pub version: Seq,
    /// All that everybody sees of it beside its events.
    pub head: Option<HeadDigest>,
    /// The epoch of the database.
    pub epoch: Epoch,
}

/// A digest of the public parts of a record beside its events. The number of changes would count tokens as well, which
/// is secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadDigest(u64);

impl HeadDigest {
    /// The digest of this record's head.
    pub fn of(record: &Record) -> Self {
        let mut digest = blake3::Hasher::new();
        // The database gives the members back in another order than they were written in.
        let details: BTreeMap<String, Value> = record.details.read().unwrap_or_default();
        digest.update(format!("{details:?}").as_bytes()).update(record.visibility.as_str().as_bytes());
        for sitter in &record.seating {
            digest.update(
                format!("{:?}", (sitter.name(), sitter.player(), *sitter == Occupant::Erased)).as_bytes(),
            );
        }
        let mut bytes = [0; 8];
        digest.finalize_xof().fill(&mut bytes);
        Self(u64::from_be_bytes(bytes))
    }
}

impl Stamp {
    /// The tag of the record's events, whatever else was changed.
    pub fn of_events(version: Seq, epoch: Epoch) -> Self {
        Self { version, head: None, epoch }
    }

    /// The numbers, without the epoch.
    fn numbers(self) -> String {
        match self.head {
            None => self.version.0.to_string(),
            Some(HeadDigest(head)) => format!("{}.{head:016x}", self.version.0),
        }
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.numbers(), self.epoch)
    }
}

/// A text that is no stamp of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoStamp;

impl FromStr for Stamp {
    type Err = NoStamp;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (numbers, epoch) = text.split_once('@').ok_or(NoStamp)?;
        let (version, head) =
            numbers.split_once('.').map_or((numbers, None), |(version, head)| (version, Some(head)));
        let head = head.map(|head| u64::from_str_radix(head, 16).map(HeadDigest)).transpose();
        let version =
            version.parse().ok().and_then(|number: i64| Seq::try_from(number).ok()).ok_or(NoStamp)?;
        let (head, epoch) = (head.map_err(|_| NoStamp)?, epoch.parse().map_err(|_| NoStamp)?);
        Ok(Self { version, head, epoch })
    }
}

/// The tag of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntityTag(String);

impl EntityTag {
    /// The tag of all that is shown of a record.
    pub fn of_record(stamp: Stamp) -> Self {
        Self(format!("\"{stamp}\""))
    }

    /// The tag of one of several views of a record; the name says which.
    pub fn of_view(stamp: Stamp, name: &str) -> Self {
        Self(format!("\"{}-{name}@{}\"", stamp.numbers(), stamp.epoch))
    }

    /// The tag of counts in this epoch; the digest stands for the counts.
    pub fn of_counted(epoch: Epoch, digest: &blake3::Hash) -> Self {
        Self(format!("\"{}@{epoch}\"", digest.to_hex()))
    }

    /// The tag of these bytes, whatever they were made of.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self(format!("\"{}\"", &blake3::hash(bytes).to_hex()[..CONTENT_DIGITS]))
    }

    /// The weak tag, for answers that mean the same in other bytes.
    #[must_use]
    pub fn weak(self) -> Self {
        Self(format!("W/{}", self.0))
    }

    /// The tag in headers, with its quotation marks.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The header that says it.
    pub fn header(&self) -> (HeaderName, &str) {
        (ETAG, &self.0)
    }

    /// Begins the answer to a request, and says whether the client has it already (`If-None-Match`, weak comparison): then
    /// it has no body.
    pub fn begin(&self, request: &HttpRequest) -> (HttpResponseBuilder, bool) {
        let not_modified = self.is_known(request);
        let status = if not_modified { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
        let mut response = HttpResponse::build(status);
        response.insert_header(self.header());
        (response, not_modified)
    }

    /// True if the client has this version already.
    pub fn is_known(&self, request: &HttpRequest) -> bool {
        let header = request.headers().get(IF_NONE_MATCH).and_then(|header| header.to_str().ok());
        header.is_some_and(|header| {
            let is_this = |listed: &str| opaque(listed.trim()) == opaque(&self.0);
            header.trim() == "*" || header.split(',').any(is_this)
        })
    }

    /// The answer with this body, equal for everybody; without the body if the client has it already.
    pub fn answer(
        &self,
        request: &HttpRequest,
        mut response: HttpResponseBuilder,
        (media, body): (&str, Bytes),
    ) -> HttpResponse {
        response.insert_header(self.header()).insert_header((CACHE_CONTROL, "no-cache"));
        if self.is_known(request) {
            return response.status(StatusCode::NOT_MODIFIED).finish();
        }
        response.content_type(media).body(body)
    }
}

/// The answer with this body under the tag of its content.
pub fn tagged(
    request: &HttpRequest,
    response: HttpResponseBuilder,
    media: &str,
    body: String,
) -> HttpResponse {
    EntityTag::of_bytes(body.as_bytes()).answer(request, response, (media, body.into()))
}

/// The text that this service put between the quotation marks. Since then the tag may have become weak and may have
/// got the suffix of an encoding. `None` if it is no tag.
pub fn opaque(tag: &str) -> Option<&str> {
    let tag = tag.strip_prefix("W/").unwrap_or(tag);
    let inner = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'))?;
    let plain = CODINGS.iter().find_map(|coding| inner.strip_suffix(coding)?.strip_suffix('-'));
    Some(plain.unwrap_or(inner))
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

    #[test]
    fn a_stamp_is_read_as_it_is_written_and_has_an_epoch() {
        for (text, stamp) in [
            ("5.0000000000000002@00000000000000ff", Some((5, Some(2), 255))),
            ("5@00000000000000ff", Some((5, None, 255))),
            ("5.2", None),
            ("5", None),
            ("5-3-en@ff", None),
            ("@ff", None),
            ("5@", None),
        ] {
            let read = text.parse::<Stamp>().ok();
            let expected = stamp.map(|(version, head, epoch): (u64, Option<u64>, u64)| Stamp {
                version: Seq(version),
                head: head.map(HeadDigest),
                epoch: Epoch(epoch),
            });
            assert_eq!(read, expected, "{text}");
            if let Some(stamp) = read {
                assert_eq!(stamp.to_string().parse(), Ok(stamp));
            }
        }
    }
}
