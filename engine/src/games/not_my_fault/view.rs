//! A position as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use super::outcome::Ending;
use super::rules::cards::Cards;
use super::rules::track::is_white;
use super::{Cause, NotMyFault, Phase, PlacedCard, Revealed, drawing};
use crate::count;
use crate::fact::Fact;
use crate::game::{LastMove, Views};
use crate::record::Step;
use crate::seat::{BySeat, Seat};

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "NotMyFaultPhaseName")]
pub enum PhaseName {
    /// Somebody's turn.
    Turn,
    /// The cards are turned up.
    Reveal,
    /// The game is over.
    Over,
}

/// A card of a round, with the declaration made.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultPlacedCardView")]
pub struct PlacedCardView {
    /// The seat that laid it.
    pub seat: Seat,
    /// The number that seat declared: all cards so far make that much or more.
    pub number: i64,
    /// True: the number is a white square.
    pub white: bool,
    /// The card; null if it is not known.
    pub card: Fact<i64>,
}

/// The cards before a seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultSeatView")]
pub struct SeatView {
    /// True: the warning card shows yellow, so that the seat may declare only black squares.
    pub warned: bool,
    /// Suspension cards taken.
    pub suspensions: i64,
    /// True: the seat is out of the game.
    pub eliminated: bool,
}

/// A declaration under audit.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultPendingView")]
pub struct PendingView {
    /// The seat that audits; null if 30 was declared.
    pub auditor: Option<Seat>,
    /// The seat that declared.
    pub declarer: Seat,
    /// The number declared.
    pub number: i64,
}

/// The draw pile and the discards, where the deck is given.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultPileView")]
pub struct PileView {
    /// The deck: how many cards of each number, 0 to 6.
    pub deck: Vec<i64>,
    /// How many cards are in the draw pile.
    pub cards: i64,
    /// How many of each number, 0 to 6, are certainly among the discards.
    pub discarded: Vec<i64>,
}

/// The round that was turned up last. It is shown until the next declaration.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "NotMyFaultRevealedView")]
pub struct RevealedView {
    /// Its cards, in the order they were laid; a card is null if nobody told it.
    pub cards: Vec<PlacedCardView>,
    /// Their sum.
    pub sum: i64,
    /// The seat that audited; null if 30 was declared.
    pub auditor: Option<Seat>,
    /// The seat that took a suspension; null if 30 was made.
    pub suspended: Option<Seat>,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct View {
    /// The phase of the game.
    pub phase: PhaseName,
    /// The round, from 1.
    pub round: i64,
    /// The seat to move; null if no seat has a turn.
    pub turn: Option<Seat>,
    /// True: that seat must audit, because no card is left to draw.
    pub must_audit: bool,
    /// The square the arrow points to, 0 to 30.
    pub arrow: i64,
    /// The cards on the table, in the order they were laid.
    pub cards: Vec<PlacedCardView>,
    /// The declaration whose cards are about to be turned up.
    pub pending: Option<PendingView>,
    /// The round that was turned up last.
    pub revealed: Option<RevealedView>,
    /// The seats.
    pub seats: BySeat<SeatView>,
    /// The number of cards discarded since the last recorded reshuffle.
    pub discards: i64,
    /// The draw pile; null where the deck is not given.
    pub draw_pile: Option<PileView>,
    /// True: one suspension eliminates.
    pub extreme: bool,
    /// How the game ended; null as long as it goes on.
    pub ending: Option<Ending>,
}

impl Views for NotMyFault {
    type View = View;

    fn view(&self) -> View {
        let (phase, turn, ending) = match self.phase {
            Phase::Turn(seat) => (PhaseName::Turn, Some(seat), None),
            Phase::Reveal(_) => (PhaseName::Reveal, None, None),
            Phase::Over(ending, _) => (PhaseName::Over, None, Some(ending)),
        };
        let last = self.revealed.as_ref().and_then(|revealed| revealed.placed.last());
        let ended_at = last.filter(|_| ending.is_some()).map(|placed| placed.number);
        View {
            phase,
            round: self.round,
            turn,
            must_audit: turn.is_some() && self.must_audit(),
            arrow: ended_at.unwrap_or_else(|| self.arrow()),
            cards: self.placed.iter().map(placed_view).collect(),
            pending: self.pending_shown(),
            revealed: self.revealed.as_deref().map(revealed_shown),
            seats: BySeat::new(self.seats, |seat| self.seat_shown(seat)),
            discards: count::to_i64(self.discards),
            draw_pile: self.pile_shown(),
            extreme: self.extreme,
            ending,
        }
    }

    fn view_with_hindsight(&self, later: &[Step<Self>]) -> View {
        self.in_hindsight(later)
    }

    fn draw(view: &View, last: Option<&LastMove<Self>>, board: &mut crate::board::Board) {
        drawing::draw(view, last, board);
    }
}

impl NotMyFault {
    fn pending_shown(&self) -> Option<PendingView> {
        let (Phase::Reveal(cause), Some(last)) = (self.phase, self.placed.last()) else { return None };
        Some(PendingView { auditor: auditor(cause), declarer: last.seat, number: last.number })
    }

    fn seat_shown(&self, seat: Seat) -> SeatView {
        let player = self.player(seat);
        SeatView {
            warned: player.warned,
            suspensions: player.suspensions.into(),
            eliminated: self.is_eliminated(seat),
        }
    }

    fn pile_shown(&self) -> Option<PileView> {
        let pile = self.pile.as_ref()?;
        let cards = count::to_i64(self.draw_pile()?);
        Some(PileView { deck: copies(pile.deck()), cards, discarded: copies(pile.certainly_discarded()) })
    }
}

/// How many of each number.
pub(super) fn copies(cards: Cards) -> Vec<i64> {
    cards.0.into_iter().map(i64::from).collect()
}

fn auditor(cause: Cause) -> Option<Seat> {
    match cause {
        Cause::Audit(seat) => Some(seat),
        Cause::Thirty => None,
    }
}

fn placed_view(placed: &PlacedCard) -> PlacedCardView {
    let PlacedCard { seat, number, card, .. } = *placed;
    PlacedCardView { seat, number, white: is_white(number), card: card.map(i64::from) }
}

fn revealed_shown(revealed: &Revealed) -> RevealedView {
    RevealedView {
        cards: revealed.placed.iter().map(placed_view).collect(),
        sum: revealed.sum,
        auditor: auditor(revealed.cause),
        suspended: revealed.suspended,
    }
}
