//! `GET /v1/games`: finding records.

mod listed_table;

use actix_web::http::header::{CACHE_CONTROL, LINK, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::count;
use kifu_engine::record::Status;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::app::App;
use crate::http::authorization;
use crate::http::cost::{Admission, Scans, Slot};
use crate::http::credentials::Access;
use crate::http::extractors::{encode, negotiate, parameters};
use crate::http::media::{CSV, JSON, NDJSON};
use crate::http::problem::{Code, Problem};
use crate::records::damage::{Damaged, PassedOver};
use crate::records::search::query::{self, ListFormat, SearchQuery};
use crate::records::search::{cursor, looked_up};
use crate::records::view::head::RecordHead;
use kifu_store::{FoundRecord, Search, SearchHit, Visibility};
use listed_table::ListedTable;

/// So many are on a page if nothing is said.
const DEFAULT_LIMIT: usize = 20;
/// Records are counted up to here.
const MAX_COUNTED_RECORDS: usize = 1000;

/// A page of records.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordPage {
    /// The records in the order asked for.
    pub games: Vec<ListedRecord>,
    /// The next page, if there is one; also in the `Link` header.
    pub next: Option<String>,
    /// The number of matching records, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<RecordTotal>,
    /// Records that fit and that can't be read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub passed_over: Vec<PassedOver>,
}

/// The number of matching records.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordTotal {
    /// So many,
    pub count: i64,
    /// or more: they are counted up to 1000.
    pub or_more: bool,
}

/// A record as lists show it. Its result is there within a second after it ended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedRecord {
    /// The head of the record.
    #[serde(flatten)]
    pub head: RecordHead,
    /// The status of the record.
    pub status: Status,
    /// The result, if the record has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<RecordEnd>,
}

/// The result of a record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordEnd {
    /// The time of the end.
    pub at: DateTime<Utc>,
    /// True: a move in force broke a rule.
    pub irregular: bool,
    /// How many moves are in force.
    pub moves: i32,
    /// The result, unless it was abandoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<kifu_engine::outcome::Outcome>")]
    pub outcome: Option<Value>,
}

impl From<&FoundRecord> for ListedRecord {
    fn from(found: &FoundRecord) -> Self {
        let status = match found.status.as_str() {
            "over" => Status::Over,
            "abandoned" => Status::Abandoned,
            _ => Status::Live,
        };
        Self { head: RecordHead::of(&found.record), status, ended: found.ended.as_ref().map(RecordEnd::from) }
    }
}

impl From<&kifu_store::RecordResult> for RecordEnd {
    fn from(ended: &kifu_store::RecordResult) -> Self {
        let outcome = ended.outcome.as_ref().and_then(|outcome| outcome.read().ok());
        Self { at: ended.at, irregular: ended.irregular, moves: ended.moves, outcome }
    }
}

/// Finds records: a page as JSON; a page, or where no limit is given all that there are, as lines or rows.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let params = parameters(&request)?;
    let query = query::read(&params)?;
    let SearchQuery { conditions, sort, after, limit, total, fingerprint, format } = query;
    let strangers = conditions.visibilities.iter().all(|visibility| *visibility == Visibility::Public);
    if !strangers && !authorization::is_from_operator(&app, &request)? {
        return Err(Problem::plain(Code::Unauthenticated));
    }
    let format = match format {
        Some(format) => format,
        None => ListFormat::of(negotiate(&request, &[JSON, NDJSON, CSV])?),
    };
    let filters = looked_up::filters(app.store().latest(), conditions, &[Visibility::Public]).await?;
    let mut search = Search { filters, sort, after, limit: limit.unwrap_or(DEFAULT_LIMIT) + 1 };
    let admission = Admission::of(&request)?;
    let table = ListedTable { app: app.clone(), request: request.clone() };
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-cache")).insert_header((VARY, "Accept, Authorization"));
    if format != ListFormat::Json && limit.is_none() {
        return Ok(table.stream(response, format, search, admission.patient()));
    }
    let slot = admission.slot().await?;
    let mut found = app.store().latest().search(&search, &slot).await?;
    let limit = search.limit - 1;
    let more = found.len() > limit;
    found.truncate(limit);
    let next =
        found.last().filter(|_| more).map(|last| next(&params, &cursor::write(fingerprint, last.position)));
    if let Some(next) = &next {
        response.insert_header((LINK, format!("<{next}>; rel=\"next\"")));
    }
    if format != ListFormat::Json {
        return Ok(table.page(response, format, found));
    }
    let total = if total {
        search.after = None;
        Some(count(&app, &search, &slot).await?)
    } else {
        None
    };
    let (games, passed_over) = split(found);
    Ok(response.json(RecordPage {
        games: games.iter().map(ListedRecord::from).collect(),
        next,
        total,
        passed_over,
    }))
}

/// The found records that can be shown, and those that can't.
pub fn split(hits: Vec<SearchHit>) -> (Vec<FoundRecord>, Vec<PassedOver>) {
    let (mut found, mut passed_over) = (Vec::with_capacity(hits.len()), Vec::new());
    for hit in hits {
        match hit.found {
            Ok(record) => found.push(record),
            Err(error) => {
                tracing::warn!(game = %hit.position.id, %error, "a stored record can't be read");
                passed_over.push(Damaged::Unopened(hit.position.id).seen_by(Access::Reader));
            }
        }
    }
    (found, passed_over)
}

async fn count(app: &App, search: &Search, slot: &Slot<Scans>) -> Result<RecordTotal, Problem> {
    let count = app.store().latest().count_hits(search, MAX_COUNTED_RECORDS + 1, slot).await?;
    Ok(RecordTotal {
        count: count::to_i64(count.min(MAX_COUNTED_RECORDS)),
        or_more: count > MAX_COUNTED_RECORDS,
    })
}

/// The address of the next page: this one's with another cursor.
fn next(params: &[(String, String)], cursor: &str) -> String {
    let other_params = params.iter().filter(|(name, _)| name != "cursor");
    let other_params: String =
        other_params.map(|(name, value)| [&encode(name), "=", &encode(value), "&"].concat()).collect();
    format!("/v1/games?{other_params}cursor={cursor}")
}
