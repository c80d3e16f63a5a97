//! Games of a page as they are read.

use super::Page;
use super::domain::Meaning;
use super::game::{Added, Apart};
use super::keys::PageWays;
use super::selection::Selection;
use super::tables::Table;

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
        } else if self.selection.takes_all_rows() {
            whole.observe_all(codes[observed.games.of(game)].iter().map(meaning));
        } else {
            whole.observe_all(self.selection.rows(game).map(|row| meaning(&codes[row])));
        }
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
                let mut others = table.others(seat).map(|player| meanings[player as usize]).peekable();
                if others.peek().is_some() && is_counted(digits) {
                    apart.at(digits).observe_all(others);
                }
            }
            return;
        }
        let takes_all = selection.takes_all_rows();
        let rows = observed.games.of(game);
        ways.of_rows(game, rows.clone(), digits);
        let codes = &observed.values.codes[rows.clone()];
        for ((row, code), digits) in rows.zip(codes).zip(&*digits) {
            if (takes_all || selection.counts(game, row)) && is_counted(*digits) {
                apart.at(*digits).observe(meanings[*code as usize]);
            }
        }
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
