//! Chances that are estimated from drawn hidden histories, where there are too many to count.
//!
//! Draws depend on the record's step alone, so that a repeated question has the same answer.

use crate::count;
use schemars::JsonSchema;
use serde::Serialize;

/// An interval holds the chance itself 95 times in 100.
const STANDARD_ERRORS: f64 = 1.96;

/// A chance estimated from deals that are drawn among all possible ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SampledChance {
    /// The share of the deals in which it was so, among the deals with a known answer.
    pub p: f64,
    /// The lower end of its interval of 95 %.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many deals were drawn.
    pub deals: u32,
}

impl SampledChance {
    /// The chance from the number of deals with a yes, with a no, and with an open answer, which widens the interval.
    /// `None` unless the first two outnumber the open ones.
    pub fn of(yes: u32, no: u32, open: u32) -> Option<Self> {
        let deals = yes + no + open;
        (yes + no > open).then(|| {
            let p = f64::from(yes) / f64::from(yes + no);
            let low = wilson(yes, deals, -STANDARD_ERRORS).min(p);
            let high = wilson(yes + open, deals, STANDARD_ERRORS).max(p);
            Self { p, low, high, deals }
        })
    }
}

/// An end of Wilson's interval for a share, so many standard errors away.
fn wilson(yes: u32, deals: u32, errors: f64) -> f64 {
    let (n, share) = (f64::from(deals), f64::from(yes) / f64::from(deals));
    let squared = errors * errors / n;
    let centre = share + squared / 2.0;
    let width = errors * (share * (1.0 - share) / n + squared / (4.0 * n)).sqrt();
    ((centre + width) / (1.0 + squared)).clamp(0.0, 1.0)
}

/// Numbers that look random and follow from a seed: `SplitMix64` (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The numbers of this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `count`, all equally likely; 0 if there is none.
    pub fn below(&mut self, count: u128) -> u128 {
        let bits = 128 - count.saturating_sub(1).leading_zeros();
        loop {
            let both = u128::from(self.next()) << 64 | u128::from(self.next());
            let drawn = if bits == 0 { 0 } else { both >> (128 - bits) };
            if drawn < count.max(1) {
                return drawn;
            }
        }
    }

    /// The index of one of these, drawn in proportion to the weights; `None` if their sum is 0.
    pub fn by_weight(&mut self, weights: &[u128]) -> Option<usize> {
        let all: u128 = weights.iter().sum();
        let mut left = self.below(all);
        let is_here = |weight: &u128| {
            let here = left < *weight;
            left = left.saturating_sub(*weight);
            here
        };
        (all > 0).then(|| weights.iter().position(is_here)).flatten()
    }

    /// Shuffles things into a random order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for end in (1..things.len()).rev() {
            let place = self.below(end as u128 + 1) & 0xFFFF_FFFF_FFFF_FFFF;
            things.swap(end, count::from_u64(place as u64));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{SampledChance, SplitMix};

    #[test]
    fn numbers_are_those_of_the_published_generator() {
        let mut random = SplitMix::new(1_234_567);
        let first = [0; 3].map(|_| random.next());
        assert_eq!(first, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }

    #[test]
    fn places_are_drawn_by_their_weights() {
        let mut random = SplitMix::new(1);
        let mut counts = [0; 4];
        (0..60_000).for_each(|_| counts[random.by_weight(&[1, 0, 2, 3]).unwrap()] += 1);
        for (count, expected) in counts.into_iter().zip([10_000_i32, 0, 20_000, 30_000]) {
            assert!((count - expected).abs() <= 400, "{counts:?}");
        }
        assert_eq!(random.by_weight(&[0, 0]), None);
        assert_eq!(random.below(1), 0);
    }

    #[test]
    fn what_was_not_found_out_widens_the_interval() {
        let all = SampledChance::of(10, 10, 0).unwrap();
        let some = SampledChance::of(10, 10, 10).unwrap();
        assert_eq!((all.p, some.p), (0.5, 0.5));
        assert!((all.low - 0.299).abs() < 1e-3 && (all.high - 0.701).abs() < 1e-3, "{all:?}");
        assert!(some.low < all.low && some.high > all.high);
        assert_eq!(SampledChance::of(4, 4, 8), None);
        let certain = SampledChance::of(20, 0, 0).unwrap();
        assert!(certain.p >= 1.0 && certain.high >= 1.0 && certain.low > 0.8);
    }
}
