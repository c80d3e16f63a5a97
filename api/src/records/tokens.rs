//! `/v1/games/{id}/tokens`: the access to a record, decided by its scribe.
//!
//! Only the operator can revoke the scribe's last lasting token, since nobody else could issue another.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_names::Name;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::http::authorization;
use crate::http::authorization::read;
use crate::http::credentials;
use crate::http::credentials::{bearer, hash, new_token};
use crate::http::extractors::{Body, game_id, path_uuid};
use crate::http::links;
use crate::http::problem::{Code, Problem};
use crate::http::retry::Retry;
use crate::http::words::records::Records;
use crate::records::cache::RecordSnapshot;
use crate::records::played_at::moment_if_any;
use crate::streams::delivery::target;
use kifu_store::{
    Authority, AuthorityId, Hash, Issue, IssueOutcome, NewToken, RevokeOutcome, Role, StoredToken, Webhook,
    now,
};

/// The role of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TokenRole {
    /// May log everything and see everything logged.
    Scribe,
    /// May log a seat's own moves and see what that seat sees.
    Seat,
    /// May read what is open to all, also where the record is private.
    Spectator,
}

impl TokenRole {
    /// The role, and the seat if it is one's.
    pub fn of(role: Role) -> (Self, Option<u8>) {
        match role {
            Role::Scribe => (Self::Scribe, None),
            Role::Seat(seat) => (Self::Seat, Some(seat)),
            Role::Spectator => (Self::Spectator, None),
        }
    }
}

/// A token, without the token.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Token")]
pub struct ListedToken {
    /// The token's id.
    pub id: Uuid,
    /// The role of the token.
    pub role: TokenRole,
    /// The seat, if the role is a seat's.
    pub seat: Option<u8>,
    /// The label for people.
    pub label: Option<String>,
    /// Since when it is valid.
    pub created_at: DateTime<Utc>,
    /// Until when; until it is revoked, if it says nothing.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
    /// True: this request was made with this token.
    pub yours: bool,
    /// The token that gave it out, and with which it ends; nothing, if it was the operator or came with the record.
    pub made_by: Option<Uuid>,
    /// The items that were made with it and end with it.
    pub made: MadeByToken,
}

/// The items made by a token that go on by themselves. They end with the token, or pass to the token reissued for it.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct MadeByToken {
    /// Tokens that were given out with it and are valid.
    pub tokens: Vec<Uuid>,
    /// Webhooks.
    pub webhooks: Vec<WebhookOfToken>,
}

/// A webhook that a token made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WebhookOfToken {
    /// Its id.
    pub id: Uuid,
    /// The host that its notices go to.
    pub host: String,
    /// True: notices are sent.
    pub enabled: bool,
}

/// The tokens of a record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Tokens {
    /// The valid tokens, then the last that ended; each kind newest first.
    pub tokens: Vec<ListedToken>,
}

/// A token to be given out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TokenRequest {
    /// The role of the new token.
    pub role: TokenRole,
    /// The seat, if the role is a seat's.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The label for people.
    #[serde(default)]
    pub label: Option<Name>,
    /// Until when it is valid; until it is revoked, if left out. At the latest it ends with the token that asks for it.
    #[serde(default, deserialize_with = "moment_if_any")]
    pub expires_at: Option<DateTime<Utc>>,
}

/// A token just given out. It is shown only here.
#[derive(Debug, Serialize, JsonSchema)]
pub struct IssuedToken {
    /// The stored entry of the token.
    #[serde(flatten)]
    pub entry: ListedToken,
    /// The token.
    pub token: String,
    /// The record's page for its bearer.
    pub link: String,
    /// The link as a QR code: SVG.
    pub qr: String,
}

/// Lists the tokens.
pub async fn list(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let guard = read_as_scribe(&app, &request).await?;
    let game = guard.cached().id;
    let stored = app.store().latest().tokens(game).await?;
    let webhooks = app.store().latest().webhooks(Some(game), false).await?;
    let yours = bearer(&request)?.map(hash);
    let entry = |token: &StoredToken| ListedToken {
        yours: yours.is_some_and(|hash| token.is(&hash)),
        made_by: token.made_by.token().and_then(|by| holder(&stored, by)).map(|token| token.id),
        made: MadeByToken::of(token, &stored, &webhooks),
        ..ListedToken::of(token)
    };
    let tokens = stored.iter().map(entry).collect();
    Ok(HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).json(Tokens { tokens }))
}

/// Gives out a token.
pub async fn issue(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let retry = Retry::of(&request, &body.hash)?;
    if let Some(answer) = earlier_answer(&app, &request, retry.as_ref()).await? {
        return Ok(answer);
    }
    let guard = read_as_scribe(&app, &request).await?;
    let token_request: TokenRequest = body.read()?;
    let role = check(&token_request, guard.loaded().head.seats)?;
    let TokenRequest { label, expires_at, .. } = token_request;
    let maker = authorization::authority(&app, &request, guard.cached().id).await?;
    // It ends at the latest with the one that makes it.
    let expires_at = expires_at.into_iter().chain(maker.and_then(|maker| maker.expires_at)).min();
    let authority = Authority::of(maker);
    let grant = Grant { role, label, expires_at, replaces: None, authority };
    give_out(&app, &request, &guard, retry, grant).await
}

/// Gives out a token for an old one, which ends in the same moment.
pub async fn reissue(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let retry = Retry::of(&request, &Hash::default())?;
    if let Some(answer) = earlier_answer(&app, &request, retry.as_ref()).await? {
        return Ok(answer);
    }
    let guard = read_as_scribe(&app, &request).await?;
    let old = app.store().latest().token(guard.cached().id, path_uuid(&request, "token_id")?).await?;
    let old = old.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let StoredToken { id, role, label, expires_at, .. } = old;
    let authority = Authority::of(authorization::authority(&app, &request, guard.cached().id).await?);
    let grant = Grant { role, label, expires_at, replaces: Some(id), authority };
    let answer = give_out(&app, &request, &guard, retry, grant).await;
    guard.cached().forget_roles();
    answer
}

/// Ends a token, with whatever was made by it. Holding the table, no other request can come to know it meanwhile.
pub async fn revoke(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let guard = read_as_scribe(&app, &request).await?;
    let even_the_last = authorization::is_from_operator(&app, &request)?;
    let revoked =
        app.store().revoke_token(guard.cached().id, path_uuid(&request, "token_id")?, even_the_last).await;
    guard.cached().forget_roles();
    match revoked? {
        RevokeOutcome::Done => Ok(HttpResponse::NoContent().finish()),
        RevokeOutcome::Unknown => Err(Problem::plain(Code::NotFound)),
        RevokeOutcome::LastScribe => Err(Problem::plain(Code::LastScribeToken)),
    }
}

async fn read_as_scribe(app: &App, request: &HttpRequest) -> Result<RecordSnapshot, Problem> {
    let (guard, access) = read(app, request).await?;
    credentials::require_scribe(request, access)?;
    Ok(guard)
}

/// The role of a token, and its lifetime.
struct Grant {
    role: Role,
    label: Option<Name>,
    expires_at: Option<DateTime<Utc>>,
    replaces: Option<Uuid>,
    authority: Authority,
}

/// The stored answer to an equal request. Its token is not checked again: the request may have replaced that very
/// token, and its answer may have been lost. Only the client that made the request can repeat it.
async fn earlier_answer(
    app: &App,
    request: &HttpRequest,
    retry: Option<&Retry>,
) -> Result<Option<HttpResponse>, Problem> {
    let Some(retry) = retry else { return Ok(None) };
    let earlier = app.store().latest().issuance_by_key(game_id(request)?, &retry.digest()).await?;
    earlier.map(|(body, sealed)| retry.open(&body, &sealed).map(created)).transpose()
}

async fn give_out(
    app: &App,
    request: &HttpRequest,
    guard: &RecordSnapshot,
    retry: Option<Retry>,
    grant: Grant,
) -> Result<HttpResponse, Problem> {
    let (game, token) = (guard.cached().id, new_token());
    let mut issue = Issue {
        game,
        id: Uuid::new_v4(),
        token: NewToken { hash: hash(&token), role: grant.role },
        label: grant.label,
        created_at: now(),
        expires_at: grant.expires_at,
        replaces: grant.replaces,
        authority: grant.authority,
        key: None,
    };
    let link = app.links.to_record(&app.boundary, request, game, Some((grant.role, &token)));
    let answer = answer(&issue, link, token)?;
    issue.key = retry.as_ref().map(|retry| retry.key(&answer)).transpose()?;
    match (app.store().issue_token(&issue).await?, issue.key.as_ref().zip(retry)) {
        (IssueOutcome::Duplicate(sealed), Some((key, retry))) => Ok(created(retry.open(&key.body, &sealed)?)),
        (IssueOutcome::New | IssueOutcome::Duplicate(_), _) => Ok(created(answer)),
        (IssueOutcome::KeyReused, _) => Err(Problem::plain(Code::KeyReused)),
        (IssueOutcome::Ended, _) => Err(Problem::plain(Code::TokenEnded)),
        (IssueOutcome::TooMany, _) => Err(Problem::plain(Code::TooManyTokens)),
        (IssueOutcome::UnknownGame, _) => Err(Problem::plain(Code::NotFound)),
    }
}

fn answer(issue: &Issue, link: String, token: String) -> Result<Vec<u8>, Problem> {
    let (role, seat) = TokenRole::of(issue.token.role);
    let entry = ListedToken {
        id: issue.id,
        role,
        seat,
        label: issue.label.clone().map(String::from),
        created_at: issue.created_at,
        expires_at: issue.expires_at,
        revoked_at: None,
        yours: false,
        made_by: None,
        made: MadeByToken::default(),
    };
    let issued = IssuedToken { entry, token, qr: links::qr(&link)?, link };
    serde_json::to_vec(&issued).map_err(Problem::internal)
}

fn created(answer: Vec<u8>) -> HttpResponse {
    HttpResponse::Created()
        .insert_header((CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(answer)
}

impl ListedToken {
    /// The entry of one stored token.
    fn of(token: &StoredToken) -> Self {
        let (role, seat) = TokenRole::of(token.role);
        Self {
            id: token.id,
            role,
            seat,
            yours: false,
            label: token.label.clone().map(String::from),
            created_at: token.created_at,
            expires_at: token.expires_at,
            revoked_at: token.revoked_at,
            made_by: None,
            made: MadeByToken::default(),
        }
    }
}

impl MadeByToken {
    /// The items made by the authority of a token, if it has that authority now.
    fn of(token: &StoredToken, all: &[StoredToken], webhooks: &[Webhook]) -> Self {
        let authority = Authority::Token(token.authority);
        if holder(all, token.authority).is_none_or(|holder| holder.id != token.id) {
            return Self::default();
        }
        let is_valid = |other: &&StoredToken| {
            other.revoked_at.is_none() && other.expires_at.is_none_or(|until| until > now())
        };
        let tokens =
            all.iter().filter(is_valid).filter(|other| other.made_by == authority).map(|token| token.id);
        let webhooks = webhooks.iter().filter(|webhook| webhook.authority == authority);
        let webhooks = webhooks.map(|webhook| WebhookOfToken {
            id: webhook.id.0,
            host: target::host(&webhook.url),
            enabled: webhook.enabled,
        });
        Self { tokens: tokens.collect(), webhooks: webhooks.collect() }
    }
}

/// The token that has an authority, or had it last: those that are valid come first, then the newest.
fn holder(all: &[StoredToken], authority: AuthorityId) -> Option<&StoredToken> {
    all.iter().find(|token| token.authority == authority)
}

fn check(token_request: &TokenRequest, seats: u8) -> Result<Role, Problem> {
    let bad = |what: &str, message: Records| Err(Problem::field(what, message));
    if token_request.expires_at.is_some_and(|until| until <= now()) {
        return bad("expires_at", Records::AlreadyPast { field: "expires_at".into() });
    }
    match (token_request.role, token_request.seat) {
        (TokenRole::Scribe, None) => Ok(Role::Scribe),
        (TokenRole::Spectator, None) => Ok(Role::Spectator),
        (TokenRole::Seat, Some(seat)) if seat < seats => Ok(Role::Seat(seat)),
        (TokenRole::Seat, _) => {
            let last = seats.saturating_sub(1);
            bad("seat", Records::SeatNumber { field: "seat".into(), last })
        }
        (_, Some(_)) => bad("seat", Records::OnlySeatHasSeat { field: "seat".into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token_request(role: TokenRole, seat: Option<u8>) -> TokenRequest {
        TokenRequest { role, seat, label: None, expires_at: None }
    }

    #[test]
    fn only_a_seats_token_has_a_seat_and_it_is_at_the_table() {
        for (role, seat, accepted) in [
            (TokenRole::Scribe, None, true),
            (TokenRole::Spectator, None, true),
            (TokenRole::Seat, Some(0), true),
            (TokenRole::Seat, Some(2), true),
            (TokenRole::Seat, Some(3), false),
            (TokenRole::Seat, None, false),
            (TokenRole::Scribe, Some(0), false),
            (TokenRole::Spectator, Some(0), false),
        ] {
            assert_eq!(check(&token_request(role, seat), 3).is_ok(), accepted, "{role:?} {seat:?}");
        }
    }

    #[test]
    fn an_expiry_lies_in_the_future() {
        for (minutes, accepted) in [(-1, false), (1, true)] {
            let expires_at = Some(now() + chrono::TimeDelta::minutes(minutes));
            assert_eq!(
                check(&TokenRequest { expires_at, ..token_request(TokenRole::Scribe, None) }, 3).is_ok(),
                accepted
            );
        }
    }
}
