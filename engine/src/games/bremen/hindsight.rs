//! Hindsight: the facts of a position that became known after it.

use super::Bremen;
use super::moves::Move;
use super::rules::tile::Tiles;
use super::view::View;
use crate::count;
use crate::fact::Fact;
use crate::game::Views;
use crate::record::Step;
use crate::seat::{BySeat, Seat};

impl Bremen {
    /// Fills in the hands from the tiles played later and the tile left over.
    pub(super) fn in_hindsight(&self, later: &[Step<Self>]) -> View {
        let mut view = self.view();
        let mut held: BySeat<Tiles> = BySeat::new(self.seats, |_| Tiles::default());
        for mv in later.iter().filter_map(Step::applied_move) {
            match mv {
                Move::Play { seat, tile } => _ = held[*seat].insert(*tile),
                Move::Reveal { left } => {
                    for (seat, tile) in left.iter() {
                        if let Fact::Known(tile) = tile {
                            held[seat].insert(*tile);
                        }
                    }
                }
                Move::Deal { .. } | Move::Redeal { .. } => break,
                Move::Lead { .. } => {}
            }
        }
        let is_whole = |seat: Seat, count: i64| count::to_i64(held[seat].len()) == count;
        for (seat, hand) in self.seats.iter().zip(view.hands.values_mut()) {
            if hand.tiles.is_none() && hand.count > 0 && is_whole(seat, hand.count) {
                hand.tiles = Some(held[seat].iter().collect());
            }
        }
        view
    }
}
