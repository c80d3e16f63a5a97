//! `DELETE /v1/players/{id}`: the name and all that leads to the person goes, the games stay.
//!
//! An erased person is unlinked. The seat says that somebody was erased, not who, so that the games of one erased
//! person cannot be distinguished from those of another. The row in `players` stays without its name: its id answers
//! 410, and an old export brings nobody back. A digest of a body that names people is keyed with the client's key
//! (`seal.rs`).

use actix_web::{HttpRequest, HttpResponse, web};

use super::{acting, overtaken};
use crate::app::App;
use crate::http::problem::Problem;
use kifu_store::now;

/// Erases a player, with all profiles that were merged into this one.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let player = acting(&app, &request).await?;
    if app.store().erase_player(player.id, now()).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(overtaken())
    }
}
