//! How a game begins.

use super::cards::Cards;
use super::pile::Pile;
use super::{MOST_SEATS, NotMyFault, Options, Phase, Player, refusals};
use crate::seat::Seats;
use crate::shared::Shared;
use crate::violation::Violation;

/// More copies of a number than this are no deck.
const MOST_COPIES: i64 = 99;

impl NotMyFault {
    /// NMF-1: who starts is agreed, and the arrow is at 0.
    pub(super) fn set_up(seats: u8, options: &Options) -> Result<Self, Violation> {
        if !(2..=MOST_SEATS).contains(&usize::from(seats)) {
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
            players: [Player::default(); MOST_SEATS],
            laid: Shared::default(),
            discards: 0,
            pile: deck.map(Pile::new),
            revealed: None,
        })
    }
}

fn deck_of(copies: &[i64]) -> Result<Cards, Violation> {
    let mut deck = Cards::default();
    if copies.len() != deck.0.len() {
        return Err(refusals::wrong_deck(copies.len(), deck.0.len()));
    }
    for (count, given) in deck.0.iter_mut().zip(copies) {
        let copies = u8::try_from(*given).ok().filter(|copies| i64::from(*copies) <= MOST_COPIES);
        *count = copies.ok_or_else(|| refusals::copies_of_a_number(*given, MOST_COPIES))?;
    }
    if deck.count() == 0 { Err(refusals::empty_deck()) } else { Ok(deck) }
}
