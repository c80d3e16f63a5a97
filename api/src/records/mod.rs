//! Records of games: opening them, finding them, adding to them, seeing them again.

pub mod board;
pub mod choices;
pub mod copies;
pub mod events;
pub mod forms;
pub mod joint;
pub mod list;
mod meanwhile;
pub mod moves;
pub mod open;
pub mod patch;
pub mod perspective;
pub mod replay;
pub mod revise;
pub mod seat;
pub mod share;
pub mod show;
pub mod tokens;

use actix_web::HttpRequest;
use kifu_engine::erased::AnyRecord;
use kifu_engine::game::{Outcome, Seq};
use kifu_engine::record::Status;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use std::sync::Arc;

use crate::auth::{self, Access};
use crate::problem::{Code, Problem};
use crate::request::game_id;
use crate::startup::App;
use crate::tables::{Broken, Folded, Sitting, Table};

/// Where a record stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusWord {
    /// Moves are still to come.
    Live,
    /// There is a result.
    Over,
    /// It ended without one.
    Abandoned,
}

impl From<Status> for StatusWord {
    fn from(status: Status) -> Self {
        match status {
            Status::Live => Self::Live,
            Status::Over => Self::Over,
            Status::Abandoned => Self::Abandoned,
        }
    }
}

/// The position and all that goes with it, for one viewer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Position {
    /// The version of the record as this viewer counts it; also the `ETag`.
    pub version: Seq,
    /// Live, over or abandoned.
    pub status: StatusWord,
    /// How many moves are in force.
    pub moves: usize,
    /// Whether a move in force broke a rule.
    pub irregular: bool,
    /// The position.
    #[schemars(schema_with = "crate::contract::state")]
    pub state: Value,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

impl Position {
    /// Where this record stands.
    pub fn of(record: &dyn AnyRecord) -> Self {
        Self {
            version: record.version(),
            status: record.status().into(),
            moves: record.len(),
            irregular: record.is_irregular(),
            state: record.state(),
            outcome: record.outcome(),
        }
    }
}

/// Why a stored record can be read no further.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Stuck {
    /// The first event that no longer folds.
    pub event: Seq,
    /// The rule that stands against it.
    pub violation: Option<kifu_engine::violation::Violation>,
}

impl From<&Broken> for Stuck {
    fn from(broken: &Broken) -> Self {
        Self { event: broken.at, violation: broken.refusal().map(|refusal| refusal.violation.clone()) }
    }
}

/// The table that a request is about, as new as the store, before it is known what the request may
/// do there.
pub async fn sit_unseen(app: &App, request: &HttpRequest) -> Result<Sitting, Problem> {
    app.tables.sit(table(app, request).await?).await
}

/// The same, and what the request may do there.
pub async fn sit(app: &App, request: &HttpRequest) -> Result<(Sitting, Access), Problem> {
    let sitting = sit_unseen(app, request).await?;
    let access = auth::access(app, request, &sitting).await?;
    Ok((sitting, access))
}

/// The same to append: the table may be behind the store, which will then say so.
pub async fn sit_to_append(app: &App, request: &HttpRequest) -> Result<(Sitting, Access), Problem> {
    let sitting = app.tables.sit_to_append(table(app, request).await?).await?;
    let access = auth::access(app, request, &sitting).await?;
    Ok((sitting, access))
}

async fn table(app: &App, request: &HttpRequest) -> Result<Arc<Table>, Problem> {
    let table = app.tables.find(game_id(request)?).await?;
    table.ok_or_else(|| Problem::plain(Code::NotFound))
}

/// The record as a viewer sees it, with the time of each of its events.
pub fn seen(folded: &Folded, access: Access) -> Box<dyn AnyRecord> {
    folded.record.seen_by(access.viewer())
}

/// The `ETag` of a record: its version as the viewer counts it.
pub fn etag(version: Seq) -> String {
    format!("\"{}\"", version.0)
}
