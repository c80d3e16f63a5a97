//! `GET /v1/games/{id}/replay`: the moves in force, step by step.

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyRecord, StepView};
use kifu_engine::game::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::events::{JSON, NDJSON, ndjson};
use super::perspective::{Perspective, seen_from};
use super::{StatusWord, sit};
use crate::problem::{Code, Problem};
use crate::request::{negotiate, query};
use crate::startup::App;
use crate::tables::Folded;

/// One step of a replay: a move, what followed, the words for both, and the position after it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Step {
    /// The number of the step: 0 is the start, 1 the first move in force.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// When the move was logged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    /// The move and what followed; nothing at the start.
    #[serde(flatten)]
    #[schemars(schema_with = "crate::contract::step")]
    pub played: Option<StepView>,
    /// The position at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "crate::contract::state")]
    pub start: Option<Value>,
    /// Where the step before is.
    pub previous: Option<String>,
    /// Where the next step is.
    pub next: Option<String>,
}

/// A whole replay.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Replay {
    /// Live, over or abandoned.
    pub status: StatusWord,
    /// Every step, the start first.
    pub steps: Vec<Step>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// With whose eyes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    perspective: Option<Perspective>,
}

/// The whole replay, as JSON or as one step a line.
pub async fn whole(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let Query { perspective } = query(&request)?;
    let (sitting, access) = sit(&app, &request).await?;
    let media = negotiate(&request, &[JSON, NDJSON])?;
    let folded = sitting.folded()?;
    let record = seen_from(folded, access, perspective)?;
    let steps = Telling { folded, record: &*record }.steps(0, record.len());
    if media == NDJSON {
        return Ok(ndjson(&steps));
    }
    let replay = Replay { status: record.status().into(), steps, outcome: record.outcome() };
    Ok(HttpResponse::Ok().json(replay))
}

/// One step.
pub async fn one(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let number: Option<usize> = request.match_info().get("step").and_then(|step| step.parse().ok());
    let Query { perspective } = query(&request)?;
    let (sitting, access) = sit(&app, &request).await?;
    let folded = sitting.folded()?;
    let record = seen_from(folded, access, perspective)?;
    let number = number.filter(|number| *number <= record.len());
    let number = number.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let steps = Telling { folded, record: &*record }.steps(number, number);
    Ok(HttpResponse::Ok().json(steps.first()))
}

struct Telling<'r> {
    folded: &'r Folded,
    record: &'r dyn AnyRecord,
}

impl Telling<'_> {
    /// Steps from one number to another, both included; 0 is the start.
    fn steps(&self, from: usize, to: usize) -> Vec<Step> {
        let start = (from == 0).then(|| self.step(0, None));
        let played = self.record.steps(from.max(1), to, &self.folded.names).into_iter();
        let played = played.zip(from.max(1)..).map(|(view, number)| self.step(number, Some(view)));
        start.into_iter().chain(played).collect()
    }

    fn step(&self, number: usize, played: Option<StepView>) -> Step {
        let last = self.record.len();
        let url = |number| format!("/v1/games/{}/replay/{number}", self.folded.head.id);
        let logged = played.as_ref().and_then(|step| self.record.origin(step.seq));
        let logged = logged.and_then(|origin| usize::try_from(origin.0).ok());
        Step {
            step: number,
            steps: last,
            at: logged.and_then(|index| self.folded.times.get(index).copied()),
            start: played.is_none().then(|| self.record.start()),
            played,
            previous: number.checked_sub(1).map(url),
            next: (number < last).then(|| url(number + 1)),
        }
    }
}
