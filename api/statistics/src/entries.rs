//! The entries of a record in statistics: a pure function of its log, and of its details beside the log.
//!
//! Incremental upkeep, a rebuild and the tests all count with an [`EntryBuilder`].
//!
//! A record's entries are the ranges of the feed in which it was over, each with its observations at that time. So an
//! earlier `as_of` is a comparison of positions. Who sat where, and whether a record is public, is as it is now in
//! every `as_of`: nobody finds again what was erased or hidden.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use kifu_engine::budget::Budget;
use kifu_engine::erased::{AnyGame, AnyRecord, Findings, Opening, Rejected};
use kifu_engine::game::Meta;
use kifu_engine::outcome::Outcome;
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Seats};
use kifu_engine::seq::Seq;
use kifu_engine::statistics::{Metric, Observation, Value as Seen};
use serde_json::Value as Json;
use uuid::Uuid;

use super::columns::GameEntry;
use super::columns::games::{Game, OPEN_ENDED};
use super::columns::observations::{StoredObservation, Value, WHOLE_TABLE};
use super::common::FinishedRecord;
use super::definitions::{self, COMMON};
use super::shapes::{EVENT, STEP, dimensions, id};

/// The details of a record beside its log.
pub struct RecordDetails {
    /// The record.
    pub id: Uuid,
    /// The kind of game.
    pub game: &'static dyn AnyGame,
    /// How it was opened.
    pub opening: Opening,
    /// When it was played, or opened, where nobody said so.
    pub played_at: DateTime<Utc>,
    /// The place where it was played.
    pub place: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// The players, by seat.
    pub players: Vec<Option<Uuid>>,
    /// Its observations by slow metrics after the event at this position.
    pub slow: Option<(i64, ObservationsByMetric)>,
}

/// Observations by the id of their metric.
pub type ObservationsByMetric = BTreeMap<String, Vec<StoredObservation>>;

/// An event of a record, behind its opening.
#[derive(Clone, Copy, Debug)]
pub struct LogEvent<'l> {
    /// The position in the feed.
    pub position: i64,
    /// When it was recorded.
    pub at: DateTime<Utc>,
    /// The column `type`.
    pub kind: &'l str,
    /// The entry.
    pub payload: &'l str,
}

/// The facts of a record that is over.
#[derive(Clone, Debug, PartialEq)]
struct RecordFacts {
    irregular: bool,
    won: Vec<bool>,
    places: Vec<u8>,
    ending: &'static str,
    observations: ObservationsByMetric,
}

/// The walk along a log, as far as its events fold: where one does not, the record says nothing from there on.
///
/// # Errors
///
/// If the record does not even open.
pub fn walk<'l>(
    head: &RecordDetails,
    log: impl IntoIterator<Item = LogEvent<'l>>,
) -> Result<EntryBuilder, Rejected> {
    let mut record = head.game.open(&head.opening)?;
    let mut walk = EntryBuilder::default();
    for event in log {
        if record.append_stored(event.payload).is_err() {
            walk.breaks(event.position);
            break;
        }
        walk.step(&*record, &event);
    }
    Ok(walk)
}

/// A walk along a log, while somebody folds it.
#[derive(Default)]
pub struct EntryBuilder {
    intervals: Vec<ValidInterval>,
    /// When each event behind the opening was logged.
    times: Vec<DateTime<Utc>>,
    is_broken: bool,
}

impl EntryBuilder {
    /// The record as it stands after an event.
    pub fn step(&mut self, record: &dyn AnyRecord, event: &LogEvent<'_>) {
        self.times.push(event.at);
        // Comments are the one thing that may be said often when all is over.
        if event.kind != "annotate" {
            self.set_facts(event.position, facts(record, &self.times));
        }
    }

    /// The last event of a record that is over, comments aside; `None` if it is not.
    pub fn over_at(&self) -> Option<i64> {
        self.intervals.last().filter(|interval| interval.until == OPEN_ENDED).map(|interval| interval.last)
    }

    /// The event at this position no longer folds.
    pub fn breaks(&mut self, position: i64) {
        self.is_broken = true;
        self.set_facts(position, None);
    }

    /// True if all events folded.
    pub fn is_whole(&self) -> bool {
        !self.is_broken
    }

    /// The entries of the record, one for each range of the feed in which it was over.
    pub fn entries(self, head: &RecordDetails) -> Vec<GameEntry> {
        if self.intervals.is_empty() {
            return Vec::new();
        }
        // A record that was folded has options that can be read.
        let options =
            head.game.all_options(&head.opening).map(|options| with_sorted_names(&options).to_string());
        let options = options.unwrap_or_default();
        self.intervals.into_iter().map(|interval| interval.entry(head, &options)).collect()
    }

    fn set_facts(&mut self, position: i64, facts: Option<RecordFacts>) {
        let open = self.intervals.last_mut().filter(|interval| interval.until == OPEN_ENDED);
        match (open, facts) {
            (Some(open), Some(facts)) if open.facts == facts => open.last = position,
            (Some(open), facts) => {
                open.until = position;
                self.begin_interval(position, facts);
            }
            (None, facts) => self.begin_interval(position, facts),
        }
    }

    fn begin_interval(&mut self, from: i64, facts: Option<RecordFacts>) {
        self.intervals.extend(facts.map(|facts| ValidInterval {
            from,
            last: from,
            until: OPEN_ENDED,
            facts,
        }));
    }
}

struct ValidInterval {
    from: i64,
    /// The last event, comments aside: slow metrics may see a difference where others see none.
    last: i64,
    until: i64,
    facts: RecordFacts,
}

impl ValidInterval {
    fn entry(self, head: &RecordDetails, options: &str) -> GameEntry {
        let Self { from, last, until, mut facts } = self;
        if let Some((at, slow)) = &head.slow
            && (*at, OPEN_ENDED) == (last, until)
        {
            facts.observations.extend(slow.clone());
        }
        let game = Game {
            id: head.id,
            from,
            until,
            played_at: head.played_at.timestamp_millis(),
            irregular: facts.irregular,
            options: options.to_owned(),
            rules_version: head.opening.rules_version.number(),
            place: head.place.clone(),
            tags: head.tags.clone(),
            players: head.players.clone(),
            won: facts.won,
            places: facts.places,
            ending: facts.ending.to_owned(),
        };
        GameEntry { game, observations: facts.observations }
    }
}

/// The facts of a record as it stands; `None` unless it is over.
fn facts(record: &dyn AnyRecord, times: &[DateTime<Utc>]) -> Option<RecordFacts> {
    if record.status() != Status::Over {
        return None;
    }
    let (outcome, findings) = (record.outcome()?, record.findings()?);
    let seats = record.seats();
    let finished = FinishedRecord { record, outcome: &outcome, first: findings.first_player, times };
    let common =
        definitions::of(record.meta()).map(|metric| (id(COMMON, metric.name), finished.observe(metric)));
    let mut observations: ObservationsByMetric = common.filter(|(_, ones)| !ones.is_empty()).collect();
    observations.extend(own_observations(record.meta(), findings));
    Some(RecordFacts {
        irregular: record.is_irregular(),
        won: seats.iter().map(|seat| outcome.winners.contains(&seat)).collect(),
        places: places(&outcome, seats),
        ending: outcome.ending,
        observations,
    })
}

/// Observes a record that is over for slow metrics, which takes long.
pub fn slow_observations(record: &dyn AnyRecord, budget: &dyn Budget) -> ObservationsByMetric {
    let findings = record.slow_findings(budget);
    findings.into_iter().flat_map(|findings| own_observations(record.meta(), findings)).collect()
}

/// The observations of the game's own metrics, by id.
fn own_observations(
    game: &'static Meta,
    findings: Findings,
) -> impl Iterator<Item = (String, Vec<StoredObservation>)> {
    let steps: HashMap<Seq, usize> = findings.moves.into_iter().zip(1..).collect();
    let mut columns = vec![Vec::new(); game.metrics.len()];
    // Games observe one metric after the other, so the metric is mostly the one of the observation before.
    let mut at = 0;
    for seen in findings.observations {
        if game.metrics.get(at).is_none_or(|metric| metric.name != seen.metric) {
            let Some(other) = game.metrics.iter().position(|metric| metric.name == seen.metric) else {
                continue;
            };
            at = other;
        }
        columns[at].extend(one(&game.metrics[at], seen, &steps));
    }
    let columns = game.metrics.iter().zip(columns).filter(|(_, ones)| !ones.is_empty());
    columns.map(|(metric, ones)| (id(game.slug, metric.name), ones))
}

fn one(metric: &Metric, mut seen: Observation, steps: &HashMap<Seq, usize>) -> Option<StoredObservation> {
    let event = seen.event;
    let mut dimension = |name: &str| match name {
        STEP => steps.get(&event?).map(usize::to_string),
        EVENT => event.map(|event| event.0.to_string()),
        name => {
            let entry = seen.dimensions.iter_mut().find(|(entry, _)| *entry == name);
            entry.map(|(_, word)| std::mem::take(word))
        }
    };
    let seat = match seen.seat {
        Some(seat) => seat.as_u8()?,
        None => WHOLE_TABLE,
    };
    Some(StoredObservation {
        dimensions: dimensions(metric).map(&mut dimension).collect(),
        seat,
        value: match seen.value {
            Seen::Number(number) => Value::Number(number),
            Seen::Word(word) => Value::Word(word),
            Seen::Between(low, high) => Value::Between(low, high),
        },
    })
}

/// By seat; winners 1 and losers 2 where the game has no places.
fn places(outcome: &Outcome, seats: Seats) -> Vec<u8> {
    let place = |seat: Seat| match outcome.places.as_ref().and_then(|places| places.get(seat)) {
        Some(place) => *place,
        None if outcome.winners.contains(&seat) => 1,
        None => 2,
    };
    seats.iter().map(place).collect()
}

/// Returns the JSON with the names of every object in order.
fn with_sorted_names(json: &Json) -> Json {
    match json {
        Json::Object(members) => {
            let members: BTreeMap<_, _> =
                members.iter().map(|(name, value)| (name.clone(), with_sorted_names(value))).collect();
            Json::Object(members.into_iter().collect())
        }
        Json::Array(items) => items.iter().map(with_sorted_names).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests;
