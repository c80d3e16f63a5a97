//! How games end.

use schemars::JsonSchema;
use serde::Serialize;

use crate::seat::{BySeat, Seat, Seats};
use crate::text::Text;

/// How a game ended, in the same terms for every game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Outcome {
    /// The winners; everybody or nobody in a cooperative game.
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

/// The place of each seat by its rank, the highest first; equal ranks share a place.
pub fn places<R: Ord>(seats: Seats, rank: impl Fn(Seat) -> R) -> BySeat<u8> {
    let is_better = |other: Seat, seat: Seat| u8::from(rank(other) > rank(seat));
    BySeat::new(seats, |seat| 1 + seats.iter().map(|other| is_better(other, seat)).sum::<u8>())
}
