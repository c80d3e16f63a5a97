//! Moves of people and the effects that follow, as JSON.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::rules::animal::Animal;
use crate::fact::Fact;
use crate::seat::{BySeat, Seat};

/// The dice still under each cup, by seat; a die or a whole cup that nobody wrote down is null.
pub type Cups = BySeat<Fact<Vec<Fact<Animal>>>>;

/// A move of people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema, IntoStaticStr)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
#[strum(serialize_all = "snake_case")]
pub enum Move {
    /// All roll for most wolves; the winner is the first player of the first round (YCW-1).
    ChooseFirstPlayer {
        /// Who won the roll.
        seat: Seat,
        /// Wolves shown at the first roll, by seat.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wolves: Option<BySeat<i64>>,
    },
    /// What somebody saw under their own cup. Hidden from everybody else until a call.
    NoteCup {
        /// Whose cup.
        seat: Seat,
        /// The six dice the seat began the round with; null where not known. A later note fills
        /// nulls, die by die.
        #[schemars(length(min = 6, max = 6))]
        dice: Vec<Fact<Animal>>,
    },
    /// The first player rolls six dice for all to see (YCW-24).
    OpenDice {
        /// What they show.
        #[schemars(length(min = 6, max = 6))]
        dice: Vec<Animal>,
    },
    /// A die from the cup onto a row, and a claim about that row's animal (YCW-4).
    Bet {
        /// Who bets.
        seat: Seat,
        /// What the die shows.
        die: Animal,
        /// Where it is placed.
        row: Animal,
        /// The number claimed: that many or more; at least 2, unless it is irregular.
        #[schemars(range(min = 1, max = 1500))]
        claim: i64,
    },
    /// The first player rolls a spare die and places it, without a claim (YCW-19).
    Privilege {
        /// Who rolls.
        seat: Seat,
        /// What it shows.
        die: Animal,
        /// Where it is placed.
        row: Animal,
    },
    /// Accuses the owner of a row's marker (YCW-10).
    Call {
        /// Who calls.
        seat: Seat,
        /// Which row.
        row: Animal,
    },
    /// All cups are lifted (YCW-11). At least one of the two fields is needed.
    Reveal {
        /// The dice still under each cup, by seat; null for a die or a cup nobody wrote down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cups: Option<Cups>,
        /// How many of the called animal were counted; needed where nulls leave it open.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(range(min = 0, max = 1500))]
        count: Option<i64>,
    },
    /// Can neither bet nor call nor use the privilege (YCW-I3).
    Pass {
        /// Who passes.
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
        /// Who begins.
        first_player: Seat,
    },
    /// A marker was outbid and went back (YCW-7).
    MarkerReturned {
        /// To whom.
        seat: Seat,
        /// From which row.
        row: Animal,
        /// What it claimed.
        claim: i64,
    },
    /// No spare die was left, so the sheep on square 1 was rolled instead (YCW-20).
    SheepTaken {
        /// What the die showed as it was taken off.
        die: Animal,
    },
    /// The first-player marker moved on (YCW-19).
    FirstPlayerMoved {
        /// To whom.
        seat: Seat,
    },
    /// A call names one claim of one player (YCW-10).
    Accused {
        /// Who called.
        caller: Seat,
        /// Whose claim it is.
        accused: Seat,
        /// Of which animal.
        row: Animal,
        /// The number claimed.
        claim: i64,
    },
    /// The called animal was counted (YCW-11).
    Counted {
        /// Which animal.
        row: Animal,
        /// The number claimed.
        claim: i64,
        /// The number there was.
        count: i64,
    },
    /// Chips changed hands (YCW-21, YCW-22).
    Paid {
        /// Who paid, in chips of their own colour.
        payer: Seat,
        /// Who received them.
        receiver: Seat,
        /// The chips owed: what the receiver is credited with.
        owed: i64,
        /// The chips really handed over.
        paid: i64,
    },
    /// Somebody has no chips of their own colour left, so the game is over (YCW-22, YCW-25).
    GameOver {
        /// Who won.
        winners: Vec<Seat>,
        /// Points by seat.
        points: BySeat<i64>,
    },
}
