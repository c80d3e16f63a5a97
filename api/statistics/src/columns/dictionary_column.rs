//! Columns of values that repeat.

use std::hash::Hash;

use ahash::AHashMap;
use serde::{Deserialize, Serialize};

use super::packed;

/// A column in which each different value is kept once; the rest are references to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DictionaryColumn<T> {
    /// Each value once, in the order they were first seen.
    pub values: Vec<T>,
    /// The code of each row's value.
    #[serde(with = "packed::codes")]
    pub codes: Vec<u32>,
}

impl<T> Default for DictionaryColumn<T> {
    fn default() -> Self {
        Self { values: Vec::new(), codes: Vec::new() }
    }
}

impl<T: Clone + Eq + Hash> DictionaryColumn<T> {
    /// The value of a row.
    pub fn get(&self, row: usize) -> &T {
        &self.values[self.codes[row] as usize]
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        // The memory that values own elsewhere – words, mostly – is guessed: they are short.
        self.codes.len() * size_of::<u32>() + self.values.len() * (size_of::<T>() + 16)
    }
}

/// Makes a [`DictionaryColumn`] column row by row.
#[derive(Debug)]
pub struct DictionaryBuilder<T> {
    codes: AHashMap<T, u32>,
    column: DictionaryColumn<T>,
}

impl<T> Default for DictionaryBuilder<T> {
    fn default() -> Self {
        Self { codes: AHashMap::new(), column: DictionaryColumn::default() }
    }
}

impl<T: Clone + Eq + Hash> DictionaryBuilder<T> {
    /// Adds a row.
    pub fn push(&mut self, value: &T) {
        let code = self.code(value);
        self.column.codes.push(code);
    }

    /// Adds rows of another column.
    pub fn extend(&mut self, other: &DictionaryColumn<T>, rows: std::ops::Range<usize>) {
        for code in &other.codes[rows] {
            self.push(&other.values[*code as usize]);
        }
    }

    /// The column.
    pub fn finish(self) -> DictionaryColumn<T> {
        self.column
    }

    fn code(&mut self, value: &T) -> u32 {
        if let Some(code) = self.codes.get(value) {
            return *code;
        }
        let code = code_of(self.column.values.len());
        self.column.values.push(value.clone());
        self.codes.insert(value.clone(), code);
        code
    }
}

/// The code of what has this index in a list; what fits into memory has fewer than 2^32 of anything that has codes.
pub fn code_of(index: usize) -> u32 {
    u32::try_from(index).expect("a list in memory has fewer than 2^32 elements")
}

/// Rows that hold lists: where each one's elements begin, and one end more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offsets(#[serde(with = "packed::starts")] Vec<u32>);

impl Default for Offsets {
    fn default() -> Self {
        Self(vec![0])
    }
}

impl Offsets {
    /// Adds a row of this many elements.
    pub fn push(&mut self, elements: usize) {
        let end = self.end() + code_of(elements);
        self.0.push(end);
    }

    /// The elements of a row.
    pub fn of(&self, row: usize) -> std::ops::Range<usize> {
        self.0[row] as usize..self.0[row + 1] as usize
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<u32>()
    }

    /// How many rows.
    pub fn len(&self) -> usize {
        self.0.len() - 1
    }

    /// True if there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn end(&self) -> u32 {
        self.0.last().copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_is_kept_once() {
        let mut coder = DictionaryBuilder::default();
        for word in ["a", "b", "a", "a"] {
            coder.push(&word);
        }
        let column = coder.finish();
        assert_eq!((column.values.len(), *column.get(2), *column.get(1)), (2, "a", "b"));
    }

    #[test]
    fn lists_begin_where_the_one_before_ends() {
        let mut starts = Offsets::default();
        for elements in [2, 0, 3] {
            starts.push(elements);
        }
        assert_eq!((starts.of(0), starts.of(1), starts.of(2), starts.len()), (0..2, 2..2, 2..5, 3));
    }
}
