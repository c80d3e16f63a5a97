//! `GET /v1/games/{id}/choices`: the possible next events.

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::erased::AnyChoice;
use kifu_engine::joint::Joint;
use kifu_engine::seq::Seq;
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::Admission;
use crate::http::entity_tag::EntityTag;
use crate::http::problem::Problem;
use crate::records::cache::LoadedRecord;
use crate::records::view::{etag, seen};

/// The legal moves, as far as this viewer can know them.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Choices {
    /// The version of the record they belong to, as this viewer counts it.
    pub version: Seq,
    /// The `ETag` of this version, as `If-Match` takes it.
    #[schemars(with = "String")]
    pub etag: EntityTag,
    /// The moves, free parameters as ranges or sets; none once the game has ended.
    pub choices: Vec<AnyChoice>,
    /// The one of these moves that all make at once, if there is one: each seat can enter its part by itself, at
    /// `/v1/games/{id}/joint`.
    pub joint: Option<Joint>,
}

/// Lists the choices.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (snapshot, access) = read(&app, &request).await?;
    let choices = move |loaded: &LoadedRecord| {
        let record = seen(loaded, access);
        Choices {
            version: record.version(),
            etag: etag(&*record, loaded.epoch),
            choices: record.choices(),
            joint: record.joint(),
        }
    };
    let choices = snapshot.compute(&Admission::of(&request)?, choices).await?;
    Ok(HttpResponse::Ok().insert_header(choices.etag.header()).json(choices))
}
