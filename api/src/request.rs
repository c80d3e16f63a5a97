//! Reading requests: bodies, parameters and headers, each with a precise complaint.

use std::fmt;
use std::future::Future;
use std::num::ParseIntError;
use std::pin::Pin;
use std::str::FromStr;

use actix_web::dev::Payload;
use actix_web::http::Method;
use actix_web::http::header::{
    ACCEPT, AcceptLanguage, CONTENT_TYPE, Header, HeaderName, IF_MATCH, IF_NONE_MATCH,
};
use actix_web::{FromRequest, HttpRequest, web};
use kifu_engine::game::Seq;
use kifu_engine::malformed::Malformed;
use kifu_engine::text::{Language, Text};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::problem::{Code, Problem};
use crate::secrets::{Secrets, refuse_in_body};
use crate::store::{GameId, Hash, PlayerId};

/// The largest whole number that every reader of JSON reads exactly.
pub const MOST: u64 = (1 << 53) - 1;

/// A change as RFC 7396 writes it: members replace, `null` removes.
pub const MERGE_PATCH: &str = "application/merge-patch+json";

const BODY: Text = Text::fixed("本文", "The body");
const QUERY: Text = Text::fixed("クエリ", "The query");

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
        let patch = *request.method() == Method::PATCH;
        let is_json = media_type(request)
            .is_none_or(|media| media == "application/json" || (patch && media == MERGE_PATCH));
        let bytes = web::Bytes::from_request(request, payload);
        Box::pin(async move {
            let bytes = bytes.await.map_err(|error| unreadable(&error))?;
            if !is_json {
                return Err(Problem::plain(Code::UnsupportedMediaType));
            }
            Ok(Self(Body { json: parse(&bytes)?, hash: *blake3::hash(&bytes).as_bytes() }))
        })
    }
}

impl Confidential {
    /// The body as a value of this shape, which must be a JSON object.
    pub fn read_object<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        self.0.read_object()
    }

    /// The body as a list of this shape, whose items must be JSON objects.
    pub fn read_objects<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        self.0.read_objects()
    }
}

impl Body {
    /// The body as a value of this shape.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        object(&self.json)
    }

    /// The body as a value of this shape, which must be a JSON object.
    pub fn read_object<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        check_object(&self.json)?;
        self.read()
    }

    /// The body as a list of this shape, whose items must be JSON objects.
    pub fn read_objects<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let mut values = self.json.as_array().into_iter().flatten().enumerate();
        values.try_for_each(|(index, value)| check_object(value).map_err(|problem| problem.at(index)))?;
        self.read()
    }
}

/// Serde would read a struct from an array too, member by member.
fn check_object(json: &Value) -> Result<(), Problem> {
    if json.is_object() {
        return Ok(());
    }
    let message = Text::fixed("JSONオブジェクトではありません。", "It is no JSON object.");
    Err(Problem::new(Code::MalformedBody, message).with(json!({"expected": "object"})))
}

/// A JSON object as a value of this shape. Serde would take an array of its fields, too.
pub fn object<T: DeserializeOwned>(json: &Value) -> Result<T, Problem> {
    if json.is_array() {
        return Err(malformed_body(&serde::de::Error::custom("expected an object, not an array")));
    }
    T::deserialize(json).map_err(|error| malformed_body(&error))
}

/// What the body is said to be, without parameters.
pub fn media_type(request: &HttpRequest) -> Option<String> {
    let header = request.headers().get(CONTENT_TYPE)?.to_str().ok()?;
    Some(header.split(';').next().unwrap_or_default().trim().to_ascii_lowercase())
}

/// The complaint about a body that did not arrive.
pub fn unreadable(error: &actix_web::Error) -> Problem {
    let status = error.as_response_error().status_code();
    if status == Code::BodyTooLarge.status() {
        return Problem::plain(Code::BodyTooLarge);
    }
    let message = Text::fixed("本文を受け取れませんでした。", "The body could not be received.");
    Problem::new(Code::MalformedBody, message)
}

/// Reads JSON that can be stored: PostgreSQL holds no U+0000. `3.0` is the whole number 3, as in
/// JSON Schema.
pub fn parse(bytes: &[u8]) -> Result<Value, Problem> {
    let mut json: Value = serde_json::from_slice(bytes).map_err(|error| malformed_body(&error))?;
    make_whole(&mut json);
    if has_nul(&json) {
        let message =
            Text::fixed("文字 U+0000 は記録できません。", "The character U+0000 can't be recorded.");
        return Err(Problem::new(Code::MalformedBody, message));
    }
    Ok(json)
}

/// The complaint about a body that is not of the shape asked for.
pub fn malformed_body(error: &serde_json::Error) -> Problem {
    Problem::malformed(Code::MalformedBody, Malformed::from_serde(&BODY, error))
}

fn make_whole(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= MOST as f64);
            if let Some(whole) = whole.and_then(|whole| format!("{whole:.0}").parse::<i64>().ok()) {
                *number = whole.into();
            }
        }
        Value::Array(values) => values.iter_mut().for_each(make_whole),
        Value::Object(fields) => fields.values_mut().for_each(make_whole),
        _ => {}
    }
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(values) => values.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        _ => false,
    }
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

/// What the path names under this parameter. What is no id names nothing: 404.
pub fn path_uuid(request: &HttpRequest, name: &str) -> Result<Uuid, Problem> {
    let id = request.match_info().get(name).and_then(|id| id.parse().ok());
    id.ok_or_else(|| Problem::plain(Code::NotFound))
}

/// A number after which a list goes on.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(try_from = "u64")]
pub struct After(pub u64);

impl After {
    /// The largest.
    pub const MOST: u64 = MOST;
}

impl TryFrom<u64> for After {
    type Error = String;

    fn try_from(number: u64) -> Result<Self, String> {
        if number <= MOST { Ok(Self(number)) } else { Err(format!("{number} is more than {MOST}")) }
    }
}

/// The query as a value of this shape; unknown parameters are named.
pub fn query<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, Problem> {
    let text = request.query_string();
    if text.contains("%00") {
        return Err(Problem::parameter("query", "U+0000は使えません。", "U+0000 can't be used."));
    }
    let query = web::Query::<T>::from_query(text).map_err(|error| {
        let error = error.to_string();
        let message = Text::new(
            format!("{}が読めません: {error}。", QUERY.ja),
            format!("{} can't be read: {error}.", QUERY.en),
        );
        Problem::new(Code::MalformedParameter, message).with(json!({"problem": error}))
    })?;
    Ok(query.into_inner())
}

/// The `Idempotency-Key`, 1 to 255 visible characters.
pub fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    const NAME: HeaderName = HeaderName::from_static("idempotency-key");
    let Some(key) = request.headers().get(NAME) else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| (1..=255).contains(&key.len()));
    let key = key.filter(|key| key.bytes().all(|byte| (0x20..0x7f).contains(&byte)));
    match key {
        Some(key) if Secrets::default().are_in(key) => Err(Problem::plain(Code::MisplacedSecret)),
        Some(key) => Ok(Some(key.to_owned())),
        None => Err(Problem::parameter(
            "Idempotency-Key",
            "1から255文字のASCIIでなければなりません。",
            "it must be 1 to 255 visible ASCII characters.",
        )),
    }
}

/// What `If-Match` asks of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IfMatch {
    /// Nothing, or `*`.
    Any,
    /// One of these.
    OneOf(Vec<Stamp>),
}

/// What a tag of ours says of a record: `"5"`, or `"5.2"` where more than events has changed.
/// What builds on events is compared by the first number, what changes the rest by the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// Its version, as the viewer counts it.
    pub version: Seq,
    /// How often it was changed by no event.
    pub revision: i64,
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.revision {
            0 => write!(f, "{}", self.version.0),
            revision => write!(f, "{}.{revision}", self.version.0),
        }
    }
}

impl FromStr for Stamp {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (version, revision) = text.split_once('.').unwrap_or((text, "0"));
        Ok(Self { version: Seq(version.parse()?), revision: revision.parse()? })
    }
}

impl IfMatch {
    /// Reads the header: `*` or a list of quoted versions, whose empty elements count for nothing
    /// (RFC 9110, 5.6.1). Tags that are none of ours match nothing.
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

    /// Whether a record of this version is meant.
    pub fn allows(&self, version: Seq) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(stamps) => stamps.iter().any(|stamp| stamp.version == version),
        }
    }

    /// Whether a record of this revision is meant.
    pub fn allows_revision(&self, revision: i64) -> bool {
        match self {
            Self::Any => true,
            Self::OneOf(stamps) => stamps.iter().any(|stamp| stamp.revision == revision),
        }
    }

    /// The same of a request that must name a version, or `*`.
    pub fn required(request: &HttpRequest) -> Result<Self, Problem> {
        if request.headers().contains_key(IF_MATCH) {
            Self::read(request)
        } else {
            Err(Problem::plain(Code::VersionRequired))
        }
    }

    /// The last version named that lies before this one.
    pub fn last_before(&self, version: Seq) -> Option<Seq> {
        match self {
            Self::Any => None,
            Self::OneOf(stamps) => {
                stamps.iter().map(|stamp| stamp.version).filter(|named| *named < version).max()
            }
        }
    }
}

fn read_tag(tag: &str) -> Result<Option<Stamp>, Problem> {
    let strong = tag.strip_prefix("W/").is_none();
    let tag = tag.strip_prefix("W/").unwrap_or(tag);
    let inner = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"')).ok_or_else(bad_if_match)?;
    Ok(inner.parse().ok().filter(|_| strong))
}

fn bad_if_match() -> Problem {
    Problem::parameter(
        "If-Match",
        "\"5\" のような引用符つきの版、または * でなければなりません。",
        "it must be a quoted version such as \"5\", or *.",
    )
}

/// Whether the client has this version already (`If-None-Match`, weak comparison).
pub fn has_already(request: &HttpRequest, tag: &str) -> bool {
    let header = request.headers().get(IF_NONE_MATCH).and_then(|header| header.to_str().ok());
    header.is_some_and(|header| {
        header.trim() == "*" || header.split(',').any(|known| known.trim().trim_start_matches("W/") == tag)
    })
}

/// The first of these media types that the client accepts, in the order offered.
pub fn negotiate(request: &HttpRequest, offered: &[&'static str]) -> Result<&'static str, Problem> {
    let accept = request.headers().get(ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or("*/*");
    let wanted: Vec<(String, f32)> = accept.split(',').map(read_range).collect();
    let quality = |media: &str| {
        let family = media.split('/').next().unwrap_or_default();
        let ranges = [media.to_owned(), format!("{family}/*"), "*/*".to_owned()];
        ranges.iter().find_map(|range| wanted.iter().find(|(name, _)| name == range).map(|(_, q)| *q))
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
