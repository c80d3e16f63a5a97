//! The JSON of this game: options, moves, effects and choices.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::fact::Fact;
use crate::seat::Seat;

/// How the table is set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// How many cards of each number there are, from 0 to 6; bounds what can be revealed and
    /// tells when the draw pile is empty (NMF-10). Not checked where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 7, max = 7), inner(range(min = 0, max = 99)))]
    pub deck: Option<Vec<i64>>,
    /// Whether one suspension eliminates (NMF-11).
    pub extreme: bool,
    /// Who has the first turn, as agreed (NMF-1).
    pub first_player: Seat,
}

impl Default for Options {
    fn default() -> Self {
        Self { deck: None, extreme: false, first_player: Seat::new(0) }
    }
}

/// What people do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[schemars(tag = "type")]
pub enum Move {
    /// Draws a card, lays it face down and declares what all cards on the table make at least
    /// (NMF-2, NMF-4).
    Declare {
        /// Who declares.
        seat: Seat,
        /// The number declared: that much or more; at least 1, unless it is irregular.
        #[schemars(range(min = 0, max = 30))]
        number: i64,
        /// The card drawn; only this seat sees it until the cards are turned up.
        #[serde(default, skip_serializing_if = "Fact::is_unknown")]
        #[schemars(range(min = 0, max = 6))]
        card: Fact<i64>,
    },
    /// What card a seat laid last; only this seat sees it until the cards are turned up.
    NoteCard {
        /// Whose card.
        seat: Seat,
        /// Its number.
        #[schemars(range(min = 0, max = 6))]
        card: i64,
    },
    /// Accuses the player just before (NMF-6).
    Audit {
        /// Who accuses.
        seat: Seat,
    },
    /// All cards on the table are turned up and added (NMF-6, NMF-8). At least one of the two
    /// fields is needed.
    Reveal {
        /// The cards in the order they were laid; null for one that nobody wrote down.
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
    /// The `type` in JSON.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Declare { .. } => "declare",
            Self::NoteCard { .. } => "note_card",
            Self::Audit { .. } => "audit",
            Self::Reveal { .. } => "reveal",
            Self::Reshuffle {} => "reshuffle",
        }
    }
}

/// What follows by rule.
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
        /// Whose.
        seat: Seat,
    },
    /// An audit names one declaration of one player (NMF-6).
    Accused {
        /// Who audits.
        auditor: Seat,
        /// Whose declaration it is.
        accused: Seat,
        /// The number declared.
        number: i64,
    },
    /// The cards were turned up and added (NMF-6, NMF-8).
    Counted {
        /// Who had declared last.
        seat: Seat,
        /// The number declared.
        number: i64,
        /// What the cards make.
        sum: i64,
    },
    /// Somebody takes a suspension card (NMF-6, NMF-8).
    Suspended {
        /// Who.
        seat: Seat,
        /// How many that seat has now.
        suspensions: i64,
    },
    /// Somebody is out of the game (NMF-11).
    Eliminated {
        /// Who.
        seat: Seat,
    },
    /// The arrow is at 0 and all warning cards are grey again (NMF-7).
    RoundBegan {
        /// The number of the round, from 1.
        round: i64,
        /// Whose turn it is.
        seat: Seat,
    },
    /// The game is over (NMF-8, NMF-9, NMF-11).
    GameOver {
        /// How it ended.
        ending: Ending,
        /// Who won.
        winners: Vec<Seat>,
        /// Who lost.
        losers: Vec<Seat>,
    },
}

/// How a game can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// Somebody declared 30, and the cards made it (NMF-8).
    Thirty,
    /// Somebody took a second suspension and lost (NMF-9).
    SecondSuspension,
    /// All others were eliminated (NMF-11).
    LastPlayer,
}

impl Ending {
    /// The word in JSON.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Thirty => "thirty",
            Self::SecondSuspension => "second_suspension",
            Self::LastPlayer => "last_player",
        }
    }
}

/// A range of whole numbers, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Range {
    /// The least.
    pub min: i64,
    /// The greatest.
    pub max: i64,
}

impl Range {
    /// Whether a number lies in it.
    pub fn contains(self, number: i64) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

/// A card that can still be noted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct OpenNote {
    /// Whose.
    pub seat: Seat,
    /// What that seat declared with it.
    pub declared: i64,
    /// The numbers the card can have.
    pub cards: Vec<i64>,
}

/// Legal moves of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Choice {
    /// A declaration.
    Declare {
        /// Whose.
        seat: Seat,
        /// Numbers that may be declared: with a yellow warning card black squares only.
        numbers: Vec<i64>,
        /// Numbers the card drawn can have.
        cards: Vec<i64>,
    },
    /// A seat may note the card it laid last.
    NoteCard {
        /// The cards that nobody has noted.
        open: Vec<OpenNote>,
    },
    /// An audit.
    Audit {
        /// Whose.
        seat: Seat,
        /// Who would be accused.
        accused: Seat,
        /// The number declared.
        number: i64,
    },
    /// The cards are turned up: any that can lie there, or the sum, or both if they agree.
    Reveal {
        /// The cards as far as they are known, in the order they were laid.
        cards: Vec<Fact<i64>>,
        /// What the sum can be.
        sums: Vec<Range>,
    },
    /// The discards may be shuffled into the draw pile early.
    Reshuffle {
        /// How many cards were discarded since the last time, as far as anybody said.
        discards: i64,
    },
}
