//! `POST /v1/games/{id}/moves`: one move or several, all or nothing; or what they would do.

use actix_web::http::header::{ETAG, LOCATION};
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyRecord, Did, StepView};
use kifu_engine::game::Seq;
use kifu_engine::seat::Viewer;
use kifu_engine::text::{Names, Text};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::open::SCHEMA_VERSION;
use super::{Position, etag, meanwhile, seen, sit, sit_to_append};
use crate::auth::{Access, not_a_reader};
use crate::problem::{Code, Problem};
use crate::request::{Body, IfMatch, idempotency_key, query};
use crate::startup::App;
use crate::store::{self, Append, Appended, GameId, Idempotency, Json, NewEvent, now};
use crate::tables::{Folded, Sitting};

/// Most entries in one request.
const MOST: usize = 1000;
/// How often an append is tried again when another instance was faster and the client named no version.
pub(super) const TRIES: usize = 100;

/// How the moves are taken.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    #[serde(default)]
    dry_run: bool,
}

/// What became of the entries sent.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Recorded {
    /// Whether the entries are on disk; `false` for a dry run.
    pub recorded: bool,
    /// The entries as they are stored, in order.
    #[schemars(schema_with = "crate::contract::entries")]
    pub entries: Vec<Value>,
    /// The moves in force that these entries added or changed, with what followed.
    #[schemars(schema_with = "crate::contract::steps")]
    pub steps: Vec<StepView>,
    /// Where the record stands after them, for this viewer.
    #[serde(flatten)]
    pub position: Position,
}

/// What a request wants to add.
struct Wanted {
    entries: Vec<Value>,
    access: Access,
    if_match: IfMatch,
    idempotency: Option<Idempotency>,
}

/// Adds moves.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let Query { dry_run } = query(&request)?;
    let if_match = IfMatch::read(&request)?;
    let key = idempotency_key(&request)?;
    let (sitting, access) =
        if dry_run { sit(&app, &request).await? } else { sit_to_append(&app, &request).await? };
    if access == Access::Reader {
        return Err(not_a_reader(&request));
    }
    let idempotency =
        key.map(|key| Idempotency { key: format!("{} {key}", access.actor()), body: body.hash });
    let wanted = Wanted { entries: entries(body.json)?, access, if_match, idempotency };
    if dry_run { preview(&sitting, &wanted) } else { record(&app, sitting, &wanted).await }
}

fn entries(body: Value) -> Result<Vec<Value>, Problem> {
    match body {
        Value::Array(entries) if !(1..=MOST).contains(&entries.len()) => {
            let message = Text::new(
                format!("手は一度に1から{MOST}までです。"),
                format!("There must be 1 to {MOST} moves in one request."),
            );
            Err(Problem::new(Code::MalformedBody, message).with(json!({"given": entries.len()})))
        }
        Value::Array(entries) => Ok(entries),
        entry => Ok(vec![entry]),
    }
}

fn preview(sitting: &Sitting, wanted: &Wanted) -> Result<HttpResponse, Problem> {
    let folded = sitting.folded()?;
    // What the client knows and no more: else a seat could look under cups and leave them.
    let mut trial = seen(folded, wanted.access);
    let before = trial.version();
    let added = judge(folded, &mut *trial, wanted).map_err(|problem| explained(problem, folded, wanted))?;
    Ok(HttpResponse::Ok().json(answer(&*trial, wanted, &folded.names, before, added, false)))
}

/// Appends, and answers only when the events are on disk.
async fn record(app: &App, mut sitting: Sitting, wanted: &Wanted) -> Result<HttpResponse, Problem> {
    for _ in 0..TRIES {
        match try_once(app, &mut sitting, wanted).await? {
            Attempt::Done(answer) => return Ok(respond(sitting.table().id, &answer)),
            Attempt::Behind => sitting.catch_up(app.store()).await?,
        }
    }
    Err(Problem::plain(Code::Unavailable))
}

enum Attempt {
    Done(Box<Recorded>),
    Behind,
}

async fn try_once(app: &App, sitting: &mut Sitting, wanted: &Wanted) -> Result<Attempt, Problem> {
    let mut folded = sitting.take()?;
    let (before, revision) = (folded.record.version(), folded.head.revision);
    let mut next = folded.record.fork();
    let judged = judge(&folded, &mut *next, wanted);
    let mut added = match judged {
        Ok(added) => added,
        Err(problem) => {
            sitting.put_back(folded);
            return refused(app, sitting, wanted, (before, revision), problem).await;
        }
    };
    let at = now();
    let append = append(folded.head.id, before, wanted, &added.stored, at)?;
    match app.store().append(append).await? {
        Appended::Accepted { revision: newest, .. } => {
            folded.times.extend(added.stored.iter().map(|_| at));
            folded.record = next;
            if newest != revision {
                sitting.renew_head(app.store(), &mut folded).await?;
                added.steps = folded.record.steps_since(before, &folded.names);
            }
            let answer = answer(&*folded.record, wanted, &folded.names, before, added, true);
            sitting.put_back(folded);
            metrics::counter!("kifu_events_appended_total").increment(answer.entries.len() as u64);
            Ok(Attempt::Done(Box::new(answer)))
        }
        Appended::Duplicate { first, last } => {
            let answer = earlier_answer(app, folded.head.id, wanted, first, last).await;
            sitting.put_back(folded);
            Ok(Attempt::Done(Box::new(answer?)))
        }
        // Whether the client's version still stands is judged anew: what came may be hidden from it.
        Appended::Stale { current } => {
            tracing::debug!(game = %folded.head.id, %current, "another instance appended meanwhile");
            sitting.put_back(folded);
            Ok(Attempt::Behind)
        }
        Appended::KeyReused => {
            sitting.put_back(folded);
            Err(Problem::plain(Code::KeyReused))
        }
        Appended::UnknownGame => Err(Problem::plain(Code::NotFound)),
    }
}

/// A refusal stands only if it is not the retry of a request that was accepted, and if the
/// record it was judged by is the newest, with the newest names.
async fn refused(
    app: &App,
    sitting: &mut Sitting,
    wanted: &Wanted,
    stood: (Seq, i64),
    problem: Problem,
) -> Result<Attempt, Problem> {
    let id = sitting.table().id;
    if let Some(Idempotency { key, body }) = &wanted.idempotency
        && let Some(earlier) = app.store().latest().appended(id, key).await?
    {
        if earlier.body != *body {
            return Err(Problem::plain(Code::KeyReused));
        }
        let answer = earlier_answer(app, id, wanted, earlier.first, earlier.last).await?;
        return Ok(Attempt::Done(Box::new(answer)));
    }
    sitting.catch_up(app.store()).await?;
    let folded = sitting.folded()?;
    if (folded.record.version(), folded.head.revision) != stood {
        return Ok(Attempt::Behind);
    }
    Err(explained(problem, folded, wanted))
}

/// A client that names no version may log what another has logged already: it is shown the last move.
fn explained(problem: Problem, folded: &Folded, wanted: &Wanted) -> Problem {
    if problem.code() != Code::Violation || wanted.if_match != IfMatch::Any {
        return problem;
    }
    let entry = if let [entry] = wanted.entries.as_slice() { Some(entry) } else { None };
    meanwhile::beside_last_move(problem, &*seen(folded, wanted.access), entry, &folded.names)
}

fn judge(folded: &Folded, next: &mut dyn AnyRecord, wanted: &Wanted) -> Result<Added, Problem> {
    if folded.broken.is_some() {
        return Err(Problem::plain(Code::UnreadableRecord));
    }
    check_version(folded, wanted)?;
    judge_for_seat(next, wanted, &folded.names)?;
    append_all(next, wanted, &folded.names)
}

fn check_version(folded: &Folded, wanted: &Wanted) -> Result<(), Problem> {
    if wanted.if_match == IfMatch::Any {
        return Ok(());
    }
    let own = seen(folded, wanted.access);
    if wanted.if_match.allows(own.version()) {
        return Ok(());
    }
    Err(meanwhile::stale(&*own, &wanted.if_match, &folded.names))
}

/// A seat logs its own moves only, and is judged first on what it knows, so that a refusal tells
/// it nothing that it could not see.
fn judge_for_seat(record: &dyn AnyRecord, wanted: &Wanted, names: &Names) -> Result<(), Problem> {
    let Access::Seat(seat) = wanted.access else { return Ok(()) };
    let mut own = record.seen_by(Viewer::Seat(seat));
    for entry in &wanted.entries {
        if own.actor(entry)? != Some(seat) {
            return Err(Problem::plain(Code::Forbidden));
        }
        own.add(entry, names)?;
    }
    Ok(())
}

/// Entries as they are stored, with the moves they added or changed.
struct Added {
    stored: Vec<Value>,
    steps: Vec<StepView>,
}

fn append_all(record: &mut dyn AnyRecord, wanted: &Wanted, names: &Names) -> Result<Added, Problem> {
    let before = record.version();
    let hidden_from_client = matches!(wanted.access, Access::Seat(_));
    let mut added = Added { stored: Vec::new(), steps: Vec::new() };
    let mut corrected = false;
    for (index, entry) in wanted.entries.iter().enumerate() {
        let logged = record.add(entry, names).map_err(|rejected| match rejected {
            _ if hidden_from_client => Problem::plain(Code::HiddenConflict),
            rejected => numbered(rejected.into(), index, wanted.entries.len()),
        })?;
        added.stored.push(logged.entry);
        match logged.did {
            Did::Played(step) => added.steps.push(*step),
            Did::Corrected => corrected = true,
            Did::Nothing => {}
        }
    }
    if corrected {
        added.steps = record.steps_since(before, names);
    }
    Ok(added)
}

/// Of several moves, says which one was refused.
fn numbered(problem: Problem, index: usize, count: usize) -> Problem {
    if count == 1 { problem } else { problem.with(json!({ "index": index })) }
}

fn append(
    game: GameId,
    before: Seq,
    wanted: &Wanted,
    stored: &[Value],
    at: DateTime<Utc>,
) -> Result<Append, Problem> {
    let events = stored.iter().map(|entry| event(entry, at, wanted.access.actor()));
    Ok(Append {
        game,
        expected: Some(store::Seq(i64::try_from(before.0).unwrap_or(i64::MAX))),
        idempotency: wanted.idempotency.clone(),
        events: events.collect::<Result<_, Problem>>()?,
    })
}

/// An entry as the event that is to hold it.
pub(super) fn event(entry: &Value, at: DateTime<Utc>, actor: String) -> Result<NewEvent, Problem> {
    Ok(NewEvent {
        kind: entry["type"].as_str().unwrap_or_default().to_owned(),
        schema_version: SCHEMA_VERSION,
        at,
        actor,
        payload: Json::of(entry).map_err(|_| Problem::plain(Code::Internal))?,
    })
}

/// The answer that was given when these events were accepted: a fold of the log up to them.
async fn earlier_answer(
    app: &App,
    id: GameId,
    wanted: &Wanted,
    first: store::Seq,
    last: store::Seq,
) -> Result<Recorded, Problem> {
    let whole = app.store().latest().whole(id).await?;
    let (head, mut events) = whole.ok_or_else(|| Problem::plain(Code::NotFound))?;
    events.retain(|event| event.seq <= last);
    let folded = Folded::new(head, &events)?;
    let added = events.iter().filter(|event| event.seq >= first);
    let stored = added.map(|event| event.payload.read()).collect::<Result<_, _>>();
    let stored = stored.map_err(|_| Problem::plain(Code::Internal))?;
    let before = Seq(u64::try_from(first.0 - 1).unwrap_or_default());
    let steps = folded.record.steps_since(before, &folded.names);
    Ok(answer(&*folded.record, wanted, &folded.names, before, Added { stored, steps }, true))
}

fn answer(
    record: &dyn AnyRecord,
    wanted: &Wanted,
    names: &Names,
    before: Seq,
    added: Added,
    recorded: bool,
) -> Recorded {
    match wanted.access {
        Access::Seat(seat) => {
            let own = record.seen_by(Viewer::Seat(seat));
            let steps = own.steps_since(before, names);
            Recorded { recorded, entries: wanted.entries.clone(), steps, position: Position::of(&*own) }
        }
        _ => Recorded { recorded, entries: added.stored, steps: added.steps, position: Position::of(record) },
    }
}

fn respond(id: GameId, answer: &Recorded) -> HttpResponse {
    let last = answer.position.version;
    HttpResponse::Created()
        .insert_header((ETAG, etag(last)))
        .insert_header((LOCATION, format!("/v1/games/{id}/events?after={}", last.0.saturating_sub(1))))
        .json(answer)
}
