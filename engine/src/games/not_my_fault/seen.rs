//! The part of a move that a viewer learns.

use super::NotMyFault;
use super::moves::Move;
use crate::fact::Fact;
use crate::seat::Viewer;

impl NotMyFault {
    pub(super) fn shown_to(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        match mv {
            _ if viewer == Viewer::Scribe => vec![mv.clone()],
            Move::Declare { seat, number, card } => {
                vec![Move::Declare { seat: *seat, number: *number, card: card.seen_if(viewer.shares(*seat)) }]
            }
            Move::NoteCard { seat, .. } if !viewer.shares(*seat) => Vec::new(),
            Move::Reveal { cards, sum } => vec![self.reveal_seen(cards.as_deref(), *sum)],
            Move::NoteCard { .. } | Move::Audit { .. } | Move::Reshuffle {} => vec![mv.clone()],
        }
    }

    /// A reveal as all seats see it: cards logged earlier are open now too.
    pub(super) fn reveal_seen(&self, cards: Option<&[Fact<i64>]>, sum: Option<i64>) -> Move {
        let input = cards.unwrap_or_default().iter().copied().chain(std::iter::repeat(Fact::Unknown));
        let shown: Vec<Fact<i64>> = input
            .zip(self.placed.iter())
            .map(|(input, placed)| input.or(placed.card.map(i64::from)))
            .collect();
        let any_known = cards.is_some() || shown.iter().any(Fact::is_known);
        Move::Reveal { cards: any_known.then_some(shown), sum }
    }
}
