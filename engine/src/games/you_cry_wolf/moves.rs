//! Moves of people and the effects that follow, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::rules::animal::Animal;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};

/// The dice still under each cup, by seat; a die or a whole cup that nobody noted is null.
pub type Cups = BySeat<Fact<Vec<Fact<Animal>>>>;

/// A move of people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
#[strum(serialize_all = "snake_case")]
pub enum Move {
    /// All roll for most wolves; the winner is the first player of the first round (YCW-1).
    ChooseFirstPlayer {
        /// The winner of the roll.
        seat: Seat,
        /// Wolves shown at the first roll, by seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wolves: Option<BySeat<i64>>,
    },
    /// Notes the dice under a seat's own cup. They are hidden from all other seats until a call.
    NoteCup {
        /// The seat of the cup.
        seat: Seat,
        /// The six dice the seat began the round with; null where not known. A later note fills
        /// nulls, die by die.
        #[schemars(length(min = 6, max = 6))]
        dice: Vec<Fact<Animal>>,
    },
    /// The first player rolls six dice for all to see (YCW-24).
    OpenDice {
        /// The faces they show.
        #[schemars(length(min = 6, max = 6))]
        dice: Vec<Animal>,
    },
    /// Places a die from the cup on a row and makes a claim about that row's animal (YCW-4).
    Bet {
        /// The seat that bets.
        seat: Seat,
        /// The face of the die.
        die: Animal,
        /// The row on which it is placed.
        row: Animal,
        /// The number claimed: there are that many or more. At least 2, unless the move is irregular.
        #[schemars(range(min = 1, max = 1500))]
        claim: i64,
    },
    /// The first player rolls a spare die and places it, without a claim (YCW-19).
    Privilege {
        /// The seat that rolls.
        seat: Seat,
        /// The face it shows.
        die: Animal,
        /// The row on which it is placed.
        row: Animal,
    },
    /// Accuses the owner of a row's marker (YCW-10).
    Call {
        /// The seat that calls.
        seat: Seat,
        /// The row called.
        row: Animal,
    },
    /// All cups are lifted (YCW-11). At least one of the two fields is needed.
    Reveal {
        /// The dice still under each cup, by seat; null for a die or a cup that nobody noted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cups: Option<Cups>,
        /// How many of the called animal were counted; needed where nulls leave it open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0, max = 1500))]
        count: Option<i64>,
    },
    /// Can neither bet nor call nor use the privilege (YCW-I3).
    Pass {
        /// The seat that passes.
        seat: Seat,
    },
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
    /// Everybody has six dice and three markers, and the board is empty (YCW-2).
    RoundBegan {
        /// The number of the round, from 1.
        round: i64,
        /// The first player.
        first_player: Seat,
    },
    /// A marker was outbid and went back (YCW-7).
    MarkerReturned {
        /// The seat that gets the marker back.
        seat: Seat,
        /// The row it came from.
        row: Animal,
        /// The number it claimed.
        claim: i64,
    },
    /// No spare die was left, so the sheep on square 1 was rolled instead (YCW-20).
    SheepTaken {
        /// The face the die showed when it was taken off.
        die: Animal,
    },
    /// The first-player marker moved on (YCW-19).
    FirstPlayerMoved {
        /// The new first player.
        seat: Seat,
    },
    /// A call names one claim of one player (YCW-10).
    Accused {
        /// The seat that called.
        caller: Seat,
        /// The seat that made the claim.
        accused: Seat,
        /// The animal of the claim.
        row: Animal,
        /// The number claimed.
        claim: i64,
    },
    /// The called animal was counted (YCW-11).
    Counted {
        /// The animal counted.
        row: Animal,
        /// The number claimed.
        claim: i64,
        /// The number counted.
        count: i64,
    },
    /// Chips changed hands (YCW-21, YCW-22).
    Paid {
        /// The seat that paid, in chips of its own colour.
        payer: Seat,
        /// The seat that received them.
        receiver: Seat,
        /// The chips owed, which the receiver is credited with.
        owed: i64,
        /// The chips really handed over.
        paid: i64,
    },
    /// Somebody has no chips of their own colour left, so the game is over (YCW-22, YCW-25).
    GameOver {
        /// The winners.
        winners: Vec<Seat>,
        /// Points by seat.
        points: BySeat<i64>,
    },
}
