//! The observations of a finished record.

use std::collections::BTreeMap;

use strum::VariantArray;

use super::Bremen;
use super::analysis::lost_round;
use super::moves::Move;
use super::outcome::{Conditions, beside_target, target_rounds};
use super::rules::table::{ROUND_COUNT, Table};
use super::rules::tile::{Animal, Tile};
use super::rules::trick::Play;
use crate::budget::Budget;
use crate::game::Metrics;
use crate::record::Replay;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::statistics::Observation;

impl Metrics for Bremen {
    fn first_player(replay: &Replay<Self>) -> Option<Seat> {
        replay.end().table.as_ref().and_then(|table| table.first)
    }

    fn observe(replay: &Replay<Self>) -> Vec<Observation> {
        let Some(table) = &replay.end().table else { return Vec::new() };
        let events = Events::of(replay);
        let mut seen = observe_game(table);
        seen.extend(observe_leader_when_lost(table, &events));
        seen.extend(observe_rounds(table, &events));
        seen
    }

    fn observe_slowly(replay: &Replay<Self>, budget: &dyn Budget) -> Vec<Observation> {
        let table = replay.end().table.as_ref();
        table.and_then(|table| observe_lost_round(replay, table, budget)).into_iter().collect()
    }
}

/// The events that recorded the plays.
struct Events {
    /// A tile that a seat chose to play.
    played: BTreeMap<Tile, Seq>,
    /// By round, the event that completed it.
    completed: Vec<Seq>,
}

impl Events {
    fn of(replay: &Replay<Bremen>) -> Self {
        let mut events = Self { played: BTreeMap::new(), completed: Vec::new() };
        for step in &replay.steps {
            if let Move::Play { tile, .. } = step.mv {
                events.played.insert(tile, step.seq);
            }
            let rounds = step.after.table.as_ref().map_or(0, |table| table.rounds.len());
            events.completed.resize(rounds.max(events.completed.len()), step.seq);
        }
        events
    }
}

/// The observations of a whole finished game.
fn observe_game(table: &Table) -> Vec<Observation> {
    let Some(conditions) = table.conditions() else { return Vec::new() };
    let chickens = chickens_dealt(table);
    let all: Option<Vec<usize>> = chickens.values().copied().collect();
    let most = all.and_then(|all| all.into_iter().max());
    let by_hands = |seen: Observation| match most {
        Some(most) => seen.with("most_chickens", most),
        None => seen,
    };
    let mut seen = vec![by_hands(Observation::share("win", None, conditions.won()))];
    match table.result() {
        Some((score, title)) => {
            seen.push(by_hands(Observation::word("title", None, title.word())));
            seen.push(by_hands(Observation::number("score", None, score as f64)));
        }
        None => seen.extend(observe_loss(table, conditions)),
    }
    seen.extend(observe_takers(table, &chickens));
    seen
}

/// How many chickens each seat was dealt: those that it played, and the one it may have left; `None` if the tile
/// left is not known.
fn chickens_dealt(table: &Table) -> BySeat<Option<usize>> {
    let left = |seat: Seat| table.left.as_ref().and_then(|left| left[seat].value());
    let seen =
        table.plays().map(|play| play.tile).chain(table.seats.iter().filter_map(left)).chain(table.center);
    let seen = seen.filter(|tile| tile.is_chicken()).count();
    let unknown_hands = table.seats.iter().filter(|seat| left(*seat).is_none()).count();
    let unseen = table.in_game().count(Animal::Chicken).saturating_sub(seen);
    BySeat::new(table.seats, |seat| {
        let played = table.plays().filter(|play| play.seat == seat && play.tile.is_chicken()).count();
        match left(seat) {
            Some(tile) => Some(played + usize::from(tile.is_chicken())),
            None if unseen == 0 => Some(played),
            None if unseen == unknown_hands => Some(played + 1),
            None => None,
        }
    })
}

fn observe_loss(table: &Table, conditions: Conditions) -> Vec<Observation> {
    let failed = match (conditions.tiles_taken, conditions.animals_left) {
        (false, false) => "both",
        (false, _) => "tiles_taken",
        _ => "animals_left",
    };
    let beside = beside_target(table.seats, &table.rounds_taken());
    let tiles = beside.iter().map(|(rounds, _)| (rounds * table.seats.len()).to_string());
    let pattern = tiles.collect::<Vec<_>>().join("-");
    let off: usize = beside.iter().map(|(rounds, target)| rounds.saturating_sub(*target)).sum();
    let mut seen = vec![
        Observation::word("failed_condition", None, failed),
        Observation::word("taken_pattern", None, pattern),
        Observation::number("rounds_off_target", None, off as f64),
    ];
    let round = lost_after(table);
    seen.extend(round.map(|round| Observation::number("lost_after_round", None, round as f64)));
    seen
}

fn observe_leader_when_lost(table: &Table, events: &Events) -> Option<Observation> {
    let number = [lost_after(table), animal_gone_after(table)].into_iter().flatten().min()?;
    let round = table.rounds.get(number - 1)?;
    let leader = round.trick.plays().next()?.seat;
    let place = table.seats.from(table.first?).position(|seat| seat == leader)?;
    let seen = Observation::share("leader_when_lost", leader, round.taken.seat == leader);
    Some(seen.with("from_first_leader", place).in_round(number, *events.completed.get(number - 1)?))
}

/// The last round in which all could win, with all hands open; 0 if the deal could not be won.
#[expect(clippy::cast_precision_loss, reason = "rounds are few")]
fn observe_lost_round(replay: &Replay<Bremen>, table: &Table, budget: &dyn Budget) -> Option<Observation> {
    if table.conditions()?.won() {
        return None;
    }
    let seen_after = [lost_after(table), animal_gone_after(table)].into_iter().flatten().min();
    let bounds = lost_round(replay, seen_after.unwrap_or(ROUND_COUNT), budget)?;
    Some(Observation::between("lost_in_round", None, bounds.map(|round| round as f64)))
}

/// The round after which a seat had taken more than the first condition allows. Sorted with the most
/// first, no seat may be above its target.
fn lost_after(table: &Table) -> Option<usize> {
    let mut taken = BySeat::new(table.seats, |_| 0);
    for (round, played) in (1..).zip(table.rounds.iter()) {
        taken[played.taken.seat] += 1;
        if beside_target(table.seats, &taken).iter().any(|(rounds, target)| rounds > target) {
            return Some(round);
        }
    }
    None
}

/// The round in which the last tile of an animal was played: after it, the tiles left cannot be four different animals.
fn animal_gone_after(table: &Table) -> Option<usize> {
    let mut played: Vec<Animal> = Vec::new();
    (1..).zip(table.rounds.iter()).find_map(|(round, trick)| {
        played.extend(trick.trick.plays().map(|play| play.tile.animal()));
        let is_gone = |animal: &Animal| {
            played.iter().filter(|played| *played == animal).count() == table.in_game().count(*animal)
        };
        Animal::VARIANTS.iter().any(is_gone).then_some(round)
    })
}

fn observe_takers(table: &Table, chickens: &BySeat<Option<usize>>) -> Vec<Observation> {
    let taken = table.rounds_taken();
    let most = target_rounds(table.seats).first().copied().unwrap_or_default();
    let places: Vec<Seat> = table.first.map(|first| table.seats.from(first).collect()).unwrap_or_default();
    let numbered = places.iter().enumerate();
    numbered
        .flat_map(|(place, &seat)| {
            [("took_24", most), ("took_0", 0)].map(|(metric, rounds)| {
                let seen = Observation::share(metric, seat, taken[seat] == rounds);
                let seen = seen.with("from_first_leader", place);
                match chickens[seat] {
                    Some(chickens) => seen.with("chickens", chickens),
                    None => seen,
                }
            })
        })
        .collect()
}

fn observe_rounds(table: &Table, events: &Events) -> Vec<Observation> {
    let mut seen = Vec::new();
    for ((number, round), completed) in (1_u32..).zip(table.rounds.iter()).zip(&events.completed) {
        let leader = round.trick.plays().next().map(|led| led.seat);
        seen.extend(leader.map(|leader| {
            Observation::share("leader_takes", leader, round.taken.seat == leader)
                .in_round(number, *completed)
        }));
        for &Play { seat, tile, .. } in round.trick.plays().filter(|play| play.tile.is_chicken()) {
            let event = *events.played.get(&tile).unwrap_or(completed);
            let of =
                |observation: Observation| observation.with("number", tile.number()).in_round(number, event);
            seen.push(of(Observation::number("chicken_round", seat, f64::from(number))));
            seen.push(of(Observation::share("chicken_takes", seat, round.taken.seat == seat)));
        }
    }
    seen
}
