//! `POST /v1/players/{id}/token`: a new token, in place of one that was lost or seen by others.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;

use super::{acting, find, overtaken};
use crate::app::App;
use crate::http::credentials;
use crate::http::extractors::player_id;
use crate::http::media::JSON;
use crate::http::problem::Problem;
use crate::http::retry::Retry;
use kifu_store::{Hash, KeyedOutcome};

/// A player's new token. It is shown only here.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewToken {
    /// Lets its bearer rename, merge and erase the player; all earlier tokens no longer do.
    pub token: String,
}

/// Gives out a new token. The retry of a request whose answer was lost carries the token that was replaced.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    find(&app, player_id(&request)?).await?;
    let retry = Retry::of(&request, &Hash::default())?;
    if let Some(answer) = Retry::stored_answer(retry.as_ref(), &app).await? {
        return Ok(given_out(answer));
    }
    let player = match acting(&app, &request).await {
        Ok(player) => player,
        // An equal request may have been faster, and ended the token.
        Err(problem) => {
            return Retry::stored_answer(retry.as_ref(), &app).await?.map(given_out).ok_or(problem);
        }
    };
    let new = NewToken { token: credentials::new_token() };
    let answer = serde_json::to_vec(&new).map_err(Problem::internal)?;
    let key = retry.as_ref().map(|retry| retry.key(&answer)).transpose()?;
    match app.store().replace_player_token(player.id, &credentials::hash(&new.token), key.as_ref()).await? {
        KeyedOutcome::Done => Ok(given_out(answer)),
        KeyedOutcome::Gone => Err(overtaken()),
        KeyedOutcome::KeyUsed => {
            Retry::stored_answer(retry.as_ref(), &app).await?.map(given_out).ok_or_else(overtaken)
        }
    }
}

fn given_out(answer: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "no-store")).content_type(JSON).body(answer)
}
