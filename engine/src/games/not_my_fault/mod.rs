//! Not My Fault!: a bluffing game in which everybody adds a card and vouches for all of them.

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

pub use analysis::{Assumed, Audit, Declaration, Ledger, Odds};
pub use choices::{Choice, OpenNote};
pub use moves::{Effect, Move};
pub use opening::Options;
pub use outcome::Ending;
pub use rules::track::{BLACK_SQUARES, LAST_SQUARE};
pub use view::{PendingView, PhaseName, PileView, PlacedCardView, RevealedView, SeatView, View};

use std::sync::Arc;

use crate::fact::Fact;
use crate::game::{Feature, Game, Meta};
use crate::picture::Picture;
use crate::rules::Rules;
use crate::seat::{Seat, Seats};
use crate::seq::Seq;
use crate::shared::Shared;
use crate::text::Text;
use crate::violation::Violation;
use knowledge::pile::Pile;

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// Somebody's turn.
    Turn(Seat),
    /// The cards are turned up.
    Reveal(Cause),
    /// Over, by this seat's winning, or losing where it took its second suspension.
    Over(Ending, Seat),
}

/// Why the cards are turned up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cause {
    /// This seat audits (NMF-6).
    Audit(Seat),
    /// The last square was declared (NMF-8).
    Thirty,
}

impl Cause {
    /// The rule that has the cards turned up and added.
    const fn rule(self) -> &'static str {
        match self {
            Self::Audit(_) => "NMF-6",
            Self::Thirty => "NMF-8",
        }
    }
}

/// The cards before a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Player {
    /// The warning card shows yellow (NMF-5).
    warned: bool,
    suspensions: u8,
}

/// A card on the table, and the declaration made with it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PlacedCard {
    seat: Seat,
    number: i64,
    card: Fact<u8>,
    /// Where the card is known: the event that recorded it.
    at: Seq,
}

/// The round that was turned up last.
#[derive(Clone, Debug, PartialEq)]
struct Revealed {
    placed: Vec<PlacedCard>,
    sum: i64,
    cause: Cause,
    suspended: Option<Seat>,
}

/// The most seats (warning cards).
const MAX_SEATS: usize = 8;

/// A position of Not My Fault!
#[derive(Clone, Debug, PartialEq)]
pub struct NotMyFault {
    seats: Seats,
    extreme: bool,
    phase: Phase,
    /// From 1.
    round: i64,
    /// By seat; seats that do not exist have nothing.
    players: [Player; MAX_SEATS],
    /// The round's cards, in the order they were laid.
    placed: Shared<PlacedCard>,
    /// Cards discarded since the last recorded reshuffle.
    discards: usize,
    /// The cards, where the deck is given.
    pile: Option<Pile>,
    revealed: Option<Arc<Revealed>>,
}

type Played = Result<(NotMyFault, Vec<Effect>), Violation>;

impl Game for NotMyFault {
    const META: Meta = Meta {
        slug: "not_my_fault",
        name: Text::fixed("Not My Fault!", "Not My Fault!"),
        seats: (2, 8),
        pictures: &[Picture::WarningYellow, Picture::Suspension],
        has_secrets: Self::HAS_SECRETS,
        rules: &[Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md"))],
        set_up: include_str!("set_up.json"),
        settings: settings::SETTINGS,
        lists: settings::LISTS,
        features: &[Feature::Turns, Feature::Places],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
