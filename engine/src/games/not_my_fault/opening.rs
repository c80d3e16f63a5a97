//! The options before the first move, and the first position.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::knowledge::pile::Pile;
use super::rules::cards::Cards;
use super::words::Words;
use super::{MAX_SEATS, NotMyFault, Phase, Player, refusals};
use crate::seat::{Seat, Seats};
use crate::shared::Shared;
use crate::violation::Violation;

/// The most copies of a number that a deck may have.
const MAX_COPIES_OF_A_NUMBER: i64 = 99;

/// How the table is set up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// How many cards of each number there are, from 0 to 6; bounds what can be revealed and
    /// tells when the draw pile is empty (NMF-10). Not checked where left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 7, max = 7), inner(range(min = 0, max = 99)))]
    pub deck: Option<Vec<i64>>,
    /// True: one suspension eliminates (NMF-11).
    pub extreme: bool,
    /// The seat that has the first turn, as agreed (NMF-1).
    pub first_player: Seat,
}

impl Default for Options {
    fn default() -> Self {
        Self { deck: None, extreme: false, first_player: Seat::new(0) }
    }
}

impl NotMyFault {
    /// NMF-1: the players agree who starts, and the arrow is at 0.
    pub(super) fn open(seats: u8, options: &Options) -> Result<Self, Violation> {
        if !(2..=MAX_SEATS).contains(&usize::from(seats)) {
            return Err(refusals::seats(seats));
        }
        let seats = Seats::new(seats);
        Violation::check_seat(options.first_player, seats)?;
        let deck = options.deck.as_deref().map(deck_of).transpose()?;
        Ok(Self {
            seats,
            extreme: options.extreme,
            phase: Phase::Turn(options.first_player),
            round: 1,
            players: [Player::default(); MAX_SEATS],
            placed: Shared::default(),
            discards: 0,
            pile: deck.map(Pile::new),
            revealed: None,
        })
    }
}

pub(super) fn deck_of(copies: &[i64]) -> Result<Cards, Violation> {
    let mut deck = Cards::default();
    Violation::check_length(Words::DeckQuantity, copies.len(), deck.0.len())?;
    for (count, input) in deck.0.iter_mut().zip(copies) {
        let copies = u8::try_from(*input).ok().filter(|copies| i64::from(*copies) <= MAX_COPIES_OF_A_NUMBER);
        *count = copies.ok_or_else(|| refusals::copies_of_a_number(*input, MAX_COPIES_OF_A_NUMBER))?;
    }
    if deck.count() == 0 { Err(refusals::empty_deck()) } else { Ok(deck) }
}
