//! The observations of one group, summed up.

use std::collections::BTreeMap;

use crate::statistics::columns::observed::Value;
use crate::statistics::estimate::{Interval, Share, Sums};

/// A set of observations: sums, and how often each value was seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Over the numbers that are known, game by game.
    pub sums: Sums,
    /// The same with what was never revealed at its lowest, and at its highest.
    pub bounds: [Sums; 2],
    /// How often each known number was seen.
    pub numbers: BTreeMap<Number, u64>,
    /// How often each word was seen.
    pub words: BTreeMap<String, u64>,
    /// Games with a word, for the spread between games.
    pub worded: u64,
    /// Observations whose value was never revealed.
    pub unknown: u64,
}

/// A number in its order; none is NaN.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number(pub f64);

/// What one game adds to a group.
#[derive(Clone, Copy, Debug, Default)]
pub struct Added {
    /// The known numbers.
    pub known: Share,
    /// With the unknown ones at their lowest, and at their highest.
    pub bounds: [Share; 2],
    /// Observations that are words.
    pub words: u64,
}

impl Added {
    /// Takes one observation.
    pub fn add(&mut self, value: &Value) {
        match value {
            Value::Number(number) => {
                self.known.add(*number);
                self.bounds[0].add(*number);
                self.bounds[1].add(*number);
            }
            Value::Between(low, high) => {
                self.bounds[0].add(*low);
                self.bounds[1].add(*high);
            }
            Value::Word(_) => self.words += 1,
        }
    }
}

impl Group {
    /// Takes what one game adds.
    pub fn add(&mut self, game: &Added) {
        self.sums.add(game.known);
        self.bounds[0].add(game.bounds[0]);
        self.bounds[1].add(game.bounds[1]);
        self.worded += u64::from(game.words > 0);
    }

    /// Counts a value that was seen so often.
    pub fn count(&mut self, value: &Value, times: u64) {
        match value {
            Value::Number(number) => *self.numbers.entry(Number(*number)).or_default() += times,
            Value::Word(word) => *self.words.entry(word.clone()).or_default() += times,
            Value::Between(..) => self.unknown += times,
        }
    }

    /// How many observations, known and unknown.
    pub fn n(&self) -> u64 {
        self.numbers.values().sum::<u64>() + self.words.values().sum::<u64>() + self.unknown
    }

    /// How many games they are from.
    pub fn games(&self) -> f64 {
        self.bounds[0].games + self.worded as f64
    }

    /// The value below which this part of the known numbers lies: the smallest with at least that part at or below it
    /// (Hyndman & Fan 1996, definition 1).
    pub fn quantile(&self, part: f64) -> Option<f64> {
        let n: u64 = self.numbers.values().sum();
        let wanted = (part * n as f64).ceil().max(1.0);
        let mut seen = 0;
        self.numbers.iter().find_map(|(number, times)| {
            seen += times;
            (seen as f64 >= wanted).then_some(number.0)
        })
    }

    /// What the mean can be, whatever was never revealed; `None` where all is known.
    pub fn bounds_of_mean(&self) -> Option<Interval> {
        let [low, high] = &self.bounds;
        (self.unknown > 0).then_some(())?;
        Some(Interval { low: low.mean()?, high: high.mean()? })
    }
}

impl std::ops::AddAssign for Group {
    fn add_assign(&mut self, other: Self) {
        self.sums += other.sums;
        self.bounds[0] += other.bounds[0];
        self.bounds[1] += other.bounds[1];
        self.worded += other.worded;
        self.unknown += other.unknown;
        for (number, times) in other.numbers {
            *self.numbers.entry(number).or_default() += times;
        }
        for (word, times) in other.words {
            *self.words.entry(word).or_default() += times;
        }
    }
}

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}
