//! `GET /v1/players`: players by name.

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_names::NameKey;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::http::authorization;
use crate::http::cost::Admission;
use crate::http::extractors::encode;
use crate::http::extractors::query;
use crate::http::problem::Problem;
use crate::http::query_params;
use crate::http::words::requests::Requests;
use crate::records::view::head::ListedPlayer;
use kifu_store::{Player, PlayerCursor, PlayerId, PlayerQuery};

const MAX_PLAYERS_PER_PAGE: u32 = 100;
/// A cursor: the bytes of the last name's key, and the player's id.
pub const CURSOR_PATTERN: &str = r"^([0-9a-f]{2}){0,2000}\.[0-9a-f]{32}$";

/// The players to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayersQuery {
    name: Option<String>,
    cursor: Option<String>,
    limit: Option<String>,
}

/// A page of players.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PlayerPage {
    /// The players, in the order of their names.
    pub players: Vec<ListedPlayer>,
    /// The next page, if there is one; also in the `Link` header.
    pub next: Option<String>,
}

/// Lists players. A player in no public record is shown to the operator only.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: PlayersQuery = query(&request)?;
    let limit = query_params::limit(query.limit.as_deref(), 20, MAX_PLAYERS_PER_PAGE)?;
    let player_query = PlayerQuery {
        name: query.name.as_deref().map(NameKey::of),
        hidden: authorization::is_from_operator(&app, &request)?,
        after: query.cursor.as_deref().map(read_cursor).transpose()?,
        limit: limit + 1,
    };
    let slot = Admission::of(&request)?.slot().await?;
    let mut players = app.store().latest().list_players(&player_query, &slot).await?;
    let more = players.len() > limit as usize;
    players.truncate(limit as usize);
    let next = players.last().filter(|_| more).map(|last| {
        let name = query.name.map(|name| format!("&name={}", encode(&name))).unwrap_or_default();
        format!("/v1/players?limit={limit}{name}&cursor={}", write_cursor(last))
    });
    let mut response = HttpResponse::Ok();
    if let Some(next) = &next {
        response.insert_header((LINK, format!("<{next}>; rel=\"next\"")));
    }
    Ok(response.json(PlayerPage { players: players.iter().map(ListedPlayer::of).collect(), next }))
}

fn write_cursor(last: &Player) -> String {
    let PlayerCursor { key, id } = last.cursor();
    let key: Vec<_> = key.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("{}.{}", key.concat(), id.0.simple())
}

fn read_cursor(text: &str) -> Result<PlayerCursor, Problem> {
    let cursor = text.split_once('.').filter(|(_, id)| id.len() == 32).and_then(|(key, id)| {
        let digits: Option<Vec<_>> = key.chars().map(|c| u8::try_from(c.to_digit(16)?).ok()).collect();
        let (pairs, []) = digits.as_deref()?.as_chunks() else { return None };
        let bytes: Vec<_> = pairs.iter().map(|[high, low]| high * 16 + low).collect();
        let key = String::from_utf8_lossy(&bytes).replace('\0', "");
        Some(PlayerCursor { key, id: PlayerId(id.parse().ok()?) })
    });
    cursor.ok_or_else(|| Problem::parameter("cursor", Requests::OfAPage { name: "cursor".into() }))
}
