//! Hindsight: the facts of a position that became known after it.

use super::knowledge::clue::{Clue, Place};
use super::view::View;
use super::{HalfWerewolf, Phase};
use crate::game::Views;
use crate::record::Step;

impl HalfWerewolf {
    /// Fills in the cards from the reveal and from all later moves.
    pub(super) fn in_hindsight(&self, later: &[Step<Self>]) -> View {
        let Some(end) = later.last().filter(|_| self.phase != Phase::Deal) else { return self.view() };
        let mut position = self.clone();
        position.knowledge = self.knowledge.with(end.after.known_cards());
        position.view()
    }

    /// The certain knowledge about every card, as clues that do not depend on an exchange.
    fn known_cards(&self) -> Vec<Clue> {
        let slots = self.seats().iter().flat_map(|seat| [0, 1].map(|slot| Place::Slot(seat, slot)));
        let graves = (0..self.setup.graveyard()).map(Place::Grave);
        let card = |place| self.world().map(|world| world.card(place)).or_else(|| self.knowledge.card(place));
        let cards = slots.chain(graves).filter_map(|place| Some(Clue::Card(place, card(place)?)));
        let dealt =
            self.seats().iter().filter_map(|seat| Some(Clue::Dealt(seat, self.knowledge.dealt(seat)?)));
        let passed =
            self.seats().iter().filter_map(|seat| Some(Clue::Passed(seat, self.knowledge.passed(seat)?)));
        cards.chain(dealt).chain(passed).collect()
    }
}
