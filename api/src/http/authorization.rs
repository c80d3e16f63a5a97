//! Authentication: finds the record of a request, and its access to that record.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use kifu_engine::seat::Viewer;

use crate::app::App;
use crate::http::boundary::client;
use crate::http::cost::Admission;
use crate::http::credentials::{Access, Credential, RequiredAccess, bearer, hash, token_hash, vouch};
use crate::http::extractors::game_id;
use crate::http::problem::{Code, Problem};
use crate::http::secrets::is_token;
use crate::http::words::requests::Requests;
use crate::records::cache::{CachedRecord, LoadedRecord, RecordGuard, RecordSnapshot};
use kifu_store::{Consent, GameId, Role, TokenAuthority, Visibility};
use std::sync::Arc;

/// The credential of a request.
pub fn credential(app: &App, request: &HttpRequest) -> Result<Credential, Problem> {
    Ok(match bearer(request)? {
        None => Credential::None,
        Some(key) if app.secrets.is_operator(key) => Credential::Operator,
        Some(token) => Credential::Token(hash(token)),
    })
}

/// The access of a request to this record. A private record does not exist for strangers, with any token.
pub async fn access(app: &App, request: &HttpRequest, guard: &RecordSnapshot) -> Result<Access, Problem> {
    let access = match bearer(request).or_else(|_| to_a_stranger(guard))? {
        None if is_private(guard) => return Err(Problem::plain(Code::NotFound)),
        None => return Ok(Access::Reader),
        Some(token) if app.secrets.is_operator(token) => Access::Scribe,
        Some(token) => role(app, guard, token).await?.into(),
    };
    vouch(request);
    Ok(access)
}

/// The role that a token has in this record.
pub async fn role(app: &App, guard: &RecordSnapshot, token: &str) -> Result<Role, Problem> {
    let role = app.records.role(guard.cached(), &hash(token)).await?;
    role.map_or_else(|| to_a_stranger(guard), Ok)
}

/// The authority by which this request makes something in a record that goes on by itself: its token's, or the
/// service's own where the operator asks.
pub async fn authority(
    app: &App,
    request: &HttpRequest,
    game: GameId,
) -> Result<Option<TokenAuthority>, Problem> {
    if is_from_operator(app, request)? {
        return Ok(None);
    }
    let token = token_hash(request)?.ok_or_else(|| Problem::plain(Code::Unauthenticated))?;
    let authority = app.store().latest().authority(game, &token).await?;
    authority.map(Some).ok_or_else(|| Problem::plain(Code::Unauthenticated))
}

/// The consent of a player to a seat, as the request itself shows it.
pub fn consent(app: &App, request: &HttpRequest) -> Result<Consent, Problem> {
    if is_from_operator(app, request)? {
        return Ok(Consent::Operator);
    }
    Ok(token_hash(request)?.map_or(Consent::Nothing, Consent::Token))
}

fn is_private(guard: &RecordSnapshot) -> bool {
    guard.loaded().head.visibility == Visibility::Private
}

/// The refusal of a token that opens nothing here.
fn to_a_stranger<T>(guard: &RecordSnapshot) -> Result<T, Problem> {
    Err(refused(if is_private(guard) { Code::NotFound } else { Code::Unauthenticated }))
}

/// Checks that this request may open records. Anybody on the machine itself may, unless the key is asked of all;
/// elsewhere only the operator may.
pub fn may_open(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    if is_from_operator(app, request)? || (is_open_here(app, request) && is_anonymous(app, request)) {
        return Ok(());
    }
    Err(refused(Code::Unauthenticated))
}

/// Checks that a reader of a record may open another one from it: its token is for that record, not the operator's
/// key.
pub async fn may_open_from(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    read(app, request).await?;
    if is_from_operator(app, request)? || is_open_here(app, request) {
        return Ok(());
    }
    Err(refused(Code::Unauthenticated))
}

/// True if programs on the machine itself may open records without the key.
fn is_open_here(app: &App, request: &HttpRequest) -> bool {
    app.open_to_all && client::is_local(&app.boundary, request)
}

/// Refuses a request without the operator's key.
pub fn require_operator(app: &App, request: &HttpRequest) -> Result<(), Problem> {
    if is_from_operator(app, request)? {
        return Ok(());
    }
    count_failure();
    Err(Problem::new(Code::Unauthenticated, Requests::OperatorKeyNeeded))
}

/// True if this request shows the operator's key.
pub fn is_from_operator(app: &App, request: &HttpRequest) -> Result<bool, Problem> {
    let is_operator = bearer(request)?.is_some_and(|token| app.secrets.is_operator(token));
    if is_operator {
        vouch(request);
    }
    Ok(is_operator)
}

/// True without a token, or with any token if there is no operator's key.
fn is_anonymous(app: &App, request: &HttpRequest) -> bool {
    !app.secrets.has_operator() || !request.headers().contains_key(AUTHORIZATION)
}

/// The access of a request to all records together. The operator's key gives everything; no token or a record's token
/// gives what is public. Any other token was meant as the key and is refused, as less would look like everything.
pub fn everywhere(app: &App, request: &HttpRequest) -> Result<Access, Problem> {
    match bearer(request)? {
        None => Ok(Access::Reader),
        Some(token) if app.secrets.is_operator(token) => Ok(Access::Scribe),
        Some(token) if is_token(token) => Ok(Access::Reader),
        Some(_) => Err(refused(Code::Unauthenticated)),
    }
}

fn refused(code: Code) -> Problem {
    count_failure();
    Problem::plain(code)
}

/// Failures are counted, so that guessing shows.
fn count_failure() {
    metrics::counter!("kifu_authentication_failures_total").increment(1);
}

/// The record that a request is about, as new as the store, before it is known what the request may do there.
pub async fn read_unseen(app: &App, request: &HttpRequest) -> Result<RecordSnapshot, Problem> {
    app.records.read(&Admission::of(request)?, cached(app, request).await?).await
}

/// Reads a record, and the access of the request to it.
pub async fn read(app: &App, request: &HttpRequest) -> Result<(RecordSnapshot, Access), Problem> {
    let snapshot = read_unseen(app, request).await?;
    let access = access(app, request, &snapshot).await?;
    look(request, &snapshot, access).await?;
    Ok((snapshot, access))
}

/// Locks a record, so that nobody else appends to it, and returns the access of the request to it.
pub async fn lock(app: &App, request: &HttpRequest) -> Result<(RecordGuard, Access), Problem> {
    let guard = app.records.lock(&Admission::of(request)?, cached(app, request).await?).await?;
    let access = access(app, request, &guard).await?;
    look(request, &guard, access).await?;
    Ok((guard, access))
}

/// Locks a record to append to it. The record may be behind the store, which then refuses the append.
pub async fn lock_for_append(app: &App, request: &HttpRequest) -> Result<(RecordGuard, Access), Problem> {
    let guard = app.records.lock_for_append(cached(app, request).await?).await?;
    let access = access(app, request, &guard).await?;
    look(request, &guard, access).await?;
    Ok((guard, access))
}

/// Has what the request and the public see of a large record at hand.
async fn look(request: &HttpRequest, snapshot: &RecordSnapshot, access: Access) -> Result<(), Problem> {
    if !snapshot.loaded().is_large() {
        return Ok(());
    }
    let views =
        move |loaded: &LoadedRecord| [access.viewer(), Viewer::Public].map(|viewer| loaded.seen_by(viewer));
    snapshot.compute(&Admission::of(request)?, views).await.map(drop)
}

/// Refuses a request with less access than this to the record in its path. The problem is decided where the record is
/// loaded; mostly the token can be judged without it.
pub async fn authorize(app: &App, request: &HttpRequest, required: RequiredAccess) -> Result<(), Problem> {
    let cached = cached(app, request).await?;
    if let Ok(Some(token)) = bearer(request)
        && let Some(role) = app.records.role(&cached, &hash(token)).await?
        && required.is_granted_to(role.into())
    {
        vouch(request);
        return Ok(());
    }
    let snapshot = app.records.read(&Admission::of(request)?, cached).await?;
    let access = access(app, request, &snapshot).await?;
    required.require(request, access)
}

async fn cached(app: &App, request: &HttpRequest) -> Result<Arc<CachedRecord>, Problem> {
    let cached = app.records.find(&Admission::of(request)?, game_id(request)?).await?;
    cached.ok_or_else(|| Problem::plain(Code::NotFound))
}
