//! The winner and the result.

use schemars::JsonSchema;
use serde::Serialize;

use super::{PunyonKen, TWO_SEATS};
use crate::outcome::Outcome;
use crate::seat::BySeat;

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema, strum::VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "PunyonKenWinPath")]
pub enum WinPath {
    /// Five bent fingers (PK-5).
    Fingers,
    /// A win with paper while the palm was down (PK-7).
    Palm,
}

impl WinPath {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }
}

impl PunyonKen {
    /// The result, once there is one.
    pub(super) fn result(&self) -> Option<Outcome> {
        let (winner, path) = self.won?;
        Some(Outcome {
            winners: vec![winner],
            places: Some(BySeat::new(TWO_SEATS, |seat| if seat == winner { 1 } else { 2 })),
            points: None,
            score: None,
            title: None,
            ending: path.word(),
        })
    }
}
