//! Hindsight: the facts of a position that became known after it.

use super::NotMyFault;
use super::moves::Move;
use super::view::View;
use crate::game::Views;
use crate::record::Step;

impl NotMyFault {
    /// Fills in the cards of the round from later notes and from the reveal.
    pub(super) fn in_hindsight(&self, later: &[Step<Self>]) -> View {
        let mut view = self.view();
        for step in later {
            let is_end = matches!(step.applied_move(), Some(Move::Reveal { .. }));
            let revealed = step.after.revealed.as_deref().filter(|_| is_end);
            let placed = revealed.map_or(&step.after.placed[..], |revealed| &revealed.placed[..]);
            for (shown, placed) in view.cards.iter_mut().zip(placed) {
                shown.card = shown.card.or(placed.card.map(i64::from));
            }
            if is_end {
                break;
            }
        }
        view
    }
}
