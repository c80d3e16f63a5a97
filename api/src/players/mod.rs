//! Players: people with a profile, under one name at every table until they change it.

pub mod change;
pub mod claims;
pub mod create;
pub mod erase;
pub mod list;
pub mod merge;
pub mod opponents;
pub mod player_question;
pub mod profile;
pub mod rating;
pub mod seats;
pub mod statistics;
pub mod token;
pub mod versus;

use actix_web::HttpRequest;
use kifu_names::Name;
use schemars::JsonSchema;
use serde::Deserialize;
use subtle::ConstantTimeEq;

use crate::app::App;
use crate::http::authorization;
use crate::http::credentials;
use crate::http::extractors::player_id;
use crate::http::problem::{Code, Problem};
use kifu_store::{Hash, Player, PlayerId, PlayerLookup};

/// The name of a new player.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerNaming {
    /// The name; others may have the same one.
    name: Name,
}

/// The player that an id leads to.
async fn find(app: &App, id: PlayerId) -> Result<Player, Problem> {
    match app.store().latest().player(id).await? {
        Some(PlayerLookup::Player(player)) => Ok(player),
        Some(PlayerLookup::Erased) => Err(Problem::plain(Code::Erased)),
        None => Err(Problem::plain(Code::NotFound)),
    }
}

/// The player that the path names, for a client that may act for the player: with the player's token or the operator's
/// key.
pub async fn acting(app: &App, request: &HttpRequest) -> Result<Player, Problem> {
    let player = find(app, player_id(request)?).await?;
    if authorization::is_from_operator(app, request)? {
        return Ok(player);
    }
    match credentials::token_hash(request)? {
        Some(token) if acts_for(app, &token, player.id).await? => {
            credentials::vouch(request);
            Ok(player)
        }
        None if !app.store().latest().has_public_record(player.id).await? => {
            Err(Problem::plain(Code::NotFound))
        }
        _ => Err(Problem::plain(Code::Unauthenticated)),
    }
}

/// True if the bearer of a token may act for the player.
async fn acts_for(app: &App, token: &Hash, player: PlayerId) -> Result<bool, Problem> {
    let tokens = app.store().latest().player_tokens(player).await?;
    Ok(tokens.iter().any(|stored| stored.as_slice().ct_eq(token).into()))
}

/// The problem if a player was merged or erased during the request.
fn overtaken() -> Problem {
    Problem::plain(Code::Unavailable)
}
