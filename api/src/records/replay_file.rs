//! `GET /v1/games/{id}/replay.html`: a record with all that replays it, as one file.

use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use super::events::{EventsQuery, Log};
use super::show::{self, RecordSummary};
use super::written::{with_elements, write};
use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::Admission;
use crate::http::problem::Problem;
use crate::pages::saved;
use crate::records::cache::LoadedRecord;
use crate::records::view::log::LoggedEvent;

/// What the file holds: all that its reader may see.
#[derive(Serialize)]
struct SavedReplay {
    /// The address of the service.
    root: String,
    /// The record at a glance.
    record: RecordSummary,
    /// The log.
    events: [LoggedEvent; 0],
}

/// Gives a record as a file.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (snapshot, access) = read(&app, &request).await?;
    let (loaded, admission) = (Arc::clone(snapshot.loaded()), Admission::of(&request)?);
    let root = app.links.to_root(&app.boundary, &request);
    let (begin, end) = saved::around(&root);
    let content = move |loaded: &LoadedRecord| show::summary(loaded, access);
    let record = snapshot.compute(&admission, content).await?;
    let log = {
        let loaded = Arc::clone(&loaded);
        snapshot
            .compute(&admission, move |_: &LoadedRecord| Log::new(loaded, access, &EventsQuery::default()))
            .await??
    };
    let events = log.filter_map(|event| serde_json::to_string(&event).ok());
    let json = with_elements(&SavedReplay { root, record, events: [] }, "events", events)?;
    let pieces = std::iter::once(begin).chain(json.map(|piece| saved::inert(&piece))).chain([end]);
    let mut response = HttpResponse::Ok();
    response
        .content_type("text/html; charset=utf-8")
        .insert_header((CACHE_CONTROL, "private, no-store"))
        .insert_header((VARY, "Authorization"))
        .insert_header((CONTENT_DISPOSITION, format!("inline; filename=\"kifu-{}.html\"", loaded.head.id)))
        .insert_header((CONTENT_SECURITY_POLICY, saved::SERVED_POLICY));
    write(response, &admission, loaded.is_large(), pieces).await
}
