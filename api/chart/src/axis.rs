//! From where to where an axis goes, and what is written at it.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use plotters::coord::types::RangedCoordf64;

use super::words::{Words, tick};

/// Beyond this no difference is drawn: half the largest number there is, and still a number when doubled.
const EDGE: f64 = 1e300;

/// One axis of a plot.
pub struct Axis {
    range: Range<f64>,
    ticks: Vec<f64>,
    write: Box<dyn Fn(f64) -> String>,
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
    /// All there is of a share.
    pub fn of_shares(words: Words, most: usize) -> Self {
        let step = if most >= 6 { 0.2 } else { 0.25 };
        let ticks =
            std::iter::successors(Some(0.0), |tick| Some(tick + step)).take_while(|tick| *tick < 1.01);
        Self {
            range: 0.0..1.0,
            ticks: ticks.collect(),
            write: Box::new(move |share| words.tick_of_share(share)),
        }
    }

    /// Shares from 0 to as much as there is, for bars.
    pub fn of_bars(words: Words, shares: impl IntoIterator<Item = f64>, most: usize) -> Self {
        let highest = shares.into_iter().fold(0.01, f64::max).min(1.0);
        let mut axis = Self::covering([0.0, highest], most, move |share| words.tick_of_share(share));
        axis.range = 0.0..(highest * 1.06).min(1.0);
        axis
    }

    /// Numbers, with a little room at both ends; 0 is shown where it is near.
    pub fn of_numbers(numbers: impl IntoIterator<Item = f64>, most: usize) -> Self {
        let (low, high) = ends(numbers);
        let (low, high) = match (low > 0.0 && low < high * 0.5, high < 0.0 && high > low * 0.5) {
            (true, _) => (0.0, high),
            (_, true) => (low, 0.0),
            _ => (low, high),
        };
        let room = room(low, high);
        let ends = match (low, high) {
            (0.0, 0.0) => [0.0, 1.0],
            (0.0, high) => [0.0, high + room],
            (low, 0.0) => [low - room, 0.0],
            (low, high) => [low - room, high + room],
        };
        Self::covering(ends, most, tick)
    }

    /// Differences: 0 is always there.
    pub fn of_differences(
        numbers: impl IntoIterator<Item = f64>,
        most: usize,
        write: impl Fn(f64) -> String + 'static,
    ) -> Self {
        let (low, high) = ends(numbers.into_iter().chain([0.0]));
        let room = if low < high { room(low, high) } else { 1.0 };
        Self::covering([low - room, high + room], most, write)
    }

    /// Places, from the first to the last, with words at some.
    pub fn of_places(range: Range<f64>, ticks: Vec<f64>, write: impl Fn(f64) -> String + 'static) -> Self {
        Self { range, ticks, write: Box::new(write) }
    }

    fn covering([low, high]: [f64; 2], most: usize, write: impl Fn(f64) -> String + 'static) -> Self {
        let ticks = RangedCoordf64::from(low..high).key_points(most.max(2));
        Self { range: low..high, ticks, write: Box::new(write) }
    }

    /// As plotters takes it.
    pub fn coordinates(&self) -> Coordinates {
        Coordinates { numbers: self.range.clone().into(), ticks: self.ticks.clone() }
    }

    /// What is written at a tick.
    pub fn label(&self, value: f64) -> String {
        (self.write)(value)
    }

    /// The labels of all ticks.
    pub fn labels(&self) -> impl Iterator<Item = String> {
        self.ticks.iter().map(|tick| self.label(*tick))
    }

    /// Where it begins and ends.
    pub fn ends(&self) -> [f64; 2] {
        [self.range.start, self.range.end]
    }

    /// A value as far as the axis goes.
    pub fn within(&self, value: f64) -> f64 {
        value.clamp(self.range.start, self.range.end)
    }
}

/// The smallest and the largest; 0 and 1 if there is nothing.
fn ends(numbers: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let numbers = numbers.into_iter().filter(|number| number.is_finite());
    let ends = numbers.map(|number| number.clamp(-EDGE, EDGE)).fold(None, |ends, number| {
        let (low, high) = ends.unwrap_or((number, number));
        Some((number.min(low), number.max(high)))
    });
    ends.unwrap_or((0.0, 1.0))
}

/// What is left free at an end. Where all numbers are the same, or as good as, the axis shows what is around them.
fn room(low: f64, high: f64) -> f64 {
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
            let axis = Axis::of_numbers(numbers.iter().copied(), 6);
            let [low, high] = axis.ends();
            assert!(low < high && (high - low).is_finite(), "{numbers:?} {low} {high}");
            assert!(axis.ticks.len() <= 12, "{numbers:?} {:?}", axis.ticks);
            assert!(numbers.iter().all(|number| axis.within(*number) >= low || number.is_nan()));
        }
    }

    #[test]
    fn zero_is_shown_where_it_is_near_and_not_where_it_is_far() {
        let low = |numbers: [f64; 2]| Axis::of_numbers(numbers, 6).ends()[0];
        assert!(low([3.0, 10.0]).abs() < f64::EPSILON);
        assert!(low([90.0, 100.0]) > 80.0);
    }
}
