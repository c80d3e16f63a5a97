//! Hindsight: the facts of a position that became known after it.

use super::YouCryWolf;
use super::knowledge::Cup;
use super::moves::Move;
use super::rules::animal::{Animal, Dice};
use super::view::View;
use crate::count;
use crate::fact::Fact;
use crate::game::Views;
use crate::record::Step;
use crate::seat::Seat;

impl YouCryWolf {
    /// Fills in the dice under the cups as this round showed them: noted, placed, or seen when the cups were lifted.
    pub(super) fn in_hindsight(&self, later: &[Step<Self>]) -> View {
        let mut view = self.view();
        let is_reveal = |step: &Step<Self>| matches!(step.applied_move(), Some(Move::Reveal { .. }));
        let end = later.iter().position(is_reveal);
        let last = end.unwrap_or(later.len()).checked_sub(1).map_or(self, |last| &later[last].after);
        let lifted = end.and_then(|end| later[end].after.lifted.as_deref());
        for seat in self.seats.iter() {
            let seen = lifted.and_then(|lifted| lifted.cups.get(seat));
            let seen = seen.map(|dice| Dice::of(dice.iter().filter_map(|die| die.value())));
            let known_faces = known_dice(&self.cups[seat], &last.cups[seat], seen);
            view.seats[seat].cup = self.shown_with(seat, known_faces);
        }
        view
    }

    /// These dice under the cup of a seat, unknown ones last.
    fn shown_with(&self, seat: Seat, known_faces: Dice) -> Vec<Fact<Animal>> {
        let length = count::from_i64(self.cups[seat].dice_left());
        known_faces.faces().map(Fact::Known).chain(std::iter::repeat(Fact::Unknown)).take(length).collect()
    }
}

/// The dice under a cup at a moment, by the knowledge at the end of the round: the dice placed since then, and those
/// that are left.
fn known_dice(now: &Cup, later: &Cup, seen: Option<Dice>) -> Dice {
    let left = later.certain().zip(seen.unwrap_or_default(), i64::max);
    later.placed.without(now.placed).plus(left)
}
