//! Games of a page as they are read.

use std::ops::Range;

use super::Page;
use super::domain::Meaning;
use super::game::{Added, Apart};
use super::keys::PageWays;
use super::seated::LARGE;
use super::selection::Selection;
use super::tables::Table;

/// So many observations of a game are looked through for two that are grouped alike.
const FEW: usize = 8;

/// Some of the games of a page, and what is needed to read them.
#[derive(Clone, Copy)]
pub struct Part<'a> {
    /// What of the page counts.
    pub selection: &'a Selection<'a>,
    /// The games, of those that count.
    pub games: &'a [u32],
    /// What values mean, by code.
    pub meanings: &'a [Meaning],
    /// How the page is grouped.
    pub ways: &'a PageWays<'a>,
}

impl Part<'_> {
    /// About how many observations there are, and a step for each game.
    pub fn work(&self) -> usize {
        let Page { games, observed, .. } = self.selection.page;
        let all = observed.values.codes.len().max(games.players.codes.len());
        self.games.len() + (all * self.games.len()).checked_div(games.len()).unwrap_or_default()
    }

    /// What a game adds to everything.
    pub fn observe(&self, game: usize, whole: &mut Added) {
        let Page { observed, tables, .. } = self.selection.page;
        let meaning = |code: &u32| self.meanings[*code as usize];
        let codes = &observed.values.codes;
        if let Some(tables) = tables {
            self.observe_table(&tables.of(self.selection.page, game), game, whole);
        } else if let Some(rows) = self.all_rows(game) {
            whole.observe_all(codes[rows].iter().map(meaning));
        } else {
            whole.observe_all(self.selection.rows(game).map(|row| meaning(&codes[row])));
        }
    }

    /// The bars of those who sit at a table, if everybody counts, nobody sits there twice, and it is none of the large
    /// ones.
    pub fn table<'b>(&self, game: usize, bars: &'b mut Vec<u32>) -> Option<&'b [u32]> {
        let page = self.selection.page;
        let tables = page.tables.as_ref().filter(|_| self.selection.takes_all_rows())?;
        bars.clear();
        for (_, player) in tables.of(page, game).seats() {
            let bar = self.meanings[player as usize].bar().filter(|bar| !bars.contains(bar))?;
            bars.push(bar);
        }
        (bars.len() < LARGE).then_some(bars)
    }

    /// The digits that those have who sit at a table, in the same order.
    pub fn digits_of_table<'d>(&self, game: usize, digits: &'d mut Vec<u64>) -> &'d [u64] {
        digits.clear();
        let page = self.selection.page;
        if let Some(tables) = &page.tables {
            let table = tables.of(page, game);
            digits.extend(table.seats().map(|(seat, _)| self.ways.of_seat(game, seat)));
        }
        digits
    }

    /// The observation of a game, if it has one, and that is known.
    #[inline]
    pub fn only_one(&self, game: usize) -> Option<Meaning> {
        let row = self.all_rows(game).filter(|rows| rows.len() == 1)?.start;
        let meaning = self.meanings[self.selection.page.observed.values.codes[row] as usize];
        meaning.value().is_some().then_some(meaning)
    }

    /// The observations of a game with the digits that they have, if these are all different and all is known.
    #[inline]
    pub fn one_each<'d>(
        &self,
        game: usize,
        digits: &'d mut Vec<u64>,
    ) -> Option<impl Iterator<Item = (u64, Meaning)> + use<'_, 'd>> {
        let rows = self.all_rows(game).filter(|rows| (1..=FEW).contains(&rows.len()))?;
        self.ways.of_rows(game, rows.clone(), digits);
        let digits = &*digits;
        let codes = &self.selection.page.observed.values.codes[rows];
        let meanings = codes.iter().map(|code| self.meanings[*code as usize]);
        let are_different = (1..digits.len()).all(|row| !digits[..row].contains(&digits[row]));
        let are_known = meanings.clone().all(|meaning| meaning.value().is_some());
        (are_different && are_known).then(|| digits.iter().copied().zip(meanings))
    }

    /// The rows of a game, if all of them count.
    #[inline]
    fn all_rows(&self, game: usize) -> Option<Range<usize>> {
        let Page { observed, tables, .. } = self.selection.page;
        (tables.is_none() && self.selection.takes_all_rows()).then(|| observed.games.of(game))
    }

    /// What a game adds, apart by the digits that its observations have, as far as these are counted.
    pub fn observe_apart(
        &self,
        game: usize,
        is_counted: impl Fn(u64) -> bool,
        apart: &mut Apart,
        digits: &mut Vec<u64>,
    ) {
        let Self { selection, ways, meanings, .. } = self;
        let Page { observed, tables, .. } = selection.page;
        if let Some(tables) = tables {
            let table = tables.of(selection.page, game);
            for (seat, _) in table.seats().filter(|(seat, _)| selection.counts_seat(game, *seat)) {
                let digits = ways.of_seat(game, seat);
                if is_counted(digits) {
                    table.others(seat).for_each(|player| apart.put(digits, player));
                }
            }
            return apart.observe(|player| meanings[player as usize]);
        }
        let rows = observed.games.of(game);
        ways.of_rows(game, rows.clone(), digits);
        let codes = &observed.values.codes[rows.clone()];
        let takes_all = selection.takes_all_rows();
        for ((row, code), digits) in rows.zip(codes).zip(&*digits) {
            if (takes_all || selection.counts(game, row)) && is_counted(*digits) {
                apart.put(*digits, *code);
            }
        }
        apart.observe(|code| meanings[code as usize]);
    }

    /// Everybody is observed once by each of the others who count.
    fn observe_table(&self, table: &Table, game: usize, whole: &mut Added) {
        if self.selection.takes_all_rows() {
            let others = table.seats().count().saturating_sub(1);
            for (_, player) in table.seats() {
                whole.observe_word(self.meanings[player as usize], others);
            }
            return;
        }
        for (seat, _) in table.seats().filter(|(seat, _)| self.selection.counts_seat(game, *seat)) {
            whole.observe_all(table.others(seat).map(|player| self.meanings[player as usize]));
        }
    }
}
