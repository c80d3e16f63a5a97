//! The call: the cups are lifted, the animal counted, chips paid.

use std::sync::Arc;

use strum::VariantArray;

use super::super::knowledge::{Cup, Learned};
use super::super::moves::{Cups, Effect};
use super::super::words::Words;
use super::super::{Called, Lifted, Phase, YouCryWolf, refusals};
use super::animal::{Animal, Dice};
use super::board::Marker;
use crate::fact::Fact;
use crate::range::Range;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

impl YouCryWolf {
    /// The claims this seat may call: those of all other seats (YCW-10).
    pub(crate) fn callable(&self, seat: Seat) -> impl Iterator<Item = (Animal, Marker)> {
        let marked = Animal::VARIANTS.iter().copied().filter_map(|row| Some((row, self.board[row].marker?)));
        marked.filter(move |(_, marker)| marker.seat != seat)
    }

    /// YCW-10.
    pub(crate) fn call(
        &self,
        seat: Seat,
        row: Animal,
        referee: &mut Referee,
    ) -> Result<(Self, Vec<Effect>), Violation> {
        self.check_turn(seat, referee)?;
        let Some((_, marker)) = self.callable(seat).find(|(called, _)| *called == row) else {
            let allowed: Vec<Animal> = self.callable(seat).map(|(row, _)| row).collect();
            return Err(refusals::nobody_to_accuse(row, &allowed));
        };
        let called = Called { caller: seat, accused: marker.seat, row, claim: marker.claim };
        let mut next = self.clone();
        next.turns += 1;
        next.had_turn.insert(seat);
        next.phase = Phase::Reveal(called);
        let Called { caller, accused, row, claim } = called;
        Ok((next, vec![Effect::Accused { caller, accused, row, claim }]))
    }

    /// YCW-11: the count of an animal, as far as these cups tell.
    pub(crate) fn count_range(&self, called: Animal, cups: &BySeat<Cup>, last: Option<Seq>) -> Range {
        let open = self.open.map_or(0, |dice| dice.showing(called.counted()));
        let certain = self.board.counted(called, self.options.edition) + open;
        cups.values().map(|cup| cup.range(called.counted(), last)).fold(
            Range { min: certain, max: certain },
            |sum, (least, most)| Range { min: sum.min + least, max: sum.max + most },
        )
    }

    /// The cups with the dice that a reveal adds.
    pub(crate) fn open_cups(&self, input: Option<&Cups>) -> Result<BySeat<Cup>, Violation> {
        let mut cups = self.cups.clone();
        let Some(input) = input else { return Ok(cups) };
        for (seat, dice) in input.iter() {
            if let (Fact::Known(dice), Some(cup)) = (dice, self.cups.get(seat)) {
                cups[seat] = opened(cup, seat, dice)?;
            }
        }
        Ok(cups)
    }

    fn check_reveal(&self, input: Option<&Cups>, count: Option<i64>) -> Result<(), Violation> {
        if let Some(cups) = input {
            Violation::check_length(Words::CupsGiven, cups.len(), self.seats.len())?;
            let too_many = cups.values().filter_map(|cup| cup.as_ref().value()).find(|cup| cup.len() > 6);
            if let Some(cup) = too_many {
                return Err(refusals::not_six_dice("YCW-2", cup.len()));
            }
        }
        let most = self.all_dice();
        match count {
            Some(count) if !(0..=most).contains(&count) => Err(refusals::count_out_of_bounds(count, most)),
            None if input.is_none() => Err(refusals::nothing_revealed()),
            _ => Ok(()),
        }
    }

    /// Checks the dice under one cup on their own. They must determine the cup's count.
    pub(crate) fn check_lifted(&self, seat: Seat, dice: &[Fact<Animal>]) -> Result<(), Violation> {
        let input = BySeat::new(self.seats, |of| Fact::Known(dice.to_vec()).seen_if(of == seat));
        self.check_reveal(Some(&input), None)?;
        let Phase::Reveal(called) = self.phase else {
            return Err(Violation::wrong_phase("reveal", self));
        };
        let cups = self.open_cups(Some(&input))?;
        let (min, max) = cups[seat].range(called.row.counted(), None);
        if min == max { Ok(()) } else { Err(refusals::count_left_open(Range { min, max })) }
    }

    /// YCW-11, YCW-21.
    pub(crate) fn reveal(
        &self,
        input: Option<&Cups>,
        count: Option<i64>,
    ) -> Result<(Self, Vec<Effect>), Violation> {
        self.check_reveal(input, count)?;
        let Phase::Reveal(called) = self.phase else {
            return Err(Violation::wrong_phase("reveal", self));
        };
        let cups = self.open_cups(input)?;
        let range = self.count_range(called.row, &cups, None);
        let count = match count {
            Some(count) if range.contains(count) => count,
            Some(count) => return Err(self.wrong_count(called, input, count, range)),
            None if range.min == range.max => range.min,
            None => return Err(refusals::count_left_open(range)),
        };
        Ok(self.finish_call(called, count, cups))
    }

    /// The refusal of a count that disagrees with the board and the cups of the same move, or with
    /// something told earlier.
    fn wrong_count(&self, called: Called, input: Option<&Cups>, count: i64, range: Range) -> Violation {
        let mut events: Vec<Seq> = self.cups.values().flat_map(Cup::events).collect();
        events.sort_unstable();
        let violation = refusals::wrong_count(count, range);
        // The cups are already checked, so they open here too. Their dice count from the start.
        let Ok(cups) = self.open_cups(input) else { return violation };
        let agrees = |last| self.count_range(called.row, &cups, Some(last)).contains(count);
        if !agrees(Seq(0)) {
            return violation;
        }
        violation.because_of(events.into_iter().find(|event| !agrees(*event)))
    }

    /// YCW-21, YCW-22, YCW-23. The cups lie open until they are rolled again.
    fn finish_call(&self, called: Called, count: i64, cups: BySeat<Cup>) -> (Self, Vec<Effect>) {
        let Called { caller, accused, row, claim } = called;
        let (payer, receiver, owed) = if count < claim {
            (accused, caller, claim - count)
        } else {
            (caller, accused, count - claim + 1)
        };
        let shown = cups.map(|_, cup| cup.shown());
        let lifted = Some(Arc::new(Lifted { called, count, cups: shown }));
        let mut next = Self { lifted, cups, ..self.clone() };
        let paid = owed.min(next.own[payer]);
        next.own[payer] -= paid;
        next.points[receiver] += owed;
        let mut effects =
            vec![Effect::Counted { row, claim, count }, Effect::Paid { payer, receiver, owed, paid }];
        if next.own[payer] == 0 {
            next.phase = Phase::Over;
            let winners = next.result().map(|result| result.winners).unwrap_or_default();
            effects.push(Effect::GameOver { winners, points: next.points.clone() });
        } else {
            effects.push(next.begin_round(payer));
        }
        (next, effects)
    }
}

/// A cup with the dice seen under it.
fn opened(cup: &Cup, seat: Seat, dice: &[Fact<Animal>]) -> Result<Cup, Violation> {
    let left = cup.dice_left();
    if i64::try_from(dice.len()) != Ok(left) {
        return Err(refusals::not_the_rest(seat, dice.len(), left, cup.last_placed()));
    }
    let seen = Dice::of(dice.iter().filter_map(|die| die.value()));
    cup.allows(cup.placed.plus(seen)).map_err(|(event, learned)| match learned {
        Learned::Passed { .. } => refusals::pass_not_forced(seat, event),
        _ => refusals::cup_noted_otherwise(seat, seen, event),
    })?;
    let mut cup = cup.clone();
    cup.lift(seen);
    Ok(cup)
}
