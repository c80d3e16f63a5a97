//! `GET /v1/games/{id}/board.svg`: the table drawn.

use actix_web::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, ETAG, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::board::Layout;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::text::Language;
use serde::Deserialize;

use super::perspective::{Perspective, seen_from};
use crate::app::App;
use crate::auth::read;
use crate::entity_tag::has_already;
use crate::media::{PICTURE_SECURITY_POLICY, SVG};
use crate::problem::{Code, Problem};
use crate::record_cache::LoadedRecord;
use crate::request::{After, Stamp, accepted_language, query};

/// Which picture.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardQuery {
    /// After this step; the last one if none is named.
    at: Option<After>,
    language: Option<Language>,
    /// A phone's, if none is named.
    layout: Option<Layout>,
    perspective: Option<Perspective>,
    /// Whether what became known later is drawn, too.
    #[serde(default)]
    hindsight: bool,
    /// Whether chances are drawn where the things lie that they are of.
    #[serde(default)]
    chances: bool,
}

/// Draws the position after a step as this viewer sees it.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let BoardQuery { at, language, layout, perspective, hindsight, chances } = query(&request)?;
    let layout = layout.unwrap_or_default();
    let language = language.unwrap_or_else(|| accepted_language(&request));
    let (snapshot, access) = read(&app, &request).await?;
    let (loaded, compute) = (snapshot.loaded(), app.records.compute());
    let record = move |loaded: &LoadedRecord| seen_from(loaded, access, perspective);
    let record = snapshot.compute(compute, record).await??;
    // Nobody sees what is to come while the game is live.
    if hindsight && record.status() == Status::Live {
        return Err(Problem::plain(Code::Forbidden));
    }
    if chances && loaded.record.status() == Status::Live {
        return Err(Problem::plain(Code::StillLive));
    }
    let step = at.map_or(Some(record.len()), |at| usize::try_from(at.0).ok());
    let stamp = Stamp { version: record.version(), revision: loaded.head.revision };
    let eyes = perspective.map(|perspective| format!("-{perspective}")).unwrap_or_default();
    let tag = format!(
        "\"{stamp}-{}-{}-{}{eyes}{}{}\"",
        step.unwrap_or_default(),
        language.code(),
        <&str>::from(layout),
        if hindsight { "-hindsight" } else { "" },
        if chances { "-chances" } else { "" }
    );
    let mut response =
        if has_already(&request, &tag) { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((ETAG, tag.as_str()))
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((VARY, "Authorization, Accept-Language"));
    if has_already(&request, &tag) {
        return Ok(response.finish());
    }
    let draw = move |loaded: &LoadedRecord| {
        let (names, step) = (&loaded.names, step?);
        let viewer = perspective.map_or(Viewer::Public, Perspective::viewer);
        // Of the whole record: from the reveal, too, one learns what a seat saw.
        let chances = if chances { loaded.record.board_chances(step, viewer, hindsight) } else { Vec::new() };
        record.board_with_chances(step, (names, language, layout), hindsight, chances)
    };
    let drawn = snapshot.compute(compute, draw).await?;
    let drawn = drawn.ok_or_else(|| Problem::plain(Code::NotFound))?;
    Ok(response
        .content_type(SVG)
        .insert_header((CONTENT_LANGUAGE, language.code()))
        .insert_header((CONTENT_SECURITY_POLICY, PICTURE_SECURITY_POLICY))
        .body(drawn))
}
