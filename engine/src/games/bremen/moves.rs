//! Moves of people and the effects that follow, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::outcome::Title;
use super::rules::tile::Tile;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};

/// A move at the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type", title = "BremenMove")]
pub enum Move {
    /// The tiles are dealt, 13 to each seat.
    Deal {
        /// By seat, the 13 tiles of its hand, or null if nobody told them; left out or null if
        /// no hand is known. A hand is hidden from the other seats. If all hands but one are
        /// known, so is the last.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        hands: Fact<BySeat<Fact<Vec<Tile>>>>,
        /// With three seats, the tile left over, face up in the centre; with four, left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        center: Option<Tile>,
    },
    /// A seat says that it holds eight or more chickens: all tiles go back and are dealt again.
    Redeal {
        /// The seat that held them.
        seat: Seat,
        /// Its 13 tiles, if it showed them.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        hand: Fact<Vec<Tile>>,
    },
    /// Names the first leader; needed only if the known hands do not tell it.
    Lead {
        /// The holder of donkey 1 (three seats: donkey 4, or 5 if the 4 lies in the centre).
        seat: Seat,
    },
    /// A seat plays a tile of its hand.
    Play {
        /// The seat.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// After round 12 the last tiles are turned over.
    Reveal {
        /// By seat, the tile left in hand; null if nobody told it. In a game won, null is
        /// possible only if the rest of the record tells the tile.
        left: BySeat<Fact<Tile>>,
    },
}

/// An effect of a move by rule.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(title = "BremenEffect")]
pub enum Effect {
    /// The known hands tell the first leader (BR-4).
    FirstLeader {
        /// The first leader.
        seat: Seat,
        /// The donkey that decides it.
        tile: Tile,
    },
    /// A hand has so many chickens that all tiles must be dealt again (BR-2).
    RedealDue {
        /// The seat of the hand.
        seat: Seat,
        /// How many chickens it holds.
        chickens: i64,
    },
    /// A round is complete and somebody takes its tiles (BR-7, BR-8).
    RoundTaken {
        /// The round, from 1.
        round: i64,
        /// The seat that takes them and leads next.
        seat: Seat,
        /// The tile that takes.
        tile: Tile,
        /// How many tiles the seat has taken by now.
        taken: i64,
    },
    /// Twelve rounds are over, and both conditions are decided (BR-10).
    ConditionsDecided {
        /// True: the seats took 24, 16, 8 and 0 tiles (three seats: 24, 12, 0).
        tiles_taken: bool,
        /// True: the tiles left over show four different animals.
        animals_left: bool,
    },
    /// Everybody wins (BR-10 to BR-12).
    Won {
        /// The score.
        score: i64,
        /// The title of the band.
        title: Title,
    },
    /// Everybody loses (BR-10).
    Lost {
        /// True: the first condition held.
        tiles_taken: bool,
        /// True: the second condition held.
        animals_left: bool,
    },
}
