//! Observations that are all that a game adds to a group.
//!
//! Most metrics have one observation a seat or a game, and few different values. Then it is enough to count how often each
//! value was all that a game added; what follows from that is worked out once for all these games.

use super::domain::Meaning;

/// Most cells that are counted in.
const CELLS: usize = 1 << 20;
/// Cells for each game at most: they are all looked at in the end.
const EACH: usize = 8;

/// How many games add one value and nothing else.
pub struct Alone {
    /// Different values.
    values: usize,
    /// To everything, by value.
    total: Vec<u32>,
    /// To groups, by number and value; empty if there would be too many cells.
    groups: Vec<u32>,
}

impl Alone {
    /// Nothing yet, for numbers below this one and so many games.
    pub fn new(values: usize, numbers: u64, games: usize) -> Self {
        let cells = usize::try_from(numbers).ok().and_then(|numbers| numbers.checked_mul(values));
        let cells = cells.filter(|cells| *cells <= CELLS.min(EACH * games)).unwrap_or_default();
        Self { values, total: vec![0; values], groups: vec![0; cells] }
    }

    /// How many different values there are.
    pub fn values(&self) -> usize {
        self.values
    }

    /// A game adds this to everything.
    #[inline]
    pub fn take(&mut self, meaning: Meaning) {
        if let Some(value) = meaning.value() {
            self.total[value as usize] += 1;
        }
    }

    /// A game adds this to the group of this number; `false` if groups are not counted here.
    #[inline]
    pub fn take_of_group(&mut self, number: u64, meaning: Meaning) -> bool {
        if self.groups.is_empty() {
            return false;
        }
        if let (Ok(number), Some(value)) = (usize::try_from(number), meaning.value()) {
            self.groups[number * self.values + value as usize] += 1;
        }
        true
    }

    /// Takes what was counted of others among the same number of games.
    pub fn join(&mut self, other: &Self) {
        for (ours, theirs) in [(&mut self.total, &other.total), (&mut self.groups, &other.groups)] {
            ours.iter_mut().zip(theirs).for_each(|(ours, theirs)| *ours += theirs);
        }
    }

    /// The values that games added to everything, and how many did.
    pub fn of_all(&self) -> impl Iterator<Item = (usize, u32)> {
        self.total.iter().copied().enumerate().filter(|(_, games)| *games > 0)
    }

    /// The same by the numbers of groups.
    pub fn of_groups(&self) -> impl Iterator<Item = (u64, usize, u32)> {
        let by_number = (0..).zip(self.groups.chunks_exact(self.values.max(1)));
        by_number.flat_map(|(number, of_group)| {
            let met = of_group.iter().copied().enumerate().filter(|(_, games)| *games > 0);
            met.map(move |(value, games)| (number, value, games))
        })
    }
}
