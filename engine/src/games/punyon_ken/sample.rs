//! Plausible moves, drawn with a chooser from outside.

use super::choices::Choice;
use super::moves::Move;
use super::opening::Options;
use super::{PunyonKen, TWO_SEATS};
use crate::game::{Chooser, Sampling};

impl Sampling for PunyonKen {
    fn sample_opening(_: &mut dyn Chooser) -> (u8, Options) {
        (TWO_SEATS.count(), Options {})
    }

    fn sample(&self, choice: &Choice, chooser: &mut dyn Chooser) -> Move {
        let Choice::Throw { hands } = choice;
        Move::Throw { hands: hands.map(|_, throws| *chooser.choose(throws)) }
    }
}
