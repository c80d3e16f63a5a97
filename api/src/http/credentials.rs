//! The access of a request, and the capability it carries.

use actix_web::http::header::AUTHORIZATION;
use actix_web::{HttpMessage, HttpRequest};
use kifu_engine::seat::{Seat, Viewer};

use crate::http::problem::{Code, Problem};
pub use crate::http::secrets::{hash, new_token};
use kifu_store::{Hash, Role};

/// The author of imported events: they happened elsewhere, and are no news.
pub const IMPORTER: &str = "import";

/// The access of a request to one record.
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
    /// The viewer that this access reads as.
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

/// The access to a record that a request needs at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredAccess {
    /// Log moves of its own.
    Seat,
    /// Everything.
    Scribe,
}

impl RequiredAccess {
    /// True if this access is enough.
    pub fn is_granted_to(self, access: Access) -> bool {
        match access {
            Access::Scribe => true,
            Access::Seat(_) => self == Self::Seat,
            Access::Reader => false,
        }
    }

    /// Refuses access that is not enough.
    pub fn require(self, request: &HttpRequest, access: Access) -> Result<(), Problem> {
        match access {
            access if self.is_granted_to(access) => Ok(()),
            Access::Reader => Err(not_a_reader(request)),
            Access::Scribe | Access::Seat(_) => Err(Problem::plain(Code::Forbidden)),
        }
    }
}

/// The credential of a request, as far as it may become invalid later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Credential {
    /// Nothing.
    None,
    /// The operator's key.
    Operator,
    /// The token with this hash.
    Token(Hash),
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

/// Checks that this request may do what only the scribe may.
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

/// The hash of the token that a request carries, if it carries one.
pub fn token_hash(request: &HttpRequest) -> Result<Option<Hash>, Problem> {
    Ok(bearer(request)?.map(hash))
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

/// Marks a request whose token was found valid.
pub struct Vouched;

/// Notes that the token of this request was found valid.
pub fn vouch(request: &HttpRequest) {
    request.extensions_mut().insert(Vouched);
}
