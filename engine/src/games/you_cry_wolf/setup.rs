//! How a game and a round begin: the first player, the cups, the open dice.

use std::sync::Arc;

use super::words::Words;
use super::{Animal, Board, Cup, Dice, Effect, HAND, Move, Options, Phase, YouCryWolf, refusals};
use crate::fact::Fact;
use crate::game::Seq;
use crate::seat::{BySeat, Seat, SeatSet, Seats};
use crate::violation::{Referee, Violation};

/// Chips of their own colour that everybody starts with.
const CHIPS: i64 = 5;
/// Dice in a box (YCW-I6).
const DICE_PER_BOX: i64 = 30;
/// More boxes than this would need more seats than a table has.
const MOST_BOXES: i64 = 50;

impl YouCryWolf {
    pub(super) fn set_up(seats: u8, options: &Options) -> Result<Self, Violation> {
        check_set_up(i64::from(seats), options)?;
        let seats = Seats::new(seats);
        let mut game = Self {
            seats,
            options: Arc::new(options.clone()),
            phase: Phase::ChooseFirstPlayer,
            round: 0,
            turns: 0,
            first: None,
            had_turn: SeatSet::default(),
            board: Board::default(),
            open: None,
            lifted: None,
            spare: 0,
            cups: BySeat::new(seats, |_| Cup::default()),
            own: BySeat::new(seats, |_| CHIPS),
            points: BySeat::new(seats, |_| 0),
        };
        game.spare = game.all_spare_dice();
        Ok(game)
    }

    /// The dice in the game; also the highest claim (YCW-I2).
    pub(super) fn all_dice(&self) -> i64 {
        DICE_PER_BOX * self.options.boxes
    }

    fn all_spare_dice(&self) -> i64 {
        let open = if self.options.open_dice { HAND } else { 0 };
        self.all_dice() - HAND * i64::from(self.seats.count()) - open
    }

    /// G-3: the moves of the present phase.
    pub(super) fn check_phase(&self, mv: &Move) -> Result<(), Violation> {
        match (self.phase, mv) {
            (Phase::Over, _) => Err(Violation::game_over()),
            (Phase::ChooseFirstPlayer, Move::ChooseFirstPlayer { .. })
            | (Phase::OpenDice, Move::OpenDice { .. })
            | (Phase::OpenDice | Phase::Turns(_), Move::NoteCup { .. })
            | (
                Phase::Turns(_),
                Move::Bet { .. } | Move::Privilege { .. } | Move::Call { .. } | Move::Pass { .. },
            )
            | (Phase::Reveal(_), Move::Reveal { .. }) => Ok(()),
            _ => Err(Violation::wrong_phase(mv.kind(), self)),
        }
    }

    pub(super) fn choose_first_player(
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
        if wolves.len() != self.seats.len() {
            return Err(refusals::wrong_length(Words::WolvesGiven, wolves.len(), self.seats));
        }
        if let Some(given) = wolves.values().find(|count| !(0..=HAND).contains(*count)) {
            return Err(refusals::wolves_of_six_dice(*given));
        }
        let most = wolves.values().max().copied().unwrap_or_default();
        referee.insist(wolves[seat] == most, || refusals::not_most_wolves(seat, wolves, most))
    }

    /// YCW-2, YCW-23.
    pub(super) fn begin_round(&mut self, first: Seat) -> Effect {
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

    pub(super) fn note_cup(
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
            if let (Fact::Known((known, event)), Fact::Known(given)) = (note, die)
                && known != given
            {
                return Err(refusals::die_noted_otherwise(seat, index, *given, (*known, *event)));
            }
        }
        // A note may say less than one before; only where no null is left is there nothing to fill.
        if !cup.can_be_noted() {
            return Err(refusals::nothing_new(seat));
        }
        let both = noted.iter().zip(dice).filter_map(|(note, die)| note.map(|(die, _)| die).or(*die).known());
        let both = Dice::of(both);
        cup.allows(both).map_err(|broken| refusals::impossible_cup(seat, both, broken))?;
        let mut next = self.clone();
        next.cups[seat].note(at, dice);
        Ok((next, Vec::new()))
    }

    /// YCW-24.
    pub(super) fn roll_open_dice(&self, dice: &[Animal]) -> Result<(Self, Vec<Effect>), Violation> {
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

fn check_set_up(seats: i64, options: &Options) -> Result<(), Violation> {
    if !(1..=MOST_BOXES).contains(&options.boxes) {
        return Err(refusals::boxes(options.boxes, MOST_BOXES));
    }
    if seats < 2 {
        return Err(refusals::seats("G-5", seats, 5 * options.boxes));
    }
    if options.die_faces.as_ref().is_some_and(|faces| faces.len() != 6) {
        let given = options.die_faces.as_ref().map_or(0, Vec::len);
        return Err(refusals::wrong_faces(given));
    }
    // YCW-I6: a box holds the sets of five players.
    if seats > 5 * options.boxes {
        return Err(refusals::seats("YCW-I6", seats, 5 * options.boxes));
    }
    // YCW-24: the open dice are those of a fifth player.
    if options.open_dice && seats > 4 * options.boxes {
        return Err(refusals::seats("YCW-24", seats, 4 * options.boxes));
    }
    Ok(())
}
