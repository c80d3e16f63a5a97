//! `POST /v1/players/{id}/token`: a new token, in place of one that was lost or seen by others.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Serialize;

use super::{acting, overtaken};
use crate::access;
use crate::app::App;
use crate::problem::Problem;

/// A player's new token. It is shown only here.
#[derive(Debug, Serialize, JsonSchema)]
pub struct NewToken {
    /// Lets its bearer rename, merge and erase the player; all earlier tokens no longer do.
    pub token: String,
}

/// Gives out a new token.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let player = acting(&app, &request).await?;
    let token = access::new_token();
    if app.store().replace_player_token(player.id, &access::hash(&token)).await? {
        Ok(HttpResponse::Ok().json(NewToken { token }))
    } else {
        Err(overtaken())
    }
}
