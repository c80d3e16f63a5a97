//! The observations of a finished record.

use strum::VariantArray;

use super::moves::{Effect, Move, Touched};
use super::rules::landing::{Landing, LandingKind};
use super::{DancingVillager, Phase};
use crate::game::Metrics;
use crate::record::{Replay, Step};
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::statistics::Observation;

/// A winner that was this many dogs behind at the end of a round has made a comeback.
const COMEBACK_DOGS: i64 = 3;

impl Metrics for DancingVillager {
    /// The observations of a finished game.
    fn observe(replay: &Replay<DancingVillager>) -> Vec<Observation> {
        let mut seen = Vec::new();
        let end = replay.end();
        let throws = replay.steps.iter().filter(|step| matches!(step.mv, Move::Throw { .. })).count();
        seen.push(Observation::number("rounds", None, f64::from(end.round)));
        seen.push(Observation::number("throws", None, throws as f64));
        seen.extend(observe_landings(replay));
        seen.extend(observe_races(replay));
        seen.extend(observe_fouls(replay));
        seen.extend(observe_dogs(replay));
        seen.extend(observe_positions(replay));
        seen.extend(end.winners().into_iter().flat_map(|winner| observe_comeback(replay, winner)));
        seen
    }
}

fn observe_landings(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let mut landed = BySeat::new(replay.start.seats, |_| Landing::default());
    for step in &replay.steps {
        if let Move::Throw { results, .. } = &step.mv {
            for (total, landing) in landed.values_mut().zip(results.values()) {
                *total = total.and(landing);
            }
        }
    }
    let mut seen = Vec::new();
    for (seat, landing) in landed.iter().filter(|(_, landing)| landing.total() > 0) {
        let total = landing.total() as f64;
        seen.push(Observation::number("villagers_thrown", seat, total));
        seen.extend(LandingKind::VARIANTS.iter().map(|kind| {
            let share = landing.count(*kind) as f64 / total;
            Observation::number("landing_share", seat, share).with("landing", kind.word())
        }));
    }
    seen
}

/// Observes the races. A race ends its round.
fn observe_races(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let mut seen = Vec::new();
    for (i, step) in replay.steps.iter().enumerate() {
        let before = replay.before(i);
        let (word, metric) = match (before.phase, &step.mv) {
            (Phase::DogRace, Move::TakeDogs { .. }) => ("meat", "dog_race"),
            (Phase::FireRace, Move::TakeFire { .. }) => ("charcoal", "fire_race"),
            _ => continue,
        };
        let throws = f64::from(before.throws);
        let first = |seat: Seat| match &step.mv {
            Move::TakeDogs { taken } => taken.get(seat).is_some_and(|count| *count > 0),
            Move::TakeFire { seat: taker } => *taker == seat,
            _ => false,
        };
        let of_table = [
            Observation::word("round_end", None, word),
            Observation::number("throws_per_round", None, throws).with("ended_by", word),
        ];
        let of_seats = before
            .seats
            .iter()
            .map(|seat| Observation::share(metric, seat, first(seat)).with("throws", before.throws));
        let all = of_table.into_iter().chain(of_seats);
        seen.extend(all.map(|observation| observation.in_round(before.round, step.seq)));
    }
    seen
}

fn observe_fouls(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let mut fouls = BySeat::new(replay.start.seats, |_| 0_u32);
    let mut seen = Vec::new();
    for (i, step) in replay.steps.iter().enumerate() {
        if let Move::Foul { seat, touched } = &step.mv {
            fouls[*seat] += 1;
            let word = touched.map(Touched::word);
            let foul = Observation::word_if_known("foul_touched", *seat, word);
            seen.push(foul.in_round(replay.before(i).round, step.seq));
        }
    }
    seen.extend(fouls.iter().map(|(seat, count)| Observation::number("fouls", seat, f64::from(*count))));
    seen
}

/// Observes the origin of each seat's dogs, and when they ran away.
fn observe_dogs(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let winners = replay.end().winners();
    let observe = |own: Seat| {
        let (standing, raced, lost) = dogs_of(replay, own);
        let won = |from, dogs: i64| Observation::number("dogs_won", own, dogs as f64).with("from", from);
        let mut seen = vec![won("standing", standing), won("race", raced)];
        seen.push(Observation::number("escapes", own, lost.len() as f64));
        seen.extend(lost.iter().map(|lost| {
            Observation::number("dogs_lost", own, lost.dogs as f64).in_round(lost.round, lost.event)
        }));
        if !lost.is_empty() {
            seen.push(Observation::share("win_after_escape", own, winners.contains(&own)));
        }
        seen
    };
    replay.start.seats.iter().flat_map(observe).collect()
}

/// Observes the winners of the game by the dogs of all seats at the beginning of each round.
fn observe_positions(replay: &Replay<DancingVillager>) -> Vec<Observation> {
    let winners = replay.end().winners();
    let mut seen = Vec::new();
    for (i, step) in replay.steps.iter().enumerate() {
        let before = replay.before(i);
        if before.throws > 0 || winners.is_empty() || !matches!(step.mv, Move::Throw { .. }) {
            continue;
        }
        seen.extend(before.seats.iter().map(|seat| {
            let (own, best_other) = before.coarse_position(seat);
            let won = Observation::share("won_from_here", seat, winners.contains(&seat));
            won.with("own_dogs", own).with("top_dogs", best_other).in_round(before.round, step.seq)
        }));
    }
    seen
}

/// Dogs that ran away from a seat.
struct Escape {
    dogs: i64,
    round: u32,
    event: Seq,
}

/// Dogs by standing villagers, dogs by races, and every escape.
fn dogs_of(replay: &Replay<DancingVillager>, own: Seat) -> (i64, i64, Vec<Escape>) {
    let (mut standing, mut raced, mut lost) = (0, 0, Vec::new());
    for (i, step) in replay.steps.iter().enumerate() {
        for effect in &step.effects {
            match effect {
                Effect::DogsGained { seat, count, .. } if *seat == own => standing += count,
                Effect::DogsTaken { seat, count, .. } if *seat == own => raced += count,
                Effect::DogsEscaped { seat, dogs, .. } if *seat == own => {
                    lost.push(Escape { dogs: *dogs, round: replay.before(i).round, event: step.seq });
                }
                _ => {}
            }
        }
    }
    (standing, raced, lost)
}

/// Observes how many dogs a winner was behind when a round ended and another began.
fn observe_comeback(replay: &Replay<DancingVillager>, winner: Seat) -> [Observation; 2] {
    let begins = |step: &&Step<DancingVillager>| {
        step.effects.iter().any(|effect| matches!(effect, Effect::RoundBegan { .. }))
    };
    let behind = replay.steps.iter().filter(begins).map(|step| {
        let most = step.after.players().map(|(_, player)| player.dogs).max().unwrap_or(0);
        most - step.after.player(winner).dogs
    });
    let deficit = behind.max().unwrap_or(0);
    [
        Observation::share("comeback", winner, deficit >= COMEBACK_DOGS),
        Observation::number("deficit_made_up", winner, deficit as f64),
    ]
}
