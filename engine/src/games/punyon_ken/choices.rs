//! The moves that may come next.

use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::moves::Move;
use super::rules::throwing::Throw;
use super::{PunyonKen, TWO_SEATS};
use crate::game::Choices;
use crate::seat::BySeat;

/// Legal moves of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(title = "PunyonKenChoice")]
pub enum Choice {
    /// Both throw at once.
    Throw {
        /// By seat, the throws it may make.
        hands: BySeat<Vec<Throw>>,
    },
}

impl Choices for PunyonKen {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        match self.won {
            None => vec![Choice::Throw { hands: BySeat::new(TWO_SEATS, |_| Throw::VARIANTS.to_vec()) }],
            Some(_) => Vec::new(),
        }
    }

    fn matches(&self, choice: &Choice, mv: &Move) -> bool {
        let (Choice::Throw { hands: offered }, Move::Throw { hands }) = (choice, mv);
        hands.len() == offered.len()
            && hands.iter().all(|(seat, throw)| offered.get(seat).is_some_and(|may| may.contains(throw)))
    }
}
