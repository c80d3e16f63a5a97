//! The observations of a finished game.

mod ledgers;

use super::knowledge::any_sum;
use super::moves::{Effect, Move};
use super::rules::track::{LAST_SQUARE, is_white};
use super::{Cause, NotMyFault, Phase, PlacedCard, Revealed};
use crate::count;
use crate::fact::Fact;
use crate::game::Metrics;
use crate::range::Range;
use crate::record::Replay;
use crate::rules::Rules;
use crate::seat::Seat;
use crate::seq::Seq;
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
        let rounds = rounds(replay);
        for round in &rounds {
            observe_declarations(round, &mut seen);
            observe_verdict(round, &mut seen);
        }
        observe_game(replay.end(), &rounds, &mut seen);
        seen.extend(ledgers::observe(replay));
        seen
    }
}

/// A round whose cards were turned up.
struct Round<'r> {
    /// The number of the round, from 1.
    number: i64,
    revealed: &'r Revealed,
    /// The events of its declarations, in their order.
    declarations: Vec<Seq>,
    /// The event of the audit, or of the last declaration if nobody audited.
    judged: Seq,
    /// The event that turned the cards up.
    counted: Seq,
}

fn rounds(replay: &Replay<NotMyFault>) -> Vec<Round<'_>> {
    let mut rounds = Vec::new();
    let (mut declarations, mut judged) = (Vec::new(), None);
    for (index, step) in replay.steps.iter().enumerate() {
        match step.mv {
            Move::Declare { .. } => declarations.push(step.seq),
            Move::Audit { .. } => judged = Some(step.seq),
            _ => {}
        }
        let counted = step.effects.iter().any(|effect| matches!(effect, Effect::Counted { .. }));
        if let Some(revealed) = step.after.revealed.as_deref().filter(|_| counted) {
            let declarations = std::mem::take(&mut declarations);
            let judged = judged.take().or(declarations.last().copied()).unwrap_or(step.seq);
            let number = replay.before(index).round;
            rounds.push(Round { number, revealed, declarations, judged, counted: step.seq });
        }
    }
    rounds
}

fn number(metric: &'static str, seat: impl Into<Option<Seat>>, value: i64) -> Observation {
    Observation::number(metric, seat, value as f64)
}

/// A declaration of a round, with the facts that the cards tell of it.
struct Declared {
    seat: Seat,
    number: i64,
    step: i64,
    /// Its place in the round, from 1.
    position: usize,
    /// The bounds of the card.
    card: [i64; 2],
    /// The bounds of the sum of all cards on the table.
    sum: [i64; 2],
    /// True if a white square could have been declared.
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

/// The bounds of the sum of these cards alone.
fn made(placed: &[PlacedCard]) -> [i64; 2] {
    let cards: Vec<Fact<u8>> = placed.iter().map(|placed| placed.card).collect();
    let Range { min, max } = any_sum(&cards);
    [min, max]
}

/// Narrows these bounds so that the cards make the sum together with the others.
fn rest([least, most]: [i64; 2], others: &[[i64; 2]], sum: i64) -> [i64; 2] {
    let [fewest, highest] = [0, 1].map(|bound| others.iter().map(|other| other[bound]).sum::<i64>());
    [least.max(sum - highest), most.min(sum - fewest)]
}

fn observe_declarations(round: &Round, seen: &mut Vec<Observation>) {
    let declared = declarations(round.revealed).zip(&round.declarations);
    for (Declared { seat, number: declared, step, position, card, sum, grey }, event) in declared {
        let mut push = |observation: Observation| {
            seen.push(observation.with("position", position).in_round(round.number, *event));
        };
        push(number("escalation", seat, step));
        let [least, most] = sum;
        let over = [declared - most, declared - least].map(|number| number as f64);
        push(Observation::between("overstatement", seat, over).with("declared", declared));
        let honest = match card {
            [least, _] if step <= least => Some(true),
            [_, most] if step > most => Some(false),
            _ => None,
        };
        push(Observation::share_if_known("honest_step", seat, honest).with("declared", declared));
        if grey {
            push(Observation::share("white_square", seat, is_white(declared)));
        }
    }
}

fn observe_verdict(round: &Round, seen: &mut Vec<Observation>) {
    let Round { revealed: Revealed { placed, sum, cause, .. }, .. } = round;
    let Some(last) = placed.last() else { return };
    let short = *sum < last.number;
    let verdict = match *cause {
        Cause::Audit(auditor) => {
            let audited = [
                Observation::share("audit_success", auditor, short).of_other(last.seat),
                number("audit_margin", auditor, last.number - sum).of_other(last.seat),
                Observation::share("caught", last.seat, short).of_other(auditor),
            ]
            .map(|seen| seen.with("declared", last.number).with("cards", placed.len()));
            audited.into_iter().chain([number("height_at_audit", None, last.number)]).collect()
        }
        Cause::Thirty => vec![Observation::share("thirty_made", last.seat, !short)],
    };
    seen.extend(verdict.into_iter().map(|observation| observation.in_round(round.number, round.judged)));
    let declarations = count::to_i64(placed.len());
    seen.push(number("declarations_per_round", None, declarations).in_round(round.number, round.counted));
}

fn observe_game(end: &NotMyFault, rounds: &[Round], seen: &mut Vec<Observation>) {
    seen.push(number("rounds_per_game", None, end.round));
    for seat in end.seats.iter() {
        let tried = rounds.iter().flat_map(|round| &round.revealed.placed);
        let tried = tried.filter(|placed| placed.seat == seat && placed.number == LAST_SQUARE).count();
        seen.push(number("thirty_tried", seat, count::to_i64(tried)));
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
