//! From a request to who is asking: the capability it carries, and what that lets it see and do.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use kifu_engine::seat::{Seat, Viewer};

use crate::problem::{Code, Problem};
pub use crate::secrets::{hash, new_token};
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
    /// See what lies open: no token, or a spectator's.
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

/// What a request brings to be let in, as far as that may lose its worth later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Credential {
    /// Nothing.
    None,
    /// The operator's key.
    Operator,
    /// The token with this hash.
    Token(Hash),
}

/// What a request brings to be let in.
pub fn credential(app: &App, request: &HttpRequest) -> Result<Credential, Problem> {
    Ok(match bearer(request)? {
        None => Credential::None,
        Some(key) if app.secrets.is_operator(key) => Credential::Operator,
        Some(token) => Credential::Token(hash(token)),
    })
}

impl From<Role> for Access {
    fn from(role: Role) -> Self {
        match role {
            Role::Scribe => Self::Scribe,
            Role::Seat(seat) => Self::Seat(Seat::new(seat)),
            Role::Spectator => Self::Reader,
        }
    }
}

/// What a request may do with this record. A private record does not exist for strangers,
/// whatever they show.
pub async fn access(app: &App, request: &HttpRequest, sitting: &Sitting) -> Result<Access, Problem> {
    match bearer(request).or_else(|_| to_a_stranger(sitting))? {
        None if is_private(sitting)? => Err(Problem::plain(Code::NotFound)),
        None => Ok(Access::Reader),
        Some(token) if app.secrets.is_operator(token) => Ok(Access::Scribe),
        Some(token) => role(app, sitting, token).await.map(Access::from),
    }
}

/// What a token allows in this record.
pub async fn role(app: &App, sitting: &Sitting, token: &str) -> Result<Role, Problem> {
    let role = app.tables.role(sitting.table(), &hash(token)).await?;
    role.map_or_else(|| to_a_stranger(sitting), Ok)
}

fn is_private(sitting: &Sitting) -> Result<bool, Problem> {
    Ok(sitting.folded()?.head.visibility == Visibility::Private)
}

/// What is answered to a token that opens nothing here.
fn to_a_stranger<T>(sitting: &Sitting) -> Result<T, Problem> {
    Err(refused(if is_private(sitting)? { Code::NotFound } else { Code::Unauthenticated }))
}

/// Whether this request may open records: anybody on the machine itself unless the key is asked
/// of all, elsewhere the operator.
pub fn may_open(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    if is_from_operator(app, request)?
        || (app.open_to_all && !came_by_proxy(request) && is_anonymous(app, request))
    {
        return Ok(());
    }
    Err(refused(Code::Unauthenticated))
}

/// Whether this request shows the operator's key.
pub fn is_from_operator(app: &App, request: &HttpRequest) -> Result<bool, Problem> {
    Ok(bearer(request)?.is_some_and(|token| app.secrets.is_operator(token)))
}

/// Whether this request may do what only the scribe may.
pub fn require_scribe(request: &HttpRequest, access: Access) -> Result<(), Problem> {
    match access {
        Access::Scribe => Ok(()),
        Access::Seat(_) => Err(Problem::plain(Code::Forbidden)),
        Access::Reader => Err(not_a_reader(request)),
    }
}

/// Why a reader may not do this: a token is missing, or it is a spectator's.
pub fn not_a_reader(request: &HttpRequest) -> Problem {
    let shown = request.headers().contains_key(AUTHORIZATION);
    Problem::plain(if shown { Code::Forbidden } else { Code::Unauthenticated })
}

/// Somebody who shows nothing; or any token, where no key is known that it could have been meant for.
fn is_anonymous(app: &App, request: &HttpRequest) -> bool {
    !app.secrets.has_operator() || !request.headers().contains_key(AUTHORIZATION)
}

/// What a request may know of all records together: everything with the operator's key, without a
/// token what lies open.
pub fn everywhere(app: &App, request: &HttpRequest) -> Result<Access, Problem> {
    match bearer(request)? {
        None => Ok(Access::Reader),
        Some(token) if app.secrets.is_operator(token) => Ok(Access::Scribe),
        Some(_) => Err(refused(Code::Unauthenticated)),
    }
}

/// The hash of the token that a request carries, if it carries one.
pub fn token_hash(request: &HttpRequest) -> Result<Option<Hash>, Problem> {
    Ok(bearer(request)?.map(hash))
}

/// A proxy on this machine lets the whole world seem local; most say that they are one.
fn came_by_proxy(request: &HttpRequest) -> bool {
    ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"]
        .iter()
        .any(|header| request.headers().contains_key(*header))
}

/// Failures are counted, so that guessing shows.
fn refused(code: Code) -> Problem {
    metrics::counter!("kifu_authentication_failures_total").increment(1);
    Problem::plain(code)
}

/// The token that a request shows.
pub fn bearer(request: &HttpRequest) -> Result<Option<&str>, Problem> {
    let Some(header) = request.headers().get(AUTHORIZATION) else { return Ok(None) };
    let token = header.to_str().ok().and_then(|header| header.split_once(' '));
    match token {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() => {
            Ok(Some(token.trim()))
        }
        _ => Err(Problem::plain(Code::Unauthenticated)),
    }
}
