//! `GET /v1/games/{id}/replay`: the moves in force, step by step.

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyReplayCursor, AnyView, StepView};
use kifu_engine::outcome::Outcome;
use kifu_engine::record::Status;
use kifu_engine::seq::Seq;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use super::finished;
use super::perspective::{Perspective, SeenRecord, seen_from};
use super::written::{with_elements, write};
use crate::app::App;
use crate::http::authorization::read;
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::extractors::{negotiate, query};
use crate::http::media::{JSON, NDJSON};
use crate::http::problem::{Code, Problem};
use crate::records::cache::{LoadedRecord, RecordQuestion, WrittenAnswer};

/// One step of a replay: a move, what followed, the words for both, and the position after it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplayStep {
    /// The number of the step: 1 is the first move in force.
    #[schemars(range(min = 1))]
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// When the move was logged.
    pub at: DateTime<Utc>,
    /// The address of the step before.
    pub previous: String,
    /// The address of the next step.
    pub next: Option<String>,
    /// The move and what followed.
    #[serde(flatten)]
    pub played: StepView,
}

/// The start of a replay, before the first move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReplayStart {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// The number of the step: 0.
    #[schemars(extend("const" = 0))]
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// The address of the first step.
    pub next: Option<String>,
    /// The position.
    pub state: AnyView,
}

/// A step of a replay: the start, or a move.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(schema_with = "start_or_move")]
pub enum ReplayPosition {
    /// Step 0.
    Start(ReplayStart),
    /// Any other.
    Step(Box<ReplayStep>),
}

fn start_or_move(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({"oneOf": [generator.subschema_for::<ReplayStart>(), generator.subschema_for::<ReplayStep>()]})
}

/// A whole replay.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Replay {
    /// The kind of game.
    #[schemars(with = "kifu_engine::erased::GameKind")]
    pub game: &'static str,
    /// Live, over or abandoned.
    pub status: Status,
    /// The position before the first move.
    pub start: AnyView,
    /// Every move in force, with what followed.
    pub steps: Vec<ReplayStep>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// The perspective to read with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayQuery {
    perspective: Option<Perspective>,
}

/// The perspective to read one step with, and if facts that became known later are included.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepQuery {
    perspective: Option<Perspective>,
    #[serde(default)]
    hindsight: bool,
}

/// The whole replay, as JSON or as one step a line.
pub async fn whole(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let ReplayQuery { perspective } = query(&request)?;
    let (snapshot, access) = read(&app, &request).await?;
    let media = negotiate(&request, &[JSON, NDJSON])?;
    let (loaded, admission) = (Arc::clone(snapshot.loaded()), Admission::of(&request)?);
    let steps = snapshot.compute(&admission, move |_| Steps::new(loaded, access, perspective)).await??;
    let is_large = snapshot.loaded().is_large();
    let (mut response, not_modified) = finished::begin(&request, snapshot.loaded());
    if not_modified {
        return Ok(response.finish());
    }
    response.content_type(media);
    if media == NDJSON {
        let lines = steps.filter_map(|step| Some(serde_json::to_string(&step).ok()? + "\n"));
        return write(response, &admission, is_large, lines).await;
    }
    write(response, &admission, is_large, document(steps)?).await
}

/// The whole replay, step by step.
fn document(mut steps: Steps) -> Result<impl Iterator<Item = String> + Send + 'static, Problem> {
    let frame = Replay {
        game: steps.game(),
        status: steps.seen.status(),
        start: steps.start().state,
        steps: Vec::new(),
        outcome: steps.seen.outcome(),
    };
    steps.pass(1);
    with_elements(&frame, "steps", steps.map(|step| serde_json::to_string(&step).unwrap_or_default()))
}

/// One step.
pub async fn one(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let number: Option<usize> = request.match_info().get("step").and_then(|step| step.parse().ok());
    let number = number.unwrap_or(usize::MAX);
    let StepQuery { perspective, hindsight } = query(&request)?;
    let (snapshot, access) = read(&app, &request).await?;
    let question =
        RecordQuestion::Step { number, perspective: perspective.map(Perspective::viewer), hindsight };
    let write = move |loaded: &Arc<LoadedRecord>| {
        let mut steps = Steps::new(Arc::clone(loaded), access, perspective)?;
        // Later facts stay hidden while the game is live.
        if hindsight && steps.seen.status() == Status::Live {
            return Err(Problem::plain(Code::Forbidden));
        }
        steps.pass(number);
        let step = steps.next().ok_or_else(|| Problem::plain(Code::NotFound))?;
        let step = if hindsight { steps.in_hindsight(step) } else { step };
        WrittenAnswer::of(steps.seen.version(), &step)
    };
    let step = snapshot.answer(&Admission::of(&request)?, access.viewer(), question, write).await?;
    let (mut response, not_modified) = finished::begin(&request, snapshot.loaded());
    Ok(if not_modified { response.finish() } else { response.content_type(JSON).body(step.json) })
}

/// The steps of a replay, the start first, each folded when it is asked for.
struct Steps {
    loaded: Arc<LoadedRecord>,
    seen: SeenRecord,
    walk: Box<dyn AnyReplayCursor>,
    next: usize,
}

impl Iterator for Steps {
    type Item = ReplayPosition;

    fn next(&mut self) -> Option<ReplayPosition> {
        let number = self.next;
        let position = if number == 0 {
            ReplayPosition::Start(self.start())
        } else {
            let played = self.walk.step(&*self.seen, &self.loaded.names)?;
            ReplayPosition::Step(Box::new(self.step(number, played)))
        };
        self.next += 1;
        Some(position)
    }
}

impl Steps {
    fn new(
        loaded: Arc<LoadedRecord>,
        access: Access,
        perspective: Option<Perspective>,
    ) -> Result<Self, Problem> {
        let seen = seen_from(&loaded, access, perspective)?;
        Ok(Self { walk: seen.replay_cursor(), loaded, seen, next: 0 })
    }

    /// Passes over this number of steps.
    fn pass(&mut self, steps: usize) {
        let passed = (1..steps).take_while(|_| self.walk.skip(&*self.seen)).count();
        self.next = if passed + 1 < steps { usize::MAX } else { steps };
    }

    fn game(&self) -> &'static str {
        self.seen.meta().slug
    }

    fn start(&self) -> ReplayStart {
        let (steps, state) = (self.seen.len(), self.seen.start());
        ReplayStart { game: self.game(), step: 0, steps, next: self.after(0), state }
    }

    /// The position with facts that became known later.
    fn in_hindsight(&self, mut position: ReplayPosition) -> ReplayPosition {
        let (number, state) = match &mut position {
            ReplayPosition::Start(start) => (0, &mut start.state),
            ReplayPosition::Step(step) => (step.step, &mut step.played.state),
        };
        if let Some(state_later) = self.seen.state_with_hindsight(number) {
            *state = state_later;
        }
        position
    }

    fn step(&self, number: usize, played: StepView) -> ReplayStep {
        let origin = self.seen.origin(played.seq);
        let index = origin.map(Seq::index);
        ReplayStep {
            step: number,
            steps: self.seen.len(),
            at: index.and_then(|index| self.loaded.times.get(index).copied()).unwrap_or_default(),
            previous: self.url(number.saturating_sub(1)),
            next: self.after(number),
            played,
        }
    }

    /// The address of the step after this one, if there is one.
    fn after(&self, number: usize) -> Option<String> {
        (number < self.seen.len()).then(|| self.url(number + 1))
    }

    fn url(&self, number: usize) -> String {
        format!("/v1/games/{}/replay/{number}", self.loaded.head.id)
    }
}
