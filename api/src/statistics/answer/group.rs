//! The observations of one group, summed up.

use super::domain::{Domain, Meaning, Moved, Stretch};
use super::game::{Added, Detail};
use super::outline::Outline;
use super::seated::{Present, Sat};
use super::spread::{Bar, Spread};
use crate::statistics::estimate::Sums;

/// A set of observations: sums game by game, and how often each value was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What they come to, whatever values they have.
    pub outline: Outline,
    /// How often each value was seen, if anybody asks. Where there are many groups nobody does, and they are small.
    spread: Option<Box<Spread>>,
}

impl Group {
    /// Nothing yet.
    pub fn new(detail: Detail) -> Self {
        Self { outline: Outline::default(), spread: Spread::new(detail).map(Box::new) }
    }

    /// Takes what a game adds; there are so many different values.
    pub fn take(&mut self, game: &Added, values: usize) {
        self.outline.take(game);
        if let Some(spread) = &mut self.spread {
            spread.take(game, values);
        }
    }

    /// Takes what so many games add that have this one observation each; there are so many different values.
    pub fn take_alone(&mut self, meaning: Meaning, games: u32, values: usize) {
        let Meaning::Known { number, value, bar } = meaning else { return };
        let n = f64::from(games);
        let (sum, squares) = (n * number, n * number * number);
        let sums = Sums { n, games: n, sum, squares, sum_sum: squares, sum_count: sum, count_count: n };
        self.outline += Outline { sums, games: games.into(), ..Outline::default() };
        if let Some(spread) = &mut self.spread {
            if let Some(bar) = spread.at(bar) {
                *bar += Bar { n: games.into(), squares: games.into(), products: games.into() };
            }
            spread.take_value(value, games, values);
        }
    }

    /// Takes tables at which so many are observed, each of them so often.
    pub fn take_tables(&mut self, tables: &Sat) {
        let games = f64::from(tables.games);
        let each = u64::from(tables.each);
        let n = u64::from(tables.observed) * each;
        let known = n as f64;
        let sums = Sums { n: games * known, games, count_count: games * known * known, ..Sums::default() };
        self.outline += Outline { sums, games: tables.games.into(), ..Outline::default() };
        let Some(spread) = &mut self.spread else { return };
        let mut add = |bar: u32, times: u32| {
            if let Some(bar) = spread.at(bar) {
                let seen = u64::from(times) * each;
                *bar += Bar { n: seen, squares: seen * each, products: seen * n };
            }
        };
        match &tables.present {
            Present::Times(times) => {
                let seen = (0..).zip(times).filter(|(_, times)| **times > 0);
                seen.for_each(|(bar, times)| add(bar, *times));
            }
            Present::List(list) => list.iter().for_each(|bar| add(*bar, 1)),
        }
    }

    /// The same where bars and numbers have moved, and so much is wanted.
    #[must_use]
    pub fn moved(&self, to: &Moved, detail: Detail) -> Self {
        let moved = self.spread.as_ref().and_then(|spread| spread.moved(to, detail));
        let spread = moved.or_else(|| Spread::new(detail)).map(Box::new);
        Self { outline: self.outline, spread }
    }

    /// The same in less memory; nothing may be added any more.
    #[must_use]
    pub fn packed(self) -> Self {
        Self { spread: self.spread.map(|spread| spread.packed().into()), ..self }
    }

    /// The same without some of its games, of so many different values; nothing may be added any more.
    #[must_use]
    pub fn less(&self, gone: &Self, values: usize) -> Self {
        let spread = self.spread.as_ref().zip(gone.spread.as_ref());
        Self {
            outline: self.outline - gone.outline,
            spread: spread.map(|(spread, gone)| spread.less(gone, values).into()),
        }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.spread.as_ref().map_or(0, |spread| spread.bytes())
    }

    /// Takes how often another group has which value, where bars hold more than one.
    pub fn add_tally(&mut self, other: &Self) {
        if let (Some(ours), Some(theirs)) = (&mut self.spread, &other.spread) {
            ours.add_tally(theirs);
        }
    }

    /// How many observations, known and unknown.
    pub fn n(&self) -> u64 {
        self.outline.n()
    }

    /// The bars that were seen, in their order.
    pub fn seen(&self) -> Vec<(u32, Bar)> {
        self.spread.as_ref().map(|spread| spread.seen()).unwrap_or_default()
    }

    /// A bar, seen or not.
    pub fn bar(&self, number: u32) -> Bar {
        self.spread.as_ref().map(|spread| spread.bar(number)).unwrap_or_default()
    }

    /// A bar's share of what is known.
    pub fn share(&self, bar: Bar) -> Sums {
        Sums {
            sum: bar.n as f64,
            squares: bar.n as f64,
            sum_sum: bar.squares as f64,
            sum_count: bar.products as f64,
            ..self.outline.sums
        }
    }

    /// How often each known number was seen, in their order.
    pub fn numbers(&self, domain: &Domain) -> Vec<(f64, u64)> {
        let values = self.spread.as_ref().and_then(|spread| spread.values(domain.values.len()));
        if let Some(values) = values {
            return domain.numbers.iter().copied().zip(values).filter(|(_, n)| *n > 0).collect();
        }
        let number = |(bar, seen): (u32, Bar)| match domain.bars[bar as usize] {
            Stretch::Number(number) => Some((number, seen.n)),
            Stretch::Between(..) | Stretch::Word(_) => None,
        };
        self.seen().into_iter().filter_map(number).collect()
    }
}

impl std::ops::AddAssign<&Group> for Group {
    fn add_assign(&mut self, other: &Self) {
        self.outline += other.outline;
        if let (Some(ours), Some(theirs)) = (&mut self.spread, &other.spread) {
            ours.add_bars(theirs);
            ours.add_tally(theirs);
        }
    }
}

impl AsRef<Outline> for Group {
    fn as_ref(&self) -> &Outline {
        &self.outline
    }
}
