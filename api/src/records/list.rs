//! `GET /v1/games`: the public records, newest first.

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::DateTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::open::find_game;
use super::show::Head;
use crate::problem::Problem;
use crate::request::query;
use crate::startup::App;
use crate::store::{Cursor, Json, ListQuery, PlayerId};

const MOST: u32 = 100;
/// A cursor: when the last record was opened, in microseconds, and its id.
pub const CURSOR: &str = r"^-?[0-9]{1,18}\.[0-9a-f]{32}$";

/// Which records.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    game: Option<String>,
    tag: Option<String>,
    #[serde(default)]
    copies: bool,
    player: Option<Uuid>,
    cursor: Option<String>,
    #[serde(default = "usual")]
    limit: u32,
}

const fn usual() -> u32 {
    20
}

/// A page of records.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Page {
    /// The records, newest first.
    pub games: Vec<Head>,
    /// Where the next page is, if there is one; also in the `Link` header.
    pub next: Option<String>,
}

/// Lists records.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: Query = query(&request)?;
    let limit = check_limit(query.limit, MOST)?;
    let game = query.game.as_deref().map(find_game).transpose()?.map(|game| game.meta().slug.to_owned());
    let wanted = ListQuery {
        game: game.clone(),
        details: query.tag.as_ref().map(|tag| Json::from(json!({ "tags": [tag] }))),
        copies: query.copies,
        player: query.player.map(PlayerId),
        after: query.cursor.as_deref().map(read_cursor).transpose()?,
        limit: limit + 1,
    };
    let mut records = app.store().latest().games(&wanted).await?;
    let more = records.len() > limit as usize;
    records.truncate(limit as usize);
    let next = records.last().filter(|_| more).map(|last| {
        let player = query.player.map(|player| player.to_string());
        let copies = query.copies.then(|| "true".to_owned());
        let filters = [("game", game), ("tag", query.tag), ("player", player), ("copies", copies)];
        let filters: String = filters
            .iter()
            .filter_map(|(name, value)| Some(format!("&{name}={}", encode(value.as_deref()?))))
            .collect();
        format!("/v1/games?limit={limit}{filters}&cursor={}", write_cursor(last.cursor()))
    });
    let mut response = HttpResponse::Ok();
    if let Some(next) = &next {
        response.insert_header((LINK, format!("<{next}>; rel=\"next\"")));
    }
    Ok(response.json(Page { games: records.iter().map(Head::of).collect(), next }))
}

/// A page size within bounds.
pub fn check_limit(limit: u32, most: u32) -> Result<u32, Problem> {
    if (1..=most).contains(&limit) {
        return Ok(limit);
    }
    Err(Problem::parameter("limit", &format!("1から{most}までです。"), &format!("it must be 1 to {most}.")))
}

fn write_cursor(Cursor { opened_at, id }: Cursor) -> String {
    format!("{}.{}", opened_at.timestamp_micros(), id.0.simple())
}

fn read_cursor(text: &str) -> Result<Cursor, Problem> {
    let parts = text.split_once('.').filter(|(opened_at, id)| opened_at.len() <= 19 && id.len() == 32);
    let cursor = parts.and_then(|(opened_at, id)| {
        let opened_at = DateTime::from_timestamp_micros(opened_at.parse().ok()?)?;
        Some(Cursor { opened_at, id: id.parse().ok()? })
    });
    cursor.ok_or_else(|| {
        Problem::parameter(
            "cursor",
            "前のページにあったものではありません。",
            "it is not one that a page gave.",
        )
    })
}

/// Percent-encodes a query value.
pub fn encode(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    value
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
