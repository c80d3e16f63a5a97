//! `GET /v1/games`: finding records.

use std::collections::BTreeMap;

use actix_web::http::header::{CACHE_CONTROL, LINK, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::app::App;
use crate::auth;
use crate::problem::{Code, Problem};
use crate::record_view::RecordStatus;
use crate::record_view::head::RecordHead;
use crate::request::encode;
use crate::request::parameters;
use crate::search::cursor;
use crate::search::query::{self, SearchQuery};
use crate::search::term::{RequiredHappening, id_of_any};
use kifu_store::{Filter, Search, SearchHit, TermFilter, Visibility};

/// Records are counted up to here.
const MAX_COUNTED_RECORDS: i64 = 1000;

/// A page of records.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordPage {
    /// The records in the order asked for.
    pub games: Vec<ListedRecord>,
    /// Where the next page is, if there is one; also in the `Link` header.
    pub next: Option<String>,
    /// How many records fit, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<RecordTotal>,
}

/// How many records fit.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordTotal {
    /// So many,
    pub count: i64,
    /// or more: they are counted up to 1000.
    pub or_more: bool,
}

/// A record as lists show it. What became of it is told within a second after it ended.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ListedRecord {
    /// What it is about.
    #[serde(flatten)]
    pub head: RecordHead,
    /// Where it stands.
    pub status: RecordStatus,
    /// What became of it, if it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<RecordEnd>,
}

/// What became of a record.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RecordEnd {
    /// When.
    pub at: DateTime<Utc>,
    /// Whether a move in force broke a rule.
    pub irregular: bool,
    /// How many moves are in force.
    pub moves: i32,
    /// The result, unless it was abandoned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<kifu_engine::outcome::Outcome>")]
    pub outcome: Option<Value>,
}

impl From<&SearchHit> for ListedRecord {
    fn from(found: &SearchHit) -> Self {
        let status = match found.status.as_str() {
            "over" => RecordStatus::Over,
            "abandoned" => RecordStatus::Abandoned,
            _ => RecordStatus::Live,
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

/// Finds records.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let given = parameters(&request)?;
    let query = query::read(&given)?;
    let strangers = query.visibilities == [Visibility::Public];
    if !strangers && !auth::is_from_operator(&app, &request)? {
        return Err(Problem::plain(Code::Unauthenticated));
    }
    let (limit, fingerprint, total) = (query.limit, query.fingerprint, query.total);
    let mut search = search(&app, query).await?;
    let mut found = app.store().latest().search(&search).await?;
    let limit = usize::try_from(limit).unwrap_or_default();
    let more = found.len() > limit;
    found.truncate(limit);
    let next =
        found.last().filter(|_| more).map(|last| next(&given, &cursor::write(fingerprint, last.position)));
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, "no-cache")).insert_header((VARY, "Authorization"));
    if let Some(next) = &next {
        response.insert_header((LINK, format!("<{next}>; rel=\"next\"")));
    }
    let total = if total {
        search.after = None;
        Some(count(&app, &search).await?)
    } else {
        None
    };
    Ok(response.json(RecordPage { games: found.iter().map(ListedRecord::from).collect(), next, total }))
}

/// The search with all that has to be looked up for it; one record more than wanted, to see whether there are more.
async fn search(app: &App, query: SearchQuery) -> Result<Search, Problem> {
    let SearchQuery { mut filters, happened, visibilities, sort, after, limit, .. } = query;
    filters.push(Filter::Visibilities(visibilities));
    for asked in &happened {
        filters.push(Filter::Games(asked.games.iter().map(|of| of.slug.to_owned()).collect()));
        filters.push(Filter::Terms(look_up(app, asked).await?));
    }
    Ok(Search { filters, sort, after, limit: limit + 1 })
}

/// The ids of all that is asked for.
async fn look_up(app: &App, asked: &RequiredHappening) -> Result<TermFilter, Problem> {
    let (mut any, mut each, mut together) = (Vec::new(), BTreeMap::<_, Vec<_>>::new(), None);
    for of in &asked.games {
        let lookup = async |field: Option<&str>, path: &str| {
            app.store().latest().search_terms(of.slug, &asked.kind, field, path).await
        };
        any.push(id_of_any(of.slug, &asked.kind));
        for (field, path) in &of.each {
            each.entry(field).or_default().extend(lookup(Some(field), path).await?);
        }
        if let Some(path) = &of.together {
            together.get_or_insert_with(Vec::new).extend(lookup(None, path).await?);
        }
    }
    Ok(TermFilter {
        per_condition: std::iter::once(any).chain(each.into_values()).collect(),
        all_conditions: together,
    })
}

async fn count(app: &App, search: &Search) -> Result<RecordTotal, Problem> {
    let count = app.store().latest().count_hits(search, MAX_COUNTED_RECORDS + 1).await?;
    Ok(RecordTotal { count: count.min(MAX_COUNTED_RECORDS), or_more: count > MAX_COUNTED_RECORDS })
}

/// The address of the next page: this one's with another cursor.
fn next(given: &[(String, String)], cursor: &str) -> String {
    let kept = given.iter().filter(|(name, _)| name != "cursor");
    let kept: String = kept.map(|(name, value)| [&encode(name), "=", &encode(value), "&"].concat()).collect();
    format!("/v1/games?{kept}cursor={cursor}")
}
