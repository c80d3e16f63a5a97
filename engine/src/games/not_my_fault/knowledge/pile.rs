//! The draw pile and the discards (NMF-10) of a known deck: the possible cards on the table, given
//! all cards turned up since the last reshuffle.
//!
//! Cards turned up since the last reshuffle and those that lay on the table when it happened are
//! different cards of one deck. If a reveal told a sum and not every card, several discards are
//! possible. Each alternative is kept, and a card is possible if it fits one of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::rules::cards::{Cards, MAX_CARD_NUMBER};
use super::sums::{add_shifted, ranges, words};
use crate::fact::Fact;
use crate::range::Range;
use crate::seq::Seq;

/// The most alternatives of the discards that are kept. With more, only the certain cards count.
/// This never refuses a possible card.
const MAX_DISCARD_ALTERNATIVES: usize = 128;
/// The most steps of the search for alternatives.
const MAX_SEARCH_STEPS: usize = 4096;
/// The most states of a search for sums. Above this limit, which no round by the rules reaches, cards
/// laid before a reshuffle count as drawn after it. This never refuses a possible sum.
const MAX_SUM_STATES: usize = 1024;

/// The possible discards since the last reshuffle, after a round went there.
#[derive(Clone, Debug, PartialEq)]
struct Discarded {
    /// The reveal that turned the round up.
    at: Seq,
    /// The cards that are at least there, in each alternative.
    alternatives: Vec<Cards>,
}

/// The table when the discards were shuffled in during a round.
#[derive(Clone, Debug, PartialEq)]
struct Before {
    /// How many cards lay on it.
    on_table: usize,
    /// The discards at that time; the cards on the table are not among them.
    discarded: Arc<Vec<Discarded>>,
}

/// A deck, and where its cards went.
#[derive(Clone, Debug, PartialEq)]
pub struct Pile {
    deck: Cards,
    /// The discards since the last reshuffle, round by round.
    discarded: Arc<Vec<Discarded>>,
    before: Option<Before>,
}

/// The unknown cards on the table, for one alternative of the discards.
struct UnknownCards {
    /// How many cards are unknown.
    unknown: usize,
    /// The cards they can be.
    left: Cards,
    /// How many of them were laid before a reshuffle during this round.
    early: usize,
    /// The possible cards that were laid early.
    left_early: Cards,
}

impl UnknownCards {
    fn suffices(&self) -> bool {
        self.unknown <= self.left.count() && self.early <= self.left.common(self.left_early).count()
    }

    /// True if these can be the unknown cards.
    fn takes(&self, cards: Cards) -> bool {
        self.early <= cards.common(self.left_early).count()
    }
}

impl Pile {
    /// A pile that has all cards of the deck.
    pub fn new(deck: Cards) -> Self {
        Self { deck, discarded: Arc::default(), before: None }
    }

    /// The whole deck.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// The discards become part of the draw pile; the cards on the table stay out of it.
    pub fn remake(&mut self, on_table: usize) {
        if self.discarded.is_empty() {
            return;
        }
        let discarded = std::mem::take(&mut self.discarded);
        self.before = (on_table > 0).then_some(Before { on_table, discarded });
    }

    /// Moves the cards on the table, turned up, to the discards. They must be possible.
    pub fn discard(&mut self, at: Seq, on_table: &[Fact<u8>], sum: i64) {
        let known_cards = known_cards(on_table);
        let rest = sum - total(on_table);
        let placements: Vec<(Cards, UnknownCards)> = self.placements(on_table, None).collect();
        let mut found = Search::default();
        for (base, unknown_cards) in &placements {
            found.search(unknown_cards, base.plus(known_cards), rest);
        }
        let certain = || placements.iter().map(|(base, _)| *base).reduce(Cards::common).unwrap_or_default();
        let gave_up = found.steps > MAX_SEARCH_STEPS
            || found.alternatives.len() > MAX_DISCARD_ALTERNATIVES
            || found.alternatives.is_empty();
        let alternatives = if gave_up {
            vec![certain().plus(known_cards)]
        } else {
            found.alternatives.into_iter().collect()
        };
        Arc::make_mut(&mut self.discarded).push(Discarded { at, alternatives });
        self.before = None;
    }

    /// Cards that are among the discards for certain.
    pub fn certainly_discarded(&self) -> Cards {
        alternatives(&self.discarded, None).iter().copied().reduce(Cards::common).unwrap_or_default()
    }

    /// The discards that were shuffled in during this round, and how many cards lay on the table then.
    pub fn shuffled_in(&self) -> Option<(Cards, usize)> {
        let before = self.before.as_ref()?;
        let certain = alternatives(&before.discarded, None).iter().copied().reduce(Cards::common);
        Some((certain.unwrap_or_default(), before.on_table))
    }

    /// The reveals that showed cards that cannot lie on the table now.
    pub fn reveals(&self) -> impl Iterator<Item = Seq> {
        let before = self.before.iter().flat_map(|before| before.discarded.iter());
        before.chain(self.discarded.iter()).map(|discarded| discarded.at)
    }

    /// True if these cards can lie on the table, by the cards that were turned up until an event.
    pub fn fits(&self, on_table: &[Fact<u8>], last: Option<Seq>) -> bool {
        self.placements(on_table, last).next().is_some()
    }

    /// The possible sums of the cards on the table.
    pub fn sums(&self, on_table: &[Fact<u8>], last: Option<Seq>) -> Vec<Range> {
        let unknown = on_table.iter().filter(|card| card.is_unknown()).count();
        let mut sums = vec![0; words(unknown * usize::from(MAX_CARD_NUMBER))];
        for (_, unknown_cards) in self.placements(on_table, last) {
            add_shifted(&mut sums, &possible_sums(&unknown_cards), 0);
        }
        ranges(&sums, total(on_table))
    }

    /// Every possible alternative, with the discards that the round's cards will join.
    fn placements(
        &self,
        on_table: &[Fact<u8>],
        last: Option<Seq>,
    ) -> impl Iterator<Item = (Cards, UnknownCards)> {
        let all_known = known_cards(on_table);
        let unknown = on_table.iter().filter(|card| card.is_unknown()).count();
        let early = self.before.as_ref().and_then(|before| on_table.get(..before.on_table));
        let apart = self.before.as_ref().map_or(&self.discarded, |before| &before.discarded);
        let unknown_cards = move |discards: &Cards| {
            let Some(early) = early else {
                let left = self.deck.minus(all_known)?.minus(*discards)?;
                return Some((
                    *discards,
                    UnknownCards { unknown, left, early: 0, left_early: Cards::default() },
                ));
            };
            let left = self.deck.minus(all_known)?;
            let left_early = self.deck.minus(*discards)?.minus(known_cards(early))?;
            let early = early.iter().filter(|card| card.is_unknown()).count();
            Some((Cards::default(), UnknownCards { unknown, left, early, left_early }))
        };
        alternatives(apart, last)
            .iter()
            .filter_map(unknown_cards)
            .filter(|(_, unknown_cards)| unknown_cards.suffices())
    }
}

/// The possible discards until an event.
fn alternatives(discarded: &[Discarded], last: Option<Seq>) -> &[Cards] {
    const NO_CARDS: &[Cards] = &[Cards([0; 7])];
    let is_earlier = |discarded: &&Discarded| last.is_none_or(|last| discarded.at <= last);
    discarded.iter().rev().find(is_earlier).map_or(NO_CARDS, |discarded| &discarded.alternatives)
}

fn known_cards(on_table: &[Fact<u8>]) -> Cards {
    Cards::of(on_table.iter().filter_map(|card| card.value()))
}

/// The sum of the known cards.
pub fn total(on_table: &[Fact<u8>]) -> i64 {
    on_table.iter().filter_map(|card| card.value()).map(i64::from).sum()
}

/// The possible sums of the unknown cards: for every number of placed cards, and of early ones among them, the sums
/// so far.
fn possible_sums(unknown_cards: &UnknownCards) -> Vec<u64> {
    let words = words(unknown_cards.unknown * usize::from(MAX_CARD_NUMBER));
    let early_unknown =
        if unknown_cards.unknown * unknown_cards.early > MAX_SUM_STATES { 0 } else { unknown_cards.early };
    let width = early_unknown + 1;
    let mut so_far = vec![0; (unknown_cards.unknown + 1) * width * words];
    let mut next = so_far.clone();
    so_far[0] = 1;
    for number in (0..=MAX_CARD_NUMBER).filter(|_| unknown_cards.unknown > 0) {
        next.fill(0);
        for (state, sums) in so_far.chunks(words).enumerate().filter(|(_, sums)| sums.iter().any(|w| *w > 0))
        {
            let (placed, early) = (state / width, state % width);
            let most = usize::from(unknown_cards.left.showing(number)).min(unknown_cards.unknown - placed);
            for more in 0..=most {
                let more_early = more.min(usize::from(unknown_cards.left_early.showing(number)));
                let early = (early + more_early).min(early_unknown);
                let to = ((placed + more) * width + early) * words;
                add_shifted(&mut next[to..to + words], sums, more * usize::from(number));
            }
        }
        std::mem::swap(&mut so_far, &mut next);
    }
    so_far.split_off(so_far.len() - words)
}

/// All combinations of cards that make a sum.
#[derive(Default)]
struct Search {
    alternatives: BTreeSet<Cards>,
    steps: usize,
}

impl Search {
    /// Adds every combination of unknown cards of this sum to the base cards.
    fn search(&mut self, unknown_cards: &UnknownCards, base: Cards, sum: i64) {
        if let Ok(sum) = usize::try_from(sum) {
            self.place(
                unknown_cards,
                base,
                (Cards::default(), MAX_CARD_NUMBER),
                (unknown_cards.unknown, sum),
            );
        }
    }

    fn place(
        &mut self,
        unknown_cards: &UnknownCards,
        base: Cards,
        (placed, number): (Cards, u8),
        (count, sum): (usize, usize),
    ) {
        self.steps += 1;
        if self.steps > MAX_SEARCH_STEPS || sum > count * usize::from(number) {
            return;
        }
        let most = usize::from(unknown_cards.left.showing(number)).min(count);
        for (more, copies) in (0..=most).zip(0..) {
            let Some(sum) = sum.checked_sub(more * usize::from(number)) else { break };
            let mut placed = placed;
            placed.0[usize::from(number)] = copies;
            match number.checked_sub(1) {
                Some(lower) => self.place(unknown_cards, base, (placed, lower), (count - more, sum)),
                None if more == count && unknown_cards.takes(placed) => {
                    self.alternatives.insert(base.plus(placed));
                }
                None => {}
            }
        }
    }
}
