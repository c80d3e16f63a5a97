//! `GET /v1/games/{id}/events`: the log as a viewer sees it.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::AnyRecord;
use kifu_engine::game::Seq;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::list::check_limit;
use super::perspective::{Perspective, seen_from};
use super::sit;
use crate::problem::Problem;
use crate::request::{After, negotiate, query};
use crate::startup::App;
use crate::tables::Folded;

const MOST: u32 = 1000;
/// One JSON document a line.
pub const NDJSON: &str = "application/x-ndjson";
/// One JSON document.
pub const JSON: &str = "application/json";

/// Which part of the log.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    #[serde(default)]
    after: After,
    #[serde(default = "usual")]
    limit: u32,
    perspective: Option<Perspective>,
}

const fn usual() -> u32 {
    MOST
}

/// One entry of the log.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LoggedEvent {
    /// Its number, as this viewer counts.
    pub seq: Seq,
    /// When it was logged.
    pub at: DateTime<Utc>,
    /// The entry: a move, or one of the entries that every game has.
    #[schemars(schema_with = "crate::contract::entry")]
    pub entry: Value,
}

/// A part of the log.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Page {
    /// The entries, oldest first.
    pub events: Vec<LoggedEvent>,
    /// Where the log goes on, if it does.
    pub next: Option<String>,
}

/// Shows the log: a page as JSON, or all from `after` as NDJSON.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: Query = query(&request)?;
    let limit = check_limit(query.limit, MOST)?;
    let (sitting, access) = sit(&app, &request).await?;
    let media = negotiate(&request, &[JSON, NDJSON])?;
    let folded = sitting.folded()?;
    let from = Seq(query.after.0 + 1);
    let record = seen_from(folded, access, query.perspective)?;
    let mut events = log(folded, &*record, from);
    if media == NDJSON {
        return Ok(ndjson(&events));
    }
    let more = events.len() > limit as usize;
    events.truncate(limit as usize);
    let eyes = query.perspective.map(|eyes| format!("&perspective={eyes}")).unwrap_or_default();
    let next = events
        .last()
        .filter(|_| more)
        .map(|last| format!("/v1/games/{}/events?after={}&limit={limit}{eyes}", folded.head.id, last.seq.0));
    Ok(HttpResponse::Ok().json(Page { events, next }))
}

/// The entries of a record as seen, from this one on, with their times.
pub fn log(folded: &Folded, record: &dyn AnyRecord, from: Seq) -> Vec<LoggedEvent> {
    let entries = record.entries(from).into_iter();
    entries
        .map(|entry| {
            let index = usize::try_from(entry.origin.0).unwrap_or_default();
            let at = folded.times.get(index).copied().unwrap_or_default();
            LoggedEvent { seq: entry.seq, at, entry: entry.payload }
        })
        .collect()
}

/// One JSON document a line.
pub fn ndjson(values: &[impl Serialize]) -> HttpResponse {
    let mut body = String::new();
    for value in values {
        body.push_str(&serde_json::to_string(value).unwrap_or_default());
        body.push('\n');
    }
    HttpResponse::Ok().content_type(NDJSON).body(body)
}
