//! `GET /v1/games/{id}`: a record at a glance.

use actix_web::http::header::{CACHE_CONTROL, ETAG, VARY};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use super::{Position, Stuck, etag, seen, sit};
use crate::details::Details;
use crate::problem::Problem;
use crate::request::has_already;
use crate::startup::App;
use crate::store::{CopyOf, Visibility};
use crate::tables::Folded;

/// What a record is about, without the game's position.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Head {
    /// The record's id.
    pub id: Uuid,
    /// Where the record is.
    pub url: String,
    /// The kind of game.
    pub game: String,
    /// How many sit at the table.
    pub seats: u8,
    /// The game's options.
    #[schemars(schema_with = "crate::contract::options")]
    pub options: Value,
    /// When the record was opened.
    pub opened_at: DateTime<Utc>,
    /// The version of the rules it was opened under.
    pub rules_version: i32,
    /// Who may find and read it.
    #[schemars(schema_with = "crate::contract::visibility")]
    pub visibility: Visibility,
    /// What it is a copy of: then it is no record of what happened, and outside statistics.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub copy_of: Option<CopyOf>,
    /// Who sat where, when and so on.
    #[serde(flatten)]
    pub details: Details,
}

impl Head {
    /// The head of a stored record.
    pub fn of(record: &crate::store::Record) -> Self {
        Self {
            id: record.id.0,
            url: format!("/v1/games/{}", record.id),
            game: record.game.clone(),
            seats: record.seats,
            options: record.options.read().unwrap_or_default(),
            opened_at: record.opened_at,
            rules_version: record.rules_version,
            visibility: record.visibility,
            copy_of: record.copy_of,
            details: Details::read(&record.details),
        }
    }
}

/// A record at a glance.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Summary {
    /// What it is about.
    #[serde(flatten)]
    pub head: Head,
    /// Where it stands, for this viewer.
    #[serde(flatten)]
    pub position: Position,
    /// Why it can be read no further, where a stored event no longer folds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stuck: Option<Stuck>,
}

/// Shows a record.
pub async fn handle(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (sitting, access) = sit(&app, &request).await?;
    let folded = sitting.folded()?;
    let position = Position::of(&*seen(folded, access));
    let tag = etag(position.version);
    let mut response =
        if has_already(&request, &tag) { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((ETAG, tag.as_str()))
        .insert_header((CACHE_CONTROL, "private, no-cache"))
        .insert_header((VARY, "Authorization"));
    if has_already(&request, &tag) {
        return Ok(response.finish());
    }
    Ok(response.json(summary(folded, position)))
}

fn summary(folded: &Folded, position: Position) -> Summary {
    Summary { head: Head::of(&folded.head), position, stuck: folded.broken.as_ref().map(Stuck::from) }
}
