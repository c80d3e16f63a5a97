//! How games end.

use schemars::JsonSchema;
use serde::Serialize;

use crate::seat::{BySeat, Seat};
use crate::text::Text;

/// How a game ended, in the same terms for every game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Outcome {
    /// Who won; everybody or nobody in a cooperative game.
    pub winners: Vec<Seat>,
    /// Place by seat, 1 the best; equal places are shared (1, 1, 3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<BySeat<u8>>,
    /// Points by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<BySeat<i64>>,
    /// One score for the whole table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// A title the game awards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// How it ended: a stable word of the game, in `snake_case`.
    pub ending: &'static str,
}
