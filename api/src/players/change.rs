//! `PATCH /v1/players/{id}`: another name, in every record at once; the people who may seat the player.

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_names::Name;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{acting, find, overtaken, profile};
use crate::app::App;
use crate::http::extractors::{Body, present};
use crate::http::problem::Problem;
use kifu_store::{PlayerChange, SeatedBy};

/// The changes to a player, as a JSON Merge Patch (RFC 7396); a field that is left out stays.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerPatch {
    /// The name; others may have the same one.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "Name")]
    name: Option<Name>,
    /// The people who may put the player on a seat.
    #[serde(default, deserialize_with = "present")]
    #[schemars(with = "SeatedBy")]
    seated_by: Option<SeatedBy>,
}

/// Changes a player, and shows the profile.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let player = acting(&app, &request).await?;
    let PlayerPatch { name, seated_by } = body.read()?;
    if !app.store().change_player(player.id, &PlayerChange { name, seated_by }).await? {
        return Err(overtaken());
    }
    profile::answer(&app, find(&app, player.id).await?).await
}
