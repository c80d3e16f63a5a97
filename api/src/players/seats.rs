//! `/v1/players/{id}/seats`: where a player was seated, in records of every visibility, and how to leave a seat.

use actix_web::http::header::{CACHE_CONTROL, LINK};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{acting, overtaken};
use crate::app::App;
use crate::http::extractors::{path_uuid, query};
use crate::http::problem::{Code, Problem};
use crate::http::query_params;
use kifu_store::{GameId, Occupant, Player, Record, Revision, Sitter, Visibility};

/// How many seats a page has at most.
pub const MAX_SEATS_PER_PAGE: u32 = 100;

/// How often leaving is tried again after a conflict.
const MAX_LEAVE_RETRIES: usize = 100;

/// The seats to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatsQuery {
    before: Option<Uuid>,
    limit: Option<String>,
}

/// A seat that a player has. Of a record that is not public it says no more than that.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerSeat {
    /// The record.
    pub game: Uuid,
    /// The seat.
    pub seat: u8,
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub kind: String,
    /// When the record was opened.
    pub opened_at: DateTime<Utc>,
    /// The viewers that may find and read the record.
    pub visibility: Visibility,
}

/// A page of seats.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerSeats {
    /// The seats, by the ids of their records, the newest first.
    pub seats: Vec<PlayerSeat>,
    /// The next page, if there is one; also in the `Link` header.
    pub next: Option<String>,
}

/// Lists the seats.
pub async fn list(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let player = acting(&app, &request).await?;
    let SeatsQuery { before, limit } = query(&request)?;
    let limit = query_params::limit(limit.as_deref(), 20, MAX_SEATS_PER_PAGE)?;
    let reader = app.store().latest();
    let mut found = reader.seats_of_player(player.id, before.map(GameId), limit + 1).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| more).map(|last| {
        let (id, before) = (player.id, last.game);
        format!("/v1/players/{id}/seats?limit={limit}&before={before}")
    });
    let ids: Vec<_> = found.iter().map(|seat| seat.game).collect();
    let records = reader.records(&ids).await?;
    let seats = found.iter().filter_map(|seat| {
        let (_, record) = records.iter().find(|(id, _)| *id == seat.game)?;
        let Record { id, game, opened_at, visibility, .. } = record.as_ref().ok()?;
        let (kind, opened_at, visibility) = (game.clone(), *opened_at, *visibility);
        Some(PlayerSeat { game: id.0, seat: seat.seat, kind, opened_at, visibility })
    });
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-store"));
    if let Some(next) = &next {
        response.insert_header((LINK, format!("<{next}>; rel=\"next\"")));
    }
    Ok(response.json(PlayerSeats { seats: seats.collect(), next }))
}

/// Leaves the seat of a record, which is then a guest's without a name.
pub async fn leave(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let player = acting(&app, &request).await?;
    let game = GameId(path_uuid(&request, "record")?);
    for _ in 0..MAX_LEAVE_RETRIES {
        let record = app.store().latest().record(game).await?;
        let revision = record.as_ref().and_then(|record| leaving(record, &player));
        let revision = revision.ok_or_else(|| Problem::plain(Code::NotFound))?;
        if app.store().revise(&[revision]).await? {
            return Ok(HttpResponse::NoContent().finish());
        }
    }
    Err(overtaken())
}

fn leaving(record: &Record, player: &Player) -> Option<Revision> {
    let has = |(_, occupant): &(u8, &Occupant)| occupant.player() == Some(player.id);
    let (seat, _) = (0..).zip(&record.seating).find(has)?;
    let seats = vec![(seat, Sitter::unnamed())];
    Some(Revision { game: record.id, expected: record.revision, details: None, visibility: None, seats })
}
