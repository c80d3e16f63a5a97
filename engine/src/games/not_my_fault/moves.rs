//! Moves of people and the effects that follow, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::outcome::Ending;
use crate::fact::Fact;
use crate::seat::Seat;

/// A move of people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
#[strum(serialize_all = "snake_case")]
pub enum Move {
    /// Draws a card, lays it face down and declares what all cards on the table make at least
    /// (NMF-2, NMF-4).
    Declare {
        /// The seat that declares.
        seat: Seat,
        /// The number declared: the cards make that much or more. At least 1, unless the move is irregular.
        #[schemars(range(min = 0, max = 30))]
        number: i64,
        /// The card drawn; only this seat sees it until the cards are turned up.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        #[schemars(range(min = 0, max = 6))]
        card: Fact<i64>,
    },
    /// Notes the card a seat laid last; only this seat sees it until the cards are turned up.
    NoteCard {
        /// The seat that laid the card.
        seat: Seat,
        /// Its number.
        #[schemars(range(min = 0, max = 6))]
        card: i64,
    },
    /// Accuses the player just before (NMF-6).
    Audit {
        /// The seat that accuses.
        seat: Seat,
    },
    /// All cards on the table are turned up and added (NMF-6, NMF-8). At least one of the two
    /// fields is needed.
    Reveal {
        /// The cards in the order they were laid; null for a card that nobody noted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(inner(range(min = 0, max = 6)))]
        cards: Option<Vec<Fact<i64>>>,
        /// Their sum; needed where nulls leave it open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0))]
        sum: Option<i64>,
    },
    /// The discards are shuffled into the draw pile before it is empty (NMF-10).
    Reshuffle {},
}

impl Move {
    /// Its `type` in JSON.
    pub fn kind(&self) -> &'static str {
        self.into()
    }
}

/// An effect by rule.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Effect {
    /// The draw pile was empty and a card had to be drawn, so the shuffled discards became the draw
    /// pile (NMF-10). Told where the deck is given.
    DrawPileRemade {
        /// How many cards it had before the card was drawn.
        cards: i64,
    },
    /// A white square was declared, so the warning card is turned to yellow (NMF-5).
    Warned {
        /// The seat whose warning card is turned.
        seat: Seat,
    },
    /// An audit names one declaration of one player (NMF-6).
    Accused {
        /// The seat that audits.
        auditor: Seat,
        /// The seat that made the declaration.
        accused: Seat,
        /// The number declared.
        number: i64,
    },
    /// The cards were turned up and added (NMF-6, NMF-8).
    Counted {
        /// The seat that declared last.
        seat: Seat,
        /// The number declared.
        number: i64,
        /// The sum of the cards.
        sum: i64,
    },
    /// Somebody takes a suspension card (NMF-6, NMF-8).
    Suspended {
        /// The seat that takes it.
        seat: Seat,
        /// How many suspensions it has now.
        suspensions: i64,
    },
    /// Somebody is out of the game (NMF-11).
    Eliminated {
        /// The seat that is out.
        seat: Seat,
    },
    /// The arrow is at 0 and all warning cards are grey again (NMF-7).
    RoundBegan {
        /// The number of the round, from 1.
        round: i64,
        /// The seat to move first.
        seat: Seat,
    },
    /// The game is over (NMF-8, NMF-9, NMF-11).
    GameOver {
        /// How it ended.
        ending: Ending,
        /// The winners.
        winners: Vec<Seat>,
        /// The losers.
        losers: Vec<Seat>,
    },
}
