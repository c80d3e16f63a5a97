//! Two logs of one game that tell a viewer the same and differ in what is hidden from that viewer.

use chrono::{DateTime, TimeDelta, Utc};
use kifu_engine::erased::{AnyGame, AnyRecord, Opening};
use kifu_engine::game::Seq;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::games::Chance;
use crate::mangling::{another, mangle};

/// Longest of them.
const LONGEST: usize = 60;

/// Two logs, each entry with the time it was logged at.
#[derive(Clone, Debug)]
pub struct Twins {
    /// The kind of game.
    pub game: &'static str,
    /// How both were set up.
    pub opening: Opening,
    /// Who can't tell them apart.
    pub viewer: Viewer,
    /// The one log.
    pub one: Vec<(DateTime<Utc>, Value)>,
    /// The other.
    pub other: Vec<(DateTime<Utc>, Value)>,
    /// Moves to try on both.
    pub probes: Vec<Value>,
}

impl Twins {
    /// A random game and the same with other secrets: event by event, so that the two are of one
    /// length. `None` if this seed gave no secret that could have been another.
    ///
    /// # Panics
    ///
    /// If the engine refuses its own sample.
    pub fn with_other_secrets(game: &dyn AnyGame, seed: u64, viewer: Viewer) -> Option<Self> {
        let mut dice = Chance::seeded(seed);
        let opening = game.sample_opening(&mut dice);
        let (mut this, mut that) = (game.open(&opening).unwrap(), game.open(&opening).unwrap());
        let (mut one, mut other) = (Vec::new(), Vec::new());
        while one.len() < LONGEST {
            let Some((next, next_other)) = step(&*this, &*that, viewer, &mut dice) else { break };
            one.push((time(one.len()), this.append(&next).unwrap()));
            other.push((time(other.len()), that.append(&next_other).unwrap()));
        }
        let probes = probes(&*this, &mut dice);
        let twins = Self { game: game.meta().slug, opening, viewer, one, other, probes };
        (twins.one != twins.other).then_some(twins)
    }

    /// The same game, and what a scribe would have logged who knew only what the viewer knew.
    ///
    /// # Panics
    ///
    /// If the log does not fold.
    #[must_use]
    pub fn with_no_secrets(&self, game: &dyn AnyGame) -> Self {
        let mut record = game.open(&self.opening).unwrap();
        self.one.iter().for_each(|(_, entry)| drop(record.append(entry).unwrap()));
        let seen = record.seen_by(self.viewer).entries(Seq(1)).into_iter();
        let at = |origin: Seq| time(usize::try_from(origin.0).unwrap() - 1);
        Self { other: seen.map(|entry| (at(entry.origin), entry.payload)).collect(), ..self.clone() }
    }
}

/// A move for each of the two records, after which the viewer still sees the same.
fn step(
    this: &dyn AnyRecord,
    that: &dyn AnyRecord,
    viewer: Viewer,
    dice: &mut Chance,
) -> Option<(Value, Value)> {
    let mv = this.sample(dice)?;
    let mut next = this.fork();
    next.append(&mv).unwrap_or_else(|why| panic!("{mv}: {why:?}"));
    if next.status() != Status::Live {
        return None;
    }
    if let Some(other) = another(that, &mv, viewer, &*next, dice) {
        return Some((mv, other));
    }
    let mut same = that.fork();
    same.append(&mv).ok()?;
    let log = |record: &dyn AnyRecord| {
        let entries = record.seen_by(viewer).entries(Seq(1)).into_iter();
        entries.map(|entry| entry.payload).collect::<Vec<_>>()
    };
    (same.status() == Status::Live && log(&*same) == log(&*next)).then(|| (mv.clone(), mv))
}

fn probes(record: &dyn AnyRecord, dice: &mut Chance) -> Vec<Value> {
    let Some(mv) = record.sample(dice) else { return Vec::new() };
    (0..12).map(|_| mangle(&mv, dice)).chain([mv.clone()]).collect()
}

fn time(index: usize) -> DateTime<Utc> {
    let begun = DateTime::from_timestamp(1_767_322_800, 0).unwrap_or_default();
    begun + TimeDelta::seconds(i64::try_from(index).unwrap_or_default())
}

/// The portable file of a record with this log.
pub fn records_file(id: Uuid, twins: &Twins, log: &[(DateTime<Utc>, Value)], visibility: &str) -> Value {
    let names: Vec<_> = (0..twins.opening.seats).map(|seat| format!("Player {seat}")).collect();
    let log: Vec<_> = log.iter().map(|(at, entry)| json!({"at": at, "entry": entry})).collect();
    json!({
        "kifu": 1, "id": id, "game": twins.game, "seats": twins.opening.seats,
        "options": twins.opening.options, "opened_at": time(0), "visibility": visibility,
        "details": {"names": names, "tags": []}, "log": log,
    })
}
