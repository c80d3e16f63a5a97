//! `/v1/games/{id}/joint`: a move that all make at once, entered seat by seat. Nobody sees a part before all are in,
//! not even the scribe; then they become one event.
//!
//! Parts that are all in are sealed. Should the service end before it has made the event of them, whoever looks next
//! makes it: this instance or another, a request or [`finish_all`] at the next start. Of two who try at once one
//! appends; the other finds the event that it wanted.

use actix_web::http::header::ETAG;
use actix_web::{HttpRequest, HttpResponse, web};
use kifu_engine::erased::Rejected;
use kifu_engine::game::Seq;
use kifu_engine::joint::Joint;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::violation::Violation;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::moves::{Recorded, TRIES, event};
use super::{Position, etag, meanwhile, seen, sit};
use crate::auth::{self, Access};
use crate::problem::{Code, Problem};
use crate::request::{Body, IfMatch, query};
use crate::startup::App;
use crate::store::{self, Append, Appended, GameId, JointMove, Json, StoredPart, now};
use crate::tables::{Folded, Sitting};

/// How the log names those who made a joint move.
const ACTOR: &str = "seats";

/// Whose part it is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    #[serde(default)]
    seat: Option<u8>,
}

/// A joint move on its way.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Waiting {
    /// The version of the record, as this viewer counts it; also the `ETag`.
    pub version: Seq,
    /// The move that all make at once now, if there is one.
    pub joint: Option<Joint>,
    /// The seats whose part is in.
    pub entered: Vec<Seat>,
    /// The seats whose part is awaited.
    pub awaited: Vec<Seat>,
    /// Whether all parts were in and did not fit together, so that everybody enters anew.
    pub refused: bool,
    /// What the viewer's own seat has entered.
    #[schemars(schema_with = "crate::contract::part")]
    pub own: Option<Value>,
}

/// What has been entered for the move that is due.
struct Entered {
    joint: Option<Joint>,
    parts: Vec<StoredPart>,
}

/// Shows what is due and who has entered it.
pub async fn show(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let (mut sitting, access) = sit(&app, &request).await?;
    let entered = settle(&app, &mut sitting).await?;
    waiting(sitting.folded()?, access, &entered)
}

/// Enters a part, in place of what the seat had entered before.
pub async fn enter(app: web::Data<App>, request: HttpRequest, body: Body) -> Result<HttpResponse, Problem> {
    let if_match = IfMatch::required(&request)?;
    let (mut sitting, access) = sit(&app, &request).await?;
    let seat = seat(&request, access)?;
    let folded = sitting.folded()?;
    if let Err(late) = check_version(folded, access, &if_match) {
        let since = named(folded, access, &if_match);
        return recorded(folded, access, since, seat, &body.json).ok_or(late);
    }
    let (part, joint) = judge(folded, access, seat, &body.json)?;
    let before = folded.record.version();
    let stored = Json::of(&part).map_err(|_| Problem::plain(Code::Internal))?;
    let taken = app.store().enter_part(of(folded, joint), number(seat), Some(&stored)).await?;
    let entered = settle(&app, &mut sitting).await?;
    let folded = sitting.folded()?;
    if let Some(answer) = recorded(folded, access, before, seat, &part) {
        return Ok(answer);
    }
    if entered.refuses(seat) {
        Err(Problem::plain(Code::PartsConflict))
    } else if taken && entered.joint == Some(joint) {
        waiting(folded, access, &entered)
    } else {
        Err(too_late(folded, access, &if_match))
    }
}

/// Withdraws a part.
pub async fn withdraw(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse, Problem> {
    let if_match = IfMatch::required(&request)?;
    let (mut sitting, access) = sit(&app, &request).await?;
    let seat = seat(&request, access)?;
    let folded = sitting.folded()?;
    check_version(folded, access, &if_match)?;
    Violation::check_seat(seat, folded.record.seats()).map_err(Rejected::from)?;
    let Some(joint) = due(folded) else { return waiting(folded, access, &Entered::nothing()) };
    let taken = app.store().enter_part(of(folded, joint), number(seat), None).await?;
    let entered = settle(&app, &mut sitting).await?;
    if taken || entered.refuses(seat) {
        waiting(sitting.folded()?, access, &entered)
    } else {
        Err(too_late(sitting.folded()?, access, &if_match))
    }
}

/// Makes the events that a service which ended too early did not make of sealed parts, and clears away what is left
/// of others.
pub async fn finish_all(app: web::Data<App>) {
    let finish = async |id: GameId| -> Result<(), Problem> {
        let Some(table) = app.tables.find(id).await? else { return Ok(()) };
        let mut sitting = app.tables.sit(table).await?;
        settle(&app, &mut sitting).await?;
        let passed = match due(sitting.folded()?) {
            Some(joint) => stored_seq(joint.since).0 - 1,
            None => i64::MAX,
        };
        Ok(app.store().forget_parts(id, store::Seq(passed)).await?)
    };
    match app.store().latest().games_with_parts().await {
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
    let Query { seat } = query(request)?;
    match (access, seat.map(Seat::new)) {
        (Access::Reader, _) => Err(auth::not_a_reader(request)),
        (Access::Seat(own), Some(other)) if own != other => Err(Problem::plain(Code::Forbidden)),
        (Access::Seat(own), _) | (Access::Scribe, Some(own)) => Ok(own),
        (Access::Scribe, None) => {
            Err(Problem::parameter("seat", "誰の分か、席の番号が必要です。", "say whose part it is."))
        }
    }
}

fn number(seat: Seat) -> u8 {
    u8::try_from(seat.number()).unwrap_or(u8::MAX)
}

fn stored_seq(seq: Seq) -> store::Seq {
    store::Seq(i64::try_from(seq.0).unwrap_or(i64::MAX))
}

/// The joint move that is due. Since when is told by what the public sees: what only some notice leaves it as it is.
fn due(folded: &Folded) -> Option<Joint> {
    if folded.broken.is_some() { None } else { folded.record.seen_by(Viewer::Public).joint() }
}

fn of(folded: &Folded, joint: Joint) -> JointMove {
    JointMove { game: folded.head.id, since: stored_seq(joint.since), seats: folded.record.seats().count() }
}

fn check_version(folded: &Folded, access: Access, if_match: &IfMatch) -> Result<(), Problem> {
    let own = seen(folded, access);
    if if_match.allows(own.version()) {
        Ok(())
    } else {
        Err(meanwhile::stale(&*own, if_match, &folded.names))
    }
}

/// The event of the full record after which the client's version was the newest.
fn named(folded: &Folded, access: Access, if_match: &IfMatch) -> Seq {
    let own = seen(folded, access);
    let since = if_match.last_before(own.version()).unwrap_or_else(|| own.version());
    own.origin(since).unwrap_or_default()
}

/// All were in, and what was made of them was not what this request wanted.
fn too_late(folded: &Folded, access: Access, if_match: &IfMatch) -> Problem {
    meanwhile::stale(&*seen(folded, access), if_match, &folded.names)
}

/// A part is judged first on what its seat knows, so that a refusal tells it nothing that it could not see. The scribe
/// knows everything that is recorded.
fn judge(folded: &Folded, access: Access, seat: Seat, part: &Value) -> Result<(Value, Joint), Problem> {
    if folded.broken.is_some() {
        return Err(Problem::plain(Code::UnreadableRecord));
    }
    let told = |rejected| match rejected {
        Rejected::Refused(refusal) => Problem::from(refusal.told(&folded.names)),
        malformed @ Rejected::Malformed(_) => malformed.into(),
    };
    let part = seen(folded, access).check_part(seat, part).map_err(told)?;
    let joint = folded.record.check_part(seat, &part).ok().and_then(|_| due(folded));
    Ok((part, joint.ok_or_else(|| Problem::plain(Code::HiddenConflict))?))
}

/// Makes the event of parts that are all in, and tells what is entered then.
async fn settle(app: &App, sitting: &mut Sitting) -> Result<Entered, Problem> {
    for _ in 0..TRIES {
        let folded = sitting.folded()?;
        let Some(joint) = due(folded) else { return Ok(Entered::nothing()) };
        let seats = usize::from(folded.record.seats().count());
        let joint_move = of(folded, joint);
        let entered = Entered { joint: Some(joint), parts: app.store().latest().parts(joint_move).await? };
        match entered.all(seats)? {
            Some(parts) => make(app, sitting, joint_move, &parts).await?,
            None => return Ok(entered),
        }
    }
    Err(Problem::plain(Code::Unavailable))
}

/// Tries to make the event of these parts. Whatever comes of it, the record is as new as the store afterwards.
async fn make(app: &App, sitting: &mut Sitting, joint: JointMove, parts: &[Value]) -> Result<(), Problem> {
    let mut folded = sitting.take()?;
    let before = folded.record.version();
    let mut next = folded.record.fork();
    let Some(entry) = next.join(parts).and_then(|entry| next.append(&entry).ok()) else {
        sitting.put_back(folded);
        sitting.catch_up(app.store()).await?;
        if sitting.folded()?.record.version() == before {
            app.store().refuse_parts(joint).await?;
        }
        return Ok(());
    };
    let at = now();
    let append = Append {
        game: joint.game,
        expected: Some(stored_seq(before)),
        idempotency: None,
        events: vec![event(&entry, at, ACTOR.to_owned())?],
    };
    let accepted = matches!(app.store().append(append).await?, Appended::Accepted { .. });
    if accepted {
        folded.times.push(at);
        folded.record = next;
        metrics::counter!("kifu_events_appended_total").increment(1);
    }
    sitting.put_back(folded);
    if accepted {
        app.store().forget_parts(joint.game, joint.since).await?;
    }
    sitting.catch_up(app.store()).await
}

/// The answer to a part that has become a move: the first joint move after this event of the full record, if it holds
/// this very part.
fn recorded(folded: &Folded, access: Access, since: Seq, seat: Seat, part: &Value) -> Option<HttpResponse> {
    let full = &folded.record;
    let entries = full.entries(Seq(since.0 + 1)).into_iter();
    let mut parts = entries.filter_map(|entry| Some((entry.seq, full.part(&entry.payload, seat)?)));
    let (at, _) = parts.next().filter(|(_, entered)| said(entered) == said(part))?;
    let own = seen(folded, access);
    let entries = own.entries(Seq(1)).into_iter().filter(|entry| entry.origin == at);
    let steps = own.steps_since(Seq(at.0 - 1), &folded.names).into_iter();
    let recorded = Recorded {
        recorded: true,
        entries: entries.map(|entry| entry.payload).collect(),
        steps: steps.filter(|step| own.origin(step.seq) == Some(at)).collect(),
        position: Position::of(&*own),
    };
    let tag = etag(recorded.position.version);
    Some(HttpResponse::Created().insert_header((ETAG, tag)).json(recorded))
}

/// What a part says; a field left out says null.
fn said(part: &Value) -> Vec<(&String, &Value)> {
    part.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()).collect()
}

fn waiting(folded: &Folded, access: Access, entered: &Entered) -> Result<HttpResponse, Problem> {
    let own_seat = if let Access::Seat(seat) = access { Some(seat) } else { None };
    let is_in = |seat: Seat| entered.valid().find(|part| Seat::new(part.seat) == seat);
    let own = own_seat.and_then(is_in).map(|part| part.part.read()).transpose();
    let seats = folded.record.seats().iter().filter(|_| entered.joint.is_some());
    let (entered_seats, awaited) = seats.partition(|seat| is_in(*seat).is_some());
    let waiting = Waiting {
        version: seen(folded, access).version(),
        joint: entered.joint,
        entered: entered_seats,
        awaited,
        refused: entered.parts.iter().any(|part| part.refused),
        own: own.map_err(|_| Problem::plain(Code::Internal))?,
    };
    Ok(HttpResponse::Ok().insert_header((ETAG, etag(waiting.version))).json(waiting))
}

impl Entered {
    fn nothing() -> Self {
        Self { joint: None, parts: Vec::new() }
    }

    /// Those that count.
    fn valid(&self) -> impl Iterator<Item = &StoredPart> {
        self.parts.iter().filter(|part| !part.refused)
    }

    /// Whether what this seat entered did not fit.
    fn refuses(&self, seat: Seat) -> bool {
        self.parts.iter().any(|part| part.refused && Seat::new(part.seat) == seat)
    }

    /// The parts by seat, if all are in.
    fn all(&self, seats: usize) -> Result<Option<Vec<Value>>, Problem> {
        if self.valid().count() < seats {
            return Ok(None);
        }
        let parts = self.valid().map(|part| part.part.read()).collect::<Result<_, _>>();
        parts.map(Some).map_err(|_| Problem::plain(Code::Internal))
    }
}
