//! The draw pile and the discards (NMF-10), where the deck is known: what the cards on the table
//! can be after all that was turned up since the discards were last shuffled in.
//!
//! Cards turned up since the last reshuffle and those that lay on the table when it happened are
//! different cards of one deck. Where a reveal told a sum and not every card, several ways are
//! left of what went to the discards; each is kept, and what fits one of them is possible.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::choices::Range;
use super::super::rules::cards::{Cards, MAX_CARD_NUMBER};
use super::sums::{add_shifted, ranges, words};
use crate::fact::Fact;
use crate::seq::Seq;

/// More ways than this of what went to the discards are not kept apart: only the cards that are
/// certain then count. Nothing possible is ever refused by that.
const MAX_DISCARD_ALTERNATIVES: usize = 128;
/// And nobody looks for them longer than this.
const MAX_SEARCH_STEPS: usize = 4096;
/// In rounds longer than any that keep the rules, cards that lay there before a reshuffle are taken
/// for such as were drawn after it when sums are worked out; nor is anything possible refused by that.
const MAX_SUM_STATES: usize = 1024;

/// What all discards since the last reshuffle can be, after a round went there.
#[derive(Clone, Debug, PartialEq)]
struct Discarded {
    /// The reveal that turned the round up.
    at: Seq,
    /// Cards that are at least there, every way it can be.
    ways: Vec<Cards>,
}

/// The table when the discards were shuffled in during a round.
#[derive(Clone, Debug, PartialEq)]
struct Before {
    /// How many cards lay on it.
    laid: usize,
    /// The discards that they could not be among.
    discarded: Arc<Vec<Discarded>>,
}

/// A deck, and where its cards went.
#[derive(Clone, Debug, PartialEq)]
pub struct Pile {
    deck: Cards,
    /// Since the last reshuffle, round by round.
    discarded: Arc<Vec<Discarded>>,
    before: Option<Before>,
}

/// Room for the unknown cards on the table, if the discards are one certain way.
struct Room {
    /// Unknown cards.
    unknown: usize,
    /// What they can be.
    left: Cards,
    /// Those of them that lay there before a reshuffle during this round.
    early: usize,
    /// What these can be.
    left_early: Cards,
}

impl Room {
    fn suffices(&self) -> bool {
        self.unknown <= self.left.count() && self.early <= self.left.common(self.left_early).count()
    }

    /// Whether so many unknown cards of each number could lie there.
    fn takes(&self, cards: Cards) -> bool {
        self.early <= cards.common(self.left_early).count()
    }
}

impl Pile {
    /// All cards in the draw pile.
    pub fn new(deck: Cards) -> Self {
        Self { deck, discarded: Arc::default(), before: None }
    }

    /// The whole deck.
    pub fn deck(&self) -> Cards {
        self.deck
    }

    /// The discards become part of the draw pile; so many cards on the table stay out of it.
    pub fn remake(&mut self, laid: usize) {
        if self.discarded.is_empty() {
            return;
        }
        let discarded = std::mem::take(&mut self.discarded);
        self.before = (laid > 0).then_some(Before { laid, discarded });
    }

    /// The cards on the table, turned up, go to the discards. They are possible.
    pub fn discard(&mut self, at: Seq, laid: &[Fact<u8>], sum: i64) {
        let known = known(laid);
        let rest = sum - total(laid);
        let rooms: Vec<(Cards, Room)> = self.rooms(laid, None).collect();
        let mut found = Search::default();
        for (base, room) in &rooms {
            found.search(room, base.plus(known), rest);
        }
        let certain = || rooms.iter().map(|(base, _)| *base).reduce(Cards::common).unwrap_or_default();
        let gave_up = found.steps > MAX_SEARCH_STEPS
            || found.ways.len() > MAX_DISCARD_ALTERNATIVES
            || found.ways.is_empty();
        let ways = if gave_up { vec![certain().plus(known)] } else { found.ways.into_iter().collect() };
        Arc::make_mut(&mut self.discarded).push(Discarded { at, ways });
        self.before = None;
    }

    /// Cards that are among the discards for certain.
    pub fn certainly_discarded(&self) -> Cards {
        ways(&self.discarded, None).iter().copied().reduce(Cards::common).unwrap_or_default()
    }

    /// The reveals that told what cannot lie on the table now.
    pub fn told(&self) -> impl Iterator<Item = Seq> {
        let before = self.before.iter().flat_map(|before| before.discarded.iter());
        before.chain(self.discarded.iter()).map(|discarded| discarded.at)
    }

    /// Whether these cards can lie on the table, by what was turned up until an event.
    pub fn fits(&self, laid: &[Fact<u8>], last: Option<Seq>) -> bool {
        self.rooms(laid, last).next().is_some()
    }

    /// What the cards on the table can make.
    pub fn sums(&self, laid: &[Fact<u8>], last: Option<Seq>) -> Vec<Range> {
        let unknown = laid.iter().filter(|card| card.is_unknown()).count();
        let mut sums = vec![0; words(unknown * usize::from(MAX_CARD_NUMBER))];
        for (_, room) in self.rooms(laid, last) {
            add_shifted(&mut sums, &possible_sums(&room), 0);
        }
        ranges(&sums, total(laid))
    }

    /// Every way that leaves room, with the discards that the round's cards will join.
    fn rooms(&self, laid: &[Fact<u8>], last: Option<Seq>) -> impl Iterator<Item = (Cards, Room)> {
        let known_all = known(laid);
        let unknown = laid.iter().filter(|card| card.is_unknown()).count();
        let early = self.before.as_ref().and_then(|before| laid.get(..before.laid));
        let apart = self.before.as_ref().map_or(&self.discarded, |before| &before.discarded);
        let room = move |way: &Cards| {
            let Some(early) = early else {
                let left = self.deck.minus(known_all)?.minus(*way)?;
                return Some((*way, Room { unknown, left, early: 0, left_early: Cards::default() }));
            };
            let left = self.deck.minus(known_all)?;
            let left_early = self.deck.minus(*way)?.minus(known(early))?;
            let early = early.iter().filter(|card| card.is_unknown()).count();
            Some((Cards::default(), Room { unknown, left, early, left_early }))
        };
        ways(apart, last).iter().filter_map(room).filter(|(_, room)| room.suffices())
    }
}

/// What the discards could be until an event.
fn ways(discarded: &[Discarded], last: Option<Seq>) -> &[Cards] {
    const NO_CARDS: &[Cards] = &[Cards([0; 7])];
    let known = |discarded: &&Discarded| last.is_none_or(|last| discarded.at <= last);
    discarded.iter().rev().find(known).map_or(NO_CARDS, |discarded| &discarded.ways)
}

fn known(laid: &[Fact<u8>]) -> Cards {
    Cards::of(laid.iter().filter_map(|card| card.known()))
}

/// What the known cards make.
pub fn total(laid: &[Fact<u8>]) -> i64 {
    laid.iter().filter_map(|card| card.known()).map(i64::from).sum()
}

/// What the unknown cards can make: for every number of cards found a place, and how many of
/// them may be early ones, the sums so far.
fn possible_sums(room: &Room) -> Vec<u64> {
    let words = words(room.unknown * usize::from(MAX_CARD_NUMBER));
    let early_unknown = if room.unknown * room.early > MAX_SUM_STATES { 0 } else { room.early };
    let width = early_unknown + 1;
    let mut so_far = vec![0; (room.unknown + 1) * width * words];
    let mut next = so_far.clone();
    so_far[0] = 1;
    for number in (0..=MAX_CARD_NUMBER).filter(|_| room.unknown > 0) {
        next.fill(0);
        for (state, sums) in so_far.chunks(words).enumerate().filter(|(_, sums)| sums.iter().any(|w| *w > 0))
        {
            let (placed, early) = (state / width, state % width);
            let most = usize::from(room.left.showing(number)).min(room.unknown - placed);
            for more in 0..=most {
                let more_early = more.min(usize::from(room.left_early.showing(number)));
                let early = (early + more_early).min(early_unknown);
                let to = ((placed + more) * width + early) * words;
                add_shifted(&mut next[to..to + words], sums, more * usize::from(number));
            }
        }
        std::mem::swap(&mut so_far, &mut next);
    }
    so_far.split_off(so_far.len() - words)
}

/// The cards that make a sum, every way they can.
#[derive(Default)]
struct Search {
    ways: BTreeSet<Cards>,
    steps: usize,
}

impl Search {
    /// Adds every way to fill this room with cards of this sum to what is there already.
    fn search(&mut self, room: &Room, base: Cards, sum: i64) {
        if let Ok(sum) = usize::try_from(sum) {
            self.place(room, base, (Cards::default(), MAX_CARD_NUMBER), (room.unknown, sum));
        }
    }

    fn place(
        &mut self,
        room: &Room,
        base: Cards,
        (placed, number): (Cards, u8),
        (count, sum): (usize, usize),
    ) {
        self.steps += 1;
        if self.steps > MAX_SEARCH_STEPS || sum > count * usize::from(number) {
            return;
        }
        let most = usize::from(room.left.showing(number)).min(count);
        for more in 0..=most {
            let Some(sum) = sum.checked_sub(more * usize::from(number)) else { break };
            let mut placed = placed;
            placed.0[usize::from(number)] = u8::try_from(more).unwrap_or(u8::MAX);
            match number.checked_sub(1) {
                Some(lower) => self.place(room, base, (placed, lower), (count - more, sum)),
                None if more == count && room.takes(placed) => {
                    self.ways.insert(base.plus(placed));
                }
                None => {}
            }
        }
    }
}
