//! `GET /v1/games/{id}/replay`: the moves in force, step by step.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyWalk, StepView};
use kifu_engine::outcome::Outcome;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::finished;
use super::perspective::{Perspective, SeenRecord, seen_from};
use super::written::write;
use crate::access::Access;
use crate::app::App;
use crate::auth::read;
use crate::media::{JSON, NDJSON};
use crate::problem::{Code, Problem};
use crate::record_cache::LoadedRecord;
use crate::record_view::RecordStatus;
use crate::request::{negotiate, query};

/// One step of a replay: a move, what followed, the words for both, and the position after it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplayStep {
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
    pub status: RecordStatus,
    /// Every step, the start first.
    pub steps: Vec<ReplayStep>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// With whose eyes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayQuery {
    perspective: Option<Perspective>,
}

/// The whole replay, as JSON or as one step a line.
pub async fn whole(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let ReplayQuery { perspective } = query(&request)?;
    let (snapshot, access) = read(&app, &request).await?;
    let media = negotiate(&request, &[JSON, NDJSON])?;
    let (loaded, compute) = (Arc::clone(snapshot.loaded()), app.records.compute());
    let steps = snapshot.compute(compute, move |_| Steps::new(loaded, access, perspective)).await??;
    let is_large = snapshot.loaded().is_large();
    let (mut response, known) = finished::begin(&request, snapshot.loaded());
    if known {
        return Ok(response.finish());
    }
    response.content_type(media);
    if media == NDJSON {
        let lines = steps.filter_map(|step| Some(serde_json::to_string(&step).ok()? + "\n"));
        return write(response, compute, is_large, lines).await;
    }
    write(response, compute, is_large, document(steps)).await
}

/// The document [`Replay`], step by step.
fn document(steps: Steps) -> impl Iterator<Item = String> {
    let begin = format!("{{\"status\":{},\"steps\":[", json!(RecordStatus::from(steps.seen.status())));
    let end = format!("],\"outcome\":{}}}", json!(steps.seen.outcome()));
    let steps = steps.enumerate().map(|(index, step)| {
        let comma = if index == 0 { "" } else { "," };
        comma.to_owned() + &serde_json::to_string(&step).unwrap_or_default()
    });
    std::iter::once(begin).chain(steps).chain(std::iter::once(end))
}

/// One step.
pub async fn one(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let number: Option<usize> = request.match_info().get("step").and_then(|step| step.parse().ok());
    let ReplayQuery { perspective } = query(&request)?;
    let (snapshot, access) = read(&app, &request).await?;
    let loaded = Arc::clone(snapshot.loaded());
    let step = move |_: &LoadedRecord| {
        let mut steps = Steps::new(loaded, access, perspective)?;
        steps.pass(number.unwrap_or(usize::MAX));
        Ok::<_, Problem>(steps.next())
    };
    let step = snapshot.compute(app.records.compute(), step).await??;
    let step = step.ok_or_else(|| Problem::plain(Code::NotFound))?;
    let (mut response, known) = finished::begin(&request, snapshot.loaded());
    Ok(if known { response.finish() } else { response.json(step) })
}

/// The steps of a replay, the start first, each folded when it is asked for.
struct Steps {
    loaded: Arc<LoadedRecord>,
    seen: SeenRecord,
    walk: Box<dyn AnyWalk>,
    next: usize,
}

impl Iterator for Steps {
    type Item = ReplayStep;

    fn next(&mut self) -> Option<ReplayStep> {
        let number = self.next;
        let played = match number {
            0 => None,
            _ => Some(self.walk.step(&*self.seen, &self.loaded.names)?),
        };
        self.next += 1;
        Some(self.step(number, played))
    }
}

impl Steps {
    fn new(
        loaded: Arc<LoadedRecord>,
        access: Access,
        perspective: Option<Perspective>,
    ) -> Result<Self, Problem> {
        let seen = seen_from(&loaded, access, perspective)?;
        Ok(Self { walk: seen.walk(), loaded, seen, next: 0 })
    }

    /// Passes over so many steps.
    fn pass(&mut self, steps: usize) {
        let passed = (1..steps).take_while(|_| self.walk.skip(&*self.seen)).count();
        self.next = if passed + 1 < steps { usize::MAX } else { steps };
    }

    fn step(&self, number: usize, played: Option<StepView>) -> ReplayStep {
        let last = self.seen.len();
        let url = |number| format!("/v1/games/{}/replay/{number}", self.loaded.head.id);
        let logged = played.as_ref().and_then(|step| self.seen.origin(step.seq));
        let logged = logged.and_then(|origin| usize::try_from(origin.0).ok());
        ReplayStep {
            step: number,
            steps: last,
            at: logged.and_then(|index| self.loaded.times.get(index).copied()),
            start: played.is_none().then(|| self.seen.start()),
            played,
            previous: number.checked_sub(1).map(url),
            next: (number < last).then(|| url(number + 1)),
        }
    }
}
