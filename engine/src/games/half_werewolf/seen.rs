//! The part of a move that a viewer learns.

use super::HalfWerewolf;
use super::knowledge::clue::Place;
use super::knowledge::world::World;
use super::moves::Move;
use super::rules::role::Role;
use crate::count;
use crate::fact::Fact;
use crate::rules::Rules;
use crate::seat::{BySeat, Viewer};
use crate::seq::Seq;
use crate::violation::Referee;

impl HalfWerewolf {
    pub(super) fn shown_to(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        let mut shown = mv.clone();
        match &mut shown {
            _ if viewer == Viewer::Scribe => {}
            Move::Note { seat, .. } if !viewer.shares(*seat) => return Vec::new(),
            Move::Deal { hands, graveyard } => {
                *hands = own_hand(hands, viewer);
                *graveyard = Fact::Unknown;
            }
            Move::PassCards { cards } => *cards = self.own_passes(cards, viewer),
            Move::SeerLook { seat, role, .. } => {
                let seen =
                    self.after(mv).and_then(|after| after.knowledge.card(after.knowledge.table.look?.1));
                *role = role.or(seen.into()).seen_if(viewer.shares(*seat));
            }
            Move::Dig { seat, saw, give, given_card, target } => {
                let digs = viewer.shares(*seat);
                let after = self.after(mv);
                let knowledge = after.as_ref().map(|after| &after.knowledge);
                let graveyard = knowledge.and_then(|knowledge| {
                    (0..self.setup.graveyard()).map(|slot| knowledge.card(Place::Grave(slot))).collect()
                });
                let got = Fact::from(knowledge.and_then(super::knowledge::Knowledge::given_card));
                *given_card = if digs { *given_card } else { got.seen_if(viewer.shares(target.seat)) };
                *saw = saw.clone().or(Fact::from(graveyard)).seen_if(digs);
                *give = give.seen_if(digs);
            }
            Move::Reveal { looked, saw, give, .. } => {
                let after = self.after(mv);
                let world = after.as_ref().and_then(|after| after.end.as_ref()).map(|end| &end.world);
                let dug = world.filter(|_| self.knowledge.table.dig.is_some());
                let look = self.knowledge.table.look.zip(world);
                *looked = Fact::from(look.map(|((_, place), world)| world.card(place)));
                *saw = Fact::from(dug.map(World::graveyard));
                *give = Fact::from(dug.and_then(World::give).map(count::to_i64));
            }
            _ => {}
        }
        vec![shown]
    }

    /// The position after a move, which this viewer may be unable to tell from an irregular one.
    fn after(&self, mv: &Move) -> Option<Self> {
        self.play(Seq(0), mv, &mut Referee::lenient()).ok().map(|(after, _)| after)
    }

    /// HW-2: giver and receiver see the card that is passed.
    fn own_passes(&self, cards: &BySeat<Fact<Role>>, viewer: Viewer) -> BySeat<Fact<Role>> {
        cards.map(|seat, card| {
            let receiver = self.seats().right_of(seat);
            let plain = Fact::from(self.knowledge.passed(seat));
            card.or(plain).seen_if(viewer.shares(seat) || viewer.shares(receiver))
        })
    }
}

/// A viewer's own hand, if the scribe knows it.
fn own_hand(hands: &Fact<BySeat<Fact<Vec<Role>>>>, viewer: Viewer) -> Fact<BySeat<Fact<Vec<Role>>>> {
    let Fact::Known(hands) = hands else { return Fact::Unknown };
    let own = hands.map(|seat, hand| hand.clone().seen_if(viewer.shares(seat)));
    let any = own.values().any(Fact::is_known);
    Fact::Known(own).seen_if(any)
}
