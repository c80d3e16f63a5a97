//! `POST /v1/games/{id}/copies`: a copy of a record up to a step, to continue from there.
//!
//! A copy is marked, not linked. `copies` says what it was made from, in words that show a reader no more than the
//! public knows: steps as the public counts them, and no id of a record that is harder to find than the copy.

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::erased::{AnyRecord, EntryView};
use kifu_engine::seat::Viewer;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::open::OpeningDigest;
use crate::app::App;
use crate::http::authorization::{self, read};
use crate::http::cost::Admission;
use crate::http::credentials::Access;
use crate::http::extractors::{Body, game_id, idempotency_key};
use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::operation::observing;
use crate::records::cache::LoadedRecord;
use crate::records::opening::{OpenRequest, Prepared, event, mark, prepare};
use crate::records::seating;
use crate::records::view::{Position, seen};
use kifu_store::{CopyOf, GameId, Hash, NewEvent, Record, RecordWithLog, Visibility, now};

/// The place to go on from.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CopyRequest {
    /// After this step, as the asking viewer counts; 0 is the start, the last one if left out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    at: Option<u32>,
    /// Viewers that may find and read the copy: unlisted if left out, private if the record is.
    /// Only the record's scribe can make a copy that is easier to find than the record.
    #[serde(default)]
    visibility: Option<Visibility>,
}

/// Copies the viewer's view of a record into a record of its own, with its own tokens.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let (guard, access) = read(&app, &request).await?;
    let opening_digest =
        OpeningDigest { key: idempotency_key(&request)?, body: digest(game_id(&request)?, &body) };
    if let Some(answer) = opening_digest.earlier_answer(&app).await? {
        return Ok(answer);
    }
    let copy_request: CopyRequest = body.read()?;
    let ceiling = ceiling(&app, &guard.loaded().head).await?;
    let copy = move |loaded: &LoadedRecord| copy(loaded, access, ceiling, &copy_request);
    let (mut whole, position) = guard.compute(&Admission::of(&request)?, copy).await??;
    let consent = authorization::consent(&app, &request)?;
    whole.opening.seating = seating::copied(app.store(), &guard.loaded().head.seating, consent).await?;
    drop(guard);
    whole.opening.traceparent = observing::traceparent(&request);
    let answer = opening_digest.answer(&app, &request, &mut whole.opening, position, whole.copy_of)?;
    let opened = app.store().open_with_log(&whole).await?;
    opening_digest.created(whole.opening.id, answer, opened)
}

/// Tells requests for copies of different records apart.
fn digest(of: GameId, body: &Body) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"copy").update(of.0.as_bytes()).update(&body.hash);
    *hasher.finalize().as_bytes()
}

/// The widest visibility of a record: a copy may have no more than its original, unless that record's scribe made it
/// so. Else every reader of a record could publish it, by a copy or the copy of a copy.
pub async fn ceiling(app: &App, head: &Record) -> Result<Visibility, Problem> {
    let Some(CopyOf { id: Some(of), .. }) = head.copy_of else { return Ok(Visibility::Public) };
    let of = app.store().latest().record(GameId(of)).await?;
    Ok(of.map_or(Visibility::Private, |of| of.visibility))
}

fn visibility(
    requested: Option<Visibility>,
    (of, ceiling): (Visibility, Visibility),
    access: Access,
) -> Result<Visibility, Problem> {
    let usual = if of == Visibility::Private { Visibility::Private } else { Visibility::Unlisted };
    let requested = requested.unwrap_or(usual);
    if requested.is_more_open_than(of) && (access != Access::Scribe || requested.is_more_open_than(ceiling)) {
        return Err(Problem::new(Code::Forbidden, Records::CopyByScribe));
    }
    Ok(requested)
}

fn copy(
    loaded: &LoadedRecord,
    access: Access,
    ceiling: Visibility,
    copy_request: &CopyRequest,
) -> Result<(RecordWithLog, Position), Problem> {
    let visibility = visibility(copy_request.visibility, (loaded.head.visibility, ceiling), access)?;
    let own = seen(loaded, access);
    let moves = own.in_force();
    let taken = &moves[..step(copy_request.at, moves.len())?];
    let of = copy_of(loaded, &*own, taken, visibility);
    let begun_by = Some(loaded.record.rules_version());
    let Prepared { mut opening, mut record } =
        prepare(GameId::generate(), opening(&loaded.head, visibility)?, now(), begun_by)?;
    mark(&mut opening, of)?;
    let log = play_again(&mut *record, loaded, taken)?;
    Ok((RecordWithLog { opening, log, copy_of: Some(of) }, Position::of(&*record, loaded.epoch)))
}

fn step(at: Option<u32>, steps: usize) -> Result<usize, Problem> {
    let at = at.map_or(steps, |at| at as usize);
    if at <= steps {
        return Ok(at);
    }
    Err(Problem::new(Code::NotFound, Records::NoStep { at, last: steps })
        .with(json!({"field": "at", "input": at, "allowed": {"min": 0, "max": steps}})))
}

/// The mark of a copy. Everybody may read it, so it tells only public facts of the record: neither the number of
/// hidden moves taken over, nor the address of a record that is harder to find than its copy. The public facts are
/// read off the copier's log.
fn copy_of(
    loaded: &LoadedRecord,
    own: &dyn AnyRecord,
    taken: &[EntryView],
    visibility: Visibility,
) -> CopyOf {
    let public = own.seen_by(Viewer::Public).in_force();
    let last = taken.last().map(|entry| entry.seq);
    let step = public.iter().map(|entry| u32::from(last.is_some_and(|last| entry.origin <= last))).sum();
    let hidden = visibility.is_more_open_than(loaded.head.visibility);
    CopyOf { id: (!hidden).then_some(loaded.head.id.0), step }
}

/// Opens a copy with the table of the record; the time and the place belong to the record alone.
fn opening(head: &Record, visibility: Visibility) -> Result<OpenRequest, Problem> {
    Ok(OpenRequest {
        game: head.game.clone(),
        seats: std::iter::repeat_with(|| None).take(head.seats.into()).collect(),
        options: head.options.read().map_err(Problem::internal)?,
        played_at: None,
        place: None,
        tags: Vec::new(),
        visibility,
    })
}

/// Plays the moves on a new table: the log of the copy.
fn play_again(
    record: &mut dyn AnyRecord,
    loaded: &LoadedRecord,
    moves: &[EntryView],
) -> Result<Vec<NewEvent>, Problem> {
    let entries = moves.iter().map(|entry| {
        let copied = record.append_stored(entry.payload.as_str());
        copied.map_err(|rejected| Problem::rejected(rejected, &loaded.names))?;
        let logged = loaded.times.get(entry.origin.index());
        Ok(event(entry.payload.clone(), logged.copied().unwrap_or_default(), "copy"))
    });
    entries.collect()
}
