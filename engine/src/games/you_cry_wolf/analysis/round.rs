//! The knowledge of the whole record about each round: its dice, and the first event at which it is irregular.

use std::collections::BTreeMap;

use super::super::knowledge::Cup;
use super::super::moves::Move;
use super::super::rules::animal::{Animal, ByAnimal, Dice};
use super::super::rules::board::Board;
use super::super::{Phase, YouCryWolf};
use crate::analysis::WhyNull;
use crate::range::Range;
use crate::record::{Replay, Step};
use crate::seat::{BySeat, Seat};

/// A round as it ended.
pub(super) struct Round {
    /// By seat, its dice as far as notes and the reveal tell.
    cups: BySeat<Cup>,
    /// The board when the cups were lifted, and the counts of all animals then.
    counted: Option<(Board, ByAnimal<Range>)>,
    /// The first step with a breach.
    irregular_from: Option<usize>,
}

/// All rounds of a record, by their numbers.
pub(super) struct Rounds<'r> {
    pub(super) replay: &'r Replay<YouCryWolf>,
    rounds: BTreeMap<i64, Round>,
}

impl<'r> Rounds<'r> {
    pub(super) fn of(replay: &'r Replay<YouCryWolf>) -> Self {
        let mut rounds = BTreeMap::new();
        for (index, step) in replay.steps.iter().enumerate() {
            if let Some(Move::Reveal { cups, count }) = step.applied_move() {
                let before = replay.before(index);
                if let (Some(round), Ok(open)) =
                    (rounds.get_mut(&before.round), before.open_cups(cups.as_ref()))
                {
                    let Round { cups: seen, counted, .. } = round;
                    let counts = before.counts_at_reveal(&open, *count);
                    *counted = counts.map(|counts| (before.board.clone(), counts));
                    *seen = open;
                }
            }
            add_step(&mut rounds, index + 1, step);
        }
        Self { replay, rounds }
    }

    /// The position after this many moves, and its round.
    ///
    /// # Errors
    ///
    /// The reason why nothing is known of it.
    pub(super) fn at(&self, step: usize) -> Result<(&'r YouCryWolf, &Round), WhyNull> {
        let position = self.replay.before(step);
        if matches!(position.phase, Phase::ChooseFirstPlayer | Phase::Over) {
            return Err(WhyNull::NothingToAsk);
        }
        let round = self.rounds.get(&position.round).ok_or(WhyNull::NothingToAsk)?;
        match round.irregular_from {
            Some(first) if first <= step => Err(WhyNull::Irregular),
            _ => Ok((position, round)),
        }
    }
}

/// Keeps the knowledge of the position after a step about the cups of its round.
fn add_step(rounds: &mut BTreeMap<i64, Round>, number: usize, step: &Step<YouCryWolf>) {
    let after = &step.after;
    if after.round == 0 || after.phase == Phase::Over {
        return;
    }
    let cups = after.cups.clone();
    let round = rounds.entry(after.round).or_insert(Round { cups, counted: None, irregular_from: None });
    round.cups = after.cups.clone();
    if !step.breaches.is_empty() {
        round.irregular_from.get_or_insert(number);
    }
}

impl Round {
    /// The six dice of a seat, if the record has them all.
    pub(super) fn hand(&self, seat: Seat) -> Option<Dice> {
        let mut hands = self.cups.get(seat)?.hands();
        let hand = hands.next()?;
        hands.next().is_none().then_some(hand)
    }

    /// How many of an animal a call would have counted at an earlier position of the round; `None` if the record does
    /// not tell. Dice placed since were under their cups then.
    pub(super) fn count_at(&self, position: &YouCryWolf, animal: Animal) -> Option<i64> {
        let (board, counts) = self.counted.as_ref()?;
        let Range { min, max } = counts[animal];
        let edition = position.options.edition;
        let placed = board.counted(animal, edition) - position.board.counted(animal, edition);
        let since = self.cups.iter().map(|(seat, cup)| cup.placed.without(position.cups[seat].placed));
        let under: i64 = since.map(|dice| dice.showing(animal.counted())).sum();
        (min == max).then_some(min - placed + under)
    }
}
