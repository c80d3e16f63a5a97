//! The counts of each bin, or each value, in each group.

use std::ops::AddAssign;

use ahash::AHashMap;
use kifu_engine::count;

use super::group_places::MAX_DENSE_LENGTH;

/// A row for each group, a column for each bin or value. A cell that was never set has the default.
pub enum Cells<T> {
    /// Row after row, each of so many columns.
    List(Vec<T>, usize),
    /// By column, those of each row that were set.
    Maps(Vec<AHashMap<u32, T>>),
}

impl<T: Copy + Default + PartialEq + AddAssign> Cells<T> {
    /// No rows yet, of which there will be so many at most.
    pub fn new(rows: u64, columns: usize) -> Self {
        let size = rows.saturating_mul(columns as u64);
        if size > MAX_DENSE_LENGTH {
            return Self::Maps(Vec::new());
        }
        Self::List(Vec::with_capacity(count::from_u64(size)), columns)
    }

    /// Adds a row.
    pub fn push_row(&mut self) {
        match self {
            Self::List(cells, columns) => cells.resize(cells.len() + *columns, T::default()),
            Self::Maps(rows) => rows.push(AHashMap::new()),
        }
    }

    /// A cell, to be set.
    #[inline]
    pub fn at(&mut self, row: usize, column: u32) -> &mut T {
        match self {
            Self::List(cells, columns) => &mut cells[row * *columns + column as usize],
            Self::Maps(rows) => rows[row].entry(column).or_default(),
        }
    }

    /// Adds a row of another one to one of these.
    pub fn merge(&mut self, row: usize, other: &Self, other_row: usize) {
        other.row(other_row).into_iter().for_each(|(column, more)| *self.at(row, column) += more);
    }

    /// The cells set in a row, with their columns, in the order of the columns.
    pub fn row(&self, row: usize) -> Vec<(u32, T)> {
        match self {
            Self::List(cells, columns) => {
                let cells = (0..).zip(cells[row * columns..][..*columns].iter().copied());
                cells.filter(|(_, cell)| *cell != T::default()).collect()
            }
            Self::Maps(rows) => {
                let mut cells: Vec<_> = rows[row].iter().map(|(column, cell)| (*column, *cell)).collect();
                cells.sort_unstable_by_key(|(column, _)| *column);
                cells
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows with a cell each, and a second time the first of them.
    fn filled(most_rows: u64) -> Cells<u64> {
        let mut cells = Cells::new(most_rows, 3);
        (0..2).for_each(|_| cells.push_row());
        for (row, column) in [(0, 2), (1, 1), (0, 2)] {
            *cells.at(row, column) += 1;
        }
        cells
    }

    #[test]
    fn a_list_and_maps_hold_the_same() {
        let [list, maps] = [filled(2), filled(u64::MAX)];
        assert!(matches!((&list, &maps), (Cells::List(..), Cells::Maps(..))));
        for mut cells in [list, maps] {
            assert_eq!([cells.row(0), cells.row(1)], [vec![(2, 2)], vec![(1, 1)]]);
            for other in [filled(2), filled(u64::MAX)] {
                cells.merge(1, &other, 0);
            }
            assert_eq!([cells.row(0), cells.row(1)], [vec![(2, 2)], vec![(1, 1), (2, 4)]]);
        }
    }
}
