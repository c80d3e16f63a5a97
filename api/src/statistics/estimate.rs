//! From sums over observations to numbers with 95 % intervals.
//!
//! Observations of one game hang together: the same people, the same deal, one winner. A game is therefore one
//! cluster, and every interval comes from the spread *between games* (Cochran, *Sampling Techniques*, 3rd ed., ch. 6
//! and 9: the ratio estimator over clusters). With g games it has g − 1 degrees of freedom, so that few games give
//! wide intervals however many observations they hold.

use schemars::JsonSchema;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// How sure an interval is.
pub const CONFIDENCE: f64 = 0.95;

/// Sums over observations game by game, from which every estimate follows; sums of parts add up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sums {
    /// Observations.
    pub n: f64,
    /// Games with at least one.
    pub games: f64,
    sum: f64,
    squares: f64,
    /// Over games, of the product of a game's sum with itself, with its count, and of the count with itself.
    sum_sum: f64,
    sum_count: f64,
    count_count: f64,
}

/// What one game adds: how many observations, their sum and the sum of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
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

impl Share {
    /// Takes one value.
    pub fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }
}

impl Sums {
    /// Takes the observations of one game; none count for nothing.
    pub fn add(&mut self, game: Share) {
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
    }

    /// The mean; `None` without observations.
    pub fn mean(&self) -> Option<f64> {
        (self.n > 0.0).then(|| self.sum / self.n)
    }

    /// The standard deviation of the observations (n − 1), whatever games they come from.
    pub fn standard_deviation(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.n > 1.0)?;
        Some(((self.squares - self.n * mean * mean).max(0.0) / (self.n - 1.0)).sqrt())
    }

    /// The variance of the mean: squares of what each game adds beyond its share, with the factor g / (g − 1).
    fn variance_of_mean(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.games > 1.0)?;
        let between = self.sum_sum - 2.0 * mean * self.sum_count + mean * mean * self.count_count;
        Some(between.max(0.0) * self.games / (self.games - 1.0) / (self.n * self.n))
    }

    /// The interval of a mean; `None` for fewer than two games, which tell nothing about the spread between games.
    pub fn interval_of_mean(&self) -> Option<Interval> {
        let (mean, variance) = (self.mean()?, self.variance_of_mean()?);
        Some(around(mean, variance, self.games - 1.0))
    }

    /// The interval of a share: Wilson's, for as many independent observations as these are worth (Korn & Graubard
    /// 1998; Dean & Pagano 2015). Where all values are the same the games are counted, each as one observation.
    pub fn interval_of_share(&self) -> Option<Interval> {
        let share = self.mean().filter(|_| self.games > 1.0)?;
        let simple = share * (1.0 - share);
        let worth = match self.variance_of_mean()? {
            variance if variance > 0.0 && simple > 0.0 => (simple / variance).min(self.n),
            _ => self.games,
        };
        Some(wilson(share, worth, self.games - 1.0))
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
    }
}

/// Two groups of observations that may share games: what one game adds to both goes together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pair {
    /// The one group.
    pub one: Sums,
    /// The other.
    pub other: Sums,
    games: f64,
    sum_sum: f64,
    sum_count: f64,
    count_sum: f64,
    count_count: f64,
}

impl Pair {
    /// Takes the observations of one game in both groups.
    pub fn add(&mut self, one: Share, other: Share) {
        self.one.add(one);
        self.other.add(other);
        self.games += f64::from(u8::from(one.n + other.n > 0.0));
        self.sum_sum += one.sum * other.sum;
        self.sum_count += one.sum * other.n;
        self.count_sum += one.n * other.sum;
        self.count_count += one.n * other.n;
    }

    /// The difference of the means, one less other.
    pub fn difference(&self) -> Option<f64> {
        Some(self.one.mean()? - self.other.mean()?)
    }

    /// Its interval, from what each game adds to the difference.
    pub fn interval(&self) -> Option<Interval> {
        let (a, b) = (self.one.mean()?, self.other.mean()?);
        if self.one.games < 2.0 || self.other.games < 2.0 {
            return None;
        }
        let together = self.sum_sum - b * self.sum_count - a * self.count_sum + a * b * self.count_count;
        let covariance = together / (self.one.n * self.other.n);
        let scale = |games: f64| (games - 1.0) / games;
        let raw = self.one.variance_of_mean()? * scale(self.one.games)
            + self.other.variance_of_mean()? * scale(self.other.games)
            - 2.0 * covariance;
        let variance = raw.max(0.0) * self.games / (self.games - 1.0);
        Some(around(a - b, variance, self.one.games.min(self.other.games) - 1.0))
    }
}

impl std::ops::AddAssign for Pair {
    fn add_assign(&mut self, more: Self) {
        self.one += more.one;
        self.other += more.other;
        self.games += more.games;
        self.sum_sum += more.sum_sum;
        self.sum_count += more.sum_count;
        self.count_sum += more.count_sum;
        self.count_count += more.count_count;
    }
}

fn around(middle: f64, variance: f64, freedom: f64) -> Interval {
    let reach = quantile_of_t(freedom) * variance.sqrt();
    Interval { low: middle - reach, high: middle + reach }
}

/// Wilson's interval (1927) for a share of `n` independent observations, with Student's quantile for few games.
fn wilson(share: f64, n: f64, freedom: f64) -> Interval {
    let z = quantile_of_t(freedom);
    let widened = 1.0 + z * z / n;
    let middle = (share + z * z / (2.0 * n)) / widened;
    let reach = z / widened * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    Interval { low: (middle - reach).max(0.0), high: (middle + reach).min(1.0) }
}

/// How many standard errors the interval reaches, with so many degrees of freedom.
fn quantile_of_t(freedom: f64) -> f64 {
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |t| t.inverse_cdf(1.0 - (1.0 - CONFIDENCE) / 2.0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn share(values: &[f64]) -> Share {
        let mut share = Share::default();
        for value in values {
            share.add(*value);
        }
        share
    }

    fn sums(games: &[Vec<f64>]) -> Sums {
        let mut sums = Sums::default();
        for game in games {
            sums.add(share(game));
        }
        sums
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-7 * (1.0 + a.abs().max(b.abs()))
    }

    #[test]
    fn one_observation_a_game_gives_students_interval() {
        // 2, 4, 6: mean 4, standard deviation 2, t(2) = 4.3027, standard error 2 / √3.
        let sums = sums(&[vec![2.0], vec![4.0], vec![6.0]]);
        let interval = sums.interval_of_mean().unwrap();
        assert!(close(sums.mean().unwrap(), 4.0) && close(sums.standard_deviation().unwrap(), 2.0));
        assert!((interval.high - 4.0 - 4.302_653 * 2.0 / 3f64.sqrt()).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn repeating_what_a_game_says_makes_nothing_surer() {
        let once = sums(&[vec![2.0], vec![4.0], vec![6.0]]).interval_of_mean();
        let often = sums(&[vec![2.0; 50], vec![4.0; 50], vec![6.0; 50]]).interval_of_mean();
        assert!(close(once.unwrap().low, often.unwrap().low));
    }

    #[test]
    fn one_game_says_nothing_about_others() {
        let sums = sums(&[vec![1.0, 0.0, 1.0]]);
        assert_eq!((sums.interval_of_mean(), sums.interval_of_share()), (None, None));
        assert_eq!(Sums::default().mean(), None);
    }

    #[test]
    fn a_share_of_all_or_nothing_is_not_certain() {
        let always = sums(&vec![vec![1.0, 1.0]; 10]).interval_of_share().unwrap();
        assert!(always.low < 0.75 && close(always.high, 1.0), "{always:?}");
        let never = sums(&vec![vec![0.0]; 10]).interval_of_share().unwrap();
        assert!(close(never.low, 0.0) && never.high > 0.25, "{never:?}");
    }

    #[test]
    fn winners_of_the_same_games_are_compared_game_by_game() {
        // Exactly one of two seats wins each game: 6 of 10 against 4 of 10. The difference per game is ±1.
        let mut pair = Pair::default();
        for game in 0..10 {
            let first = f64::from(u8::from(game < 6));
            pair.add(share(&[first]), share(&[1.0 - first]));
        }
        let interval = pair.interval().unwrap();
        let deviation = (0.96_f64 * 10.0 / 9.0).sqrt();
        let reach = quantile_of_t(9.0) * deviation / 10f64.sqrt();
        assert!(close(pair.difference().unwrap(), 0.2));
        assert!(close(interval.high, 0.2 + reach), "{interval:?} {reach}");
    }

    proptest! {
        #[test]
        fn sums_of_parts_add_up(
            games in prop::collection::vec(prop::collection::vec(-5_i32..50, 0..6), 2..20),
            cut in 0_usize..20,
        ) {
            let games: Vec<Vec<f64>> =
                games.iter().map(|game| game.iter().map(|value| f64::from(*value)).collect()).collect();
            let whole = sums(&games);
            let cut = cut.min(games.len());
            let mut parts = sums(&games[..cut]);
            parts += sums(&games[cut..]);
            prop_assert_eq!((parts.n, parts.games), (whole.n, whole.games));
            if let (Some(a), Some(b)) = (parts.interval_of_mean(), whole.interval_of_mean()) {
                prop_assert!(close(a.low, b.low) && close(a.high, b.high), "{:?} {:?}", a, b);
            }
        }

        /// The variance is that of the residuals of games, written out.
        #[test]
        fn sums_give_what_residuals_give(
            games in prop::collection::vec(prop::collection::vec(0_i32..9, 1..5), 2..30),
        ) {
            let games: Vec<Vec<f64>> =
                games.iter().map(|game| game.iter().map(|value| f64::from(*value)).collect()).collect();
            let all: Vec<f64> = games.concat();
            let (n, g) = (all.len() as f64, games.len() as f64);
            let mean = all.iter().sum::<f64>() / n;
            let residuals = games.iter().map(|game| game.iter().map(|value| value - mean).sum::<f64>().powi(2));
            let variance = residuals.sum::<f64>() * g / (g - 1.0) / (n * n);
            prop_assert!(close(sums(&games).variance_of_mean().unwrap(), variance));
        }
    }
}
