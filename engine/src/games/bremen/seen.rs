//! The part of a move that a viewer learns.

use super::Bremen;
use super::moves::Move;
use super::rules::tile::Tile;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat, Viewer};
use crate::seq::Seq;
use crate::violation::Referee;

impl Bremen {
    pub(super) fn shown_to(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        match (mv, &self.table) {
            (_, _) if viewer == Viewer::Scribe => vec![mv.clone()],
            (Move::Deal { hands, center }, _) => self.seen_deal(hands, *center, viewer),
            (Move::Play { seat, tile }, _) => self.seen_play(*seat, *tile),
            (Move::Reveal { left }, Some(table)) => vec![Move::Reveal { left: table.with_known_left(left) }],
            _ => vec![mv.clone()],
        }
    }

    /// The part of a deal that a viewer sees: its own hand, and the leader if the hands showed that.
    fn seen_deal(
        &self,
        hands: &Fact<BySeat<Fact<Vec<Tile>>>>,
        center: Option<Tile>,
        viewer: Viewer,
    ) -> Vec<Move> {
        let shown = hands
            .as_ref()
            .value()
            .map(|hands| hands.map(|seat, hand| hand.clone().seen_if(viewer.shares(seat))));
        let shown = Fact::from(shown.filter(|hands| hands.values().any(Fact::is_known)));
        let first = |hands: &Fact<BySeat<Fact<Vec<Tile>>>>| {
            let dealt = self.deal(Seq(0), hands, center, &mut Referee::strict()).ok();
            dealt.and_then(|(after, _)| after.table?.first)
        };
        let leader = first(hands).filter(|_| first(&shown).is_none());
        let mut seen = vec![Move::Deal { hands: shown, center }];
        seen.extend(leader.map(|seat| Move::Lead { seat }));
        seen
    }

    /// The part of a play that a viewer sees: the tile, and all last tiles if the play ends the game. A play ends the
    /// game without a reveal only if every hand is known.
    fn seen_play(&self, seat: Seat, tile: Tile) -> Vec<Move> {
        let after = self.play_tile(Seq(0), seat, tile, &mut Referee::lenient()).ok();
        let left = after.and_then(|(after, _)| after.table?.left);
        let mut seen = vec![Move::Play { seat, tile }];
        seen.extend(left.map(|left| Move::Reveal { left }));
        seen
    }
}
