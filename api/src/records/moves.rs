//! `POST /v1/games/{id}/moves`: one move or several, all or nothing; or what they would do.
//!
//! A dry run is judged by the client's own knowledge. Otherwise a seat could look under the cups and leave them as they
//! were.

use std::sync::Arc;

use actix_web::http::header::LOCATION;
use actix_web::{HttpRequest, HttpResponse, web};
use chrono::{DateTime, Utc};
use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::erased::{
    AcceptedEntry, AnyEntry, AnyRecord, LogChange, NewEntry, StepView, check_unmarked,
};
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_engine::tagged::STATEMENT_FIELD;
use kifu_engine::text::Names;
use kifu_proofs::Digest;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::conflict;
use super::proof::MoveReceipt;
use crate::app::App;
use crate::http::authorization::{lock_for_append, read};
use crate::http::cost::{Admission, Folds, Permit};
use crate::http::credentials::{Access, not_a_reader};
use crate::http::extractors::{Body, IfMatch, idempotency_key, query};
use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::operation::observing;
use crate::records::cache::limits::{RecordLimits, Totals};
use crate::records::cache::{LoadedRecord, RecordGuard};
use crate::records::opening::event;
use crate::records::view::{Position, seen};
use kifu_store::{Append, AppendOutcome, Epoch, GameId, Idempotency};

/// Most entries in one request.
const MAX_MOVES_PER_REQUEST: usize = 1000;
/// How often an append is tried again when another instance was faster and the client named no version.
pub(super) const MAX_APPEND_RETRIES: usize = 100;

/// How the moves are taken.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MovesQuery {
    #[serde(default)]
    dry_run: bool,
}

/// The result of the entries sent.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LogResult {
    /// True: the entries are on disk. False for a dry run.
    pub recorded: bool,
    /// The entries as they are stored, in order, each with its game.
    pub entries: Vec<AnyEntry>,
    /// The moves in force that these entries added or changed, with what followed.
    pub steps: Vec<StepView>,
    /// The position of the record after them, for this viewer.
    #[serde(flatten)]
    pub position: Position,
    /// The receipt, by which the entries can be recognised for ever. `null` for a dry run and for a joint move; a
    /// joint move has a proof.
    pub receipt: Option<MoveReceipt>,
}

impl LogResult {
    /// The result of these entries of a record.
    pub fn of(
        (record, epoch): (&dyn AnyRecord, Epoch),
        recorded: bool,
        entries: &[CanonicalJson],
        steps: Vec<StepView>,
    ) -> Self {
        let game = record.meta().slug;
        Self {
            recorded,
            entries: entries.iter().map(|entry| AnyEntry::of(game, entry)).collect(),
            steps,
            position: Position::of(record, epoch),
            receipt: None,
        }
    }
}

/// An entry of any game, or several.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "entries are read by the game of the record")]
pub(crate) enum NewEntries {
    One(NewEntry),
    Several(#[schemars(length(min = 1, max = 1000))] Vec<NewEntry>),
}

/// The moves of a request.
struct MoveRequest {
    entries: Vec<Value>,
    access: Access,
    if_match: IfMatch,
    idempotency: Option<Idempotency>,
    traceparent: Option<String>,
    limits: RecordLimits,
}

/// Adds moves.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let MovesQuery { dry_run } = query(&request)?;
    let if_match = IfMatch::read(&request)?;
    let key = idempotency_key(&request)?;
    let moves = |access: Access| {
        if access == Access::Reader {
            return Err(not_a_reader(&request));
        }
        let idempotency =
            key.map(|key| Idempotency { key: format!("{} {key}", access.actor()), body: body.hash });
        let (entries, limits) = (entries(body.json)?, app.record_limits.get());
        let traceparent = observing::traceparent(&request);
        Ok(Arc::new(MoveRequest { entries, access, if_match, idempotency, traceparent, limits }))
    };
    if dry_run {
        let (snapshot, access) = read(&app, &request).await?;
        let moves = moves(access)?;
        let preview = move |loaded: &LoadedRecord| preview(loaded, &moves);
        let answer = snapshot.compute(&Admission::of(&request)?, preview).await??;
        return Ok(HttpResponse::Ok().json(answer));
    }
    let (guard, access) = lock_for_append(&app, &request).await?;
    record((&app, &Admission::of(&request)?), guard, &moves(access)?).await
}

fn entries(body: Value) -> Result<Vec<Value>, Problem> {
    match body {
        Value::Array(entries) if !(1..=MAX_MOVES_PER_REQUEST).contains(&entries.len()) => {
            Err(Problem::new(Code::MalformedBody, Records::MovesAtOnce { most: MAX_MOVES_PER_REQUEST })
                .with(json!({"input": entries.len()})))
        }
        Value::Array(entries) => entries.into_iter().map(unmarked).collect(),
        entry => unmarked(entry).map(|entry| vec![entry]),
    }
}

fn unmarked(entry: Value) -> Result<Value, Problem> {
    check_unmarked(&entry).map_err(|malformed| Problem::rejected(malformed.into(), &Names::none(0)))?;
    Ok(entry)
}

fn preview(loaded: &LoadedRecord, moves: &MoveRequest) -> Result<LogResult, Problem> {
    // Uses only facts that the client knows: else a seat could look under cups and leave them.
    let own = seen(loaded, moves.access);
    let mut trial = own.fork();
    let added = validate(loaded, (&mut *trial, &*own), moves);
    let added = added.map_err(|problem| explain(problem, loaded, moves))?;
    if let Access::Seat(seat) = moves.access {
        trial = trial.seen_by(Viewer::Seat(seat));
    }
    Ok(answer((&*trial, own.version()), loaded, moves, added, false))
}

/// Appends, and answers only when the events are on disk.
async fn record(
    (app, admission): (&App, &Admission),
    mut guard: RecordGuard,
    moves: &Arc<MoveRequest>,
) -> Result<HttpResponse, Problem> {
    for _ in 0..MAX_APPEND_RETRIES {
        match try_once((app, admission), &mut guard, moves).await? {
            Attempt::Done(answer) => return Ok(respond(guard.cached().id, &answer)),
            Attempt::Stale => app.records.catch_up(admission, &mut guard).await?,
        }
    }
    Err(Problem::plain(Code::Unavailable))
}

enum Attempt {
    Done(Box<LogResult>),
    Stale,
}

async fn try_once(
    (app, admission): (&App, &Admission),
    guard: &mut RecordGuard,
    moves: &Arc<MoveRequest>,
) -> Result<Attempt, Problem> {
    let loaded = Arc::clone(guard.loaded());
    let (before, revision) = (loaded.record.version(), loaded.head.revision);
    let shared = Arc::clone(moves);
    let validate = move |loaded: &LoadedRecord| {
        let (mut next, own) = (loaded.record.fork(), seen(loaded, shared.access));
        validate(loaded, (&mut *next, &*own), &shared).map(|added| (next, own, added))
    };
    let (next, own, mut added) = match guard.compute(admission, validate).await? {
        Ok(validated) => validated,
        Err(problem) => {
            return on_rejected((app, admission), guard, moves, (before, revision), problem).await;
        }
    };
    let at = loaded.time_of_next();
    let append = append(&loaded, moves, &added, at);
    match app.store().append(append).await? {
        AppendOutcome::Accepted { revision: newest, hash, .. } => {
            let mut grown = loaded.grown(next, (added.stored.len(), added.totals.clone()), at);
            let renamed = newest != revision;
            if renamed {
                app.records.renew_head(guard.cached(), &mut grown).await?;
            }
            guard.publish(grown);
            let shared = Arc::clone(moves);
            let render_answer = move |loaded: &LoadedRecord| {
                let after = seen(loaded, shared.access);
                match shared.access {
                    Access::Seat(_) => added.steps = steps_between(&*own, &*after, &loaded.names),
                    _ if renamed => added.steps = None,
                    _ => {}
                }
                let answer = answer((&*after, before), loaded, &shared, added, true);
                with_receipt(answer, loaded, hash)
            };
            let answer = guard.compute(admission, render_answer).await?;
            metrics::counter!("kifu_events_appended_total").increment(answer.entries.len() as u64);
            Ok(Attempt::Done(Box::new(answer)))
        }
        AppendOutcome::Duplicate { first, last } => {
            let answer = earlier_answer((app, admission), loaded.head.id, moves, first, last).await?;
            Ok(Attempt::Done(Box::new(answer)))
        }
        // Checks the client's version anew: the new events may be hidden from it.
        AppendOutcome::Stale { current } => {
            tracing::debug!(game = %loaded.head.id, %current, "another instance appended meanwhile");
            Ok(Attempt::Stale)
        }
        AppendOutcome::KeyReused => Err(Problem::plain(Code::KeyReused)),
        AppendOutcome::UnknownGame => Err(Problem::plain(Code::NotFound)),
    }
}

/// A rejection stands only if it is not the retry of a request that was accepted, and if the
/// record it was validated against is the newest, with the newest names.
async fn on_rejected(
    (app, admission): (&App, &Admission),
    guard: &mut RecordGuard,
    moves: &Arc<MoveRequest>,
    validated_at: (Seq, i64),
    problem: Problem,
) -> Result<Attempt, Problem> {
    let id = guard.cached().id;
    if let Some(Idempotency { key, body }) = &moves.idempotency
        && let Some(earlier) = app.store().latest().append_by_key(id, key).await?
    {
        if earlier.body != *body {
            return Err(Problem::plain(Code::KeyReused));
        }
        let answer = earlier_answer((app, admission), id, moves, earlier.first, earlier.last).await?;
        return Ok(Attempt::Done(Box::new(answer)));
    }
    app.records.catch_up(admission, guard).await?;
    let loaded = guard.loaded();
    if (loaded.record.version(), loaded.head.revision) != validated_at {
        return Ok(Attempt::Stale);
    }
    let shared = Arc::clone(moves);
    let explain = move |loaded: &LoadedRecord| explain(problem, loaded, &shared);
    Err(guard.compute(admission, explain).await?)
}

/// A client that names no version may log what another has logged already: it is shown the last move.
fn explain(problem: Problem, loaded: &LoadedRecord, moves: &MoveRequest) -> Problem {
    if problem.code() != Code::Violation || moves.if_match != IfMatch::Any {
        return problem;
    }
    let entry = if let [entry] = moves.entries.as_slice() { Some(entry) } else { None };
    conflict::with_last_move(problem, (&*seen(loaded, moves.access), loaded.epoch), entry, &loaded.names)
}

/// Adds the entries to the sender's own view of a record, as far as the sender may.
fn validate(
    loaded: &LoadedRecord,
    (next, own): (&mut dyn AnyRecord, &dyn AnyRecord),
    moves: &MoveRequest,
) -> Result<Added, Problem> {
    if loaded.unreplayable.is_some() {
        return Err(Problem::plain(Code::UnreadableRecord));
    }
    check_version(loaded, own, moves)?;
    validate_for_seat(own, moves, &loaded.names)?;
    append_all(next, moves, loaded)
}

fn check_version(loaded: &LoadedRecord, own: &dyn AnyRecord, moves: &MoveRequest) -> Result<(), Problem> {
    if moves.if_match == IfMatch::Any || moves.if_match.allows(loaded.stamp(own.version())) {
        return Ok(());
    }
    Err(conflict::stale(loaded, own, &moves.if_match))
}

/// A seat logs its own moves only, and is judged on what it knows and nothing else, so that no answer tells it what
/// it could not see.
fn validate_for_seat(own: &dyn AnyRecord, moves: &MoveRequest, names: &Names) -> Result<(), Problem> {
    let Access::Seat(seat) = moves.access else { return Ok(()) };
    let mut own = own.fork();
    for entry in &moves.entries {
        if own.actor(entry).map_err(|rejected| Problem::rejected(rejected, names))? != Some(seat) {
            return Err(Problem::plain(Code::Forbidden));
        }
        own.append(entry).map_err(|rejected| Problem::rejected(rejected, names))?;
    }
    Ok(())
}

/// Entries that were added.
struct Added {
    /// The entries as they are stored.
    stored: Vec<CanonicalJson>,
    /// The amount logged with them.
    totals: Totals,
    /// The moves they added; `None` if they changed earlier ones, or a seat stated them: its own view is folded then.
    steps: Option<Vec<StepView>>,
}

fn append_all(
    record: &mut dyn AnyRecord,
    moves: &MoveRequest,
    loaded: &LoadedRecord,
) -> Result<Added, Problem> {
    let names = &loaded.names;
    let stated_by = match moves.access {
        Access::Seat(seat) => Some(seat),
        _ => None,
    };
    let steps = stated_by.is_none().then(Vec::new);
    let mut added = Added { stored: Vec::new(), totals: loaded.totals.clone(), steps };
    for (index, entry) in moves.entries.iter().enumerate() {
        let logged = match stated_by {
            Some(_) => record.append_statement(entry).map(|entry| (entry, LogChange::Nothing)),
            None => record.add(entry, names).map(|AcceptedEntry { entry, change }| (entry, change)),
        };
        let (stored, change) = logged
            .map_err(|rejected| with_index(Problem::rejected(rejected, names), index, moves.entries.len()))?;
        added.totals.add(stored.as_str(), stated_by);
        moves.limits.check(moves.access, record, &added.totals)?;
        added.stored.push(stored);
        match (change, &mut added.steps) {
            (LogChange::Played(step), Some(steps)) => steps.push(*step),
            (LogChange::Corrected { .. }, steps) => *steps = None,
            _ => {}
        }
    }
    Ok(added)
}

/// Adds the index of the refused move, where there are several.
fn with_index(problem: Problem, index: usize, count: usize) -> Problem {
    if count == 1 { problem } else { problem.with(json!({ "index": index })) }
}

fn append(loaded: &LoadedRecord, moves: &MoveRequest, added: &Added, at: DateTime<Utc>) -> Append {
    let actor = moves.access.actor();
    let events = added.stored.iter().map(|entry| event(entry.clone(), at, &actor));
    Append {
        game: loaded.head.id,
        epoch_count: Some(loaded.epoch_count),
        expected: Some(loaded.record.version()),
        idempotency: moves.idempotency.clone(),
        events: events.collect(),
        traceparent: moves.traceparent.clone(),
    }
}

/// The answer that was given when these events were accepted: a fold of the log up to them.
async fn earlier_answer(
    (app, admission): (&App, &Admission),
    id: GameId,
    moves: &MoveRequest,
    first: Seq,
    last: Seq,
) -> Result<LogResult, Problem> {
    let epoch = app.store().epoch();
    let whole = app.store().latest().record_with_events(id).await?;
    let (head, mut events) = whole.ok_or_else(|| Problem::plain(Code::NotFound))?;
    events.retain(|event| event.seq <= last);
    let is_long = events.len() > 200;
    let fold = move |permit: &Permit<Folds>| (LoadedRecord::new(head, &events, permit), events);
    let (loaded, events) = admission.run_if(is_long, fold).await?;
    let loaded = loaded?.of_epoch(epoch);
    let added = events.iter().filter(|event| event.seq >= first);
    let stored = added.map(|event| event.payload.canonical()).collect::<Result<_, _>>();
    let stored = stored.map_err(Problem::internal)?;
    let before = Seq(first.0.saturating_sub(1));
    let added = Added { stored, totals: loaded.totals.clone(), steps: None };
    let answer = answer((&*seen(&loaded, moves.access), before), &loaded, moves, added, true);
    let links = app.store().latest().links(&[id]).await?.remove(&id).unwrap_or_default();
    let link =
        links.iter().find(|link| link.seq == last).ok_or_else(|| Problem::plain(Code::UnreadableRecord))?;
    Ok(with_receipt(answer, &loaded, link.hash))
}

/// The answer with what proves the last event of the request.
fn with_receipt(answer: LogResult, loaded: &LoadedRecord, hash: Digest) -> LogResult {
    let version = answer.position.view.version;
    LogResult { receipt: Some(MoveReceipt::new(loaded, version, hash)), ..answer }
}

/// The moves by which a record that somebody sees grew out of an earlier one, which are folded alone; `None` if it is
/// another one since, or if earlier moves changed.
fn steps_between(earlier: &dyn AnyRecord, later: &dyn AnyRecord, names: &Names) -> Option<Vec<StepView>> {
    if earlier.status() != later.status() {
        return None;
    }
    let (mut record, mut steps) = (earlier.fork(), Vec::new());
    for entry in later.entries(Seq(earlier.version().0 + 1)) {
        match record.add_stored(&entry.payload, names).ok()? {
            LogChange::Played(step) => steps.push(*step),
            LogChange::Corrected { .. } => return None,
            LogChange::Nothing => {}
        }
    }
    Some(steps)
}

/// The result of the entries sent, in their sender's view of the record; `before` is the version of the whole record
/// to which they were added.
fn answer(
    (own, before): (&dyn AnyRecord, Seq),
    loaded: &LoadedRecord,
    moves: &MoveRequest,
    added: Added,
    recorded: bool,
) -> LogResult {
    let steps = added.steps.unwrap_or_else(|| own.steps_since(own.last_from(before), &loaded.names));
    // A seat's own log does not mark its statements.
    let own_entry = |entry: &CanonicalJson| entry.without(STATEMENT_FIELD);
    let entries = match moves.access {
        Access::Seat(_) => added.stored.iter().map(own_entry).collect(),
        _ => added.stored,
    };
    LogResult::of((own, loaded.epoch), recorded, &entries, steps)
}

fn respond(id: GameId, answer: &LogResult) -> HttpResponse {
    let last = answer.position.view.version;
    HttpResponse::Created()
        .insert_header(answer.position.etag.header())
        .insert_header((LOCATION, format!("/v1/games/{id}/events?after={}", last.0.saturating_sub(1))))
        .json(answer)
}
