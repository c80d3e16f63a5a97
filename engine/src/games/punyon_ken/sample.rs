//! Plausible moves, picked by somebody outside.

use super::choices::Choice;
use super::moves::Move;
use super::opening::Options;
use super::{PunyonKen, TWO_SEATS};
use crate::game::{RandomSource, Sampling};

impl Sampling for PunyonKen {
    fn sample_opening(_: &mut dyn RandomSource) -> (u8, Options) {
        (TWO_SEATS.count(), Options {})
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        let Choice::Throw { hands } = choice;
        Move::Throw { hands: hands.map(|_, throws| *pick.one(throws)) }
    }
}
