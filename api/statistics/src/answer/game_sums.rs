//! The sums that one game adds to a group: the first of the two levels of aggregation.

use super::dictionary::{DecodedValue, ValueDictionary};
use crate::estimate::ClusterSums;

/// The observations that one game has in one group, summed up.
#[derive(Clone, Debug)]
pub struct GameSums {
    /// The sums of known values.
    pub known_values: ClusterSums,
    /// How many were never revealed.
    pub unknown: u64,
    /// The sums of the lowest and of the highest that these can be.
    pub unknown_sums: [f64; 2],
    /// Each known value by its place in the dictionary, where bins hold more than one.
    pub values: Vec<u32>,
    /// How often each bin was seen.
    counts: Vec<u32>,
    /// The bins that were seen, and one place more; what stands from `used` on means nothing.
    bins: Vec<u32>,
    used: usize,
    is_binned: bool,
}

impl GameSums {
    /// The sums of no observations, for values of this dictionary.
    pub fn new(dictionary: &ValueDictionary) -> Self {
        Self {
            known_values: ClusterSums::default(),
            unknown: 0,
            unknown_sums: [0.0; 2],
            values: Vec::new(),
            counts: vec![0; dictionary.bins.len()],
            bins: vec![0; dictionary.bins.len() + 1],
            used: 0,
            is_binned: dictionary.is_binned,
        }
    }

    /// Adds one observation.
    #[inline]
    pub fn add(&mut self, value: &DecodedValue) {
        match value {
            DecodedValue::Known { number, value, bin } => {
                self.known_values.add(*number);
                self.count(*bin, 1);
                if self.is_binned {
                    self.values.push(*value);
                }
            }
            DecodedValue::Unknown(low, high) => {
                self.unknown += 1;
                self.unknown_sums[0] += low;
                self.unknown_sums[1] += high;
            }
        }
    }

    /// Adds other observations of the same game.
    pub fn merge(&mut self, other: &Self) {
        self.known_values += other.known_values;
        self.unknown += other.unknown;
        self.unknown_sums[0] += other.unknown_sums[0];
        self.unknown_sums[1] += other.unknown_sums[1];
        self.values.extend_from_slice(&other.values);
        other.bins().for_each(|(bin, times)| self.count(bin, times));
    }

    /// Each bin that was seen, with how often.
    #[inline]
    pub fn bins(&self) -> impl Iterator<Item = (u32, u32)> {
        self.bins[..self.used].iter().map(|bin| (*bin, self.counts[*bin as usize]))
    }

    /// How often a bin was seen, as sums of ones.
    pub fn of_bin(&self, bin: u32) -> ClusterSums {
        let times = f64::from(self.counts[bin as usize]);
        ClusterSums { n: self.known_values.n, sum: times, squares: times }
    }

    /// Resets the sums to no observations.
    pub fn clear(&mut self) {
        self.known_values = ClusterSums::default();
        (self.unknown, self.unknown_sums) = (0, [0.0; 2]);
        self.values.clear();
        for bin in &self.bins[..self.used] {
            self.counts[*bin as usize] = 0;
        }
        self.used = 0;
    }

    #[inline]
    fn count(&mut self, bin: u32, times: u32) {
        let count = &mut self.counts[bin as usize];
        // Noted in any case, and kept if it is new: nobody can predict whether it is.
        self.bins[self.used] = bin;
        self.used += usize::from(*count == 0);
        *count += times;
    }
}
