//! `GET /v1/games/{id}/events`: the log as a viewer sees it.

use std::collections::BTreeSet;
use std::sync::Arc;

use actix_web::http::header::LINK;
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::erased::EntryView;
use kifu_engine::seq::Seq;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::finished;
use super::perspective::{Perspective, SeenRecord, seen_from};
use super::written::write;
use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::extractors::{After, negotiate, query};
use crate::http::media::{JSON, NDJSON};
use crate::http::problem::Problem;
use crate::http::query_params;
use crate::records::cache::LoadedRecord;
use crate::records::view::log::{LoggedEvent, disputed, logged};

const MAX_ENTRIES_PER_PAGE: u32 = 1000;
/// Entries written as JSON at a time.
const ENTRIES_PER_WRITE: usize = 50;
/// The requested part of the log.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventsQuery {
    #[serde(default)]
    after: After,
    limit: Option<String>,
    perspective: Option<Perspective>,
}

/// A part of the log.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EventPage {
    /// The entries, oldest first.
    pub events: Vec<LoggedEvent>,
    /// The address of the next part of the log, if there is one.
    pub next: Option<String>,
}

impl EventPage {
    fn written(&self, media: &str) -> serde_json::Result<String> {
        if media == NDJSON {
            return self.events.iter().map(|event| Ok(serde_json::to_string(event)? + "\n")).collect();
        }
        serde_json::to_string(self)
    }
}

/// Shows the log: a page, or as NDJSON all from `after` where no limit is given.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let query: EventsQuery = query(&request)?;
    let limit = query_params::limit(query.limit.as_deref(), MAX_ENTRIES_PER_PAGE, MAX_ENTRIES_PER_PAGE)?;
    let is_page = query.limit.is_some();
    let (snapshot, access) = read(&app, &request).await?;
    let media = negotiate(&request, &[JSON, NDJSON])?;
    let (loaded, admission) = (Arc::clone(snapshot.loaded()), Admission::of(&request)?);
    let log = move |_: &LoadedRecord| Log::new(loaded, access, &query);
    let mut log = snapshot.compute(&admission, log).await??;
    let (mut response, not_modified) = finished::begin(&request, snapshot.loaded());
    if not_modified {
        return Ok(response.finish());
    }
    response.content_type(media);
    if media == NDJSON && !is_page {
        let lines = log.filter_map(|event| Some(serde_json::to_string(&event).ok()? + "\n"));
        return write(response, &admission, snapshot.loaded().is_large(), lines).await;
    }
    let page = move |_: &LoadedRecord| {
        let page = log.page(limit);
        page.written(media).map(|body| (page.next, body))
    };
    let (next, body) = snapshot.compute(&admission, page).await?.map_err(Problem::internal)?;
    if let Some(next) = next {
        response.insert_header((LINK, format!("<{next}>; rel=\"next\"")));
    }
    Ok(response.body(body))
}

/// The entries of a record as seen, with their times.
pub(super) struct Log {
    loaded: Arc<LoadedRecord>,
    seen: SeenRecord,
    disputed: BTreeSet<Seq>,
    perspective: Option<Perspective>,
    next: Seq,
    read: std::vec::IntoIter<EntryView>,
}

impl Log {
    /// The log from its first entry that the query selects.
    pub(super) fn new(
        loaded: Arc<LoadedRecord>,
        access: Access,
        query: &EventsQuery,
    ) -> Result<Self, Problem> {
        let seen = seen_from(&loaded, access, query.perspective)?;
        let disputed = disputed(&*seen);
        let (perspective, next) = (query.perspective, Seq(query.after.0.saturating_add(1)));
        Ok(Self { loaded, seen, disputed, perspective, next, read: Vec::new().into_iter() })
    }

    fn page(&mut self, limit: u32) -> EventPage {
        let events: Vec<_> = self.by_ref().take(limit as usize).collect();
        let more = self.next().is_some();
        let eyes = self.perspective.map(|eyes| format!("&perspective={eyes}")).unwrap_or_default();
        let url = |last: &LoggedEvent| {
            let (id, after) = (self.loaded.head.id, last.seq.0);
            format!("/v1/games/{id}/events?after={after}&limit={limit}{eyes}")
        };
        let next = events.last().filter(|_| more).map(url);
        EventPage { events, next }
    }
}

impl Iterator for Log {
    type Item = LoggedEvent;

    fn next(&mut self) -> Option<LoggedEvent> {
        if self.read.as_slice().is_empty() {
            self.read = self.seen.entries_page(self.next, ENTRIES_PER_WRITE).into_iter();
        }
        let event = logged(&self.loaded, &self.read.next()?, &self.disputed);
        self.next = Seq(event.seq.0 + 1);
        Some(event)
    }
}
