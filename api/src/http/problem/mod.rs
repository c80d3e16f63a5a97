//! Everything that can go wrong with a request, and the only place that knows error status codes.
//!
//! Answers are RFC 9457 problem documents; their `type` is a page that explains them.
//!
//! `detail` is the sentence that RFC 9457 means. The values concerned are in `violation.detail`, or in `values` where
//! no rule was broken.

pub mod words;

use std::time::Duration;

use actix_web::body::BoxBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, CONTENT_TYPE, HeaderName, RETRY_AFTER, WWW_AUTHENTICATE};
use actix_web::{HttpResponse, ResponseError};
use kifu_engine::erased::Rejected;
use kifu_engine::malformed::{Fault, Malformed};
use kifu_engine::message::{Message, Term};
use kifu_engine::record::Refusal;
use kifu_engine::seq::Seq;
use kifu_engine::text::{Names, Text};
use kifu_engine::violation::ViolationView;
use kifu_store::StoreError;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use self::words::Problems;
use crate::http::entity_tag::EntityTag;
use crate::http::reading::complaint;
use crate::http::words::records::Records;
use crate::http::words::text;

/// The media type of problem documents.
pub const PROBLEM: &str = "application/problem+json";

/// Declares the codes, each with its stable name and its status. What they are in words: [`Problems`].
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident $word:literal $status:ident;)*) => {
        /// The kinds of problems, each with its own page at `/problems/{code}`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        #[schemars(rename = "ProblemCode", description = "", with = "String", extend("enum" = Self::ALL))]
        pub enum Code { $($(#[$doc])* $name),* }

        impl Code {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// Its stable name.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$name => $word),* }
            }

            /// The status it is answered with.
            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),* }
            }
        }

        /// The title.
        impl Term for Code {
            fn message(&self) -> Message {
                match self { $(Self::$name => Problems::$name),* }.into()
            }

            fn samples() -> Vec<Self> {
                Self::ALL.into()
            }
        }
    };
}

codes! {
    /// The body is not JSON, or not of the shape asked for.
    MalformedBody "malformed_body" BAD_REQUEST;
    /// A move that is not one of this game's, or not of its shape.
    MalformedMove "malformed_move" BAD_REQUEST;
    /// A path, query or header value.
    MalformedParameter "malformed_parameter" BAD_REQUEST;
    /// No such kind of game.
    UnknownGame "unknown_game" BAD_REQUEST;
    /// A token or the operator's key where it would be logged or read by others.
    MisplacedSecret "misplaced_secret" BAD_REQUEST;
    /// A token that opens nothing.
    Unauthenticated "unauthenticated" UNAUTHORIZED;
    /// A token that does not open this.
    Forbidden "forbidden" FORBIDDEN;
    /// A player who did not consent to a seat.
    SeatNeedsConsent "seat_needs_consent" FORBIDDEN;
    /// A page of another site that writes without a token.
    CrossSite "cross_site" FORBIDDEN;
    /// Nothing here, or nothing that this viewer may know of.
    NotFound "not_found" NOT_FOUND;
    /// A player who wanted to be forgotten.
    Erased "erased" GONE;
    /// A cursor from another epoch of the database.
    OutdatedCursor "outdated_cursor" GONE;
    /// A resource, but not this method.
    MethodNotAllowed "method_not_allowed" METHOD_NOT_ALLOWED;
    /// None of the requested media types.
    NotAcceptable "not_acceptable" NOT_ACCEPTABLE;
    /// A head that is not one of HTTP.
    MalformedHead "malformed_head" BAD_REQUEST;
    /// A head that did not come in time.
    HeadTooSlow "head_too_slow" REQUEST_TIMEOUT;
    /// More or longer headers than are read.
    HeadTooLarge "head_too_large" REQUEST_HEADER_FIELDS_TOO_LARGE;
    /// A body, or a part of it, that did not come in time.
    BodyTooSlow "body_too_slow" REQUEST_TIMEOUT;
    /// An idempotency key that was used for something else.
    KeyReused "key_reused" CONFLICT;
    /// A token that was revoked or has expired.
    TokenEnded "token_ended" CONFLICT;
    /// The scribe would be locked out.
    LastScribeToken "last_scribe_token" CONFLICT;
    /// The record has the most tokens that it may have.
    TooManyTokens "too_many_tokens" CONFLICT;
    /// Two profiles that are two people.
    SatTogether "sat_together" CONFLICT;
    /// A seat that another player has.
    SeatTaken "seat_taken" CONFLICT;
    /// A record to which no more can be added.
    RecordFull "record_full" CONFLICT;
    /// A stored record that no longer folds.
    UnreadableRecord "unreadable_record" CONFLICT;
    /// A record of this id is here and is another one.
    RecordConflict "record_conflict" CONFLICT;
    /// There is no result yet.
    NotFinished "not_finished" CONFLICT;
    /// The answer would reveal what is hidden in a live game.
    StillLive "still_live" CONFLICT;
    /// A signing secret would have to be stored readable.
    WebhookKeyMissing "webhook_key_missing" CONFLICT;
    /// A webhook to which nothing is sent.
    WebhookDisabled "webhook_disabled" CONFLICT;
    /// More webhooks than we keep.
    TooManyWebhooks "too_many_webhooks" CONFLICT;
    /// Another version than the client thought.
    StaleVersion "stale_version" PRECONDITION_FAILED;
    /// No version named where one is needed.
    VersionRequired "version_required" PRECONDITION_REQUIRED;
    /// Too much.
    BodyTooLarge "body_too_large" PAYLOAD_TOO_LARGE;
    /// The body's media type is missing, or the endpoint does not take it.
    UnsupportedMediaType "unsupported_media_type" UNSUPPORTED_MEDIA_TYPE;
    /// A body that would have to be expanded.
    UnsupportedEncoding "unsupported_encoding" UNSUPPORTED_MEDIA_TYPE;
    /// A part of a file that lies beyond its end.
    UnsatisfiableRange "unsatisfiable_range" RANGE_NOT_SATISFIABLE;
    /// A request for another host.
    UnknownHost "unknown_host" MISDIRECTED_REQUEST;
    /// The id of a player that does not exist or was erased.
    UnknownPlayer "unknown_player" UNPROCESSABLE_ENTITY;
    /// People who can't sit so at this table.
    UnfitSeats "unfit_seats" UNPROCESSABLE_ENTITY;
    /// A rule was broken.
    Violation "violation" UNPROCESSABLE_ENTITY;
    /// More requests than a client may make.
    TooManyRequests "too_many_requests" TOO_MANY_REQUESTS;
    /// Too many tokens that open nothing.
    TooManyFailures "too_many_failures" TOO_MANY_REQUESTS;
    /// More streams than a client may have.
    TooManyOwnStreams "too_many_own_streams" TOO_MANY_REQUESTS;
    /// More questions of strangers than are worked out at once.
    Busy "busy" SERVICE_UNAVAILABLE;
    /// The database did not say what became of a write.
    OutcomeUnknown "outcome_unknown" SERVICE_UNAVAILABLE;
    /// The database does not answer.
    Unavailable "unavailable" SERVICE_UNAVAILABLE;
    /// Statistics that are not counted yet up to the place of the feed that was named.
    NotCountedYet "not_counted_yet" SERVICE_UNAVAILABLE;
    /// More streams than the service keeps open.
    TooManyStreams "too_many_streams" SERVICE_UNAVAILABLE;
    /// Our fault.
    Internal "internal" INTERNAL_SERVER_ERROR;
}

impl Code {
    /// The title.
    pub fn title(self) -> Text {
        text(self.message())
    }

    /// The advice.
    pub fn help(self) -> Text {
        text(Problems::Help { code: self })
    }
}

/// A problem document (RFC 9457).
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct Document {
    /// A page that explains this kind of problem.
    #[serde(rename = "type")]
    #[schemars(extend("format" = "uri-reference"))]
    kind: String,
    /// The kind of problem, in English.
    title: String,
    /// The status code of the answer.
    status: u16,
    /// The message, in English.
    detail: String,
    /// The kind of problem.
    code: Code,
    /// The fault, in one sentence.
    message: Text,
    /// The values concerned.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    values: Value,
    /// The broken rule, where one was broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    violation: Option<ViolationView>,
    /// The first later event that an amendment would make impossible.
    #[serde(skip_serializing_if = "Option::is_none")]
    breaks: Option<Seq>,
    /// The `X-Request-Id` of the answer, by which the operator finds the request in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    request_id: Option<String>,
}

impl Document {
    /// Adds the id of the request that this answers.
    #[must_use]
    pub fn of_request(mut self, id: String) -> Self {
        self.request_id = Some(id);
        self
    }

    /// The JSON that is sent.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Something wrong with a request.
#[derive(Debug)]
pub struct Problem(Box<Inner>);

#[derive(Debug)]
struct Inner {
    code: Code,
    message: Message,
    /// The names of the people at the table that the message mentions.
    names: Names,
    values: Value,
    violation: Option<ViolationView>,
    breaks: Option<Seq>,
    headers: Vec<(HeaderName, String)>,
}

impl Problem {
    /// A problem said in its own words.
    pub fn new(code: Code, message: impl Into<Message>) -> Self {
        Self::among(code, message, Names::none(0))
    }

    /// A problem whose message names people at a table.
    fn among(code: Code, message: impl Into<Message>, names: Names) -> Self {
        let message = message.into();
        let (values, headers) = (Value::Null, Vec::new());
        Self(Box::new(Inner { code, message, names, values, violation: None, breaks: None, headers }))
    }

    /// A problem for which its title says it all.
    pub fn plain(code: Code) -> Self {
        Self::new(code, code.message())
    }

    /// A failure of the service itself. Its cause goes to the log, within the span of the request; the client learns
    /// nothing of it.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::plain(Code::Internal)
    }

    /// Adds the values concerned.
    #[must_use]
    pub fn with(mut self, values: Value) -> Self {
        self.0.values = values;
        self
    }

    /// Says that the problem is about one event of a log.
    #[must_use]
    pub fn at_event(mut self, event: u64) -> Self {
        self.0.message = Records::AtEvent { event, message: self.0.message }.into();
        if self.0.values.is_null() {
            self.0.values = json!({ "event": event });
        }
        self
    }

    /// Adds the index of the item that the problem is about.
    #[must_use]
    pub fn at(mut self, index: usize) -> Self {
        match &mut self.0.values {
            Value::Object(values) => {
                values.insert("index".to_owned(), index.into());
            }
            values => *values = json!({ "index": index }),
        }
        self
    }

    /// Adds further values, fields of an object.
    #[must_use]
    pub fn with_more(mut self, values: Value) -> Self {
        match (&mut self.0.values, values) {
            (Value::Object(fields), Value::Object(more)) => fields.extend(more),
            (old, values) => *old = values,
        }
        self
    }

    /// 405 with the methods that are allowed.
    pub fn method_not_allowed(allow: &str) -> Self {
        Self::plain(Code::MethodNotAllowed).with(json!({ "allow": allow })).with_header(ALLOW, allow)
    }

    /// Adds a header to the answer.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: &str) -> Self {
        self.0.headers.push((name, value.to_owned()));
        self
    }

    /// Adds the time to wait before the client asks again.
    #[must_use]
    pub fn retry_after(self, wait: Duration) -> Self {
        let seconds = wait.as_millis().div_ceil(1000).max(1);
        self.with(json!({ "retry_after": seconds })).with_header(RETRY_AFTER, &seconds.to_string())
    }

    /// A query parameter or header that can't be read.
    pub fn parameter(name: &str, message: impl Into<Message>) -> Self {
        Self::new(Code::MalformedParameter, message).with(json!({ "parameter": name }))
    }

    /// A field of a body with an impossible value.
    pub fn field(name: &str, message: impl Into<Message>) -> Self {
        Self::new(Code::MalformedBody, message).with(json!({ "field": name }))
    }

    /// A query that can't be read.
    pub fn of_query(fault: &Fault) -> Self {
        let (message, values) = complaint(fault, "parameter");
        Self::new(Code::MalformedParameter, message).with(values)
    }

    /// A body that can't be read.
    pub fn of_body(fault: &Fault) -> Self {
        let (message, values) = complaint(fault, "field");
        Self::new(Code::MalformedBody, message).with(values)
    }

    /// 412 with the version that the record has.
    pub fn stale(current: Seq, etag: &EntityTag) -> Self {
        Self::new(Code::StaleVersion, Records::StaleVersion { version: current })
            .with(json!({ "version": current, "etag": etag }))
    }

    /// 412 where something other than an event was changed meanwhile.
    pub fn stale_revision() -> Self {
        Self::new(Code::StaleVersion, Records::StaleRevision)
    }

    /// A body, or a part of it, that can't be read.
    pub fn malformed(code: Code, malformed: Malformed) -> Self {
        Self::new(code, malformed.message).with(malformed.detail)
    }

    /// A move that breaks a rule, with the people at the table called by these names.
    pub fn refused(refusal: &Refusal, names: &Names) -> Self {
        let violation = refusal.violation.view(names);
        let mut problem = Self::among(Code::Violation, refusal.message(), names.clone());
        problem.0.violation = Some(violation);
        problem.0.breaks = refusal.breaks;
        problem
    }

    /// A move that can't be read or breaks a rule, likewise.
    pub fn rejected(rejected: Rejected, names: &Names) -> Self {
        match rejected {
            Rejected::Malformed(malformed) => Self::malformed(Code::MalformedMove, malformed),
            Rejected::Refused(refusal) => Self::refused(&refusal, names),
        }
    }

    /// Its kind.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The fault, in one sentence.
    pub fn message(&self) -> Text {
        self.0.message.text(&self.0.names)
    }

    /// The values concerned; null if there are none.
    pub fn values(&self) -> &Value {
        &self.0.values
    }

    /// The problem document.
    pub fn document(&self) -> Document {
        let Inner { code, values, violation, breaks, .. } = &*self.0;
        let message = self.message();
        Document {
            kind: format!("/problems/{}", code.word()),
            title: code.title().en.into_owned(),
            status: code.status().as_u16(),
            detail: message.en.clone().into_owned(),
            code: *code,
            message,
            values: values.clone(),
            violation: violation.clone(),
            breaks: *breaks,
            request_id: None,
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.0.code.word(), self.message().en)
    }
}

impl std::error::Error for Problem {}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.0.code.status()
    }

    fn error_response(&self) -> HttpResponse<BoxBody> {
        let mut response = HttpResponse::build(self.status_code());
        match self.0.code {
            Code::Unavailable | Code::NotCountedYet => response.insert_header((RETRY_AFTER, "1")),
            Code::Busy | Code::OutcomeUnknown => response.insert_header((RETRY_AFTER, "2")),
            Code::TooManyStreams => response.insert_header((RETRY_AFTER, "5")),
            Code::Unauthenticated => response.insert_header((WWW_AUTHENTICATE, "Bearer realm=\"kifu\"")),
            _ => &mut response,
        };
        for (name, value) in &self.0.headers {
            response.insert_header((name.clone(), value.as_str()));
        }
        response.insert_header((CONTENT_TYPE, PROBLEM)).body(self.document().to_json())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        let code = match &error {
            StoreError::Unavailable(_) => Code::Unavailable,
            StoreError::OutcomeUnknown(_) => Code::OutcomeUnknown,
            StoreError::Unstorable(_) => Code::MalformedBody,
            StoreError::Corrupt(_) | StoreError::Database(_) => Code::Internal,
        };
        if code == Code::Internal {
            return Self::internal(error);
        }
        tracing::warn!(%error, "the store refused a request or can't be reached");
        Self::plain(code)
    }
}
