//! `POST /v1/games/{id}/copies`: continue from here, what if.

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::erased::{AnyRecord, EntryView};
use kifu_engine::seat::Viewer;
use kifu_engine::text::Text;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::open::{Asked, OpenRequest, Prepared, event, mark, prepare};
use super::{Position, seen, sit};
use crate::auth::{self, Access};
use crate::problem::{Code, Problem};
use crate::request::{Body, game_id, idempotency_key};
use crate::startup::App;
use crate::store::{CopyOf, GameId, Hash, NewEvent, Record, Visibility, WholeRecord, now};
use crate::tables::Folded;

/// Where to go on from.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CopyRequest {
    /// After this step, as the asking viewer counts; 0 is the start, the last one if left out.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_000_000))]
    at: Option<u32>,
    /// Who may find and read the copy: unlisted if left out, private if the record is.
    /// Only the record's scribe can make a copy that is easier to find than the record.
    #[serde(default)]
    #[schemars(schema_with = "crate::contract::maybe_visibility")]
    visibility: Option<Visibility>,
}

/// Makes a copy of what this viewer knows: a record of its own, with its own tokens.
pub async fn handle(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let (sitting, access) = sit(&app, &request).await?;
    auth::may_open(&app, &request)?;
    let asked = Asked { key: idempotency_key(&request)?, body: digest(game_id(&request)?, &body) };
    if let Some(answer) = asked.earlier_answer(&app).await? {
        return Ok(answer);
    }
    let wanted: CopyRequest = body.read()?;
    let (mut whole, position) = copy(sitting.folded()?, access, &wanted)?;
    drop(sitting);
    let answer = asked.answer(&app, &request, &mut whole.opening, position, whole.copy_of)?;
    let opened = app.store().open_whole(&whole).await?;
    asked.created(whole.opening.id, answer, opened)
}

/// Tells requests for copies of different records apart.
fn digest(of: GameId, body: &Body) -> Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(b"copy").update(of.0.as_bytes()).update(&body.hash);
    *hasher.finalize().as_bytes()
}

fn visibility(wanted: Option<Visibility>, of: Visibility, access: Access) -> Result<Visibility, Problem> {
    let usual = if of == Visibility::Private { Visibility::Private } else { Visibility::Unlisted };
    let wanted = wanted.unwrap_or(usual);
    if wanted.is_more_open_than(of) && access != Access::Scribe {
        let message = Text::fixed(
            "元の記録より見つけやすい写しを作れるのは、その記録者だけです。",
            "Only the record's scribe can make a copy that is easier to find than the record.",
        );
        return Err(Problem::new(Code::Forbidden, message));
    }
    Ok(wanted)
}

fn copy(folded: &Folded, access: Access, wanted: &CopyRequest) -> Result<(WholeRecord, Position), Problem> {
    let visibility = visibility(wanted.visibility, folded.head.visibility, access)?;
    let moves = seen(folded, access).in_force();
    let taken = &moves[..step(wanted.at, moves.len())?];
    let of = copy_of(folded, taken, visibility);
    let Prepared { mut opening, mut record } =
        prepare(GameId::generate(), opening(&folded.head, visibility)?, now())?;
    opening.seating.clone_from(&folded.head.seating);
    mark(&mut opening, of)?;
    let log = play_again(&mut *record, folded, taken)?;
    Ok((WholeRecord { opening, log, copy_of: Some(of) }, Position::of(&*record)))
}

fn step(at: Option<u32>, steps: usize) -> Result<usize, Problem> {
    let at = at.map_or(steps, |at| usize::try_from(at).unwrap_or(usize::MAX));
    if at <= steps {
        return Ok(at);
    }
    let message = Text::new(
        format!("手順{at}はありません。最後は{steps}です。"),
        format!("There is no step {at}; the last one is {steps}."),
    );
    Err(Problem::new(Code::NotFound, message)
        .with(json!({"field": "at", "given": at, "allowed": {"min": 0, "max": steps}})))
}

/// The mark of a copy. It is there for everybody to read, so it says nothing that the public does
/// not know of the record: neither how many hidden moves were taken over, nor where a record is
/// that is harder to find than its copy.
fn copy_of(folded: &Folded, taken: &[EntryView], visibility: Visibility) -> CopyOf {
    let public = folded.record.seen_by(Viewer::Public).in_force();
    let last = taken.last().map(|entry| entry.origin);
    let step = public.iter().filter(|entry| last.is_some_and(|last| entry.origin <= last)).count();
    let hidden = visibility.is_more_open_than(folded.head.visibility);
    CopyOf { id: (!hidden).then_some(folded.head.id.0), step: u32::try_from(step).unwrap_or(u32::MAX) }
}

/// The same table; when and where it was played belongs to the record alone.
fn opening(head: &Record, visibility: Visibility) -> Result<OpenRequest, Problem> {
    Ok(OpenRequest {
        game: head.game.clone(),
        seats: std::iter::repeat_with(|| None).take(head.seats.into()).collect(),
        options: head.options.read().map_err(|_| Problem::plain(Code::Internal))?,
        played_at: None,
        place: None,
        tags: Vec::new(),
        visibility,
    })
}

/// Plays the moves on a new table: the log of the copy.
fn play_again(
    record: &mut dyn AnyRecord,
    folded: &Folded,
    moves: &[EntryView],
) -> Result<Vec<NewEvent>, Problem> {
    let entries = moves.iter().map(|entry| {
        let payload = record.append(&entry.payload)?;
        let logged = usize::try_from(entry.origin.0).ok().and_then(|index| folded.times.get(index));
        event(&payload, logged.copied().unwrap_or_default(), "copy")
    });
    entries.collect()
}
