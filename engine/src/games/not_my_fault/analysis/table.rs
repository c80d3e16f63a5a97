//! The knowledge of the whole record about each round: its cards, the draw pile, and the first event at which it is
//! irregular.

use super::super::moves::Move;
use super::super::rules::cards::Cards;
use super::super::{NotMyFault, Phase, PlacedCard};
use super::draws::Draws;
use crate::analysis::WhyNull;
use crate::fact::Fact;
use crate::record::{Replay, Step};
use crate::seat::Seat;

/// The known cards of the discards, from which the draw pile follows.
#[derive(Clone, Debug, Default)]
struct Piles {
    /// The rounds in the discards, as far as their cards are known.
    discards: Vec<Vec<Fact<u8>>>,
    /// The discards that were shuffled in during this round, and how many cards lay on the table then.
    shuffled_in: Option<(Vec<Vec<Fact<u8>>>, usize)>,
}

/// A position with its round.
#[derive(Clone, Debug)]
struct Entry {
    round: usize,
    piles: Piles,
    irregular: bool,
}

/// A record with the knowledge of its end.
pub(super) struct Tables<'r> {
    pub(super) replay: &'r Replay<NotMyFault>,
    deck: Result<Cards, WhyNull>,
    /// By step.
    entries: Vec<Entry>,
    /// By round, its cards and their sum, as far as the record tells.
    rounds: Vec<(Vec<PlacedCard>, Option<i64>)>,
}

impl<'r> Tables<'r> {
    pub(super) fn of(replay: &'r Replay<NotMyFault>, deck: Result<Cards, WhyNull>) -> Self {
        let mut entry = Entry { round: 0, piles: Piles::default(), irregular: false };
        let mut tables =
            Self { replay, deck, entries: vec![entry.clone()], rounds: vec![(Vec::new(), None)] };
        for (index, step) in replay.steps.iter().enumerate() {
            entry.piles.follow(replay.before(index), step, deck);
            entry.irregular |= !step.breaches.is_empty();
            if let Some(Move::Reveal { .. }) = step.applied_move()
                && let Some(revealed) = &step.after.revealed
            {
                entry.piles.discards.push(revealed.placed.iter().map(|placed| placed.card).collect());
                entry.piles.shuffled_in = None;
                tables.rounds[entry.round] = (revealed.placed.clone(), Some(revealed.sum));
                tables.rounds.push((Vec::new(), None));
                entry.round += 1;
                entry.irregular = false;
            } else {
                tables.rounds[entry.round].0 = step.after.placed.iter().copied().collect();
            }
            tables.entries.push(entry.clone());
        }
        tables
    }

    /// The cards on the table at a step as a seat or the public sees them, and the piles they come from.
    ///
    /// # Errors
    ///
    /// The reason why that is not known.
    pub(super) fn draws(&self, step: usize, viewer: Option<Seat>) -> Result<Draws, WhyNull> {
        let entry = self.entry(step)?;
        let deck = self.deck?;
        let on_table = &self.rounds[entry.round].0[..self.replay.before(step).placed.len()];
        let seen = |placed: &PlacedCard| match placed.card {
            _ if Some(placed.seat) != viewer => Ok(Fact::Unknown),
            Fact::Unknown => Err(WhyNull::OwnCardNotRecorded),
            card @ Fact::Known(_) => Ok(card),
        };
        let cards = on_table.iter().map(seen).collect::<Result<_, _>>()?;
        let discards = cards_of(&entry.piles.discards)?;
        let (shuffled_in, early) = match &entry.piles.shuffled_in {
            Some((rounds, early)) => (cards_of(rounds)?, *early),
            None => (Cards::default(), on_table.len()),
        };
        let pile =
            deck.minus(discards).and_then(|left| left.minus(shuffled_in)).ok_or(WhyNull::NoWorldFits)?;
        Ok(Draws { pile, shuffled_in, cards, early })
    }

    /// The sum of the cards on the table at a step.
    ///
    /// # Errors
    ///
    /// The reason why that is not known.
    pub(super) fn sum(&self, step: usize) -> Result<i64, WhyNull> {
        let entry = self.entry(step)?;
        let (cards, sum) = &self.rounds[entry.round];
        let (on_table, later) = cards.split_at(self.replay.before(step).placed.len());
        let made = |cards: &[PlacedCard]| cards.iter().map(|placed| placed.card.value().map(i64::from)).sum();
        let of_laid: Option<i64> = made(on_table);
        let of_later: Option<i64> = made(later);
        of_laid.or_else(|| Some((*sum)? - of_later?)).ok_or(WhyNull::TruthNotRecorded)
    }

    fn entry(&self, step: usize) -> Result<&Entry, WhyNull> {
        let entry = &self.entries[step];
        match self.replay.before(step).phase {
            Phase::Over(..) => Err(WhyNull::NothingToAsk),
            _ if entry.irregular => Err(WhyNull::Irregular),
            _ => Ok(entry),
        }
    }
}

impl Piles {
    /// NMF-10: applies the effect of a move on the draw pile.
    fn follow(&mut self, before: &NotMyFault, step: &Step<NotMyFault>, deck: Result<Cards, WhyNull>) {
        let on_table = before.placed.len();
        match step.applied_move() {
            Some(Move::Reshuffle {}) => self.shuffle_in(on_table),
            Some(Move::Declare { .. }) => {
                let discarded: usize = self.discards.iter().map(Vec::len).sum();
                if deck.is_ok_and(|deck| deck.count() <= discarded + on_table) {
                    self.shuffle_in(on_table);
                }
            }
            _ => {}
        }
    }

    /// Shuffles the discards in. Between two rounds the draw pile then is the whole deck.
    fn shuffle_in(&mut self, on_table: usize) {
        let discards = std::mem::take(&mut self.discards);
        if on_table > 0 && !discards.is_empty() {
            self.shuffled_in = Some((discards, on_table));
        }
    }
}

/// These cards, if the record has them all.
fn cards_of(rounds: &[Vec<Fact<u8>>]) -> Result<Cards, WhyNull> {
    let cards: Option<Vec<u8>> = rounds.iter().flatten().map(|card| card.value()).collect();
    cards.map(Cards::of).ok_or(WhyNull::EarlierCardsNotRecorded)
}
