//! `POST /v1/players/{id}/merge`: two profiles turn out to be one person's.

use actix_web::{HttpRequest, HttpResponse, web};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use uuid::Uuid;

use super::{acting, acts_for, find, overtaken, profile};
use crate::app::App;
use crate::http::authorization;
use crate::http::credentials;
use crate::http::extractors::{Confidential, player_id};
use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::records::seating;
use kifu_store::{MergeOutcome, Player, PlayerId, PlayerLookup};

/// The player to merge with.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeRequest {
    /// The profile that stays.
    into: Uuid,
    /// The token of that profile, where the request itself carries that of the other one.
    #[serde(default)]
    token: Option<String>,
}

/// Merges a player into another, and shows the profile that stays.
pub async fn handle(
    app: web::Data<App>,
    request: HttpRequest,
    body: Confidential,
) -> Result<HttpResponse, Problem> {
    let player = acting(&app, &request).await?;
    let merge_request: MergeRequest = body.read()?;
    if player_id(&request)?.0 == merge_request.into {
        return Err(Problem::field("into", Records::MergedWithSelf { field: "into".into() }));
    }
    let into = successor(&app, &request, &merge_request).await?;
    if player.id == into.id {
        return profile::answer(&app, into).await;
    }
    match app.store().merge_players(player.id, into.id).await? {
        MergeOutcome::Done => profile::answer(&app, find(&app, into.id).await?).await,
        MergeOutcome::SharedRecords(records) => {
            Err(Problem::plain(Code::SatTogether).with(json!({ "records": records })))
        }
        MergeOutcome::Conflict => Err(overtaken()),
    }
}

/// The player who stays, if the request may act for that one too.
async fn successor(
    app: &App,
    request: &HttpRequest,
    merge_request: &MergeRequest,
) -> Result<Player, Problem> {
    let successor = app.store().latest().player(PlayerId(merge_request.into)).await?;
    if authorization::is_from_operator(app, request)? {
        return match successor {
            Some(PlayerLookup::Player(into)) => Ok(into),
            Some(PlayerLookup::Erased) | None => {
                Err(seating::unknown(PlayerId(merge_request.into), successor.is_some()))
            }
        };
    }
    let Some(token) = merge_request.token.as_deref().map(credentials::hash) else {
        return Err(both_tokens());
    };
    match successor {
        Some(PlayerLookup::Player(into)) if acts_for(app, &token, into.id).await? => Ok(into),
        _ => Err(both_tokens()),
    }
}

fn both_tokens() -> Problem {
    Problem::new(Code::Forbidden, Records::MergerNeedsBoth { field: "token".into() })
}
