//! Reading requests: bodies, parameters and headers, each with a precise complaint.

use std::future::Future;
use std::io::ErrorKind;
use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header::{ACCEPT, AcceptLanguage, CONTENT_TYPE, Header, HeaderName, IF_MATCH};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use kifu_engine::malformed::MAX_SAFE_INTEGER;
use kifu_engine::seq::Seq;
use kifu_engine::text::Language;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::http::entity_tag::{Stamp, opaque};
use crate::http::media::{self, JSON};
use crate::http::problem::{Code, Problem};
use crate::http::reading::{self, NotStorable, StorableJson};
use crate::http::secrets::{Secrets, refuse_in_body};
use crate::http::words::requests::Requests;
use crate::http::words::shortened;
use crate::operation::observing::RoutedPattern;
use kifu_store::{GameId, Hash, PlayerId};

/// A JSON body, and what identifies it.
pub struct Body {
    /// The JSON.
    pub json: Value,
    /// Hash of the bytes, for idempotency.
    pub hash: Hash,
}

impl FromRequest for Body {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, body) = (request.clone(), Confidential::from_request(request, payload));
        Box::pin(async move {
            let Confidential(body) = body.await?;
            refuse_in_body(&request, &body.json)?;
            Ok(body)
        })
    }
}

/// A JSON body in which a token has its place. Nothing of it may be kept.
pub struct Confidential(Body);

impl FromRequest for Confidential {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, bytes) = (request.clone(), web::Bytes::from_request(request, payload));
        Box::pin(async move {
            let bytes = bytes.await.map_err(|error| unreadable(&error))?;
            check_untyped(&request, &bytes)?;
            Ok(Self(Body { json: parse(&bytes)?, hash: *blake3::hash(&bytes).as_bytes() }))
        })
    }
}

impl Confidential {
    /// The body as a value of this shape, as [`Body::read`].
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        self.0.read()
    }

    /// The body, once a function has found no secret where none belongs.
    pub fn checked(self, check: impl FnOnce(&Value) -> Result<(), Problem>) -> Result<Body, Problem> {
        check(&self.0.json)?;
        Ok(self.0)
    }

    /// The body as a list of objects of this shape.
    pub fn read_list<T: DeserializeOwned>(&self) -> Result<Vec<T>, Problem> {
        let no_list = Requests::MustBe { field: None, expected: Requests::List.into() };
        let no_list = || Problem::new(Code::MalformedBody, no_list).with(json!({ "field": null }));
        let values = self.0.json.as_array().ok_or_else(no_list)?;
        let read = |(index, value)| object(value).map_err(|problem| problem.at(index));
        values.iter().enumerate().map(read).collect()
    }
}

impl Body {
    /// Reads the body, an object of this shape.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        object(&self.json)
    }
}

/// Reads a member of a patch that is there: `null` is something else than nothing.
pub fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(reader: D) -> Result<Option<T>, D::Error> {
    T::deserialize(reader).map(Some)
}

/// A JSON value as a value of this shape.
pub fn object<T: DeserializeOwned>(json: &Value) -> Result<T, Problem> {
    reading::read(json).map_err(|fault| Problem::of_body(&fault))
}

/// The media type of the body, without parameters.
pub fn media_type(request: &HttpRequest) -> Option<String> {
    let header = request.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    Some(header.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

/// Refuses a body in chunks that does not say what it is and is not empty: some clients send an empty one so.
pub fn check_untyped(request: &HttpRequest, bytes: &[u8]) -> Result<(), Problem> {
    if bytes.is_empty() || media_type(request).is_some() {
        return Ok(());
    }
    Err(media::unsupported(request.method(), &[JSON]))
}

/// The complaint about a body that did not arrive.
pub fn unreadable(error: &actix_web::Error) -> Problem {
    let status = error.as_response_error().status_code();
    if status == Code::BodyTooLarge.status() {
        return Problem::plain(Code::BodyTooLarge);
    }
    if let Some(PayloadError::Io(error)) = error.as_error()
        && error.kind() == ErrorKind::TimedOut
    {
        return Problem::plain(Code::BodyTooSlow);
    }
    Problem::new(Code::MalformedBody, Requests::BodyNotReceived)
}

/// Reads JSON that can be stored.
pub fn parse(bytes: &[u8]) -> Result<Value, Problem> {
    match StorableJson::parse(bytes) {
        Ok(StorableJson(json)) => Ok(json),
        Err(NotStorable::NotJson(error)) => Err(not_json(&error)),
        Err(NotStorable::Faulty(fault)) => Err(Problem::of_body(&fault)),
    }
}

/// The problem of a body that is not JSON.
pub fn not_json(error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    let message = if error.is_eof() { Requests::JsonEndsEarly } else { Requests::NotJson { line, column } };
    Problem::new(Code::MalformedBody, message).with(json!({"line": line, "column": column}))
}

/// The language that the client would rather read; English if it takes neither of ours.
pub fn accepted_language(request: &HttpRequest) -> Language {
    let Ok(accepted) = AcceptLanguage::parse(request) else { return Language::En };
    let ours = |code: &str| Language::ALL.into_iter().find(|language| language.code() == code);
    accepted.ranked().iter().find_map(|tag| ours(tag.item()?.primary_language())).unwrap_or(Language::En)
}

/// The record that the path names. An id that is none names nothing: 404.
pub fn game_id(request: &HttpRequest) -> Result<GameId, Problem> {
    path_uuid(request, "id").map(GameId)
}

/// The player that the path names. An id that is none names nothing: 404.
pub fn player_id(request: &HttpRequest) -> Result<PlayerId, Problem> {
    path_uuid(request, "id").map(PlayerId)
}

/// The id in the path under this parameter. Text that is no id gives 404.
pub fn path_uuid(request: &HttpRequest, name: &str) -> Result<Uuid, Problem> {
    let id = request.match_info().get(name).map(str::to_owned);
    let id = id.or_else(|| path_parameter(request, name)).and_then(|id| id.parse().ok());
    id.ok_or_else(|| Problem::plain(Code::NotFound))
}

/// The value of this parameter in the path of a request, for steps that come before routing.
fn path_parameter(request: &HttpRequest, name: &str) -> Option<String> {
    request.extensions().get::<RoutedPattern>()?.parameter(request.path(), name).map(str::to_owned)
}

/// A number after which a list goes on; [`MAX_SAFE_INTEGER`] at most, as every number of a query.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct After(pub u64);

impl After {
    /// The largest.
    pub const MAX: u64 = MAX_SAFE_INTEGER;
}

/// The query as a value of this shape; unknown parameters are named.
pub fn query<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, Problem> {
    reading::read_parameters(&parameters(request)?).map_err(|fault| Problem::of_query(&fault))
}

/// The parameters of the query, in the order given.
pub fn parameters(request: &HttpRequest) -> Result<Vec<(String, String)>, Problem> {
    let query = url::form_urlencoded::parse(request.query_string().as_bytes());
    let parameters: Vec<(String, String)> = query.into_owned().collect();
    match parameters.iter().find(|(name, value)| name.contains('\0') || value.contains('\0')) {
        Some((name, _)) if name.contains('\0') => Err(Problem::parameter("query", Requests::NulCharacter)),
        Some((name, _)) => Err(Problem::parameter(&shortened(name), Requests::NulCharacter)),
        None => Ok(parameters),
    }
}

/// The header that makes a retry safe.
pub const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The `Idempotency-Key`, 1 to 255 visible characters.
pub fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let Some(key) = request.headers().get(IDEMPOTENCY_KEY) else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| (1..=255).contains(&key.len()));
    let key = key.filter(|key| key.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
    match key {
        Some(key) if Secrets::default().are_in(key) => Err(Problem::plain(Code::MisplacedSecret)),
        Some(key) => Ok(Some(key.to_owned())),
        None => {
            let name = "Idempotency-Key";
            Err(Problem::parameter(name, Requests::IdempotencyKey { name: name.into() }))
        }
    }
}

/// The condition of `If-Match` on the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IfMatch {
    /// No condition, or `*`.
    Any,
    /// One of these.
    OneOf(Vec<Stamp>),
}

impl IfMatch {
    /// Reads the header: `*` or a list of tags, whose empty elements count for nothing
    /// (RFC 9110, 5.6.1). Tags that are none of ours match nothing. One of ours names the same state of the record when
    /// a proxy that compresses has made it weak or has named the encoding in it.
    pub fn read(request: &HttpRequest) -> Result<Self, Problem> {
        let Some(header) = request.headers().get(IF_MATCH) else { return Ok(Self::Any) };
        let Ok(header) = header.to_str() else { return Err(bad_if_match()) };
        if header.trim() == "*" {
            return Ok(Self::Any);
        }
        header
            .split(',')
            .map(str::trim)
            .filter(|tag| !tag.is_empty())
            .map(read_tag)
            .collect::<Result<Vec<_>, _>>()
            .map(|tags| Self::OneOf(tags.into_iter().flatten().collect()))
    }

    /// True if the condition allows this version of the record.
    pub fn allows(&self, now: Stamp) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(stamps) => {
                stamps.iter().any(|stamp| (stamp.version, stamp.epoch) == (now.version, now.epoch))
            }
        }
    }

    /// True if the condition allows this state of the record's head.
    pub fn allows_head(&self, now: Stamp) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(stamps) => {
                stamps.iter().any(|stamp| (stamp.head, stamp.epoch) == (now.head, now.epoch))
            }
        }
    }

    /// Reads the condition of a request that must name a version, or `*`.
    pub fn required(request: &HttpRequest) -> Result<Self, Problem> {
        if request.headers().contains_key(IF_MATCH) {
            Self::read(request)
        } else {
            Err(Problem::plain(Code::VersionRequired))
        }
    }

    /// The last version named that lies before this one.
    pub fn last_before(&self, now: Stamp) -> Option<Seq> {
        let Self::OneOf(stamps) = self else { return None };
        let of_this_epoch = stamps.iter().filter(|stamp| stamp.epoch == now.epoch).map(|stamp| stamp.version);
        of_this_epoch.filter(|named| *named < now.version).max()
    }
}

fn read_tag(tag: &str) -> Result<Option<Stamp>, Problem> {
    Ok(opaque(tag).ok_or_else(bad_if_match)?.parse().ok())
}

fn bad_if_match() -> Problem {
    Problem::parameter("If-Match", Requests::IfMatch { name: "If-Match".into() })
}

/// The first of these media types that the client accepts, in the order offered.
pub fn negotiate(request: &HttpRequest, offered: &[&'static str]) -> Result<&'static str, Problem> {
    let accept = request.headers().get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or("*/*");
    let accepted: Vec<(String, f32)> = accept.split(',').map(read_range).collect();
    let quality = |media: &str| {
        let family = media.split('/').next().unwrap_or_default();
        let ranges = [media.to_owned(), format!("{family}/*"), "*/*".to_owned()];
        ranges.iter().find_map(|range| accepted.iter().find(|(name, _)| name == range).map(|(_, q)| *q))
    };
    let scored = offered.iter().map(|media| (*media, quality(media).unwrap_or(0.0)));
    let best = scored.fold(None, |best: Option<(&str, f32)>, (media, q)| match best {
        Some((_, top)) if top >= q => best,
        _ => Some((media, q)),
    });
    match best {
        Some((media, q)) if q > 0.0 => Ok(media),
        _ => Err(Problem::plain(Code::NotAcceptable).with(json!({ "offered": offered }))),
    }
}

fn read_range(range: &str) -> (String, f32) {
    let mut parts = range.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default().to_ascii_lowercase();
    let quality = parts.find_map(|part| part.strip_prefix("q=")).and_then(|q| q.parse().ok());
    (name, quality.unwrap_or(1.0))
}

/// Percent-encodes a query value.
pub fn encode(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    value
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
