//! `PATCH /v1/players/{id}`: another name, in every record at once.

use actix_web::{HttpRequest, HttpResponse, web};

use super::{PlayerNaming, acting, overtaken, profile};
use crate::app::App;
use crate::problem::Problem;
use crate::request::Body;

/// Renames a player, and shows the profile.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let mut player = acting(&app, &request).await?;
    let PlayerNaming { name } = body.read()?;
    player.name = name;
    if !app.store().rename_player(player.id, &player.name).await? {
        return Err(overtaken());
    }
    profile::answer(&app, player).await
}
