//! Joint moves of a record of any game: their parts as JSON.

use serde_json::Value;

use super::Rejected;
use super::entries::{lenient_numbers, read_stored};
use super::of_game::without_game;
use crate::canonical_json::CanonicalJson;
use crate::game::Game;
use crate::joint::Joint;
use crate::malformed::Malformed;
use crate::record::{Entry, Record, Status};
use crate::rules::Part;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::tagged::{self, TYPE_FIELD};
use crate::violation::Violation;
use crate::words::json::Subject;

/// Moves that all seats of a record make at once.
pub trait AnyJointMoves {
    /// The joint move that is due; none once the game has ended.
    fn joint(&self) -> Option<Joint>;
    /// Checks a seat's part in the joint move that is due, and returns it as it is to be stored.
    ///
    /// # Errors
    ///
    /// If it does not read, no joint move is due, or a rule stands against it.
    fn check_part(&self, seat: Seat, part: &Value) -> Result<Value, Rejected>;
    /// The entry that these parts make, as stored, one by each seat; `None` if they make none.
    fn join(&self, parts: &[Value]) -> Option<Value>;
    /// The part of a seat in an entry, as it would be stored, if parts can have made the entry.
    fn part(&self, entry: &CanonicalJson, seat: Seat) -> Option<Value>;
}

impl<G: Game> AnyJointMoves for Record<G> {
    fn joint(&self) -> Option<Joint> {
        due(self)
    }

    fn check_part(&self, seat: Seat, part: &Value) -> Result<Value, Rejected> {
        check(self, seat, part)
    }

    fn join(&self, parts: &[Value]) -> Option<Value> {
        join::<G>(parts)
    }

    fn part(&self, entry: &CanonicalJson, seat: Seat) -> Option<Value> {
        part_of::<G>(entry, seat)
    }
}

pub(super) fn due<G: Game>(record: &Record<G>) -> Option<Joint> {
    let live = record.status() == Status::Live;
    let kind = G::Part::due(record.now()).filter(|_| live)?;
    let numbered = (1..).map(Seq).zip(record.log());
    let changes = numbered.filter(|(_, (_, entry))| !matches!(entry, Entry::Annotate { .. }));
    Some(Joint { kind, since: changes.map(|(seq, _)| seq).last().unwrap_or_default() })
}

/// A part that breaks several rules is refused by the first: G-1, G-3, G-5, then those of the game.
fn check<G: Game>(record: &Record<G>, seat: Seat, part: &Value) -> Result<Value, Rejected> {
    let part: G::Part = lenient_numbers(&*without_game(G::META.slug, Subject::Part, part)?, read)?;
    let part_as_stored = tagged::write(&part);
    if record.status() != Status::Live {
        return Err(Violation::game_over().into());
    }
    let due = G::Part::due(record.now()).ok_or_else(Violation::no_joint_move)?;
    match part_as_stored[TYPE_FIELD].as_str() {
        Some(kind) if kind != due => return Err(Violation::wrong_part::<G>(kind, due).into()),
        _ => Violation::check_seat(seat, record.seats())?,
    }
    // The parts of others can't be recorded as they are, so neither can the whole as irregular: no refusal offers it.
    part.check(record.now(), seat)?;
    Ok(part_as_stored)
}

fn join<G: Game>(parts: &[Value]) -> Option<Value> {
    let parts: Option<Vec<G::Part>> = parts.iter().map(|part| read(part).ok()).collect();
    Some(tagged::write(&G::Part::join(&BySeat::from(parts?))?))
}

fn part_of<G: Game>(entry: &CanonicalJson, seat: Seat) -> Option<Value> {
    let Ok(Entry::Play { mv, irregular: false } | Entry::Statement { mv, irregular: false }) =
        read_stored::<G::Move>(entry.as_str())
    else {
        return None;
    };
    Some(tagged::write(&G::Part::of(&mv, seat)?))
}

/// A part is never irregular: a breach would be one of all seats. So it has no marks.
fn read<P: serde::de::DeserializeOwned>(part: &Value) -> Result<P, Malformed> {
    let read = part.as_object().and_then(tagged::read_unmarked).ok_or_else(Malformed::no_type)?;
    read.map_err(|fault| Malformed::of(Subject::Part, &fault))
}
