//! A group without its values.

use super::game::Added;
use crate::statistics::estimate::{Interval, Sums};

/// What a set of observations comes to, whatever values they have.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outline {
    /// Over what is known, game by game; words count as 0.
    pub sums: Sums,
    /// Games, those included of which nothing is known.
    pub games: u64,
    /// Observations whose value was never revealed.
    pub unknown: u64,
    /// The sums of the lowest and of the highest that they can be.
    pub unknown_sums: [f64; 2],
}

impl Outline {
    /// Takes what a game adds.
    pub fn take(&mut self, game: &Added) {
        self.games += 1;
        self.sums.add(game.known);
        self.unknown += game.unknown;
        self.unknown_sums[0] += game.unknown_sums[0];
        self.unknown_sums[1] += game.unknown_sums[1];
    }

    /// How many observations, known and unknown.
    pub fn n(&self) -> u64 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
        let known = self.sums.n as u64;
        known + self.unknown
    }

    /// What the mean of all can be, whatever was never revealed; `None` where all is known.
    pub fn bounds_of_mean(&self) -> Option<Interval> {
        self.bounds(self.sums.sum, self.unknown_sums)
    }

    /// The same for the share of a word that was seen so often: each unknown one may have been it, or not.
    pub fn bounds_of_share(&self, seen: u64) -> Option<Interval> {
        self.bounds(seen as f64, [0.0, self.unknown as f64])
    }

    fn bounds(&self, known: f64, unknown: [f64; 2]) -> Option<Interval> {
        let all = self.sums.n + self.unknown as f64;
        let [low, high] = unknown.map(|unknown| (known + unknown) / all);
        (self.unknown > 0).then_some(Interval { low, high })
    }
}

impl std::ops::AddAssign for Outline {
    fn add_assign(&mut self, other: Self) {
        self.sums += other.sums;
        self.games += other.games;
        self.unknown += other.unknown;
        self.unknown_sums[0] += other.unknown_sums[0];
        self.unknown_sums[1] += other.unknown_sums[1];
    }
}

impl std::ops::Sub for Outline {
    type Output = Self;

    fn sub(self, gone: Self) -> Self {
        Self {
            sums: self.sums - gone.sums,
            games: self.games - gone.games,
            unknown: self.unknown - gone.unknown,
            unknown_sums: [0, 1].map(|end: usize| self.unknown_sums[end] - gone.unknown_sums[end]),
        }
    }
}

impl AsRef<Self> for Outline {
    fn as_ref(&self) -> &Self {
        self
    }
}
