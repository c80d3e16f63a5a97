//! `GET /v1/games/{id}/forms`: the possible next events, as they are entered by tapping.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::OfferedForms;
use kifu_engine::seq::Seq;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::{After, query};
use crate::http::problem::{Code, Problem};
use crate::records::cache::LoadedRecord;
use crate::records::view::{etag, seen};

/// The time of the moves.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormsQuery {
    instead_of: Option<After>,
}

/// Moves as forms of keys; a client that shows them needs to know no game.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Forms {
    /// The version of the record they belong to, as this viewer counts it.
    pub version: Seq,
    /// The `ETag` of this version, as `If-Match` takes it.
    #[schemars(with = "String")]
    pub etag: EntityTag,
    /// The forms.
    #[serde(flatten)]
    pub offered: OfferedForms,
    /// The time limit of the current phase, if the rules give one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<TimeLimit>,
}

/// A time that the rules give, by the clock at the table. Nothing happens by itself when it is over.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TimeLimit {
    /// The time at which it began.
    pub since: DateTime<Utc>,
    /// The length in seconds.
    pub seconds: u64,
}

/// Lists the forms.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let FormsQuery { instead_of } = query(&request)?;
    let (snapshot, access) = read(&app, &request).await?;
    let forms = move |loaded: &LoadedRecord| list(loaded, access, instead_of.map(|event| Seq(event.0)));
    let answer = snapshot.compute(&Admission::of(&request)?, forms).await??;
    Ok(HttpResponse::Ok().insert_header(answer.etag.header()).json(answer))
}

fn list(loaded: &LoadedRecord, access: Access, event: Option<Seq>) -> Result<Forms, Problem> {
    let record = seen(loaded, access);
    let offered = OfferedForms::of(&*record, access.viewer(), event, &loaded.names);
    let offered = offered.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let time_limit = if event.is_none() { time_limit(loaded) } else { None };
    Ok(Forms { version: record.version(), etag: etag(&*record, loaded.epoch), offered, time_limit })
}

fn time_limit(loaded: &LoadedRecord) -> Option<TimeLimit> {
    let (limit, first) = loaded.record.time_limit()?;
    let since = *loaded.times.get(first.index())?;
    Some(TimeLimit { since, seconds: limit.as_secs() })
}
