//! A turn: bet, privilege or forced pass. (The call is in `call.rs`.)

use strum::VariantArray;

use super::super::moves::Effect;
use super::super::{Phase, YouCryWolf, refusals};
use super::animal::Animal;
use super::board::{Marker, Placed};
use crate::kinds::choice_kinds;
use crate::range::Range;
use crate::seat::{Seat, SeatSet};
use crate::seq::Seq;
use crate::violation::{Referee, Violation};

/// Markers of each seat (YCW-2).
pub(crate) const MARKERS_PER_SEAT: i64 = 3;

impl YouCryWolf {
    /// The seat must exist (G-5) and have the turn (YCW-3, G-2). A turn out of order can be
    /// recorded as irregular.
    pub(crate) fn check_turn(&self, seat: Seat, referee: &mut Referee) -> Result<(), Violation> {
        Violation::check_seat(seat, self.seats)?;
        let turn = match self.phase {
            Phase::Turns(turn) => turn,
            _ => seat,
        };
        referee.require(seat == turn, || Violation::not_your_turn(seat, turn))
    }

    /// YCW-3: the next turn is the left neighbour's.
    fn turn_taken(&mut self, seat: Seat) {
        self.turns += 1;
        self.had_turn.insert(seat);
        self.phase = Phase::Turns(self.seats.left_of(seat));
    }

    /// YCW-4 to YCW-9.
    pub(crate) fn bet(
        &self,
        at: Seq,
        seat: Seat,
        (die, row, claim): (Animal, Animal, i64),
        referee: &mut Referee,
    ) -> Result<(Self, Vec<Effect>), Violation> {
        self.check_turn(seat, referee)?;
        check_placement(die, row, referee)?; // YCW-5
        self.check_claim(row, claim, referee)?; // YCW-6, YCW-7
        if self.markers_for(seat, row) == 0 {
            return Err(refusals::no_marker(seat)); // YCW-8
        }
        if self.cups[seat].dice_left() == 0 {
            return Err(refusals::empty_cup(seat)); // YCW-9
        }
        if claim > self.all_dice() {
            return Err(refusals::more_than_all_dice(claim, self.all_dice())); // YCW-I2
        }
        let mut placed = self.cups[seat].placed;
        placed[die] += 1;
        self.cups[seat].allows(placed).map_err(|broken| refusals::impossible_bet(seat, die, broken))?;

        let mut next = self.clone();
        next.cups[seat].place(at, die);
        next.board[row].dice.push(Placed { die, by: seat, rolled: false });
        let outbid = next.board[row].marker.replace(Marker { seat, claim }); // YCW-7
        next.turn_taken(seat);
        let returned = |old: Marker| Effect::MarkerReturned { seat: old.seat, row, claim: old.claim };
        Ok((next, outbid.map(returned).into_iter().collect()))
    }

    fn check_claim(&self, row: Animal, claim: i64, referee: &mut Referee) -> Result<(), Violation> {
        let least = self.board[row].least_claim();
        if claim < 1 {
            return Err(refusals::claim_too_low(row, claim, least)); // YCW-6, and no square for it
        }
        referee.require(claim >= least, || refusals::claim_too_low(row, claim, least))?;
        let Some(outbidding) = self.board[row].least_outbidding() else { return Ok(()) };
        referee.require(claim >= outbidding, || refusals::not_outbid(row, claim, outbidding))
    }

    /// The markers a seat can put on this row: those in its hand, and its own on the row (YCW-8).
    fn markers_for(&self, seat: Seat, row: Animal) -> i64 {
        let here = self.board[row].marker.is_some_and(|marker| marker.seat == seat);
        (MARKERS_PER_SEAT - self.board.markers_of(seat)).max(0) + i64::from(here)
    }

    /// The claims a seat could make on this row, if it had a die for it.
    pub(crate) fn claims(&self, seat: Seat, row: Animal) -> Option<Range> {
        let least = self.board[row].least_claim();
        let min = self.board[row].least_outbidding().map_or(least, |outbidding| least.max(outbidding));
        let max = self.all_dice();
        (self.markers_for(seat, row) > 0 && min <= max).then_some(Range { min, max })
    }

    /// By face: true if this seat could bet a die that shows it.
    fn playable(&self, seat: Seat) -> [bool; 4] {
        let has_row = |face: Animal| face.rows().iter().any(|row| self.claims(seat, *row).is_some());
        std::array::from_fn(|face| has_row(Animal::VARIANTS[face]))
    }

    /// YCW-19: true for the first player, once all seats had a turn.
    fn earned_privilege(&self, seat: Seat) -> bool {
        self.first == Some(seat) && self.seats.iter().all(|seat| self.had_turn.contains(seat))
    }

    /// YCW-I4: false if there is neither a spare die nor a sheep to roll.
    fn has_die_to_roll(&self) -> bool {
        self.spare > 0 || !self.board[Animal::Sheep].dice.is_empty()
    }

    pub(crate) fn may_use_privilege(&self, seat: Seat) -> bool {
        self.earned_privilege(seat) && self.has_die_to_roll()
    }

    /// YCW-19, YCW-20.
    pub(crate) fn privilege(
        &self,
        seat: Seat,
        die: Animal,
        row: Animal,
        referee: &mut Referee,
    ) -> Result<(Self, Vec<Effect>), Violation> {
        self.check_turn(seat, referee)?;
        check_placement(die, row, referee)?;
        referee.require(self.earned_privilege(seat), || refusals::no_privilege(seat, self.first))?;
        if !self.has_die_to_roll() {
            return Err(refusals::nothing_to_roll());
        }
        let mut next = self.clone();
        let mut effects = Vec::new();
        if next.spare > 0 {
            next.spare -= 1;
        } else {
            // YCW-20, YCW-I7: the others move down one square.
            let taken = next.board[Animal::Sheep].dice.pop_front();
            effects.extend(taken.map(|taken| Effect::SheepTaken { die: taken.die }));
        }
        next.board[row].dice.push(Placed { die, by: seat, rolled: true });
        next.turn_taken(seat);
        let first = self.seats.left_of(seat);
        next.first = Some(first);
        next.had_turn = SeatSet::default();
        effects.push(Effect::FirstPlayerMoved { seat: first });
        Ok((next, effects))
    }

    /// True if this seat must pass: for certain, and as far as is known (YCW-I3).
    pub(crate) fn must_pass(&self, seat: Seat) -> (bool, bool) {
        if self.callable(seat).next().is_some() || self.may_use_privilege(seat) {
            return (false, false);
        }
        let playable = self.playable(seat);
        let stuck = |left: super::animal::Dice| {
            Animal::VARIANTS.iter().all(|face| !playable[*face as usize] || left[*face] == 0)
        };
        let cup = &self.cups[seat];
        (cup.left().all(stuck), cup.left().any(stuck))
    }

    /// YCW-I3.
    pub(crate) fn pass(
        &self,
        at: Seq,
        seat: Seat,
        referee: &mut Referee,
    ) -> Result<(Self, Vec<Effect>), Violation> {
        self.check_turn(seat, referee)?;
        let (certainly, possibly) = self.must_pass(seat);
        let lenient = referee.is_lenient();
        let forced = if lenient { certainly } else { possibly };
        referee.require(forced, || refusals::could_act(seat, &choice_kinds(self)))?;
        let mut next = self.clone();
        if !lenient {
            next.cups[seat].pass(at, self.playable(seat));
        }
        next.turn_taken(seat);
        Ok((next, Vec::new()))
    }
}

/// YCW-5, for dice from a cup and for dice rolled with the privilege.
fn check_placement(die: Animal, row: Animal, referee: &mut Referee) -> Result<(), Violation> {
    referee.require(die.rows().contains(&row), || refusals::wrong_row(die, row))
}
