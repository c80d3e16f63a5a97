//! Moves of people and the effects that follow, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::outcome::WinPath;
use super::rules::throwing::Throw;
use crate::seat::{BySeat, Seat};

/// A move at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type", title = "PunyonKenMove")]
pub enum Move {
    /// Both throw at once.
    Throw {
        /// By seat, its throw.
        hands: BySeat<Throw>,
    },
}

/// An effect of a throw by rule.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(title = "PunyonKenEffect")]
pub enum Effect {
    /// Both threw the same, and nothing changes (PK-I2).
    Drawn {},
    /// One throw beat the other (PK-2).
    ThrowWon {
        /// The seat whose throw won.
        seat: Seat,
        /// Its throw.
        hand: Throw,
    },
    /// The winner of the throw bent fingers of its score hand (PK-3, PK-4).
    FingersBent {
        /// The winner of the throw.
        seat: Seat,
        /// How many it bent: 1 or 2, but never more than were straight.
        count: i64,
        /// How many are bent now.
        bent: i64,
    },
    /// The winner of the throw turned its palm down (PK-6).
    PalmTurnedDown {
        /// The winner of the throw.
        seat: Seat,
    },
    /// The loser of the throw had its palm down and turned it up again (PK-8).
    PalmTurnedUp {
        /// The loser of the throw.
        seat: Seat,
    },
    /// Somebody won the game.
    GameWon {
        /// The winner of the game.
        seat: Seat,
        /// With five fingers (PK-5) or with the palm (PK-7).
        by: WinPath,
    },
}
