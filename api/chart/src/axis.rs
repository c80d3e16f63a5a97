//! Axes: their range, ticks and labels.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

use super::words::{Words, tick};

/// Larger numbers are drawn at this one, so that differences of two numbers stay finite.
const MAX_ABSOLUTE_VALUE: f64 = 1e300;

/// One axis of a plot.
pub struct Axis {
    range: Range<f64>,
    ticks: Vec<f64>,
    format: Box<dyn Fn(f64) -> String>,
}

/// Plotters' coordinates with chosen ticks. Its own way to choose them (`WithKeyPoints`) writes no floating numbers.
pub struct Coordinates {
    numbers: RangedCoordf64,
    ticks: Vec<f64>,
}

impl Ranged for Coordinates {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        self.numbers.map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.numbers.range()
    }
}

impl Axis {
    /// For shares: from 0 to 1.
    pub fn for_shares(words: Words, max_ticks: usize) -> Self {
        let step = if max_ticks >= 6 { 0.2 } else { 0.25 };
        let ticks =
            std::iter::successors(Some(0.0), |tick| Some(tick + step)).take_while(|tick| *tick < 1.01);
        Self {
            range: 0.0..1.0,
            ticks: ticks.collect(),
            format: Box::new(move |share| words.tick_of_share(share)),
        }
    }

    /// For bars of shares: from 0 to the largest share.
    pub fn for_bars(words: Words, shares: impl IntoIterator<Item = f64>, max_ticks: usize) -> Self {
        let highest = shares.into_iter().fold(0.01, f64::max).min(1.0);
        let mut axis = Self::with_range([0.0, highest], max_ticks, move |share| words.tick_of_share(share));
        axis.range = 0.0..(highest * 1.06).min(1.0);
        axis
    }

    /// For numbers, with padding at both ends; 0 is included if it is near.
    pub fn for_numbers(numbers: impl IntoIterator<Item = f64>, max_ticks: usize) -> Self {
        let (low, high) = limits(numbers);
        let (low, high) = match (low > 0.0 && low < high * 0.5, high < 0.0 && high > low * 0.5) {
            (true, _) => (0.0, high),
            (_, true) => (low, 0.0),
            _ => (low, high),
        };
        let padding = padding(low, high);
        let limits = match (low, high) {
            (0.0, 0.0) => [0.0, 1.0],
            (0.0, high) => [0.0, high + padding],
            (low, 0.0) => [low - padding, 0.0],
            (low, high) => [low - padding, high + padding],
        };
        Self::with_range(limits, max_ticks, tick)
    }

    /// For differences: 0 is always included.
    pub fn for_differences(
        numbers: impl IntoIterator<Item = f64>,
        max_ticks: usize,
        format: impl Fn(f64) -> String + 'static,
    ) -> Self {
        let (low, high) = limits(numbers.into_iter().chain([0.0]));
        let padding = if low < high { padding(low, high) } else { 1.0 };
        Self::with_range([low - padding, high + padding], max_ticks, format)
    }

    /// With these ticks and labels.
    pub fn with_ticks(range: Range<f64>, ticks: Vec<f64>, format: impl Fn(f64) -> String + 'static) -> Self {
        Self { range, ticks, format: Box::new(format) }
    }

    fn with_range([low, high]: [f64; 2], max_ticks: usize, format: impl Fn(f64) -> String + 'static) -> Self {
        let ticks = RangedCoordf64::from(low..high).key_points(max_ticks.max(2));
        Self { range: low..high, ticks, format: Box::new(format) }
    }

    /// The coordinates for plotters.
    pub fn coordinates(&self) -> Coordinates {
        Coordinates { numbers: self.range.clone().into(), ticks: self.ticks.clone() }
    }

    /// The label of a tick.
    pub fn label(&self, value: f64) -> String {
        (self.format)(value)
    }

    /// The labels of all ticks.
    pub fn labels(&self) -> impl Iterator<Item = String> {
        self.ticks.iter().map(|tick| self.label(*tick))
    }

    /// The ends of its range.
    pub fn limits(&self) -> [f64; 2] {
        [self.range.start, self.range.end]
    }

    /// The value, or the nearest one in the range.
    pub fn clamp(&self, value: f64) -> f64 {
        value.clamp(self.range.start, self.range.end)
    }
}

/// The smallest and the largest; 0 and 1 if there is nothing.
fn limits(numbers: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let numbers = numbers.into_iter().filter(|number| number.is_finite());
    let extremes = numbers.map(|number| number.clamp(-MAX_ABSOLUTE_VALUE, MAX_ABSOLUTE_VALUE)).fold(
        None,
        |extremes, number| {
            let (low, high) = extremes.unwrap_or((number, number));
            Some((number.min(low), number.max(high)))
        },
    );
    extremes.unwrap_or((0.0, 1.0))
}

/// The padding at an end of the range. If all numbers are nearly the same, the axis shows their neighbourhood.
fn padding(low: f64, high: f64) -> f64 {
    let size = low.abs().max(high.abs()).max(1e-6);
    if high - low < size * 1e-9 { size * 0.5 } else { (high - low) * 0.06 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_numbers_make_an_axis_with_few_ticks() {
        let sets: [&[f64]; 9] = [
            &[],
            &[0.0],
            &[7.0],
            &[-3.0, -3.0],
            &[f64::MAX, f64::MIN],
            &[1e16, 1e16 + 2.0],
            &[1e-300, 2e-300],
            &[f64::NAN, f64::INFINITY, 3.0],
            &[0.1, 0.1 + f64::EPSILON],
        ];
        for numbers in sets {
            let axis = Axis::for_numbers(numbers.iter().copied(), 6);
            let [low, high] = axis.limits();
            assert!(low < high && (high - low).is_finite(), "{numbers:?} {low} {high}");
            assert!(axis.ticks.len() <= 12, "{numbers:?} {:?}", axis.ticks);
            assert!(numbers.iter().all(|number| axis.clamp(*number) >= low || number.is_nan()));
        }
    }

    #[test]
    fn zero_is_shown_where_it_is_near_and_not_where_it_is_far() {
        let low = |numbers: [f64; 2]| Axis::for_numbers(numbers, 6).limits()[0];
        assert!(low([3.0, 10.0]).abs() < f64::EPSILON);
        assert!(low([90.0, 100.0]) > 80.0);
    }
}
