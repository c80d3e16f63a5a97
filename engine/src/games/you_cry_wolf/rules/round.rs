//! The beginning of a round: the first player, the cups, the open dice.

use super::super::knowledge::Cup;
use super::super::moves::Effect;
use super::super::words::Words;
use super::super::{Phase, YouCryWolf, refusals};
use super::animal::{Animal, DICE_PER_SEAT, Dice};
use super::board::Board;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

/// Dice in a box (YCW-I6).
const DICE_PER_BOX: i64 = 30;

impl YouCryWolf {
    /// The dice in the game; also the highest claim (YCW-I2).
    pub(crate) fn all_dice(&self) -> i64 {
        DICE_PER_BOX * self.options.boxes
    }

    pub(crate) fn all_spare_dice(&self) -> i64 {
        let open = if self.options.open_dice { DICE_PER_SEAT } else { 0 };
        self.all_dice() - DICE_PER_SEAT * i64::from(self.seats.count()) - open
    }

    pub(crate) fn choose_first_player(
        &self,
        seat: Seat,
        wolves: Option<&BySeat<i64>>,
        referee: &mut Referee,
    ) -> Result<(Self, Vec<Effect>), Violation> {
        Violation::check_seat(seat, self.seats)?;
        if let Some(wolves) = wolves {
            self.check_roll(seat, wolves, referee)?;
        }
        let mut next = self.clone();
        let began = next.begin_round(seat);
        Ok((next, vec![began]))
    }

    /// YCW-1, YCW-I1: the first player is among those with most wolves at the first roll.
    fn check_roll(&self, seat: Seat, wolves: &BySeat<i64>, referee: &mut Referee) -> Result<(), Violation> {
        Violation::check_length(Words::WolvesGiven, wolves.len(), self.seats.len())?;
        if let Some(input) = wolves.values().find(|count| !(0..=DICE_PER_SEAT).contains(*count)) {
            return Err(refusals::wolves_of_six_dice(*input));
        }
        let most = wolves.values().max().copied().unwrap_or_default();
        referee.require(wolves[seat] == most, || refusals::not_most_wolves(seat, wolves, most))
    }

    /// YCW-2, YCW-23.
    pub(crate) fn begin_round(&mut self, first: Seat) -> Effect {
        self.cups = BySeat::new(self.seats, |_| Cup::default());
        self.round += 1;
        self.turns = 0;
        self.first = Some(first);
        self.had_turn = SeatSet::default();
        self.board = Board::default();
        self.open = None;
        self.spare = self.all_spare_dice();
        self.phase = if self.options.open_dice { Phase::OpenDice } else { Phase::Turns(first) };
        Effect::RoundBegan { round: self.round, first_player: first }
    }

    pub(crate) fn note_cup(
        &self,
        at: Seq,
        seat: Seat,
        dice: &[Fact<Animal>],
    ) -> Result<(Self, Vec<Effect>), Violation> {
        Violation::check_seat(seat, self.seats)?;
        if dice.len() != 6 {
            return Err(refusals::not_six_dice("YCW-2", dice.len()));
        }
        let cup = &self.cups[seat];
        let noted = cup.noted.as_deref().copied().unwrap_or_default();
        for (index, (note, die)) in noted.iter().zip(dice).enumerate() {
            if let (Fact::Known((logged, event)), Fact::Known(input)) = (note, die)
                && logged != input
            {
                return Err(refusals::die_noted_otherwise(seat, index, *input, (*logged, *event)));
            }
        }
        // A note may tell fewer dice than one before. If no null is left, there is nothing to note.
        if !cup.can_be_noted() {
            return Err(refusals::nothing_new(seat));
        }
        let both = noted.iter().zip(dice).filter_map(|(note, die)| note.map(|(die, _)| die).or(*die).value());
        let both = Dice::of(both);
        cup.allows(both).map_err(|broken| refusals::impossible_cup(seat, both, broken))?;
        let mut next = self.clone();
        next.cups[seat].note(at, dice);
        Ok((next, Vec::new()))
    }

    /// YCW-24.
    pub(crate) fn roll_open_dice(&self, dice: &[Animal]) -> Result<(Self, Vec<Effect>), Violation> {
        if dice.len() != 6 {
            return Err(refusals::not_six_dice("YCW-24", dice.len()));
        }
        let mut next = self.clone();
        next.open = Some(Dice::of(dice.iter().copied()));
        if let Some(first) = self.first {
            next.phase = Phase::Turns(first);
        }
        Ok((next, Vec::new()))
    }
}
