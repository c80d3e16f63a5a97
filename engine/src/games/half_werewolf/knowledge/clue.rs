//! The facts about the hidden cards in a logged move.

use serde::Serialize;

use super::super::moves::{CardPlace, GraveSlot, SeatSlot};
use super::super::rules::role::{Pair, Role};
use crate::count;
use crate::seat::Seat;

/// The place of a face-down card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Before a seat, in slot 0 or 1.
    Slot(Seat, usize),
    /// In the graveyard, in slot 0 or 1.
    Grave(usize),
}

impl From<Place> for CardPlace {
    fn from(place: Place) -> Self {
        match place {
            Place::Slot(seat, slot) => Self::Seat(SeatSlot { seat, slot: count::to_i64(slot) }),
            Place::Grave(slot) => Self::Graveyard(GraveSlot { graveyard: count::to_i64(slot) }),
        }
    }
}

/// One fact about the cards from a move: stated by a seat or the scribe, or required if the move
/// kept the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "ClueView")]
pub enum Clue {
    /// Stated: the two cards dealt to a seat.
    Dealt(Seat, Pair),
    /// Stated: the card that a seat passed on.
    Passed(Seat, Role),
    /// Stated: the cards a seat held when the abilities began.
    Held(Seat, Pair),
    /// Stated: the cards a seat holds after the exchange.
    HoldsNow(Seat, Pair),
    /// Stated: the card that lay here when the abilities began.
    Card(Place, Role),
    /// Stated: the card that lies here after the exchange.
    CardNow(Place, Role),
    /// Stated: the graveyard slot that was given away.
    Gave(usize),
    /// Stated: the card that was given away.
    GivenCard(Role),
    /// By HW-4: the seat that looked holds the seer.
    SeerIs(Seat),
    /// By HW-4: the seat that dug holds the gravedigger.
    GravediggerIs(Seat),
    /// By HW-6: the seat that dug exchanged with another one.
    ExchangedWithAnother(Seat),
    /// By HW-7: the seat that both looked and dug doesn't hold both.
    UsedBoth(Seat),
    /// By HW-8: nobody had to come forward as the seer.
    SeerSkipped,
    /// By HW-8: nobody had to come forward as the gravedigger.
    GravediggerSkipped,
    /// By HW-14: the seat has a vote.
    Voted(Seat),
    /// By HW-14: the seat has none.
    ShowedNull(Seat),
}

/// A clue in the detail of a violation.
#[derive(Serialize)]
#[serde(untagged)]
enum ClueView {
    Dealt { seat: Seat, dealt: [Role; 2] },
    Passed { seat: Seat, passed: Role },
    Holds { seat: Seat, holds: [Role; 2] },
    Card { card: CardPlace, role: Role },
    Gave { give: usize },
    GivenCard { input: Role },
    NotStated,
}

impl From<Clue> for ClueView {
    fn from(clue: Clue) -> Self {
        match clue {
            Clue::Dealt(seat, pair) => Self::Dealt { seat, dealt: pair.roles() },
            Clue::Passed(seat, passed) => Self::Passed { seat, passed },
            Clue::Held(seat, pair) | Clue::HoldsNow(seat, pair) => Self::Holds { seat, holds: pair.roles() },
            Clue::Card(place, role) | Clue::CardNow(place, role) => Self::Card { card: place.into(), role },
            Clue::Gave(give) => Self::Gave { give },
            Clue::GivenCard(input) => Self::GivenCard { input },
            _ => Self::NotStated,
        }
    }
}

impl Clue {
    /// True if the clue is stated, so that it holds even if rules were broken.
    pub fn is_stated(self) -> bool {
        use Clue::{Card, CardNow, Dealt, Gave, GivenCard, Held, HoldsNow, Passed};
        matches!(
            self,
            Dealt(..)
                | Passed(..)
                | Held(..)
                | HoldsNow(..)
                | Card(..)
                | CardNow(..)
                | Gave(_)
                | GivenCard(_)
        )
    }

    /// The roles it names.
    pub fn roles(self) -> Vec<Role> {
        match self {
            Self::Dealt(_, pair) | Self::Held(_, pair) | Self::HoldsNow(_, pair) => pair.roles().to_vec(),
            Self::Passed(_, role) | Self::Card(_, role) | Self::CardNow(_, role) | Self::GivenCard(role) => {
                vec![role]
            }
            _ => Vec::new(),
        }
    }

    /// True if both clues are about one question.
    pub fn is_about_the_same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Dealt(a, _), Self::Dealt(b, _))
            | (Self::Passed(a, _), Self::Passed(b, _))
            | (Self::Held(a, _), Self::Held(b, _))
            | (Self::HoldsNow(a, _), Self::HoldsNow(b, _)) => a == b,
            (Self::Card(a, _), Self::Card(b, _)) | (Self::CardNow(a, _), Self::CardNow(b, _)) => a == b,
            (Self::Gave(_), Self::Gave(_)) | (Self::GivenCard(_), Self::GivenCard(_)) => true,
            _ => false,
        }
    }

    /// True for clues about the subject of HW-2: cards dealt, passed and held.
    pub fn is_about_passing(self) -> bool {
        self.passes().is_some()
    }

    /// True if HW-2 alone decides whether both can be true: one seat had these cards.
    pub fn is_same_hand(self, other: Self) -> bool {
        self.is_about_the_same(other) || self.passes().is_some() && self.passes() == other.passes()
    }

    fn passes(self) -> Option<Seat> {
        match self {
            Self::Dealt(seat, _) | Self::Passed(seat, _) | Self::Held(seat, _) => Some(seat),
            _ => None,
        }
    }
}
