//! You Cry Wolf! (狼が来た!!), by Ginichirou Suzuki: children on a hill outbid each other on how
//! many animals come home, until somebody stops believing it.

mod analysis;
mod choices;
mod describe;
mod drawing;
mod forms;
mod hindsight;
mod knowledge;
mod metrics;
mod moves;
mod opening;
mod outcome;
mod part;
mod policy;
mod refusals;
mod rules;
mod sample;
mod seen;
mod settings;
mod statistics;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use analysis::{Assumed, BestCall, Call, Claim, Ledger, Odds, RowOdds};
pub use choices::{BetRow, CallRow, Choice, OpenNote, Placement};
pub use knowledge::{Cup, Learned, Note};
pub use moves::{Cups, Effect, Move};
pub use opening::{Edition, Options};
pub use part::Part;
pub use rules::animal::{Animal, ByAnimal, DICE_PER_SEAT, Dice};
pub use rules::board::{Board, Marker, Placed, Row};
pub use view::{CallView, LiftedView, MarkerView, PhaseName, PlacedView, RowView, SeatView, View};

use std::sync::Arc;

use crate::fact::Fact;
use crate::game::{Feature, Game, Meta};
use crate::picture::Picture;
use crate::rules::Rules;
use crate::seat::{BySeat, Seat, SeatSet, Seats};
use crate::text::Text;

/// A call waiting for the cups to be lifted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Called {
    /// The seat that called.
    pub caller: Seat,
    /// The seat that made the claim.
    pub accused: Seat,
    /// The animal of the claim.
    pub row: Animal,
    /// The number claimed.
    pub claim: i64,
}

/// The cups as they were lifted last, and the call they settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Lifted {
    /// The call.
    pub called: Called,
    /// How many of the called animal there were.
    pub count: i64,
    /// By seat, the dice under its cup.
    pub cups: BySeat<Vec<Fact<Animal>>>,
}

/// The phase of the table. A seat in it is the one to act.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    ChooseFirstPlayer,
    OpenDice,
    Turns(Seat),
    Reveal(Called),
    Over,
}

/// A position of You Cry Wolf!
#[derive(Clone, Debug, PartialEq)]
pub struct YouCryWolf {
    seats: Seats,
    options: Arc<Options>,
    phase: Phase,
    /// From 1; 0 before the first player is chosen.
    round: i64,
    /// Turns taken in this round.
    turns: i64,
    first: Option<Seat>,
    /// The seats that had a turn since the first player was chosen, or since the round began (YCW-19).
    had_turn: SeatSet,
    board: Board,
    open: Option<Dice>,
    /// The cups lifted last; kept until the next roll.
    lifted: Option<Arc<Lifted>>,
    spare: i64,
    cups: BySeat<Cup>,
    /// Chips of their own colour.
    own: BySeat<i64>,
    /// Chips received, shortfalls included (YCW-25).
    points: BySeat<i64>,
}

impl Game for YouCryWolf {
    const META: Meta = Meta {
        slug: "you_cry_wolf",
        name: Text::fixed("狼が来た!!", "You Cry Wolf!"),
        seats: (2, 250),
        pictures: &[Picture::Sheep, Picture::Wolf, Picture::Cup],
        has_secrets: Self::HAS_SECRETS,
        rules: &[Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md"))],
        set_up: include_str!("set_up.json"),
        settings: settings::SETTINGS,
        lists: settings::LISTS,
        features: &[Feature::Turns, Feature::Places, Feature::Points],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
