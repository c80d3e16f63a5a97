//! `GET /v1/feed`: everything public, in the order it was committed; where the database has several shards, in that of each,
//! merged by time.

mod filter;
mod page;
mod shard_reader;
mod stream;

use actix_web::http::header::{CACHE_CONTROL, LINK};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::GameKind;
use kifu_engine::erased::{AnyEntry, AnyOptions};
use kifu_engine::rules::RulesVersion;
use kifu_engine::seq::Seq;
use kifu_store::{CopyOf, OPENED};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::app::App;
use crate::http::boundary::client;
use crate::http::contract::Parameter;
use crate::http::cost::Admission;
use crate::http::extractors::{self, encode, negotiate};
use crate::http::media::EVENT_STREAM;
use crate::http::media::{JSON, NDJSON, ndjson};
use crate::http::problem::{Code, Problem};
use crate::http::query_params::{self, QueryParams};
use crate::http::words::requests::Requests;
use crate::streams::subscriptions::sse::{self, LAST_EVENT_ID};
use kifu_store::{FeedPositions, PublicEvent};

use crate::streams::subscriptions::cursor::{Cursor, CursorError};
use page::ItemRequest;
use stream::FeedStream;

use filter::FeedFilter;
pub use stream::follow;

/// The pattern of `after`.
pub const AFTER_PATTERN: &str = "^(now|[A-Za-z0-9_-]{40,4200})$";
/// The pattern of [`LAST_EVENT_ID`]; an empty value counts as absent.
pub const LAST_EVENT_ID_PATTERN: &str = "^([A-Za-z0-9_-]{40,4200})?$";

const MAX_ITEMS_PER_PAGE: u32 = 1000;
/// The cursor that stands where the feed ends.
const NOW: &str = "now";

/// Something that happened on a public table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FeedItem {
    /// The feed goes on after this item from here.
    pub cursor: String,
    /// The record.
    pub game_id: Uuid,
    /// The kind of game.
    pub game: String,
    /// Its number in the record as the public counts while it is live; the opening has the number 0.
    pub seq: Seq,
    /// When it was logged.
    pub at: DateTime<Utc>,
    /// The opening, or an entry as the public sees it while the record is live. What an item says never changes; whether
    /// a move is disputed does, so only the record says it, and no item.
    #[schemars(schema_with = "public_entry")]
    pub entry: PublicEntry,
}

/// The content of an item of the feed.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum PublicEntry {
    /// A record was opened.
    Opened(OpenedEntry),
    /// Something was logged.
    Logged(AnyEntry),
}

/// The first event of every record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpenedEntry {
    #[serde(rename = "type")]
    #[schemars(extend("const" = OPENED))]
    kind: &'static str,
    #[schemars(with = "GameKind")]
    game: String,
    #[schemars(range(min = 1, max = 255))]
    seats: u8,
    options: AnyOptions,
    rules_version: RulesVersion,
    #[serde(skip_serializing_if = "Option::is_none")]
    copy_of: Option<CopyOf>,
}

fn public_entry(generator: &mut SchemaGenerator) -> Schema {
    let variants = [generator.subschema_for::<OpenedEntry>(), generator.subschema_for::<AnyEntry>()];
    json_schema!({ "oneOf": variants })
}

/// A part of the feed.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FeedPage {
    /// The events in the order of commits; several shards are merged by time. Hidden moves are left out. The list may
    /// be short or empty where no event in a long stretch matches: `next` goes on behind it.
    pub events: Vec<FeedItem>,
    /// The feed goes on from here, also where nothing has happened yet. It reveals nothing else.
    pub cursor: String,
    /// The cursor of the next page.
    pub next: String,
}

impl FeedItem {
    /// Its cursor is made when it is known behind what it comes.
    fn new(row: &PublicEvent, seq: Seq, at: DateTime<Utc>, entry: PublicEntry) -> Self {
        Self { cursor: String::new(), game_id: row.event.game.0, game: row.slug.clone(), seq, at, entry }
    }
}

impl PublicEntry {
    /// The name of its kind.
    pub fn kind(&self) -> String {
        match self {
            Self::Opened(opened) => opened.kind.to_owned(),
            Self::Logged(entry) => entry.kind(),
        }
    }
}

impl OpenedEntry {
    /// The opening of a record. `None` if the event holds none.
    fn of(PublicEvent { event, slug, .. }: &PublicEvent) -> Option<Self> {
        #[derive(Deserialize)]
        struct Stored {
            seats: u8,
            options: Value,
            rules_version: RulesVersion,
            copy_of: Option<CopyOf>,
        }
        let Stored { seats, options, rules_version, copy_of } = event.payload.read().ok()?;
        let options = AnyOptions::of(slug, &options);
        Some(Self { kind: OPENED, game: slug.clone(), seats, options, rules_version, copy_of })
    }
}

/// The parameters.
pub fn parameters() -> Vec<Parameter> {
    let after =
        "Only what comes after this cursor; `now` is where the feed ends. From the beginning if left out.";
    let limit = Parameter::integer("limit", 1, MAX_ITEMS_PER_PAGE.into(), "How many at most.");
    [Parameter::pattern("after", AFTER_PATTERN, after), limit]
        .into_iter()
        .chain(FeedFilter::parameters())
        .collect()
}

/// Shows the feed after a cursor: a page, or all that happens from there on.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query_pairs = extractors::parameters(&request)?;
    let params = QueryParams(&query_pairs);
    params.check(&parameters())?;
    let limit = query_params::limit(params.one("limit")?, 100, MAX_ITEMS_PER_PAGE)?;
    let filter = FeedFilter::read(params)?;
    let media = negotiate(&request, &[JSON, NDJSON, EVENT_STREAM])?;
    let from = match last_event_id(&request)? {
        Some(last) => app.feed.sealer.open(last).map_err(cursor_problem)?,
        None => read_cursor(&app, params.one("after")?).await?,
    };
    let admission = Admission::of(&request)?;
    if media == EVENT_STREAM {
        let permit = app.live.streams.enter(client::payer(&app.boundary, &request))?;
        let stream = FeedStream::new((app, admission.patient()), (from, filter), permit);
        return Ok(sse::answer(&request, stream.events()));
    }
    let end = FeedPositions::end(app.store()).await?;
    let page =
        page::read((&app, &admission), from, &end, &ItemRequest { filter: &filter, most: limit }).await?;
    let events: Vec<_> = page.items.into_iter().map(|item| item.item).collect();
    let cursor = app.feed.sealer.seal(&page.to);
    let filters = query_pairs.iter().filter(|(name, _)| !["after", "limit"].contains(&name.as_str()));
    let filters: String =
        filters.map(|(name, value)| ["&", &encode(name), "=", &encode(value)].concat()).collect();
    let next = format!("/v1/feed?after={cursor}&limit={limit}{filters}");
    let link = format!("<{next}>; rel=\"next\"");
    let mut response = if media == NDJSON {
        ndjson(&events)
    } else {
        HttpResponse::Ok().json(FeedPage { events, cursor, next })
    };
    for (name, value) in [(LINK, link.as_str()), (CACHE_CONTROL, "no-cache")] {
        response.headers_mut().insert(name, value.parse().map_err(Problem::internal)?);
    }
    Ok(response)
}

/// The last event that a returning client got.
fn last_event_id(request: &HttpRequest) -> Result<Option<&str>, Problem> {
    match request.headers().get(LAST_EVENT_ID) {
        Some(id) if !id.is_empty() => id.to_str().map(Some).map_err(|_| bad_cursor()),
        _ => Ok(None),
    }
}

async fn read_cursor(app: &App, cursor: Option<&str>) -> Result<Cursor, Problem> {
    match cursor {
        None => Ok(Cursor::start(app.store().shards()?)),
        Some(NOW) => Ok(Cursor::after(&FeedPositions::end(app.store()).await?)),
        Some(cursor) => app.feed.sealer.open(cursor).map_err(cursor_problem),
    }
}

fn cursor_problem(error: CursorError) -> Problem {
    match error {
        CursorError::Unreadable => bad_cursor(),
        CursorError::OtherEpoch => Problem::plain(Code::OutdatedCursor),
    }
}

fn bad_cursor() -> Problem {
    Problem::parameter("after", Requests::OfTheFeed { name: "after".into() })
}
