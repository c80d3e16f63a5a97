//! The possible cards on the table, by all knowledge.

pub mod pile;
pub mod sums;

use super::rules::cards::{Cards, MAX_CARD_NUMBER};
use super::{NotMyFault, refusals};
use crate::count;
use crate::fact::Fact;
use crate::range::Range;
use crate::seq::Seq;
use crate::violation::Violation;
use pile::{Pile, total};

impl NotMyFault {
    /// The cards on the table, as known by an event.
    pub(super) fn cards(&self, last: Option<Seq>) -> Vec<Fact<u8>> {
        let was_recorded = |at: Seq| last.is_none_or(|last| at <= last);
        self.placed.iter().map(|placed| placed.card.seen_if(was_recorded(placed.at))).collect()
    }

    /// The cards on the table, with those that are given now.
    pub(super) fn cards_with(&self, input: &[Fact<u8>], last: Option<Seq>) -> Vec<Fact<u8>> {
        let cards = self.cards(last);
        let input = input.iter().copied().chain(std::iter::repeat(Fact::Unknown));
        cards.into_iter().zip(input).map(|(logged, input)| input.or(logged)).collect()
    }

    /// True if these cards can lie on the table.
    fn fits(&self, cards: &[Fact<u8>], last: Option<Seq>) -> bool {
        self.pile.as_ref().is_none_or(|pile| pile.fits(cards, last))
    }

    /// The possible sums of these cards.
    pub(super) fn sums(&self, cards: &[Fact<u8>], last: Option<Seq>) -> Vec<Range> {
        self.pile.as_ref().map_or_else(|| vec![any_sum(cards)], |pile| pile.sums(cards, last))
    }

    /// The possible sums of these cards, if nothing else was ever turned up.
    pub(super) fn sums_alone(&self, cards: &[Fact<u8>]) -> Vec<Range> {
        match &self.pile {
            Some(pile) if self.check_deck(cards).is_ok() => Pile::new(pile.deck()).sums(cards, None),
            _ => vec![any_sum(cards)],
        }
    }

    /// NMF-10: the deck has these cards.
    pub(super) fn check_deck(&self, input: &[Fact<u8>]) -> Result<(), Violation> {
        let cards = Cards::of(input.iter().filter_map(|card| card.value()));
        match &self.pile {
            Some(pile) if pile.deck().minus(cards).is_none() => {
                Err(refusals::not_in_deck(input, pile.deck()))
            }
            _ => Ok(()),
        }
    }

    /// NMF-10: checks that these cards can be on the table, given the cards already known and those
    /// turned up since the last reshuffle.
    pub(super) fn check_fits(&self, at: Seq, input: &[Fact<u8>]) -> Result<(), Violation> {
        if self.pile.is_none() || self.fits(&self.cards_with(input, None), None) {
            return Ok(());
        }
        let agrees = |last| self.fits(&self.cards_with(input, Some(last)), Some(last));
        Err(refusals::card_elsewhere(input, self.first_conflict(at, agrees)))
    }

    /// NMF-10 for the card that was just laid or noted in this place.
    pub(super) fn check_card_at(&self, at: Seq, index: usize) -> Result<(), Violation> {
        let Some(card) = self.placed.get(index).filter(|_| self.pile.is_some()) else { return Ok(()) };
        if card.card.is_unknown() || self.fits(&self.cards(None), None) {
            return Ok(());
        }
        let mut input = vec![Fact::Unknown; index];
        input.push(card.card);
        self.check_deck(&input)?;
        self.check_fits(at, &input)
    }

    /// The earliest event before `at` that, with those before it, contradicts the predicate.
    pub(super) fn first_conflict(&self, at: Seq, agrees: impl Fn(Seq) -> bool) -> Option<Seq> {
        let logged = self.placed.iter().filter(|placed| placed.card.is_known()).map(|placed| placed.at);
        let turned_up = self.pile.iter().flat_map(Pile::reveals);
        let mut events: Vec<Seq> = turned_up.chain(logged).filter(|event| *event < at).collect();
        events.sort_unstable();
        events.into_iter().find(|event| !agrees(*event))
    }

    /// The numbers that an unknown card on the table can have.
    pub(super) fn possible_cards(&self, index: usize) -> Vec<i64> {
        let mut cards = self.cards(None);
        let possible = |number: &u8| {
            if let Some(card) = cards.get_mut(index) {
                *card = Fact::Known(*number);
            }
            self.fits(&cards, None)
        };
        (0..=MAX_CARD_NUMBER).filter(possible).map(i64::from).collect()
    }
}

/// G-5: the number of a card.
pub(super) fn check_card(card: i64) -> Result<u8, Violation> {
    let number = u8::try_from(card).ok().filter(|number| *number <= MAX_CARD_NUMBER);
    number.ok_or_else(|| refusals::card_out_of_bounds(card))
}

/// The possible sums of cards from an unknown deck.
pub(super) fn any_sum(cards: &[Fact<u8>]) -> Range {
    let min = total(cards);
    let unknown = cards.iter().filter(|card| card.is_unknown()).count();
    let most = count::to_i64(unknown).saturating_mul(MAX_CARD_NUMBER.into());
    Range { min, max: min.saturating_add(most) }
}

/// True if a sum is among these.
pub(super) fn contains(sums: &[Range], sum: i64) -> bool {
    sums.iter().any(|range| range.contains(sum))
}
