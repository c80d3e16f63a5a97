//! Answers from the columns: one pass over the chunks, game by game.

pub mod figures;
pub mod group;
mod keys;
pub mod question;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::Arc;

use self::group::{Added, Group};
use self::keys::Keys;
use self::question::{Key, Question};
use crate::statistics::columns::games::Games;
use crate::statistics::columns::observed::{Observed, TABLE};
use crate::statistics::estimate::Pair;

/// A chunk as far as one question needs it.
pub struct Page {
    /// The kind of game.
    pub game: Arc<str>,
    /// The games.
    pub games: Arc<Games>,
    /// Rows that a later chunk has anew, in their order.
    pub dead: Arc<Vec<u32>>,
    /// The metric's observations.
    pub observed: Arc<Observed>,
}

/// What the columns say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// All observations together.
    pub total: Group,
    /// Each group, by key; none where no grouping was asked for.
    pub groups: HashMap<Key, Group>,
    /// The two groups that were to be compared.
    pub pair: Pair,
}

/// Answers a question from these pages.
pub fn answer(pages: &[Page], question: &Question) -> Answer {
    let mut answer = Answer::default();
    for page in pages {
        Reading::new(page, question).into(&mut answer);
    }
    answer
}

/// One page being read. Groups are slots here; slot 0 is all observations together.
struct Reading<'p> {
    page: &'p Page,
    keys: Keys<'p>,
    /// Whose observations count, by the code of the player; all, if `None`.
    of: Option<Vec<bool>>,
    slots: Vec<Slot>,
    compared: [Option<usize>; 2],
    pair: Pair,
    /// Slots that the game at hand has added to.
    touched: Vec<usize>,
}

/// A group on one page.
struct Slot {
    group: Group,
    /// What the game at hand adds.
    game: Added,
    touched: bool,
    /// How often each value of the page was seen.
    counts: Vec<u64>,
}

impl<'p> Reading<'p> {
    fn new(page: &'p Page, question: &'p Question) -> Self {
        let mut passes = question.filter.passes(&page.games, &question.people);
        page.dead.iter().for_each(|row| passes[*row as usize] = false);
        let as_of = question.as_of;
        let mut reading = Self {
            page,
            keys: Keys::new(page, question),
            of: question.filter.observed_players(&page.games, &question.people),
            slots: vec![Slot::new(page)],
            compared: [None; 2],
            pair: Pair::default(),
            touched: Vec::new(),
        };
        for (game, passes) in passes.into_iter().enumerate() {
            if passes && page.games.from[game] <= as_of && as_of < page.games.until[game] {
                reading.game(game, question);
            }
        }
        reading
    }

    fn game(&mut self, game: usize, question: &Question) {
        for row in self.page.observed.games.of(game) {
            if !self.is_asked_for(game, self.page.observed.seats[row]) {
                continue;
            }
            let code = self.page.observed.values.codes[row] as usize;
            self.observe(0, code);
            if !question.by.is_empty() {
                let slot = self.slot(game, row, question);
                self.observe(slot, code);
            }
        }
        self.end_of_game();
    }

    fn is_asked_for(&self, game: usize, seat: u8) -> bool {
        let Some(of) = &self.of else { return true };
        let seats = self.page.games.seated.of(game);
        seat != TABLE
            && seats.len() > usize::from(seat)
            && of[self.page.games.players.codes[seats.start + usize::from(seat)] as usize]
    }

    fn slot(&mut self, game: usize, row: usize, question: &Question) -> usize {
        let (slot, is_new) = self.keys.slot(game, row);
        if is_new {
            self.slots.push(Slot::new(self.page));
            let key = self.keys.key(slot);
            for (compared, wanted) in self.compared.iter_mut().zip(question.compare.iter().flatten()) {
                if *wanted == key {
                    *compared = Some(slot);
                }
            }
        }
        slot
    }

    fn observe(&mut self, slot: usize, code: usize) {
        let held = &mut self.slots[slot];
        held.counts[code] += 1;
        held.game.add(&self.page.observed.values.values[code]);
        if !std::mem::replace(&mut held.touched, true) {
            self.touched.push(slot);
        }
    }

    fn end_of_game(&mut self) {
        let added = |slot: Option<usize>, slots: &[Slot]| slot.map(|slot| slots[slot].game.known);
        let [one, other] = self.compared.map(|slot| added(slot, &self.slots).unwrap_or_default());
        self.pair.add(one, other);
        for slot in self.touched.drain(..) {
            let slot = &mut self.slots[slot];
            slot.group.add(&std::mem::take(&mut slot.game));
            slot.touched = false;
        }
    }

    fn into(self, answer: &mut Answer) {
        let Self { page, keys, slots, pair, .. } = self;
        answer.pair += pair;
        for (number, Slot { mut group, counts, .. }) in slots.into_iter().enumerate() {
            let seen = page.observed.values.values.iter().zip(counts).filter(|(_, times)| *times > 0);
            for (value, times) in seen {
                group.count(value, times);
            }
            match number {
                0 => answer.total += group,
                slot => *answer.groups.entry(keys.key(slot)).or_default() += group,
            }
        }
    }
}

impl Slot {
    fn new(page: &Page) -> Self {
        Self {
            group: Group::default(),
            game: Added::default(),
            touched: false,
            counts: vec![0; page.observed.values.values.len()],
        }
    }
}
