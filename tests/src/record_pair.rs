//! Two logs of one game that look alike to a viewer and differ in facts hidden from that viewer.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use kifu_engine::erased::{AnyGame, AnyRecord, Opening};
use kifu_engine::game::Chooser;
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::seq::Seq;
use kifu_engine::text::Names;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::entering::every_filling;
use crate::games::Chance;
use crate::mangling::{another, mangle};

/// So many statements of a kind are tried over HTTP, spread over all there are; the engine's own tests try all.
const MAX_STATEMENTS: usize = 40;
/// So many fillings of a form are looked at.
const MAX_FILLINGS: usize = 1500;
/// Longest of them.
const MAX_MOVES: usize = 60;

/// Two logs, each entry with the time it was logged at.
#[derive(Clone, Debug)]
pub struct RecordPair {
    /// The kind of game.
    pub game: &'static str,
    /// How both were set up.
    pub opening: Opening,
    /// The viewer that can't tell them apart.
    pub viewer: Viewer,
    /// The one log.
    pub one: Vec<(DateTime<Utc>, Value)>,
    /// The other.
    pub other: Vec<(DateTime<Utc>, Value)>,
    /// Moves to try on both.
    pub probes: Vec<Value>,
}

/// The possible statements of a seat at one point of a game, true or not: every move of one kind that its keys make,
/// and some that they don't; or every part of the joint move that is due.
#[derive(Clone, Debug)]
pub struct Statements {
    /// The game up to that point.
    pub record_pair: RecordPair,
    /// The type of the move.
    pub kind: String,
    /// True: these are parts.
    pub are_parts: bool,
    /// The number of statements that disagree with a hidden fact, in one of the two logs at least; of parts, the
    /// number that the whole of the two logs would judge otherwise.
    pub disputed: usize,
    /// Statements that the seat might make. None of them ends the game.
    pub entries: Vec<Value>,
}

impl RecordPair {
    /// A random game and its twin with other secrets: event by event, so that the two are of one length. `None` if
    /// this seed gave no secret that could have been another.
    ///
    /// # Panics
    ///
    /// If the engine refuses its own sample.
    pub fn with_other_secrets(game: &dyn AnyGame, seed: u64, viewer: Viewer) -> Option<Self> {
        let mut dice = Chance::seeded(seed);
        let opening = game.sample_opening(&mut dice);
        let (mut this, mut that) = (game.open(&opening).unwrap(), game.open(&opening).unwrap());
        let (mut one, mut other) = (Vec::new(), Vec::new());
        while one.len() < MAX_MOVES {
            let Some((next, next_other)) = step(&*this, &*that, viewer, &mut dice) else { break };
            one.push((time(one.len()), this.append(&next).unwrap().value()));
            other.push((time(other.len()), that.append(&next_other).unwrap().value()));
        }
        let probes = probes(&*this, &mut dice);
        let record_pair = Self { game: game.meta().slug, opening, viewer, one, other, probes };
        (record_pair.one != record_pair.other).then_some(record_pair)
    }

    /// The possible statements of the viewer, if it is a seat. Each kind is at the point where most of it would
    /// disagree with a hidden fact, else at the point with most statements, after the two logs have come to differ.
    ///
    /// # Panics
    ///
    /// If a log does not fold.
    #[must_use]
    pub fn statements(&self, game: &dyn AnyGame) -> Vec<Statements> {
        let Viewer::Seat(seat) = self.viewer else { return Vec::new() };
        let mut records = [game.open(&self.opening).unwrap(), game.open(&self.opening).unwrap()];
        let names = Names::none(self.opening.seats.into());
        let mut most: BTreeMap<(String, bool), ((usize, usize), Statements)> = BTreeMap::new();
        for length in 1..=self.one.len() {
            for (record, log) in records.iter_mut().zip([&self.one, &self.other]) {
                record.append(&log[length - 1].1).unwrap();
            }
            if self.one[..length] == self.other[..length] {
                continue;
            }
            let own = records[0].seen_by(self.viewer);
            for ((kind, are_parts), statements) in say(&*own, seat) {
                let mut dice = Chance::seeded(length as u64);
                let mut some = spread(&statements, MAX_STATEMENTS);
                some.extend(spread(&statements, MAX_STATEMENTS / 4).iter().map(|mv| mangle(mv, &mut dice)));
                let mut disputed = 0;
                if are_parts {
                    disputed = some.iter().filter(|part| is_judged_otherwise(&records, seat, part)).count();
                } else {
                    some.retain(|mv| match become_of(&records, &*own, mv, &names) {
                        Some(is_disputed) => {
                            disputed += usize::from(is_disputed);
                            true
                        }
                        None => false,
                    });
                }
                let key = (kind.clone(), are_parts);
                let rank = (disputed, statements.len());
                if most.get(&key).is_none_or(|(other, _)| *other < rank) {
                    let record_pair = self.up_to(length);
                    most.insert(
                        key,
                        (rank, Statements { record_pair, kind, are_parts, disputed, entries: some }),
                    );
                }
            }
        }
        most.into_values().map(|(_, statements)| statements).collect()
    }

    fn up_to(&self, length: usize) -> Self {
        let [one, other] = [&self.one, &self.other].map(|log| log[..length].to_vec());
        Self { one, other, probes: Vec::new(), ..self.clone() }
    }

    /// A random game with hidden moves, hidden marks of broken rules and corrections that the viewer does not notice,
    /// and the log of a scribe who knew only as much as the viewer. `None` if nothing was hidden.
    ///
    /// # Panics
    ///
    /// If the engine refuses its own sample.
    pub fn with_hidden_entries(game: &dyn AnyGame, seed: u64, viewer: Viewer) -> Option<Self> {
        let mut dice = Chance::seeded(seed);
        let opening = game.sample_opening(&mut dice);
        let mut record = game.open(&opening).unwrap();
        let mut one = Vec::new();
        while one.len() < MAX_MOVES {
            let Some(mv) = record.sample(&mut dice) else { break };
            let mut next = record.fork();
            let entry = append_marked(&mut *next, &mv, viewer, &mut dice);
            if next.status() != Status::Live {
                break;
            }
            record = next;
            one.push((time(one.len()), entry));
            if let Some(correction) = correct_unnoticed(&mut record, &one, viewer, &mut dice) {
                one.push((time(one.len()), correction));
            }
        }
        let probes = probes(&*record, &mut dice);
        let whole = Self { game: game.meta().slug, opening, viewer, other: Vec::new(), one, probes };
        let record_pair = whole.with_no_secrets(game);
        (record_pair.one.len() != record_pair.other.len()).then_some(record_pair)
    }

    /// Tells if only the first log shows a broken rule, and by how many entries it is longer.
    ///
    /// # Panics
    ///
    /// If a log does not fold.
    #[must_use]
    pub fn hides(&self, game: &dyn AnyGame) -> (bool, usize) {
        let is_irregular = |log: &[(DateTime<Utc>, Value)]| {
            let mut record = game.open(&self.opening).unwrap();
            for (_, entry) in log {
                record.append(entry).unwrap();
            }
            record.is_irregular()
        };
        let breach = is_irregular(&self.one) && !is_irregular(&self.other);
        (breach, self.one.len().saturating_sub(self.other.len()))
    }

    /// The game with the log of a scribe who knew only as much as the viewer.
    fn with_no_secrets(&self, game: &dyn AnyGame) -> Self {
        let mut record = game.open(&self.opening).unwrap();
        self.one.iter().for_each(|(_, entry)| drop(record.append(entry).unwrap()));
        let seen = record.seen_by(self.viewer).entries(Seq(1)).into_iter();
        let at = |origin: Seq| time(usize::try_from(origin.0).unwrap() - 1);
        Self { other: seen.map(|entry| (at(entry.origin), entry.payload.value())).collect(), ..self.clone() }
    }
}

/// Tells if a seat's statement would be disputed in one of these records. It changes none if the seat's own log does
/// not allow it; `None` if it would end the game.
fn become_of(
    records: &[Box<dyn AnyRecord>; 2],
    own: &dyn AnyRecord,
    statement: &Value,
    names: &Names,
) -> Option<bool> {
    if own.fork().add(statement, names).is_err() {
        return Some(false);
    }
    let mut disputed = false;
    for record in records {
        let (mut after, before) = (record.fork(), record.disputes().len());
        after.append_statement(statement).ok().filter(|_| after.status() == Status::Live)?;
        disputed |= after.disputes().len() > before;
    }
    Some(disputed)
}

/// True if hidden facts would change the judgement of a part, if it were judged on everything that is recorded.
fn is_judged_otherwise(records: &[Box<dyn AnyRecord>; 2], seat: Seat, part: &Value) -> bool {
    let [one, other] = records.each_ref().map(|record| format!("{:?}", record.check_part(seat, part)));
    one != other
}

/// Logs a move, now and then marked as irregular where the viewer does not see it.
fn append_marked(record: &mut dyn AnyRecord, mv: &Value, viewer: Viewer, dice: &mut Chance) -> Value {
    let mut marked = mv.clone();
    marked["irregular"] = true.into();
    let mut attempt = record.fork();
    let is_hidden = attempt.append(&marked).is_ok() && !attempt.seen_by(viewer).is_irregular();
    let entry = if is_hidden && dice.below(3) == 0 { &marked } else { mv };
    record.append(entry).unwrap_or_else(|why| panic!("{entry}: {why:?}")).value()
}

/// Now and then amends an earlier move so that the viewer sees nothing of it.
fn correct_unnoticed(
    record: &mut Box<dyn AnyRecord>,
    log: &[(DateTime<Utc>, Value)],
    viewer: Viewer,
    dice: &mut Chance,
) -> Option<Value> {
    let index = dice.below(log.len());
    let (_, earlier) = &log[index];
    if dice.below(3) > 0 || earlier["type"] == "amend" {
        return None;
    }
    let amend = json!({"type": "amend", "event": index + 1, "with": mangle(earlier, dice)});
    let mut next = record.fork();
    let stored = next.append(&amend).ok()?;
    let is_hidden = visible_log(&*next, viewer) == visible_log(&**record, viewer)
        && next.status() == Status::Live
        && !next.seen_by(viewer).is_irregular();
    is_hidden.then(|| {
        *record = next;
        stored.value()
    })
}

/// The log that a viewer would have written.
fn visible_log(record: &dyn AnyRecord, viewer: Viewer) -> Vec<Value> {
    record.seen_by(viewer).entries(Seq(1)).into_iter().map(|entry| entry.payload.value()).collect()
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
    (same.status() == Status::Live && visible_log(&*same, viewer) == visible_log(&*next, viewer))
        .then(|| (mv.clone(), mv))
}

fn probes(record: &dyn AnyRecord, dice: &mut Chance) -> Vec<Value> {
    let Some(mv) = record.sample(dice) else { return Vec::new() };
    (0..12).map(|_| mangle(&mv, dice)).chain([mv.clone()]).collect()
}

/// The possible statements of a seat as it taps its keys, by kind; those that it might enter are marked.
fn say(own: &dyn AnyRecord, seat: Seat) -> BTreeMap<(String, bool), BTreeSet<String>> {
    let names = Names::none(own.seats().len());
    let forms = own.forms(Viewer::Seat(seat), None, &names).unwrap_or_default();
    let forms = forms.iter().map(|form| (form, false));
    let part = own.part_form(seat, &names);
    let mut statements: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (form, is_part) in forms.chain(part.iter().map(|form| (form, true))) {
        let filled = every_filling(json!(form)).take(MAX_FILLINGS);
        let own = filled.filter(|mv| is_part || own.actor(mv) == Ok(Some(seat)));
        let kind = form.mv["type"].as_str().unwrap_or_default().to_owned();
        statements.entry((kind, is_part)).or_default().extend(own.map(|mv| mv.to_string()));
    }
    statements
}

/// Some of them, spread over all.
fn spread(statements: &BTreeSet<String>, most: usize) -> Vec<Value> {
    let stride = statements.len().div_ceil(most).max(1);
    statements.iter().step_by(stride).map(|mv| serde_json::from_str(mv).unwrap()).collect()
}

fn time(index: usize) -> DateTime<Utc> {
    let begun = DateTime::from_timestamp(1_767_322_800, 0).unwrap_or_default();
    begun + TimeDelta::seconds(i64::try_from(index).unwrap_or_default())
}

/// When a record of this id was opened. No two are: the same log opened at one time is one record to an import.
fn opened_at(id: Uuid) -> DateTime<Utc> {
    let [.., a, b, c] = id.into_bytes();
    time(0) - TimeDelta::seconds(u32::from_be_bytes([0, a, b, c]).into())
}

/// The portable file of a record with this log.
pub fn records_file(
    id: Uuid,
    record_pair: &RecordPair,
    log: &[(DateTime<Utc>, Value)],
    visibility: &str,
) -> Value {
    let names: Vec<_> = (0..record_pair.opening.seats).map(|seat| format!("Player {seat}")).collect();
    let log: Vec<_> = log.iter().map(|(at, entry)| json!({"at": at, "entry": entry})).collect();
    json!({
        "kifu": 1, "id": id, "game": record_pair.game, "seats": record_pair.opening.seats,
        "rules_version": record_pair.opening.rules_version,
        "options": record_pair.opening.options, "opened_at": opened_at(id), "visibility": visibility,
        "details": {"names": names, "tags": []}, "log": log,
    })
}
