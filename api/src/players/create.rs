//! `POST /v1/players`: a profile for somebody.

use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::PlayerNaming;
use crate::app::App;
use crate::http::credentials;
use crate::http::extractors::{Body, idempotency_key};
use crate::http::problem::{Code, Problem};
use crate::http::seal;
use kifu_store::{CreatePlayerOutcome, NewPlayer, Player, PlayerId, RetryKey, SeatedBy, now};

/// A profile that was made, with the token of its owner. It is shown only here.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct CreatedPlayer {
    /// The player's id, for good.
    pub id: Uuid,
    /// The address of the profile.
    pub url: String,
    /// The player's name.
    pub name: String,
    /// Since when there is the profile.
    pub created_at: DateTime<Utc>,
    /// Lets its bearer rename, merge and erase the player.
    pub token: String,
}

/// Makes a profile, for clients that may open records.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let key = idempotency_key(&request)?;
    let PlayerNaming { name } = body.read()?;
    let player = Player { id: PlayerId::generate(), name, created_at: now(), seated_by: SeatedBy::default() };
    let answer = CreatedPlayer {
        id: player.id.0,
        url: format!("/v1/players/{}", player.id),
        name: player.name.to_string(),
        created_at: player.created_at,
        token: credentials::new_token(),
    };
    let mut new = NewPlayer { player, token: credentials::hash(&answer.token), key: None };
    let Some(key) = key else {
        app.store().create_player(&new).await?;
        return Ok(created(&answer));
    };
    let sealed = serde_json::to_vec(&answer).map_err(Problem::internal)?;
    let sealed_answer = seal::seal(&key, &body.hash, &sealed)?;
    let fingerprint = seal::fingerprint(&key, &body.hash);
    new.key = Some(RetryKey { key: credentials::hash(&key), body: fingerprint, sealed_answer });
    match app.store().create_player(&new).await? {
        CreatePlayerOutcome::New => Ok(created(&answer)),
        CreatePlayerOutcome::Duplicate(sealed) => {
            let first = seal::open(&key, &body.hash, &sealed)?;
            let first = serde_json::from_slice(&first).map_err(Problem::internal)?;
            Ok(created(&first))
        }
        CreatePlayerOutcome::AnswerLost => Err(Problem::plain(Code::Erased)),
        CreatePlayerOutcome::KeyReused => Err(Problem::plain(Code::KeyReused)),
    }
}

fn created(answer: &CreatedPlayer) -> HttpResponse {
    HttpResponse::Created().insert_header((LOCATION, answer.url.as_str())).json(answer)
}
