//! The observations of one group, summed up over games: the second of the two levels of aggregation.

use super::dictionary::{Bin, ValueDictionary};
use super::game_sums::GameSums;
use crate::estimate::{Interval, Sums};

/// A set of observations: sums game by game, and how often each value was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct AggregateState {
    /// The moments, which do not depend on the kind of values.
    pub moments: Moments,
    /// The bins that were seen, in their order.
    pub bins: Vec<(u32, BinCounts)>,
    /// How often each value was seen, by its place in the dictionary, in their order; only where bins hold more than
    /// one value.
    pub frequencies: Option<Vec<(u32, u64)>>,
}

/// Sums over a set of observations, whatever values they have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// Sums of known values, game by game; words count as 0.
    pub sums: Sums,
    /// The number of games. Games without a known value count, too.
    pub games: u64,
    /// Observations whose value was never revealed.
    pub unknown: u64,
    /// The sums of the lowest and of the highest that they can be.
    pub unknown_sums: [f64; 2],
}

/// How often a bin was seen, game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BinCounts {
    /// How often.
    pub n: u64,
    /// The sum over games of `n²`, `n` being how often a game has the bin.
    pub squares: u64,
    /// The sum over games of `n · k`, `k` being the number of known observations.
    pub products: u64,
    /// The sum over games of `n³`.
    pub cubes: u64,
    /// The sum over games of `n² · k`.
    pub squares_known: u64,
    /// The sum over games of `n · k²`.
    pub known_squares: u64,
}

impl AggregateState {
    /// How many observations, known and unknown.
    pub fn n(&self) -> u64 {
        self.moments.n()
    }

    /// A bin, seen or not.
    pub fn bin(&self, bin: u32) -> BinCounts {
        let found = self.bins.binary_search_by_key(&bin, |(bin, _)| *bin);
        found.map(|place| self.bins[place].1).unwrap_or_default()
    }

    /// A bin's share of the known observations.
    pub fn share(&self, bin: BinCounts) -> Sums {
        Sums {
            sum: bin.n as f64,
            squares: bin.n as f64,
            sum_sum: bin.squares as f64,
            sum_count: bin.products as f64,
            sum_sum_sum: bin.cubes as f64,
            sum_sum_count: bin.squares_known as f64,
            sum_count_count: bin.known_squares as f64,
            ..self.moments.sums
        }
    }

    /// How often each known number was seen, in their order.
    pub fn numbers(&self, dictionary: &ValueDictionary) -> Vec<(f64, u64)> {
        if let Some(frequencies) = &self.frequencies {
            let number = |(value, n): &(u32, u64)| Some((*dictionary.numbers.get(*value as usize)?, *n));
            return frequencies.iter().filter_map(number).collect();
        }
        let number = |(bin, counts): &(u32, BinCounts)| match dictionary.bins[*bin as usize] {
            Bin::Number(number) => Some((number, counts.n)),
            Bin::Between(..) | Bin::Word(_) => None,
        };
        self.bins.iter().filter_map(number).collect()
    }
}

impl Moments {
    /// Adds a game.
    #[inline]
    pub fn add(&mut self, game: &GameSums) {
        self.games += 1;
        self.sums.add(game.known_values);
        self.unknown += game.unknown;
        self.unknown_sums[0] += game.unknown_sums[0];
        self.unknown_sums[1] += game.unknown_sums[1];
    }

    /// Adds the games of other moments.
    pub fn merge(&mut self, other: &Self) {
        self.sums += other.sums;
        self.games += other.games;
        self.unknown += other.unknown;
        self.unknown_sums[0] += other.unknown_sums[0];
        self.unknown_sums[1] += other.unknown_sums[1];
    }

    /// How many observations, known and unknown.
    pub fn n(&self) -> u64 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
        let known_values = self.sums.n as u64;
        known_values + self.unknown
    }

    /// The range of the mean of all, whatever the unrevealed values are; `None` where all is known.
    pub fn bounds_of_mean(&self) -> Option<Interval> {
        self.bounds(self.sums.sum, self.unknown_sums)
    }

    /// The range of the share of a word that was seen so often: each unknown value may have been it, or not.
    pub fn bounds_of_share(&self, seen: u64) -> Option<Interval> {
        self.bounds(seen as f64, [0.0, self.unknown as f64])
    }

    fn bounds(&self, known_values: f64, unknown: [f64; 2]) -> Option<Interval> {
        let all = self.sums.n + self.unknown as f64;
        let [low, high] = unknown.map(|unknown| (known_values + unknown) / all);
        (self.unknown > 0).then_some(Interval { low, high })
    }
}

impl BinCounts {
    /// The counts of one game, in which so many observations were known.
    #[inline]
    pub fn of_game(times: u64, known_values: u64) -> Self {
        let (squares, products) = (times * times, times * known_values);
        Self {
            n: times,
            squares,
            products,
            cubes: squares * times,
            squares_known: squares * known_values,
            known_squares: products * known_values,
        }
    }
}

impl std::ops::AddAssign for BinCounts {
    fn add_assign(&mut self, more: Self) {
        self.n += more.n;
        self.squares += more.squares;
        self.products += more.products;
        self.cubes += more.cubes;
        self.squares_known += more.squares_known;
        self.known_squares += more.known_squares;
    }
}
