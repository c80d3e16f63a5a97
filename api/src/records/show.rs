//! `GET /v1/games/{id}`: a record at a glance.

use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, ETAG, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::seq::Seq;
use schemars::JsonSchema;
use serde::Serialize;

use crate::access::Access;
use crate::app::App;
use crate::auth::read;
use crate::cost::Admission;
use crate::entity_tag::has_already;
use crate::media::JSON;
use crate::problem::Problem;
use crate::record_cache::{LoadedRecord, RecordQuestion, WrittenAnswer};
use crate::record_view::head::RecordHead;
use crate::record_view::{Position, Unreplayable, seen};
use crate::request::Stamp;

/// A record at a glance.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Record")]
pub struct RecordSummary {
    /// What it is about.
    #[serde(flatten)]
    pub head: RecordHead,
    /// Where it stands, for this viewer.
    #[serde(flatten)]
    pub position: Position,
    /// Why it can be read no further, where a stored event no longer folds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreplayable: Option<Unreplayable>,
}

/// Shows a record.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (snapshot, access) = read(&app, &request).await?;
    let write = move |loaded: &Arc<LoadedRecord>| {
        let position = Position::of(&*seen(loaded, access));
        WrittenAnswer::of(position.version, &summary(loaded, access, position))
    };
    let (admission, question) = (Admission::of(&request)?, RecordQuestion::Summary);
    let written = snapshot.answer(&admission, access.viewer(), question, write).await?;
    let tag = tag(snapshot.loaded(), written.version);
    let mut response =
        if has_already(&request, &tag) { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((ETAG, tag.as_str()))
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((VARY, "Authorization"));
    if has_already(&request, &tag) {
        return Ok(response.finish());
    }
    Ok(response.content_type(JSON).body(written.json))
}

/// A record at a glance after a change of it that is no event.
pub fn revised(loaded: &LoadedRecord, access: Access) -> HttpResponse {
    let position = Position::of(&*seen(loaded, access));
    HttpResponse::Ok()
        .insert_header((ETAG, tag(loaded, position.version)))
        .json(summary(loaded, access, position))
}

/// The `ETag` of all that is shown of a record in this version.
fn tag(loaded: &LoadedRecord, version: Seq) -> String {
    format!("\"{}\"", Stamp::of(&loaded.head, version))
}

fn summary(loaded: &LoadedRecord, access: Access, position: Position) -> RecordSummary {
    let unreplayable = loaded.unreplayable.as_ref();
    let unreplayable =
        unreplayable.map(|error| Unreplayable::seen(error, &loaded.names, access, position.version));
    RecordSummary { head: RecordHead::of(&loaded.head), position, unreplayable }
}
