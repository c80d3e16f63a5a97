//! Answers about a finished record stay the same until somebody corrects it or changes a name.
//!
//! Only finished records have tags on their log and replay. While a game is live, a viewer's numbers may mean another
//! log after the end and a reopening. After the end everybody sees the whole log, and its length is the tag.

use actix_web::http::header::{CACHE_CONTROL, VARY};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use kifu_engine::record::Status;
use serde_json::Value;

use crate::http::entity_tag::{EntityTag, Stamp};
use crate::records::cache::LoadedRecord;

/// The digits of the hash of the assumed facts that tell analyses apart.
const FACTS_DIGITS: usize = 8;

/// The beginning of an answer with the log of a record, and whether the client has all of it already.
///
/// While a game is live there is no tag: the same numbers could mean another log once the end has opened it. After the
/// end everybody sees the whole log, so its length reveals nothing. The tag is weak because JSON and NDJSON share it.
pub fn begin(request: &HttpRequest, loaded: &LoadedRecord) -> (HttpResponseBuilder, bool) {
    begin_tagged(request, loaded, EntityTag::of_record(stamp(loaded)))
}

/// Begins the answer with an analysis. Its tag also depends on the model and on the facts assumed.
pub fn begin_analysis(
    request: &HttpRequest,
    loaded: &LoadedRecord,
    model: &str,
    assumed: &Value,
) -> (HttpResponseBuilder, bool) {
    let facts = blake3::hash(assumed.to_string().as_bytes()).to_hex();
    let name = format!("{model}-{}", &facts[..FACTS_DIGITS]);
    begin_tagged(request, loaded, EntityTag::of_view(stamp(loaded), &name))
}

fn begin_tagged(request: &HttpRequest, loaded: &LoadedRecord, tag: EntityTag) -> (HttpResponseBuilder, bool) {
    let is_live = loaded.record.status() == Status::Live;
    let (mut response, not_modified) =
        if is_live { (HttpResponse::Ok(), false) } else { tag.weak().begin(request) };
    response
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((VARY, "Accept, Authorization"));
    (response, not_modified)
}

fn stamp(loaded: &LoadedRecord) -> Stamp {
    loaded.stamp(loaded.record.version())
}
