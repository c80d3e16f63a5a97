//! Groups as they are shown: figures with intervals, and how often each value was seen.

use kifu_engine::statistics::Kind;
use schemars::JsonSchema;
use serde::Serialize;

use super::group::Group;
use crate::statistics::estimate::{Interval, Pair};

/// The parts of the quantiles that are shown.
const PARTS: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
/// Most different values for which each has a bar of its own.
const BARS: usize = 40;

/// A set of observations, summed up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Figures {
    /// How many observations, those whose value was never revealed included.
    pub n: u64,
    /// Of how many games.
    pub games: u64,
    /// Of how many observations the value was never revealed; they count in nothing but `bounds`.
    #[serde(skip_serializing_if = "is_zero")]
    pub unknown: u64,
    /// The mean of the known values; of a share, the share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// The 95 % interval of the mean or share. Games, not observations, are taken as independent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Between what the mean lies, whatever was never revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Interval>,
    /// The standard deviation (n − 1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standard_deviation: Option<f64>,
    /// The smallest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<f64>,
    /// The largest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<f64>,
    /// Values below which a part of the observations lies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub quantiles: Vec<Quantile>,
    /// How often each value, word or stretch of values was seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub distribution: Vec<Bar>,
    /// Whether the figures are held back because there are fewer observations than asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub suppressed: bool,
}

/// A value with the part of the observations at or below it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Quantile {
    /// The part, 0 to 1.
    pub part: f64,
    /// The smallest value with at least that part at or below it.
    pub value: f64,
}

/// How often a value was seen.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Bar {
    /// The value, the word, or the lower end of a stretch.
    pub value: Seen,
    /// The upper end of the stretch, which is not part of it; of the last one, it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<f64>,
    /// How often.
    pub n: u64,
    /// Its share of all known observations.
    pub share: f64,
}

/// A number or a word.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Seen {
    /// A number.
    Number(f64),
    /// A word.
    Word(String),
}

/// How much larger one group's mean is than another's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Difference {
    /// The mean of the first less that of the second.
    pub difference: f64,
    /// Its 95 % interval; games that both groups share are compared with themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

impl Figures {
    /// The figures of a group; only its size if it has fewer than `least` observations.
    pub fn of(group: &Group, kind: Kind, least: u64) -> Self {
        let n = group.n();
        let sizes = Self { n, games: group.games() as u64, ..Self::default() };
        if n < least {
            return Self { suppressed: true, ..sizes };
        }
        let distribution = if kind == Kind::Category { words(group) } else { numbers(group) };
        if kind == Kind::Category {
            return Self { distribution, ..sizes };
        }
        let quantile = |part| Some(Quantile { part, value: group.quantile(part)? });
        let edge = |(number, _): (&super::group::Number, &u64)| number.0;
        Self {
            unknown: group.unknown,
            mean: group.sums.mean(),
            interval: match kind {
                Kind::Share => group.sums.interval_of_share(),
                _ => group.sums.interval_of_mean(),
            },
            bounds: group.bounds_of_mean(),
            standard_deviation: group.sums.standard_deviation(),
            minimum: group.numbers.first_key_value().map(edge),
            maximum: group.numbers.last_key_value().map(edge),
            quantiles: match kind {
                Kind::Share => Vec::new(),
                _ => PARTS.iter().copied().filter_map(quantile).collect(),
            },
            distribution,
            ..sizes
        }
    }
}

impl Difference {
    /// The difference of two groups, if both have observations.
    pub fn of(pair: &Pair) -> Option<Self> {
        Some(Self { difference: pair.difference()?, interval: pair.interval() })
    }
}

fn words(group: &Group) -> Vec<Bar> {
    let n = group.words.values().sum::<u64>() as f64;
    let bar = |(word, times): (&String, &u64)| Bar {
        value: Seen::Word(word.clone()),
        to: None,
        n: *times,
        share: *times as f64 / n,
    };
    let mut bars: Vec<Bar> = group.words.iter().map(bar).collect();
    bars.sort_by_key(|bar| std::cmp::Reverse(bar.n));
    bars
}

fn numbers(group: &Group) -> Vec<Bar> {
    let n = group.numbers.values().sum::<u64>() as f64;
    let bar = |value: f64, to, times: u64| Bar {
        value: Seen::Number(value),
        to,
        n: times,
        share: times as f64 / n,
    };
    if group.numbers.len() <= BARS {
        return group.numbers.iter().map(|(number, times)| bar(number.0, None, *times)).collect();
    }
    let mut bars: Vec<(f64, u64)> = Vec::new();
    let ends = group.numbers.first_key_value().zip(group.numbers.last_key_value());
    let Some(((first, _), (last, _))) = ends else { return Vec::new() };
    let width = round_width((last.0 - first.0) / BARS as f64);
    for (number, times) in &group.numbers {
        let from = (number.0 / width).floor() * width;
        match bars.last_mut() {
            Some((start, seen)) if *start == from => *seen += times,
            _ => bars.push((from, *times)),
        }
    }
    bars.into_iter().map(|(from, times)| bar(from, Some(from + width), times)).collect()
}

/// The next width of 1, 2 or 5 times a power of ten.
fn round_width(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least);
    factor.unwrap_or(10.0) * power
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
