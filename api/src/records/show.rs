//! `GET /v1/games/{id}`: a record at a glance.

use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::seat::Viewer;
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::entity_tag::EntityTag;
use crate::http::media::JSON;
use crate::http::problem::Problem;
use crate::records::cache::{LoadedRecord, RecordQuestion, WrittenAnswer};
use crate::records::view::head::RecordHead;
use crate::records::view::{Position, Unreplayable, seen};

/// A record at a glance.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Record")]
pub struct RecordSummary {
    /// The head of the record.
    #[serde(flatten)]
    pub head: RecordHead,
    /// The position, for this viewer.
    #[serde(flatten)]
    pub position: Position,
    /// Whose log this is: what the request may see.
    pub viewer: Viewer,
    /// Why it can be read no further, where a stored event no longer folds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unreplayable: Option<Unreplayable>,
}

/// Shows a record.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (snapshot, access) = read(&app, &request).await?;
    let write = move |loaded: &Arc<LoadedRecord>| {
        let summary = summary(loaded, access);
        WrittenAnswer::of(summary.position.view.version, &summary)
    };
    let (admission, question) = (Admission::of(&request)?, RecordQuestion::Summary);
    let written = snapshot.answer(&admission, access.viewer(), question, write).await?;
    let tag = EntityTag::of_record(snapshot.loaded().stamp(written.version));
    let (mut response, not_modified) = tag.begin(&request);
    response.insert_header((CACHE_CONTROL, "private, no-cache")).insert_header((VARY, "Authorization"));
    if not_modified {
        return Ok(response.finish());
    }
    Ok(response.content_type(JSON).body(written.json))
}

/// A record at a glance after a change beside its events.
pub fn revised(loaded: &LoadedRecord, access: Access) -> HttpResponse {
    let summary = summary(loaded, access);
    HttpResponse::Ok().insert_header(summary.position.etag.header()).json(&summary)
}

/// The record at a glance, under the tag of all that is shown of it.
pub(super) fn summary(loaded: &LoadedRecord, access: Access) -> RecordSummary {
    let position = Position::of(&*seen(loaded, access), loaded.epoch);
    let position = Position { etag: EntityTag::of_record(loaded.stamp(position.view.version)), ..position };
    let unreplayable = loaded.unreplayable.as_ref();
    let unreplayable =
        unreplayable.map(|error| Unreplayable::seen(error, &loaded.names, access, position.view.version));
    RecordSummary { head: RecordHead::of(&loaded.head), position, viewer: access.viewer(), unreplayable }
}
