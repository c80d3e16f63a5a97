//! `POST /v1/games`: opening a record.

use actix_web::http::header::{CACHE_CONTROL, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::http::authorization;
use crate::http::credentials;
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::{Confidential, idempotency_key};
use crate::http::problem::{Code, Problem};
use crate::http::seal;
use crate::operation::observing;
use crate::records::opening::{OpenRequest, prepare};
use crate::records::seating;
use crate::records::view::Position;
use kifu_store::{CopyOf, GameId, Hash, NewToken, OpenOutcome, RetryKey, Role, now};

/// A record that was opened, with the tokens that let people in. They are shown only here.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OpenedRecord {
    /// The record's id.
    pub id: Uuid,
    /// The kind of game.
    pub game: String,
    /// The address of the record.
    pub url: String,
    /// Lets its bearer log everything and see everything logged.
    pub scribe_token: String,
    /// The token of each seat: its bearer logs that seat's moves and sees what that seat sees.
    pub seat_tokens: Vec<String>,
    /// The record's page for the scribe; the token is in it.
    pub scribe_link: String,
    /// The link for each seat: the record's page; the token is in it.
    pub seat_links: Vec<String>,
    /// The original, if this is a copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<CopyOf>,
    /// The position to go on from.
    #[serde(flatten)]
    pub position: Position,
}

/// Opens a record.
pub async fn handle(
    app: web::Data<App>,
    request: HttpRequest,
    body: Confidential,
) -> Result<HttpResponse, Problem> {
    let body = body.checked(|json| seating::refuse_secrets(&request, json, "/seats"))?;
    let opening_digest = OpeningDigest { key: idempotency_key(&request)?, body: body.hash };
    if let Some(answer) = opening_digest.earlier_answer(&app).await? {
        return Ok(answer);
    }
    let open_request: OpenRequest = body.read()?;
    let seats = open_request.seats.clone();
    let mut prepared = prepare(GameId::generate(), open_request, now(), None)?;
    let named = seating::look_up(app.store(), authorization::consent(&app, &request)?, &seats).await?;
    prepared.opening.seating = seating::at_new_table(&named)?;
    let position = Position::of(&*prepared.record, app.store().epoch());
    let opening = &mut prepared.opening;
    opening.traceparent = observing::traceparent(&request);
    let answer = opening_digest.answer(&app, &request, opening, position, None)?;
    let opened = app.store().open_game(opening).await?;
    let id = opening.id;
    if let OpenOutcome::New { .. } = opened {
        let tokens = std::mem::take(&mut opening.tokens);
        // A player may have been renamed since: then the next request reads the name that counts.
        if opening.seating.iter().all(|sitter| sitter.occupant().player().is_none()) {
            app.records.keep(prepared.loaded(), &tokens)?;
        }
    }
    opening_digest.created(id, answer, opened)
}

/// The digest that distinguishes the retry of an opening from another opening.
pub(super) struct OpeningDigest {
    /// The `Idempotency-Key`, if there is one.
    pub key: Option<String>,
    /// Hash of all that was asked.
    pub body: Hash,
}

impl OpeningDigest {
    /// The answer that the same request got before.
    pub(super) async fn earlier_answer(&self, app: &App) -> Result<Option<HttpResponse>, Problem> {
        let Some(key) = &self.key else { return Ok(None) };
        let Some(earlier) = app.store().latest().opening_by_key(&credentials::hash(key)).await? else {
            return Ok(None);
        };
        if earlier.body != seal::fingerprint(key, &self.body) {
            return Err(Problem::plain(Code::KeyReused));
        }
        let answer = seal::open(key, &self.body, &earlier.sealed_answer)?;
        Ok(Some(created(earlier.game, answer)))
    }

    /// Gives out the tokens of a new record: the answer, which is sealed for retries.
    pub(super) fn answer(
        &self,
        app: &App,
        request: &HttpRequest,
        opening: &mut kifu_store::Opening,
        position: Position,
        copy_of: Option<CopyOf>,
    ) -> Result<Vec<u8>, Problem> {
        let (scribe_token, seat_tokens) = issue_tokens(opening);
        let link =
            |role, token: &str| app.links.to_record(&app.boundary, request, opening.id, Some((role, token)));
        let seats = (0..).map(Role::Seat).zip(&seat_tokens);
        let answer = OpenedRecord {
            id: opening.id.0,
            game: opening.game.clone(),
            url: format!("/v1/games/{}", opening.id),
            scribe_link: link(Role::Scribe, &scribe_token),
            seat_links: seats.map(|(role, token)| link(role, token)).collect(),
            scribe_token,
            seat_tokens,
            copy_of,
            position,
        };
        let answer = serde_json::to_vec(&answer).map_err(Problem::internal)?;
        if let Some(key) = &self.key {
            let sealed_answer = seal::seal(key, &self.body, &answer)?;
            opening.key = Some(RetryKey {
                key: credentials::hash(key),
                body: seal::fingerprint(key, &self.body),
                sealed_answer,
            });
        }
        Ok(answer)
    }

    /// Answers once the store has spoken; a request that was faster has the answer.
    pub(super) fn created(
        &self,
        id: GameId,
        answer: Vec<u8>,
        opened: OpenOutcome,
    ) -> Result<HttpResponse, Problem> {
        match (opened, &self.key) {
            (OpenOutcome::New { .. }, _) => Ok(created(id, answer)),
            (OpenOutcome::Duplicate { game, sealed_answer }, Some(key)) => {
                Ok(created(game, seal::open(key, &self.body, &sealed_answer)?))
            }
            (OpenOutcome::Duplicate { .. }, None) => {
                Err(Problem::internal("an opening without a key was answered as a repetition"))
            }
            (OpenOutcome::KeyReused, _) => Err(Problem::plain(Code::KeyReused)),
        }
    }
}

fn created(id: GameId, answer: Vec<u8>) -> HttpResponse {
    #[derive(Deserialize)]
    struct Tagged {
        etag: EntityTag,
    }
    let mut response = HttpResponse::Created();
    if let Ok(Tagged { etag }) = serde_json::from_slice(&answer) {
        response.insert_header(etag.header());
    }
    response
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((LOCATION, format!("/v1/games/{id}")))
        .content_type("application/json")
        .body(answer)
}

fn issue_tokens(opening: &mut kifu_store::Opening) -> (String, Vec<String>) {
    let mut issue = |role| {
        let token = credentials::new_token();
        opening.tokens.push(NewToken { hash: credentials::hash(&token), role });
        token
    };
    let scribe = issue(Role::Scribe);
    let seats = (0..opening.seats).map(|seat| issue(Role::Seat(seat))).collect();
    (scribe, seats)
}
