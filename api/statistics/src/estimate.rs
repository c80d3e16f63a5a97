//! Numbers with 95 % intervals, from sums over observations.
//!
//! Observations of one game hang together: the same people, the same deal, one winner. A game is therefore one
//! cluster, and every interval comes from the spread *between games*.
//!
//! - Means: the ratio estimator over clusters (Cochran, *Sampling Techniques*, 3rd ed., ch. 6 and 9). The interval
//!   reaches as far as Student's, and as far as Hall's for skewed values (`hall.rs`). The degrees of freedom are those of
//!   as many games of one size as these games of different sizes are worth (Kish's effective number, as Carter, Schnepel
//!   & Steigerwald 2017 use it for clusters), less one.
//! - Shares: Wilson's interval (1927) for as many independent observations as these are worth by that variance (Korn
//!   & Graubard 1998; Dean & Pagano 2015), with the same quantile. The design effect is itself an estimate; it counts
//!   as one game more, in which observations are independent.
//! - Differences: from the two intervals and how their means vary together over the games both share (Zou & Donner
//!   2008), so that a difference of shares keeps what Wilson's interval is good for.
//!
//! How often such intervals hold the truth is simulated: `docs/coverage.md` has the table.

use std::sync::LazyLock;

use kifu_engine::statistics::ValueRange;
use schemars::JsonSchema;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

mod hall;
pub mod shrinkage;
#[cfg(test)]
mod tests;

/// How sure an interval is.
pub const CONFIDENCE_LEVEL: f64 = 0.95;
/// The least design effect: it limits how much observations of one game may be worth beyond independent ones, to one
/// fiftieth of the spread.
const MIN_DESIGN_EFFECT: f64 = 0.02;
/// The rounding error left of a spread that is zero, as a part of what was subtracted.
const ROUNDING_TOLERANCE: f64 = 1e-12;

/// Sums over observations game by game, from which every estimate follows; sums of parts add up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Observations.
    pub n: f64,
    /// Games with at least one.
    pub games: f64,
    /// The sum of the observations.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
    /// Sums over games: of the product of a game's sum with itself, with its count, and of the count with itself.
    pub sum_sum: f64,
    /// See `sum_sum`.
    pub sum_count: f64,
    /// See `sum_sum`.
    pub count_count: f64,
    /// Over games, of the products of three: a game's sum or count, as in the name.
    pub sum_sum_sum: f64,
    /// See `sum_sum_sum`.
    pub sum_sum_count: f64,
    /// See `sum_sum_sum`.
    pub sum_count_count: f64,
    /// See `sum_sum_sum`.
    pub count_count_count: f64,
}

/// The sums of one game: how many observations, their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClusterSums {
    /// How many.
    pub n: f64,
    /// Their sum.
    pub sum: f64,
    /// The sum of their squares.
    pub squares: f64,
}

/// A range that holds the true value in 95 of 100 such studies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Interval {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl Interval {
    /// The interval with its ends moved into the range of possible values.
    #[must_use]
    pub fn within(self, ValueRange { least, most }: ValueRange) -> Self {
        let [low, high] = [self.low, self.high].map(|end| {
            let end = least.map_or(end, |least| end.max(least));
            most.map_or(end, |most| end.min(most))
        });
        Self { low, high }
    }

    /// The range of the difference between a value here and one there.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self { low: self.low - other.high, high: self.high - other.low }
    }
}

/// The range of the difference of two values of a range.
pub fn range_of_differences(range: ValueRange) -> ValueRange {
    let width = range.least.zip(range.most).map(|(least, most)| most - least);
    ValueRange { least: width.map(|width| -width), most: width }
}

/// The kind of estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Estimand {
    /// The mean of numbers.
    Mean,
    /// The share of ones among ones and zeros.
    Share,
}

impl ClusterSums {
    /// Takes one value.
    pub fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }
}

impl std::ops::AddAssign for ClusterSums {
    fn add_assign(&mut self, more: Self) {
        self.n += more.n;
        self.sum += more.sum;
        self.squares += more.squares;
    }
}

impl Sums {
    /// Takes the observations of one game; none count for nothing.
    pub fn add(&mut self, game: ClusterSums) {
        if game.n == 0.0 {
            return;
        }
        self.games += 1.0;
        self.n += game.n;
        self.sum += game.sum;
        self.squares += game.squares;
        self.sum_sum += game.sum * game.sum;
        self.sum_count += game.sum * game.n;
        self.count_count += game.n * game.n;
        self.sum_sum_sum += game.sum * game.sum * game.sum;
        self.sum_sum_count += game.sum * game.sum * game.n;
        self.sum_count_count += game.sum * game.n * game.n;
        self.count_count_count += game.n * game.n * game.n;
    }

    /// The mean; `None` without observations. Numbers that cancel out have none but 0, whatever rounding leaves of them.
    pub fn mean(&self) -> Option<f64> {
        let is_rounding = self.sum.abs() <= ROUNDING_TOLERANCE * (self.n * self.squares).sqrt();
        let sum = if is_rounding { 0.0 } else { self.sum };
        (self.n > 0.0).then(|| sum / self.n)
    }

    /// The standard deviation of the observations (n − 1), whatever games they come from.
    pub fn standard_deviation(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.n > 1.0)?;
        let squares = without_rounding(self.squares - self.n * mean * mean, self.squares);
        Some((squares / (self.n - 1.0)).sqrt())
    }

    /// The interval; `None` for fewer than two games, and for a mean that is the same in all of them: neither says
    /// anything about the spread between games.
    pub fn interval(&self, of: Estimand) -> Option<Interval> {
        self.interval_by(of, &SINGLE)
    }

    /// The interval that reaches as far as these say.
    pub fn interval_by(&self, of: Estimand, values: &CriticalValues) -> Option<Interval> {
        let quantile = values.of(self.degrees_of_freedom());
        match of {
            Estimand::Mean => self.interval_of_mean(quantile),
            Estimand::Share => self.interval_of_share(quantile),
        }
    }

    fn interval_of_mean(&self, quantile: f64) -> Option<Interval> {
        let (mean, variance) = (self.mean()?, self.variance_of_mean()?);
        let [below, above] = self.reach(mean, variance, quantile);
        (variance > 0.0).then_some(Interval { low: mean - below, high: mean + above })
    }

    /// How far an interval goes below and above the mean: as far as Student's or Hall's, whichever goes further.
    fn reach(&self, mean: f64, variance: f64, quantile: f64) -> [f64; 2] {
        let skewed = hall::bounds(quantile, self.skewness(mean), self.effective_games());
        skewed.map(|reach| reach.max(quantile) * variance.sqrt())
    }

    /// Where all values are the same, the games are counted, each as one observation.
    fn interval_of_share(&self, quantile: f64) -> Option<Interval> {
        let (share, variance) = (self.mean()?, self.variance_of_mean()?);
        let simple = share * (1.0 - share);
        if simple == 0.0 {
            return Some(wilson(share, self.games, quantile));
        }
        let design_effect = (variance * self.n / simple * self.games + 1.0) / (self.games + 1.0);
        let independent = wilson(share, self.n / design_effect.max(MIN_DESIGN_EFFECT), quantile);
        if design_effect <= 1.0 {
            return Some(independent);
        }
        let [below, above] = self.reach(share, variance, quantile);
        Some(Interval {
            low: independent.low.min(share - below).max(0.0),
            high: independent.high.max(share + above).min(1.0),
        })
    }

    /// The squares of what each game adds beyond its share, summed up.
    fn between(&self, mean: f64) -> f64 {
        let squares = self.sum_sum - 2.0 * mean * self.sum_count + mean * mean * self.count_count;
        // Numbers that cancel out in every game leave only rounding error, too.
        let rounding = ROUNDING_TOLERANCE * self.squares;
        without_rounding(squares, (self.sum_sum + mean * mean * self.count_count).max(rounding))
    }

    /// The variance of the mean, from what lies between games, with the factor g / (g − 1).
    fn variance_of_mean(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.games > 1.0)?;
        Some(self.between(mean) * self.games / (self.games - 1.0) / (self.n * self.n))
    }

    /// Kish's effective number: how many games of one size these are worth; 0 without observations.
    pub fn effective_games(&self) -> f64 {
        if self.n > 0.0 { self.n * self.n / self.count_count } else { 0.0 }
    }

    fn degrees_of_freedom(&self) -> f64 {
        (self.effective_games() - 1.0).max(1.0)
    }

    /// The skewness of what games add beyond their share; 0 where it is rounding.
    fn skewness(&self, mean: f64) -> f64 {
        let terms = [
            self.sum_sum_sum,
            -3.0 * mean * self.sum_sum_count,
            3.0 * mean * mean * self.sum_count_count,
            -mean * mean * mean * self.count_count_count,
        ];
        let (cubes, size) =
            terms.iter().fold((0.0, 0.0_f64), |(sum, size), term| (sum + term, size.max(term.abs())));
        let spread = (self.between(mean) / self.games).sqrt();
        if cubes.abs() <= ROUNDING_TOLERANCE * size || spread == 0.0 {
            0.0
        } else {
            cubes / self.games / spread.powi(3)
        }
    }
}

impl std::ops::AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        self.n += other.n;
        self.games += other.games;
        self.sum += other.sum;
        self.squares += other.squares;
        self.sum_sum += other.sum_sum;
        self.sum_count += other.sum_count;
        self.count_count += other.count_count;
        self.sum_sum_sum += other.sum_sum_sum;
        self.sum_sum_count += other.sum_sum_count;
        self.sum_count_count += other.sum_count_count;
        self.count_count_count += other.count_count_count;
    }
}

/// The sums that two groups of observations have in common: over games, of products of what the game adds to either.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CrossSums {
    /// Products of the sums.
    pub sum_sum: f64,
    /// Products of the one's sum and the other's count.
    pub sum_count: f64,
    /// Products of the one's count and the other's sum.
    pub count_sum: f64,
    /// Products of the counts.
    pub count_count: f64,
}

impl CrossSums {
    /// Takes the observations of one game in both groups.
    pub fn add(&mut self, one: ClusterSums, other: ClusterSums) {
        self.sum_sum += one.sum * other.sum;
        self.sum_count += one.sum * other.n;
        self.count_sum += one.n * other.sum;
        self.count_count += one.n * other.n;
    }
}

impl std::ops::AddAssign for CrossSums {
    fn add_assign(&mut self, more: Self) {
        self.sum_sum += more.sum_sum;
        self.sum_count += more.sum_count;
        self.count_sum += more.count_sum;
        self.count_count += more.count_count;
    }
}

/// Two groups of observations that may share games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairedSums {
    /// The one group.
    pub one: Sums,
    /// The other.
    pub other: Sums,
    /// The sums that they have in common.
    pub common: CrossSums,
}

impl PairedSums {
    /// The difference of the means, one less other.
    pub fn difference(&self) -> Option<f64> {
        Some(self.one.mean()? - self.other.mean()?)
    }

    /// Its interval; `None` where one of the two has none.
    pub fn interval(&self, of: Estimand) -> Option<Interval> {
        self.interval_by(of, &SINGLE)
    }

    /// The interval whose two parts reach as far as these say.
    pub fn interval_by(&self, of: Estimand, values: &CriticalValues) -> Option<Interval> {
        let (a, b) = (self.one.mean()?, self.other.mean()?);
        let (one, other) = (self.one.interval_by(of, values)?, self.other.interval_by(of, values)?);
        let together = self.correlation(a, b);
        let half_width =
            |one: f64, other: f64| (one * one + other * other - 2.0 * together * one * other).max(0.0).sqrt();
        Some(Interval {
            low: a - b - half_width(a - one.low, other.high - b),
            high: a - b + half_width(one.high - a, b - other.low),
        })
    }

    /// How the two means vary together over the games, −1 to 1.
    fn correlation(&self, a: f64, b: f64) -> f64 {
        let CrossSums { sum_sum, sum_count, count_sum, count_count } = self.common;
        let together = sum_sum - b * sum_count - a * count_sum + a * b * count_count;
        let apart = (self.one.between(a) * self.other.between(b)).sqrt();
        if apart > 0.0 { (together / apart).clamp(-1.0, 1.0) } else { 0.0 }
    }
}

/// A difference of large numbers, or 0 where it is no more than rounding leaves.
fn without_rounding(difference: f64, of: f64) -> f64 {
    if difference > of * ROUNDING_TOLERANCE { difference } else { 0.0 }
}

/// Wilson's interval for a share of `n` independent observations.
fn wilson(share: f64, n: f64, z: f64) -> Interval {
    let denominator = 1.0 + z * z / n;
    let middle = (share + z * z / (2.0 * n)) / denominator;
    let half_width = z / denominator * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    Interval {
        low: (middle - half_width).max(0.0).min(share),
        high: (middle + half_width).min(1.0).max(share),
    }
}

/// How many standard errors an interval reaches, by degrees of freedom: Student's quantiles.
#[derive(Clone, Debug)]
pub struct CriticalValues {
    /// For 1, 2, 3 … degrees of freedom.
    few: [f64; 30],
    /// For any number of them.
    normal: f64,
}

/// The critical values of a single interval.
static SINGLE: LazyLock<CriticalValues> = LazyLock::new(|| CriticalValues::among(1));

impl CriticalValues {
    /// For each of so many intervals that together hold all of their truths in 95 of 100 studies: none misses its own in
    /// more than its part of the 5 % (Bonferroni's correction).
    pub fn among(intervals: usize) -> Self {
        let below = 1.0 - (1.0 - CONFIDENCE_LEVEL) / 2.0 / intervals.max(1) as f64;
        let few = std::array::from_fn(|index| {
            let t = StudentsT::new(0.0, 1.0, index as f64 + 1.0);
            t.map_or(f64::INFINITY, |t| t.inverse_cdf(below))
        });
        Self { few, normal: Normal::standard().inverse_cdf(below) }
    }

    /// Values for several intervals; `None` for a single one, which is as it is.
    pub fn of_several(intervals: usize) -> Option<Self> {
        (intervals > 1).then(|| Self::among(intervals))
    }

    /// For so many degrees of freedom: of the whole number below, and for many by the expansion of Abramowitz & Stegun
    /// 26.7.5, which is off by less than 10⁻⁶ there for a single interval.
    fn of(&self, degrees_of_freedom: f64) -> f64 {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the whole part of 1 or more"
        )]
        let whole = degrees_of_freedom.max(1.0) as usize;
        if let Some(value) = self.few.get(whole - 1) {
            return *value;
        }
        let z = self.normal;
        let (v, z3, z5, z7) = (degrees_of_freedom.floor(), z.powi(3), z.powi(5), z.powi(7));
        let second = (5.0 * z5 + 16.0 * z3 + 3.0 * z) / 96.0;
        let third = (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / 384.0;
        z + (z3 + z) / 4.0 / v + second / v.powi(2) + third / v.powi(3)
    }
}
