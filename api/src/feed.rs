//! `GET /v1/feed`: everything public, in the order it was committed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::game::Seq;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::auth::Access;
use crate::problem::Problem;
use crate::records::events::{JSON, LoggedEvent, NDJSON, log, ndjson};
use crate::records::list::check_limit;
use crate::records::seen;
use crate::request::{After, negotiate, query};
use crate::startup::App;
use crate::store::{FeedEvent, GameId, Position, Shard, Visibility};

const MOST: u32 = 1000;

/// Which part of the feed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    #[serde(default)]
    after: After,
    #[serde(default = "usual")]
    limit: u32,
}

const fn usual() -> u32 {
    100
}

/// Something that happened on a public table.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FeedItem {
    /// Its place in the order of commits.
    pub position: i64,
    /// The record.
    pub game_id: Uuid,
    /// The kind of game.
    pub game: String,
    /// Its number in the record as the public counts; the opening has the number 0.
    pub seq: Seq,
    /// When it was logged.
    pub at: DateTime<Utc>,
    /// The opening, or an entry as the public sees it.
    #[schemars(schema_with = "crate::contract::public_entry")]
    pub entry: Value,
}

/// A part of the feed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Feed {
    /// What happened, in the order of commits. Hidden moves are left out.
    pub events: Vec<FeedItem>,
    /// The position up to which this answer tells everything; ask for what comes after it.
    pub position: i64,
    /// Where the feed goes on.
    pub next: String,
}

/// Shows the feed from a position.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: Query = query(&request)?;
    let limit = check_limit(query.limit, MOST)?;
    let media = negotiate(&request, &[JSON, NDJSON])?;
    let mut items = Vec::new();
    let mut position = query.after.0.cast_signed();
    for shard in Shard::all() {
        let events = app.store().latest().feed(shard, Position(query.after.0.cast_signed()), limit).await?;
        position = events.last().map_or(position, |last| last.event.position.0);
        items.extend(public(&app, events).await?);
    }
    if media == NDJSON {
        return Ok(ndjson(&items));
    }
    let next = format!("/v1/feed?after={position}&limit={limit}");
    Ok(HttpResponse::Ok().json(Feed { events: items, position, next }))
}

/// What the public sees of these events.
async fn public(app: &App, events: Vec<FeedEvent>) -> Result<Vec<FeedItem>, Problem> {
    let mut logs: HashMap<GameId, HashMap<i64, Vec<LoggedEvent>>> = HashMap::new();
    let mut items = Vec::new();
    for FeedEvent { event, slug, visibility } in events {
        if visibility != Visibility::Public {
            continue;
        }
        let item = |LoggedEvent { seq, at, entry }| FeedItem {
            position: event.position.0,
            game_id: event.game.0,
            game: slug.clone(),
            seq,
            at,
            entry,
        };
        if event.seq.0 == 0 {
            let entry = event.payload.read().unwrap_or_default();
            items.push(item(LoggedEvent { seq: Seq(0), at: event.at, entry }));
            continue;
        }
        let log = match logs.entry(event.game) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(unknown) => unknown.insert(public_log(app, event.game).await?),
        };
        items.extend(log.remove(&event.seq.0).unwrap_or_default().into_iter().map(item));
    }
    Ok(items)
}

/// What the public sees of a record, by the event of the full record it comes from.
async fn public_log(app: &App, id: GameId) -> Result<HashMap<i64, Vec<LoggedEvent>>, Problem> {
    let mut by_origin: HashMap<i64, Vec<LoggedEvent>> = HashMap::new();
    let Some(table) = app.tables.find(id).await? else { return Ok(by_origin) };
    let sitting = app.tables.sit(table).await?;
    let folded = sitting.folded()?;
    let record = seen(folded, Access::Reader);
    for logged in log(folded, &*record, Seq(1)) {
        let origin =
            record.origin(logged.seq).map_or(0, |origin| i64::try_from(origin.0).unwrap_or_default());
        by_origin.entry(origin).or_default().push(logged);
    }
    Ok(by_origin)
}
