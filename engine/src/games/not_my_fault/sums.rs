//! A set of sums.

use super::Range;

const WORD: usize = 64;

/// Whole numbers from 0, a bit each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sums(Vec<u64>);

impl Sums {
    /// No sum.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Only 0.
    pub fn zero() -> Self {
        Self(vec![1])
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Adds others.
    pub fn add(&mut self, others: &Self) {
        self.add_shifted(others, 0);
    }

    /// Adds others, each greater by this.
    pub fn add_shifted(&mut self, others: &Self, by: usize) {
        let (words, bits) = (by / WORD, by % WORD);
        let over = |word: &u64| if bits == 0 { 0 } else { word >> (WORD - bits) };
        let carries = others.0.last().is_some_and(|word| over(word) > 0);
        let length = others.0.len() + words + usize::from(carries);
        if self.0.len() < length {
            self.0.resize(length, 0);
        }
        for (index, word) in others.0.iter().enumerate() {
            self.0[index + words] |= word << bits;
            if over(word) > 0 {
                self.0[index + words + 1] |= over(word);
            }
        }
    }

    /// The sums, each greater by this, as ranges in order.
    pub fn ranges(&self, greater_by: i64) -> Vec<Range> {
        let mut ranges: Vec<Range> = Vec::new();
        let bit = |index: &usize| self.0[index / WORD] >> (index % WORD) & 1 == 1;
        for index in (0..self.0.len() * WORD).filter(bit) {
            let sum = i64::try_from(index).unwrap_or(i64::MAX).saturating_add(greater_by);
            match ranges.last_mut() {
                Some(range) if range.max + 1 == sum => range.max = sum,
                _ => ranges.push(Range { min: sum, max: sum }),
            }
        }
        ranges
    }
}
