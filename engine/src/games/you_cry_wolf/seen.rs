//! The part of a move that a viewer learns.

use super::YouCryWolf;
use super::moves::{Cups, Move};
use super::rules::animal::Dice;
use crate::fact::Fact;
use crate::seat::Viewer;

impl YouCryWolf {
    pub(super) fn shown_to(&self, mv: &Move, viewer: Viewer) -> Vec<Move> {
        match mv {
            Move::NoteCup { seat, .. } if !viewer.shares(*seat) => Vec::new(),
            Move::Reveal { cups, count } if viewer != Viewer::Scribe => {
                vec![self.reveal_seen(cups.as_ref(), *count)]
            }
            _ => vec![mv.clone()],
        }
    }

    /// A reveal as all seats see it: dice noted earlier are open now too.
    fn reveal_seen(&self, input: Option<&Cups>, count: Option<i64>) -> Move {
        let Ok(cups) = self.open_cups(input) else {
            return Move::Reveal { cups: input.cloned(), count };
        };
        let shown = cups.map(|_, cup| {
            let dice = cup.shown();
            let nothing = !dice.is_empty() && dice.iter().all(Fact::is_unknown);
            if nothing { Fact::Unknown } else { Fact::Known(dice) }
        });
        let any_certain = cups.values().any(|cup| cup.certain() != Dice::default());
        Move::Reveal { cups: (input.is_some() || any_certain).then_some(shown), count }
    }
}
