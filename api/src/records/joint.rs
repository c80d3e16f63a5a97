//! `/v1/games/{id}/joint`: a move that all make at once, entered seat by seat. Nobody sees a part before all are in,
//! not even the scribe; then they become one event.
//!
//! Parts that are all in are sealed. If the service ends before it has made their event, the next reader makes it:
//! this instance or another, a request or [`finish_all`] at the next start. Of two that try at once one appends; the
//! other finds the event that it wanted.
//!
//! A game says how one seat's part of a simultaneous move looks, checks it by itself, and joins all parts (`Part` in
//! `engine/src/rules.rs`). Parts are in a table of their own, since they may change and nobody may see them. They
//! belong to the public event since which the move is due: a comment, or an event that only some viewers notice, leaves
//! them valid; any other event voids them. Each part is judged on its own seat's log. Parts that do not fit together
//! are recorded as what each seat says, and disputed. `PUT` demands `If-Match`, because a retry without it would count
//! for the next throw. The retry of a part that is recorded gets the record.

use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::erased::{AnyPart, AnyRecord, GAME_FIELD};
use kifu_engine::joint::Joint;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::seq::Seq;
use kifu_engine::violation::Violation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::conflict;
use super::moves::{LogResult, MAX_APPEND_RETRIES};
use crate::app::App;
use crate::http::authorization::{self, lock};
use crate::http::cost::Admission;
use crate::http::credentials;
use crate::http::credentials::Access;
use crate::http::entity_tag::EntityTag;
use crate::http::extractors::{Body, IfMatch, query};
use crate::http::problem::{Code, Problem};
use crate::http::words::requests::Requests;
use crate::records::cache::{LoadedRecord, RecordGuard};
use crate::records::opening::event;
use crate::records::view::{etag, seen};
use kifu_store::{Append, AppendOutcome, Authority, GameId, JointMove, Json, StoredPart};

/// The actor of a joint move in the log.
const SEATS_ACTOR: &str = "seats";

/// The seat of the part.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointQuery {
    #[serde(default)]
    seat: Option<u8>,
}

/// A joint move on its way.
#[derive(Debug, Serialize, JsonSchema)]
pub struct JointMoveProgress {
    /// The version of the record, as this viewer counts it.
    pub version: Seq,
    /// The `ETag` of this version, as `If-Match` takes it.
    #[schemars(with = "String")]
    pub etag: EntityTag,
    /// The move that all make at once now, if there is one.
    pub joint: Option<Joint>,
    /// The seats whose part is in.
    pub entered: Vec<Seat>,
    /// The seats whose part is awaited.
    pub awaited: Vec<Seat>,
    /// The part that the viewer's own seat has entered.
    pub own: Option<AnyPart>,
}

/// The parts that have been entered for the move that is due.
struct Entered {
    joint: Option<Joint>,
    parts: Vec<StoredPart>,
}

/// Shows the joint move that is due and the seats that have entered it.
pub async fn show(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (mut guard, access) = lock(&app, &request).await?;
    let admission = Admission::of(&request)?;
    let entered = complete((&app, &admission), &mut guard).await?;
    progress(guard.loaded(), access, &entered)
}

/// Enters a part, in place of the seat's earlier one.
pub async fn enter(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let if_match = IfMatch::required(&request)?;
    let (mut guard, access) = lock(&app, &request).await?;
    let admission = Admission::of(&request)?;
    let seat = seat(&request, access)?;
    let loaded = guard.loaded();
    if let Err(conflict) = check_version(loaded, access, &if_match) {
        let since = origin_of_version(loaded, access, &if_match);
        return recorded_answer(loaded, access, since, seat, &body.json).ok_or(conflict);
    }
    let (part, joint) = validate_part(loaded, access, seat, &body.json)?;
    app.record_limits.get().check_joint(&*loaded.seen_by(Viewer::Public))?;
    let before = loaded.record.version();
    let stored = Json::of(&part).map_err(Problem::internal)?;
    let authority = Authority::of(authorization::authority(&app, &request, loaded.head.id).await?);
    let joint_move = joint_move(loaded, joint);
    let number = seat.as_u8().ok_or_else(no_such_seat)?;
    let taken = app.store().enter_part(joint_move, number, Some(&stored), authority).await?;
    let entered = complete((&app, &admission), &mut guard).await?;
    let loaded = guard.loaded();
    if let Some(answer) = recorded_answer(loaded, access, before, seat, &part) {
        return Ok(answer);
    }
    if taken && entered.joint == Some(joint) {
        progress(loaded, access, &entered)
    } else {
        Err(conflict(loaded, access, &if_match))
    }
}

/// Withdraws a part.
pub async fn withdraw(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let if_match = IfMatch::required(&request)?;
    let (mut guard, access) = lock(&app, &request).await?;
    let admission = Admission::of(&request)?;
    let seat = seat(&request, access)?;
    let loaded = guard.loaded();
    check_version(loaded, access, &if_match)?;
    Violation::check_seat(seat, loaded.record.seats())
        .map_err(|violation| Problem::refused(&violation.into(), &loaded.names))?;
    let Some(joint) = due(loaded) else { return progress(loaded, access, &Entered::empty()) };
    let authority = Authority::of(authorization::authority(&app, &request, loaded.head.id).await?);
    let number = seat.as_u8().ok_or_else(no_such_seat)?;
    let taken = app.store().enter_part(joint_move(loaded, joint), number, None, authority).await?;
    let entered = complete((&app, &admission), &mut guard).await?;
    if taken {
        progress(guard.loaded(), access, &entered)
    } else {
        Err(conflict(guard.loaded(), access, &if_match))
    }
}

/// Makes the missing events of sealed parts after a service ended too early, and clears away other parts that are
/// left.
pub async fn finish_all(app: web::Data<App>) {
    #[expect(clippy::disallowed_methods, reason = "the service begins, and no request waits")]
    let admission = Admission::of_service(&app.lanes);
    let finish = async |id: GameId| -> Result<(), Problem> {
        let Some(cached) = app.records.find(&admission, id).await? else { return Ok(()) };
        let mut guard = app.records.lock(&admission, cached).await?;
        complete((&app, &admission), &mut guard).await?;
        let since = due(guard.loaded()).map_or(Seq(i64::MAX.cast_unsigned()), |joint| joint.since);
        Ok(app.store().delete_parts_before(id, since).await?)
    };
    match app.store().latest().records_with_parts().await {
        Ok(games) => {
            for id in games {
                if let Err(problem) = finish(id).await {
                    tracing::warn!(%id, %problem, "a joint move could not be finished");
                }
            }
        }
        Err(error) => tracing::warn!(%error, "joint moves could not be finished"),
    }
}

/// The seat that a request is about: its own, or the one that the scribe names.
fn seat(request: &HttpRequest, access: Access) -> Result<Seat, Problem> {
    let JointQuery { seat } = query(request)?;
    match (access, seat.map(Seat::new)) {
        (Access::Reader, _) => Err(credentials::not_a_reader(request)),
        (Access::Seat(own), Some(other)) if own != other => Err(Problem::plain(Code::Forbidden)),
        (Access::Seat(own), _) | (Access::Scribe, Some(own)) => Ok(own),
        (Access::Scribe, None) => {
            Err(Problem::parameter("seat", Requests::WhosePart { name: "seat".into() }))
        }
    }
}

fn no_such_seat() -> Problem {
    Problem::internal("a part of a seat that no table has")
}

/// The joint move that is due. Its start is read from the public view: an event that only some notice leaves it as it
/// is.
fn due(loaded: &LoadedRecord) -> Option<Joint> {
    if loaded.unreplayable.is_some() { None } else { loaded.seen_by(Viewer::Public).joint() }
}

fn joint_move(loaded: &LoadedRecord, joint: Joint) -> JointMove {
    JointMove { game: loaded.head.id, since: joint.since, seats: loaded.record.seats().count() }
}

fn check_version(loaded: &LoadedRecord, access: Access, if_match: &IfMatch) -> Result<(), Problem> {
    let own = seen(loaded, access);
    if if_match.allows(loaded.stamp(own.version())) {
        Ok(())
    } else {
        Err(conflict::stale(loaded, &*own, if_match))
    }
}

/// The event of the full record after which the client's version was the newest.
fn origin_of_version(loaded: &LoadedRecord, access: Access, if_match: &IfMatch) -> Seq {
    let own = seen(loaded, access);
    let since = if_match.last_before(loaded.stamp(own.version())).unwrap_or_else(|| own.version());
    own.origin(since).unwrap_or_default()
}

/// The joint move was made of other parts than this one.
fn conflict(loaded: &LoadedRecord, access: Access, if_match: &IfMatch) -> Problem {
    conflict::stale(loaded, &*seen(loaded, access), if_match)
}

/// A part is judged on what its seat knows, so that no answer tells it what it could not see. The scribe knows
/// everything that is recorded.
fn validate_part(
    loaded: &LoadedRecord,
    access: Access,
    seat: Seat,
    part: &Value,
) -> Result<(Value, Joint), Problem> {
    if loaded.unreplayable.is_some() {
        return Err(Problem::plain(Code::UnreadableRecord));
    }
    let rejected = |rejected| Problem::rejected(rejected, &loaded.names);
    let part = seen(loaded, access).check_part(seat, part).map_err(rejected)?;
    let due = due(loaded).ok_or_else(|| Violation::no_joint_move().into());
    Ok((part, due.map_err(rejected)?))
}

/// Makes the event of parts that are all in. Returns the parts entered afterwards.
async fn complete((app, admission): (&App, &Admission), guard: &mut RecordGuard) -> Result<Entered, Problem> {
    for _ in 0..MAX_APPEND_RETRIES {
        let loaded = guard.loaded();
        let Some(joint) = due(loaded) else { return Ok(Entered::empty()) };
        let seats = usize::from(loaded.record.seats().count());
        let joint_move = joint_move(loaded, joint);
        let entered = Entered { joint: Some(joint), parts: app.store().latest().parts(joint_move).await? };
        match entered.all(seats)? {
            Some(parts) => append_joint_move((app, admission), guard, joint_move, &parts).await?,
            None => return Ok(entered),
        }
    }
    Err(Problem::plain(Code::Unavailable))
}

/// Tries to make the event of these parts. If they do not fit together, they are what each seat says. Whatever comes of
/// it, the record is as new as the store afterwards.
async fn append_joint_move(
    (app, admission): (&App, &Admission),
    guard: &mut RecordGuard,
    joint: JointMove,
    parts: &[Value],
) -> Result<(), Problem> {
    let loaded = guard.loaded();
    let before = loaded.record.version();
    let mut next = loaded.record.fork();
    let Some(entry) = join_parts(&mut *next, parts) else {
        tracing::error!(game = %joint.game, "the parts of a joint move make none");
        app.store().delete_parts_before(joint.game, Seq(joint.since.0 + 1)).await?;
        return app.records.catch_up(admission, guard).await;
    };
    let at = loaded.time_of_next();
    let mut totals = loaded.totals.clone();
    totals.add(entry.as_str(), None);
    let append = Append {
        game: joint.game,
        epoch_count: Some(loaded.epoch_count),
        expected: Some(before),
        idempotency: None,
        events: vec![event(entry, at, SEATS_ACTOR)],
        // Several requests made it.
        traceparent: None,
    };
    let accepted = matches!(app.store().append(append).await?, AppendOutcome::Accepted { .. });
    if accepted {
        guard.publish(loaded.grown(next, (1, totals), at));
        metrics::counter!("kifu_events_appended_total").increment(1);
    }
    if accepted {
        app.store().delete_parts_before(joint.game, Seq(joint.since.0 + 1)).await?;
    }
    app.records.catch_up(admission, guard).await
}

/// Adds the move that these parts make, and answers with it as it is to be stored.
fn join_parts(record: &mut dyn AnyRecord, parts: &[Value]) -> Option<CanonicalJson> {
    let entry = record.join(parts)?;
    record.append(&entry).or_else(|_| record.append_statement(&entry)).ok()
}

/// The answer to a part that has become a move: the first joint move after this event of the full record, if it holds
/// this very part.
fn recorded_answer(
    loaded: &LoadedRecord,
    access: Access,
    since: Seq,
    seat: Seat,
    part: &Value,
) -> Option<HttpResponse> {
    let full = &loaded.record;
    let entries = full.entries(Seq(since.0 + 1)).into_iter();
    let mut parts = entries.filter_map(|entry| Some((entry.seq, full.part(&entry.payload, seat)?)));
    let (at, _) = parts.next().filter(|(_, entered)| filled_fields(entered) == filled_fields(part))?;
    let own = seen(loaded, access);
    let entries = own.entries(Seq(1)).into_iter().filter(|entry| entry.origin == at);
    let steps = own.steps_since(own.last_from(Seq(at.0 - 1)), &loaded.names).into_iter();
    let entries: Vec<_> = entries.map(|entry| entry.payload).collect();
    let steps = steps.filter(|step| own.origin(step.seq) == Some(at)).collect();
    let recorded = LogResult::of((&*own, loaded.epoch), true, &entries, steps);
    Some(HttpResponse::Created().insert_header(recorded.position.etag.header()).json(&recorded))
}

/// The fields of a part that are not null, without its game.
fn filled_fields(part: &Value) -> Vec<(&String, &Value)> {
    part.as_object()
        .into_iter()
        .flatten()
        .filter(|(name, value)| *name != GAME_FIELD && !value.is_null())
        .collect()
}

fn progress(loaded: &LoadedRecord, access: Access, entered: &Entered) -> Result<HttpResponse, Problem> {
    let own_seat = if let Access::Seat(seat) = access { Some(seat) } else { None };
    let is_in = |seat: Seat| entered.parts.iter().find(|part| Seat::new(part.seat) == seat);
    let own = own_seat.and_then(is_in).map(|part| part.part.read::<Value>()).transpose();
    let seats = loaded.record.seats().iter().filter(|_| entered.joint.is_some());
    let (entered_seats, awaited) = seats.partition(|seat| is_in(*seat).is_some());
    let seen = seen(loaded, access);
    let progress = JointMoveProgress {
        version: seen.version(),
        etag: etag(&*seen, loaded.epoch),
        joint: entered.joint,
        entered: entered_seats,
        awaited,
        own: own.map_err(Problem::internal)?.map(|part| AnyPart::of(loaded.record.meta().slug, &part)),
    };
    Ok(HttpResponse::Ok().insert_header(progress.etag.header()).json(&progress))
}

impl Entered {
    fn empty() -> Self {
        Self { joint: None, parts: Vec::new() }
    }

    /// The parts by seat, if all are in.
    fn all(&self, seats: usize) -> Result<Option<Vec<Value>>, Problem> {
        if self.parts.len() < seats {
            return Ok(None);
        }
        let parts = self.parts.iter().map(|part| part.part.read()).collect::<Result<_, _>>();
        parts.map(Some).map_err(Problem::internal)
    }
}
