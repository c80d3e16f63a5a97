//! `GET /v1/games/{id}/board.svg`: the table drawn.

use std::sync::Arc;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_SECURITY_POLICY, VARY};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use kifu_engine::board::{BoardChance, Layout};
use kifu_engine::count;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::text::Language;
use serde::Deserialize;

use super::perspective::{Perspective, SeenRecord, seen_from};
use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::drawing::{self, MayDraw};
use crate::http::cost::{Admission, Draws, Permit, Solves};
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::{After, accepted_language, query};
use crate::http::media::{PICTURE_SECURITY_POLICY, SVG};
use crate::http::problem::{Code, Problem};
use crate::records::cache::LoadedRecord;

/// The requested picture.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardQuery {
    /// After this step; the last one if none is named.
    at: Option<After>,
    language: Option<Language>,
    /// A phone's, if none is named.
    layout: Option<Layout>,
    perspective: Option<Perspective>,
    /// Draw facts that became known later, too.
    #[serde(default)]
    hindsight: bool,
    /// Draw chances where their things lie.
    #[serde(default)]
    chances: bool,
}

/// Draws the position after a step as this viewer sees it.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let BoardQuery { at, language, layout, perspective, hindsight, chances } = query(&request)?;
    let layout = layout.unwrap_or_default();
    let language = language.unwrap_or_else(|| accepted_language(&request));
    let (snapshot, access) = read(&app, &request).await?;
    let (loaded, admission) = (Arc::clone(snapshot.loaded()), Admission::of(&request)?);
    let record = move |loaded: &LoadedRecord| seen_from(loaded, access, perspective);
    let record = snapshot.compute(&admission, record).await??;
    // Later facts stay hidden while the game is live.
    if hindsight && record.status() == Status::Live {
        return Err(Problem::plain(Code::Forbidden));
    }
    if chances && loaded.record.status() == Status::Live {
        return Err(Problem::plain(Code::StillLive));
    }
    let step = at.map_or(record.len(), |at| count::from_u64(at.0));
    let eyes = perspective.map(|perspective| format!("-{perspective}")).unwrap_or_default();
    let name = format!(
        "{}-{}-{}{eyes}{}{}",
        step,
        language.code(),
        <&str>::from(layout),
        if hindsight { "-hindsight" } else { "" },
        if chances { "-chances" } else { "" }
    );
    let tag = EntityTag::of_view(loaded.stamp(record.version()), &name);
    let (mut response, not_modified) = tag.begin(&request);
    response
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((VARY, "Authorization, Accept-Language"));
    if not_modified {
        return Ok(response.finish());
    }
    let ended = loaded.record.status() != Status::Live;
    let key = format!("{} {:?} {}", loaded.head.id, access.viewer(), tag.as_str());
    let board = Board { loaded, record, step, picture: (language, layout), hindsight };
    let viewer = perspective.map_or(Viewer::Public, Perspective::viewer);
    let drawn = async {
        let drawn = if chances {
            admission.run(move |permit| board.draw_with_chances(viewer, permit)).await
        } else {
            admission.run(move |permit: &Permit<Draws>| board.draw(Vec::new(), permit)).await
        };
        drawn?.map(Bytes::from).ok_or_else(|| Problem::plain(Code::NotFound))
    };
    // A live record's boards change, and how soon one is there must tell nothing.
    let drawn = if ended { app.boards.get(&key, drawn).await? } else { drawn.await? };
    Ok(response
        .content_type(SVG)
        .insert_header((CONTENT_LANGUAGE, language.code()))
        .insert_header((CONTENT_SECURITY_POLICY, PICTURE_SECURITY_POLICY))
        .body(drawn))
}

/// The content of the drawing.
struct Board {
    loaded: Arc<LoadedRecord>,
    record: SeenRecord,
    step: usize,
    picture: (Language, Layout),
    hindsight: bool,
}

impl Board {
    fn draw<C: MayDraw>(&self, chances: Vec<BoardChance>, permit: &Permit<C>) -> Option<String> {
        let (language, layout) = self.picture;
        let picture = (&self.loaded.names, language, layout);
        drawing::board_with_chances(permit, (&*self.record, self.step), picture, self.hindsight, chances)
    }

    /// Chances are of the whole record: from the reveal, too, one learns what a seat saw.
    fn draw_with_chances(&self, viewer: Viewer, permit: &Permit<Solves>) -> Option<String> {
        let chances = self.loaded.record.board_chances(self.step, viewer, self.hindsight, permit);
        self.draw(chances, permit)
    }
}
