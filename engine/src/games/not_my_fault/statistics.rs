//! What a finished game says.

use super::choices::Range;
use super::knowledge::any_sum;
use super::moves::Effect;
use super::rules::track::{LAST_SQUARE, is_white};
use super::{Cause, NotMyFault, Phase, PlacedCard, Revealed};
use crate::fact::Fact;
use crate::game::Metrics;
use crate::record::Replay;
use crate::rules::Rules;
use crate::seat::Seat;
use crate::statistics::Observation;

impl Metrics for NotMyFault {
    fn first_player(replay: &Replay<Self>) -> Option<Seat> {
        match replay.start.phase {
            Phase::Turn(seat) => Some(seat),
            _ => None,
        }
    }

    /// All observations of a finished game.
    fn observe(replay: &Replay<NotMyFault>) -> Vec<Observation> {
        let mut seen = Vec::new();
        let turned_up = replay
            .steps
            .iter()
            .filter(|step| step.effects.iter().any(|effect| matches!(effect, Effect::Counted { .. })));
        let rounds: Vec<&Revealed> = turned_up.filter_map(|step| step.after.revealed.as_deref()).collect();
        for round in &rounds {
            observe_declarations(round, &mut seen);
            observe_verdict(round, &mut seen);
        }
        observe_game(replay.end(), &rounds, &mut seen);
        seen
    }
}

fn number(metric: &'static str, seat: impl Into<Option<Seat>>, value: i64) -> Observation {
    Observation::number(metric, seat, value as f64)
}

/// A declaration of a round, with all that the cards tell of it.
struct Declared {
    seat: Seat,
    number: i64,
    step: i64,
    /// From 1.
    position: usize,
    /// Between what the card lies.
    card: [i64; 2],
    /// Between what the sum of all cards on the table lies.
    sum: [i64; 2],
    /// Whether a white square could have been declared.
    grey: bool,
}

fn declarations(round: &Revealed) -> impl Iterator<Item = Declared> {
    round.placed.iter().enumerate().map(|(index, placed)| {
        let (before, since) = round.placed.split_at(index);
        let grey = !before.iter().any(|other| other.seat == placed.seat && is_white(other.number));
        let previous = before.last().map_or(0, |previous| previous.number);
        let after = since.get(1..).unwrap_or_default();
        Declared {
            seat: placed.seat,
            number: placed.number,
            step: placed.number - previous,
            position: index + 1,
            card: rest(made(&[*placed]), &[made(before), made(after)], round.sum),
            sum: rest(made(&round.placed[..=index]), &[made(after)], round.sum),
            grey,
        }
    })
}

/// Between what the sum of cards lies, whatever others are.
fn made(placed: &[PlacedCard]) -> [i64; 2] {
    let cards: Vec<Fact<u8>> = placed.iter().map(|placed| placed.card).collect();
    let Range { min, max } = any_sum(&cards);
    [min, max]
}

/// Between what cards make that lie between these bounds and, with the others, make a sum.
fn rest([least, most]: [i64; 2], others: &[[i64; 2]], sum: i64) -> [i64; 2] {
    let [fewest, highest] = [0, 1].map(|bound| others.iter().map(|other| other[bound]).sum::<i64>());
    [least.max(sum - highest), most.min(sum - fewest)]
}

fn observe_declarations(round: &Revealed, seen: &mut Vec<Observation>) {
    for Declared { seat, number: declared, step, position, card, sum, grey } in declarations(round) {
        let mut push = |observation: Observation| seen.push(observation.with("position", position));
        push(number("escalation", seat, step));
        let [least, most] = sum;
        push(Observation::between(
            "overstatement",
            seat,
            [declared - most, declared - least].map(|number| number as f64),
        ));
        let honest = match card {
            [least, _] if step <= least => Some(true),
            [_, most] if step > most => Some(false),
            _ => None,
        };
        push(Observation::share_if_known("honest_step", seat, honest));
        if grey {
            push(Observation::share("white_square", seat, is_white(declared)));
        }
    }
}

fn observe_verdict(round: &Revealed, seen: &mut Vec<Observation>) {
    let Some(last) = round.placed.last() else { return };
    let short = round.sum < last.number;
    match round.cause {
        Cause::Audit(auditor) => {
            seen.push(Observation::share("audit_success", auditor, short));
            seen.push(number("audit_margin", auditor, last.number - round.sum));
            seen.push(Observation::share("caught", last.seat, short));
            seen.push(number("height_at_audit", None, last.number));
        }
        Cause::Thirty => seen.push(Observation::share("thirty_made", last.seat, !short)),
    }
    seen.push(number("declarations_per_round", None, i64::try_from(round.placed.len()).unwrap_or(i64::MAX)));
}

fn observe_game(end: &NotMyFault, rounds: &[&Revealed], seen: &mut Vec<Observation>) {
    seen.push(number("rounds_per_game", None, end.round));
    for seat in end.seats.iter() {
        let tried = rounds.iter().flat_map(|round| &round.placed);
        let tried = tried.filter(|placed| placed.seat == seat && placed.number == LAST_SQUARE).count();
        seen.push(number("thirty_tried", seat, i64::try_from(tried).unwrap_or(i64::MAX)));
        seen.push(number("suspensions", seat, end.player(seat).suspensions.into()));
        if end.extreme {
            seen.push(Observation::share("eliminated", seat, end.is_eliminated(seat)));
        }
    }
    if let Some(outcome) = end.outcome() {
        for seat in end.seats.iter() {
            let won = outcome.winners.contains(&seat);
            seen.push(Observation::share("win", seat, won));
        }
    }
}
