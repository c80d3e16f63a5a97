//! How likely each value of a whole number is.

use crate::count;

/// The chances of a whole number, from the least possible value to the largest. They sum to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    least: i64,
    chances: Vec<f64>,
}

impl Distribution {
    /// This number for certain.
    pub fn certain(number: i64) -> Self {
        Self { least: number, chances: vec![1.0] }
    }

    /// A distribution from chances or weights of the values from `lowest` on; `None` if all are 0.
    pub fn of_weights(lowest: i64, mut weights: Vec<f64>) -> Option<Self> {
        let end = weights.iter().rposition(|weight| *weight > 0.0)?;
        weights.truncate(end + 1);
        let first = weights.iter().position(|weight| *weight > 0.0)?;
        weights.drain(..first);
        let total: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= total;
        }
        Some(Self { least: lowest + count::to_i64(first), chances: weights })
    }

    /// The number of successes in `trials` independent tries, each with the chance `chance`.
    ///
    /// It is counted from the likeliest number outwards, so that nothing underflows however many tries there are.
    pub fn binomial(trials: usize, chance: f64) -> Self {
        let most = count::to_i64(trials);
        if chance <= 0.0 || trials == 0 {
            return Self::certain(0);
        }
        if chance >= 1.0 {
            return Self::certain(most);
        }
        let odds = chance / (1.0 - chance);
        // The likelihood of one more success, relative to this number of successes.
        let step = |successes: usize| real(trials - successes) / real(successes + 1) * odds;
        let mut weights = vec![0.0; trials + 1];
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and the trials"
        )]
        let mode = ((real(trials + 1) * chance) as usize).min(trials);
        weights[mode] = 1.0;
        for successes in mode..trials {
            weights[successes + 1] = weights[successes] * step(successes);
        }
        for successes in (0..mode).rev() {
            weights[successes] = weights[successes + 1] / step(successes);
        }
        let total: f64 = weights.iter().sum();
        for weight in &mut weights {
            *weight /= total;
        }
        // A weight too small for a number is still possible, so nothing is cut off.
        Self { least: 0, chances: weights }
    }

    /// The sum of two independent numbers.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut chances = vec![0.0; self.chances.len() + other.chances.len() - 1];
        for (i, one) in self.chances.iter().enumerate() {
            for (j, two) in other.chances.iter().enumerate() {
                chances[i + j] += one * two;
            }
        }
        Self { least: self.least + other.least, chances }
    }

    /// The number with this added to it.
    #[must_use]
    pub fn shifted(mut self, by: i64) -> Self {
        self.least += by;
        self
    }

    /// The least value that is possible.
    pub fn least(&self) -> i64 {
        self.least
    }

    /// The largest value that is possible.
    pub fn most(&self) -> i64 {
        self.least + count::to_i64(self.chances.len()) - 1
    }

    /// The chance of each value, from the least one on.
    pub fn chances(&self) -> &[f64] {
        &self.chances
    }

    /// Each value with its chance.
    pub fn iter(&self) -> impl Iterator<Item = (i64, f64)> {
        (self.least..).zip(self.chances.iter().copied())
    }

    /// The chance that the number is so large or larger; 1 and 0 only where that is certain, or all but certain.
    pub fn at_least(&self, number: i64) -> f64 {
        if number <= self.least {
            return 1.0;
        }
        // The shorter side is summed up, so that small chances stay exact.
        let (below, above): (Vec<_>, Vec<_>) = self.iter().partition(|(value, _)| *value < number);
        let sum = |part: &[(i64, f64)]| part.iter().map(|(_, chance)| chance).sum::<f64>();
        if below.len() < above.len() { 1.0 - sum(&below) } else { sum(&above) }.clamp(0.0, 1.0)
    }

    /// The average of a function of the value.
    pub fn expect(&self, of: impl Fn(i64) -> f64) -> f64 {
        self.iter().map(|(value, chance)| chance * of(value)).sum()
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of dice and cards are small")]
fn real(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn two_coins_show_one_head_half_of_the_time() {
        let heads = Distribution::binomial(2, 0.5);
        assert!(heads.chances().iter().zip([0.25, 0.5, 0.25]).all(|(a, b)| close(*a, b)));
        assert!(close(heads.at_least(1), 0.75) && close(heads.expect(|n| n as f64), 1.0));
        assert_eq!((heads.at_least(0), heads.at_least(3)), (1.0, 0.0));
    }

    #[test]
    fn tries_that_always_or_never_succeed_are_certain() {
        assert_eq!(Distribution::binomial(7, 0.0), Distribution::certain(0));
        assert_eq!(Distribution::binomial(7, 1.0), Distribution::certain(7));
        assert_eq!(Distribution::binomial(0, 0.3), Distribution::certain(0));
    }

    #[test]
    fn a_sum_is_what_all_tries_together_bring() {
        let (three, four) = (Distribution::binomial(3, 0.3), Distribution::binomial(4, 0.3));
        let seven = Distribution::binomial(7, 0.3);
        assert!(three.plus(&four).chances().iter().zip(seven.chances()).all(|(a, b)| close(*a, *b)));
        assert_eq!(three.plus(&Distribution::certain(2)), three.shifted(2));
    }

    #[test]
    fn many_tries_neither_underflow_nor_lose_their_sum() {
        let many = Distribution::binomial(1500, 2.0 / 3.0);
        assert!(close(many.chances().iter().sum(), 1.0));
        assert!(close(many.expect(|n| n as f64) / 1000.0, 1.0));
        assert_eq!((many.least(), many.most()), (0, 1500));
    }

    #[test]
    fn weights_become_chances_and_lose_what_is_impossible() {
        let number = Distribution::of_weights(3, vec![0.0, 1.0, 3.0, 0.0]).unwrap();
        assert_eq!((number.least(), number.most()), (4, 5));
        assert_eq!(number.chances(), [0.25, 0.75]);
        assert_eq!(Distribution::of_weights(0, vec![0.0]), None);
    }
}
