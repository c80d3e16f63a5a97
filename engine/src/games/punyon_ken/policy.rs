//! `Policy`: throws by the mix of best play.

use strum::VariantArray;

use super::moves::Move;
use super::rules::throwing::Throw;
use super::statistics::equilibrium::equilibrium;
use super::{PunyonKen, TWO_SEATS};
use crate::game::{Chooser, Policy};
use crate::policy::{Players, Temper};
use crate::seat::BySeat;

/// The added share of scissors, which bend two fingers, for a bold player.
const BOLD_SCISSORS: f64 = 0.3;

impl Policy for PunyonKen {
    fn policy_move(&self, players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Move> {
        let best = equilibrium(self)?;
        let hands = BySeat::new(TWO_SEATS, |seat| {
            let mut mix = best.mixes[seat.index()];
            match players.temper(seat) {
                Temper::Random => mix = [1.0; 3],
                Temper::Sensible => {}
                Temper::Bold => mix[Throw::Scissors as usize] += BOLD_SCISSORS,
            }
            Throw::VARIANTS[chooser.by_weight(&mix)]
        });
        Some(Move::Throw { hands })
    }
}
