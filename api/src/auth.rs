//! From a request to who is asking: the capability it carries, and what that lets it see and do.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use kifu_engine::seat::{Seat, Viewer};
use rand::RngCore;
use subtle::ConstantTimeEq;

use crate::problem::{Code, Problem};
use crate::startup::App;
use crate::store::{Hash, Role, Visibility};
use crate::tables::Sitting;

/// What a request may do with one record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Everything: the scribe's token, or the operator's key.
    Scribe,
    /// See what a seat sees, and log that seat's own moves.
    Seat(Seat),
    /// See what lies open.
    Reader,
}

impl Access {
    /// Whose eyes it sees with.
    pub fn viewer(self) -> Viewer {
        match self {
            Self::Scribe => Viewer::Scribe,
            Self::Seat(seat) => Viewer::Seat(seat),
            Self::Reader => Viewer::Public,
        }
    }

    /// How the log names it.
    pub fn actor(self) -> String {
        match self {
            Self::Scribe => "scribe".to_owned(),
            Self::Seat(seat) => format!("seat {seat}"),
            Self::Reader => "reader".to_owned(),
        }
    }
}

/// What a request may do with this record. A private record does not exist for strangers.
pub async fn access(app: &App, request: &HttpRequest, sitting: &Sitting) -> Result<Access, Problem> {
    let Some(token) = bearer(request)? else {
        return match sitting.folded()?.head.visibility {
            Visibility::Private => Err(Problem::plain(Code::NotFound)),
            Visibility::Public | Visibility::Unlisted => Ok(Access::Reader),
        };
    };
    if is_operator(app, token) {
        return Ok(Access::Scribe);
    }
    match app.tables.role(sitting.table(), &hash(token)).await? {
        Some(Role::Scribe) => Ok(Access::Scribe),
        Some(Role::Seat(seat)) => Ok(Access::Seat(Seat::new(seat))),
        None => Err(Problem::plain(Code::Unauthenticated)),
    }
}

/// Whether this request may open records: anybody on the machine itself, elsewhere the operator.
pub fn may_open(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    match bearer(request)? {
        Some(token) if is_operator(app, token) => Ok(()),
        Some(_) if app.operator_key.is_some() => Err(Problem::plain(Code::Unauthenticated)),
        _ if app.loopback => Ok(()),
        _ => Err(Problem::plain(Code::Unauthenticated)),
    }
}

/// What a request may know of all records together: everything with the operator's key, without a
/// token what lies open.
pub fn everywhere(app: &App, request: &HttpRequest) -> Result<Access, Problem> {
    match bearer(request)? {
        None => Ok(Access::Reader),
        Some(token) if is_operator(app, token) => Ok(Access::Scribe),
        Some(_) => Err(Problem::plain(Code::Unauthenticated)),
    }
}

/// Whether this request carries the operator's key.
pub fn is_from_operator(app: &App, request: &HttpRequest) -> Result<bool, Problem> {
    Ok(bearer(request)?.is_some_and(|token| is_operator(app, token)))
}

/// The hash of the token that a request carries, if it carries one.
pub fn token_hash(request: &HttpRequest) -> Result<Option<Hash>, Problem> {
    Ok(bearer(request)?.map(hash))
}

fn is_operator(app: &App, token: &str) -> bool {
    let digest = hash(token);
    app.operator_key.is_some_and(|key| key.ct_eq(&digest).into())
}

fn bearer(request: &HttpRequest) -> Result<Option<&str>, Problem> {
    let Some(header) = request.headers().get(AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|header| header.split_once(' '));
    match token {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() => {
            Ok(Some(token.trim()))
        }
        _ => Err(Problem::plain(Code::Unauthenticated)),
    }
}

/// A new token: 32 random bytes, written for URLs and QR codes.
pub fn new_token() -> String {
    let mut bytes = [0; 32];
    rand::rng().fill_bytes(&mut bytes);
    BASE64_URL_SAFE_NO_PAD.encode(bytes)
}

/// What is stored of a token. Tokens are random, so a plain fast hash is enough.
pub fn hash(token: &str) -> Hash {
    *blake3::hash(token.as_bytes()).as_bytes()
}
