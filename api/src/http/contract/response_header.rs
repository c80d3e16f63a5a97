//! Headers of answers, each described once.

use serde_json::{Map, Value, json};

/// A header that an answer can have.
#[derive(Clone, Copy, Debug)]
pub struct ResponseHeader {
    name: &'static str,
    about: &'static str,
    kind: &'static str,
}

/// The version of an answer (RFC 9110, 8.8.3).
pub const ETAG: ResponseHeader =
    text("ETag", "The version that this is. `If-None-Match` and `If-Match` take it.");
/// The next part of a list (RFC 8288).
pub const LINK: ResponseHeader = text("Link", "The next page as `rel=\"next\"`, if there is one.");
/// The address of the new resource (RFC 9110, 10.2.2).
pub const LOCATION: ResponseHeader = text("Location", "Where to read what was made.");
/// The requests that the client has left.
pub const RATE_LIMIT: ResponseHeader = text(
    "RateLimit",
    "How many more requests the client may send (`r`), and for how many seconds that holds (`t`).",
);
/// The limits of the client's requests.
pub const RATE_LIMIT_POLICY: ResponseHeader =
    text("RateLimit-Policy", "How many requests a client may send (`q`) in how many seconds (`w`).");
/// The id of the request in the log.
pub const REQUEST_ID: ResponseHeader = text(
    "X-Request-Id",
    "The id of this request in the service's log: the one that came with the request if it is of 1 to 128 ASCII \
     letters, digits, and `-_.:+/=@`, else a new one.",
);
/// The time to wait before the next request (RFC 9110, 10.2.3).
pub const RETRY_AFTER: ResponseHeader =
    ResponseHeader { name: "Retry-After", about: "After how many seconds to ask again.", kind: "integer" };

/// The media types of bodies (RFC 9110, 12.5.1 and 15.5.16).
pub const ACCEPT: ResponseHeader = text("Accept", "The media types of bodies that are taken.");
/// How bodies may be encoded (RFC 9110, 12.5.3).
pub const ACCEPT_ENCODING: ResponseHeader =
    text("Accept-Encoding", "The encodings of bodies that are taken.");
/// The media types of `PATCH` bodies (RFC 5789, 3.1).
pub const ACCEPT_PATCH: ResponseHeader = text("Accept-Patch", "The media types that `PATCH` takes.");
/// The media types of `POST` bodies (Linked Data Platform, 7.1).
pub const ACCEPT_POST: ResponseHeader = text("Accept-Post", "The media types that `POST` takes.");
/// The support of ranges (RFC 9110, 14.3).
pub const ACCEPT_RANGES: ResponseHeader =
    text("Accept-Ranges", "`bytes`: `Range` takes a part of this; `none`: it does not.");
/// The part that an answer has (RFC 9110, 14.4).
pub const CONTENT_RANGE: ResponseHeader =
    text("Content-Range", "Which bytes these are, and how many there are in all.");

/// All of them.
const ALL_HEADERS: [ResponseHeader; 13] = [
    ACCEPT,
    ACCEPT_ENCODING,
    ACCEPT_PATCH,
    ACCEPT_POST,
    ACCEPT_RANGES,
    CONTENT_RANGE,
    ETAG,
    LINK,
    LOCATION,
    RATE_LIMIT,
    RATE_LIMIT_POLICY,
    REQUEST_ID,
    RETRY_AFTER,
];
/// The headers of every answer; those of rates only where the service counts how often a client asks.
const COMMON_HEADERS: [ResponseHeader; 3] = [RATE_LIMIT, RATE_LIMIT_POLICY, REQUEST_ID];

const fn text(name: &'static str, about: &'static str) -> ResponseHeader {
    ResponseHeader { name, about, kind: "string" }
}

impl ResponseHeader {
    /// The name in an answer.
    pub(super) const fn name(self) -> &'static str {
        self.name
    }

    /// The reference to it in the contract.
    pub(super) fn reference(self) -> Value {
        json!({"$ref": format!("#/components/headers/{}", self.component())})
    }

    /// The name of the header among the shared headers of the contract.
    fn component(self) -> String {
        self.name.replace('-', "")
    }
}

/// The headers of an answer that has these beside those of any answer.
pub fn headers_with(own: &[ResponseHeader]) -> Value {
    let headers = own.iter().chain(&COMMON_HEADERS);
    headers.map(|header| (header.name.to_owned(), header.reference())).collect::<Map<_, _>>().into()
}

/// The headers that answers refer to.
pub fn shared_headers() -> Value {
    let described = |header: ResponseHeader| {
        (header.component(), json!({"description": header.about, "schema": {"type": header.kind}}))
    };
    ALL_HEADERS.map(described).into_iter().collect::<Map<_, _>>().into()
}
