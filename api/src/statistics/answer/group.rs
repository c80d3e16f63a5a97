//! The observations of one group, summed up.

use ahash::AHashMap;

use super::domain::{Domain, Stretch};
use super::game::{Added, Detail};
use crate::statistics::estimate::{Interval, Sums};

/// A set of observations: sums game by game, and how often each value was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Over what is known, game by game; words count as 0.
    pub sums: Sums,
    /// Games, those included of which nothing is known.
    pub games: u64,
    /// Observations whose value was never revealed.
    pub unknown: u64,
    /// The sums of the lowest and of the highest that they can be.
    pub unknown_sums: [f64; 2],
    /// Each bar.
    bars: Bars,
    /// How often each number was seen, where bars hold more than one.
    tally: Option<Tally>,
}

/// How often a bar was seen, game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    /// How often.
    pub n: u64,
    /// Over games, of the square of how often.
    squares: u64,
    /// Over games, of how often times how many observations were known.
    products: u64,
}

#[derive(Clone, Debug, PartialEq)]
enum Bars {
    /// Nobody asks.
    None,
    List(Vec<Bar>),
    Map(AHashMap<u32, Bar>),
}

/// How often each number was seen: they are listed until counting takes no more room.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tally {
    listed: Vec<u32>,
    counted: Vec<u64>,
}

impl Group {
    /// Nothing yet.
    pub fn new(detail: Detail) -> Self {
        let bars = match detail {
            Detail { bars: false, .. } => Bars::None,
            Detail { listed: 0, .. } => Bars::Map(AHashMap::new()),
            Detail { listed, .. } => Bars::List(vec![Bar::default(); listed]),
        };
        let tally = detail.numbers.then(Tally::default);
        Self { sums: Sums::default(), games: 0, unknown: 0, unknown_sums: [0.0; 2], bars, tally }
    }

    /// Takes what a game adds; there are so many different numbers.
    pub fn take(&mut self, game: &Added, numbers: usize) {
        self.games += 1;
        self.sums.add(game.known);
        self.unknown += game.unknown;
        self.unknown_sums[0] += game.unknown_sums[0];
        self.unknown_sums[1] += game.unknown_sums[1];
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
        let known = game.known.n as u64;
        match &mut self.bars {
            Bars::None => {}
            Bars::List(bars) => game.times.each(|bar, times| bars[bar as usize].add(times.into(), known)),
            Bars::Map(bars) => {
                game.times.each(|bar, times| bars.entry(bar).or_default().add(times.into(), known));
            }
        }
        if let Some(tally) = &mut self.tally {
            game.numbers.iter().for_each(|place| tally.add(*place, numbers));
        }
    }

    /// How many observations, known and unknown.
    pub fn n(&self) -> u64 {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
        let known = self.sums.n as u64;
        known + self.unknown
    }

    /// The bars that were seen, in their order.
    pub fn seen(&self) -> Vec<(u32, Bar)> {
        let mut seen: Vec<(u32, Bar)> = match &self.bars {
            Bars::None => Vec::new(),
            Bars::List(bars) => (0..).zip(bars.iter().copied()).filter(|(_, bar)| bar.n > 0).collect(),
            Bars::Map(bars) => bars.iter().map(|(number, bar)| (*number, *bar)).collect(),
        };
        seen.sort_unstable_by_key(|(number, _)| *number);
        seen
    }

    /// A bar, seen or not.
    pub fn bar(&self, number: u32) -> Bar {
        let bar = match &self.bars {
            Bars::None => None,
            Bars::List(bars) => bars.get(number as usize),
            Bars::Map(bars) => bars.get(&number),
        };
        bar.copied().unwrap_or_default()
    }

    /// A bar's share of what is known.
    pub fn share(&self, bar: Bar) -> Sums {
        Sums {
            sum: bar.n as f64,
            squares: bar.n as f64,
            sum_sum: bar.squares as f64,
            sum_count: bar.products as f64,
            ..self.sums
        }
    }

    /// How often each known number was seen, in their order.
    pub fn numbers(&self, domain: &Domain) -> Vec<(f64, u64)> {
        let numbers = domain.numbers.iter().copied();
        if let Some(tally) = &self.tally {
            return numbers.zip(tally.counts(domain.numbers.len())).filter(|(_, n)| *n > 0).collect();
        }
        let number = |(bar, seen): (u32, Bar)| match domain.bars[bar as usize] {
            Stretch::Number(number) => Some((number, seen.n)),
            Stretch::Between(..) | Stretch::Word(_) => None,
        };
        self.seen().into_iter().filter_map(number).collect()
    }

    /// What the mean of all can be, whatever was never revealed; `None` where all is known.
    pub fn bounds_of_mean(&self) -> Option<Interval> {
        self.bounds(self.sums.sum, self.unknown_sums)
    }

    /// The same for the share of a word: each unknown one may have been it, or not.
    pub fn bounds_of_share(&self, bar: Bar) -> Option<Interval> {
        self.bounds(bar.n as f64, [0.0, self.unknown as f64])
    }

    fn bounds(&self, known: f64, unknown: [f64; 2]) -> Option<Interval> {
        let all = self.sums.n + self.unknown as f64;
        let [low, high] = unknown.map(|unknown| (known + unknown) / all);
        (self.unknown > 0).then_some(Interval { low, high })
    }
}

impl std::ops::AddAssign for Group {
    fn add_assign(&mut self, other: Self) {
        self.sums += other.sums;
        self.games += other.games;
        self.unknown += other.unknown;
        self.unknown_sums[0] += other.unknown_sums[0];
        self.unknown_sums[1] += other.unknown_sums[1];
        for (number, bar) in other.seen() {
            if let Some(ours) = self.bars.at(number) {
                *ours += bar;
            }
        }
        if let (Some(tally), Some(other)) = (&mut self.tally, other.tally) {
            tally.join(other);
        }
    }
}

impl Bar {
    /// Takes what one game adds: how often, of how many that are known.
    fn add(&mut self, times: u64, known: u64) {
        self.n += times;
        self.squares += times * times;
        self.products += times * known;
    }
}

impl std::ops::AddAssign for Bar {
    fn add_assign(&mut self, other: Self) {
        self.n += other.n;
        self.squares += other.squares;
        self.products += other.products;
    }
}

impl Bars {
    fn at(&mut self, number: u32) -> Option<&mut Bar> {
        match self {
            Self::None => None,
            Self::List(bars) => bars.get_mut(number as usize),
            Self::Map(bars) => Some(bars.entry(number).or_default()),
        }
    }
}

impl Tally {
    fn add(&mut self, place: u32, of: usize) {
        if let Some(times) = self.counted.get_mut(place as usize) {
            *times += 1;
            return;
        }
        self.listed.push(place);
        if self.listed.len() > of {
            self.counted = self.counts(of);
            self.listed = Vec::new();
        }
    }

    fn counts(&self, of: usize) -> Vec<u64> {
        let mut counts = self.counted.clone();
        counts.resize(of, 0);
        self.listed.iter().for_each(|place| counts[*place as usize] += 1);
        counts
    }

    fn join(&mut self, other: Self) {
        if self.counted.is_empty() {
            self.counted = other.counted;
        } else {
            self.counted.iter_mut().zip(other.counted).for_each(|(ours, theirs)| *ours += theirs);
        }
        self.listed.extend(other.listed);
    }
}
