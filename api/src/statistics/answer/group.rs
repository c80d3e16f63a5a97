//! The observations of one group, summed up.

use ahash::AHashMap;

use super::domain::{Domain, Meaning, Moved, Stretch};
use super::game::{Added, Detail};
use super::outline::Outline;
use super::seated::{People, Sat};
use crate::statistics::estimate::Sums;

/// A set of observations: sums game by game, and how often each value was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What they come to, whatever values they have.
    pub outline: Outline,
    /// Each bar.
    bars: Bars,
    /// How often each value was seen, where bars hold more than one.
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
    /// Those that were seen, in their order: how often, squares and products. Nothing is added any more.
    Packed(Vec<(u32, [u32; 3])>),
}

/// How often each value was seen: they are listed until counting takes no more room.
#[derive(Clone, Debug, Default, PartialEq)]
struct Tally {
    listed: Vec<u32>,
    counted: Vec<u64>,
}

impl Group {
    /// Nothing yet.
    pub fn new(detail: Detail) -> Self {
        let (bars, tally) = (Bars::new(detail), detail.values.then(Tally::default));
        Self { outline: Outline::default(), bars, tally }
    }

    /// Takes what a game adds; there are so many different values.
    pub fn take(&mut self, game: &Added, values: usize) {
        self.outline.take(game);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
        let known = game.known.n as u64;
        match &mut self.bars {
            Bars::None | Bars::Packed(_) => {}
            Bars::List(bars) => game.times.each(|bar, times| bars[bar as usize].add(times.into(), known)),
            Bars::Map(bars) => {
                game.times.each(|bar, times| bars.entry(bar).or_default().add(times.into(), known));
            }
        }
        if let Some(tally) = &mut self.tally {
            tally.add(&game.values, values);
        }
    }

    /// Takes what so many games add that have this one observation each; there are so many different values.
    pub fn take_alone(&mut self, meaning: Meaning, games: u32, values: usize) {
        let Meaning::Known { number, value, bar } = meaning else { return };
        let n = f64::from(games);
        let (sum, squares) = (n * number, n * number * number);
        let sums = Sums { n, games: n, sum, squares, sum_sum: squares, sum_count: sum, count_count: n };
        self.outline += Outline { sums, games: games.into(), ..Outline::default() };
        if let Some(bar) = self.bars.at(bar) {
            *bar += Bar { n: games.into(), squares: games.into(), products: games.into() };
        }
        if let Some(tally) = &mut self.tally {
            tally.add_times(value, games, values);
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
        let mut add = |bar: u32, times: u32| {
            if let Some(bar) = self.bars.at(bar) {
                let seen = u64::from(times) * each;
                *bar += Bar { n: seen, squares: seen * each, products: seen * n };
            }
        };
        match &tables.people {
            People::Times(times) => {
                let seen = (0..).zip(times).filter(|(_, times)| **times > 0);
                seen.for_each(|(bar, times)| add(bar, *times));
            }
            People::List(list) => list.iter().for_each(|bar| add(*bar, 1)),
        }
    }

    /// The same where bars and numbers have moved, and so much is wanted.
    #[must_use]
    pub fn moved(&self, to: &Moved, detail: Detail) -> Self {
        let mut moved = Self { bars: Bars::new(detail), tally: None, ..*self };
        self.bars.each_seen(|number, bar| {
            if let Some(place) = to.bars[number as usize].and_then(|number| moved.bars.at(number)) {
                *place = bar;
            }
        });
        moved.tally =
            detail.values.then(|| self.tally.as_ref().map_or_else(Tally::default, |tally| tally.moved(to)));
        moved
    }

    /// The same in less memory; nothing may be added any more.
    #[must_use]
    pub fn packed(self) -> Self {
        if matches!(self.bars, Bars::None) {
            return self;
        }
        Self { bars: Bars::packed(self.seen()), ..self }
    }

    /// The same without some of its games, of so many different values; nothing may be added any more.
    #[must_use]
    pub fn less(&self, gone: &Self, values: usize) -> Self {
        let bars = self.seen().into_iter().map(|(number, bar)| (number, bar - gone.bar(number)));
        let bars = bars.filter(|(_, bar)| bar.n > 0).collect();
        Self {
            outline: self.outline - gone.outline,
            bars: if matches!(self.bars, Bars::None) { Bars::None } else { Bars::packed(bars) },
            tally: self.tally.as_ref().zip(gone.tally.as_ref()).map(|(tally, gone)| tally.less(gone, values)),
        }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let bars = match &self.bars {
            Bars::None => 0,
            Bars::List(bars) => bars.len() * size_of::<Bar>(),
            Bars::Map(bars) => bars.capacity() * size_of::<(u32, Bar)>(),
            Bars::Packed(bars) => bars.len() * size_of::<(u32, [u32; 3])>(),
        };
        let tally = self.tally.iter().map(|Tally { listed, counted }| 4 * listed.len() + 8 * counted.len());
        size_of::<Self>() + bars + tally.sum::<usize>()
    }

    /// Takes how often another group has which value, where bars hold more than one.
    pub fn add_tally(&mut self, other: &Self) {
        if let (Some(tally), Some(other)) = (&mut self.tally, &other.tally) {
            tally.join(other);
        }
    }

    /// How many observations, known and unknown.
    pub fn n(&self) -> u64 {
        self.outline.n()
    }

    /// The bars that were seen, in their order.
    pub fn seen(&self) -> Vec<(u32, Bar)> {
        let mut seen = Vec::new();
        self.bars.each_seen(|number, bar| seen.push((number, bar)));
        if matches!(self.bars, Bars::Map(_)) {
            seen.sort_unstable_by_key(|(number, _)| *number);
        }
        seen
    }

    /// A bar, seen or not.
    pub fn bar(&self, number: u32) -> Bar {
        let bar = match &self.bars {
            Bars::None => None,
            Bars::List(bars) => bars.get(number as usize).copied(),
            Bars::Map(bars) => bars.get(&number).copied(),
            Bars::Packed(bars) => {
                let place = bars.binary_search_by_key(&number, |(number, _)| *number);
                place.ok().map(|place| bars[place].1.into())
            }
        };
        bar.unwrap_or_default()
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
        let numbers = domain.numbers.iter().copied();
        if let Some(tally) = &self.tally {
            return numbers.zip(tally.counts(domain.values.len())).filter(|(_, n)| *n > 0).collect();
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
        other.bars.each_seen(|number, bar| {
            if let Some(ours) = self.bars.at(number) {
                *ours += bar;
            }
        });
        self.add_tally(other);
    }
}

impl AsRef<Outline> for Group {
    fn as_ref(&self) -> &Outline {
        &self.outline
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

impl From<[u32; 3]> for Bar {
    fn from(packed: [u32; 3]) -> Self {
        let [n, squares, products] = packed.map(u64::from);
        Self { n, squares, products }
    }
}

impl std::ops::Sub for Bar {
    type Output = Self;

    fn sub(self, gone: Self) -> Self {
        Self {
            n: self.n - gone.n,
            squares: self.squares - gone.squares,
            products: self.products - gone.products,
        }
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
    fn new(detail: Detail) -> Self {
        match detail {
            Detail { bars: false, .. } => Self::None,
            Detail { listed: 0, .. } => Self::Map(AHashMap::new()),
            Detail { listed, .. } => Self::List(vec![Bar::default(); listed]),
        }
    }

    /// In little room, if they fit there.
    fn packed(seen: Vec<(u32, Bar)>) -> Self {
        let pack = |(number, bar): &(u32, Bar)| {
            let [n, squares, products] = [bar.n, bar.squares, bar.products].map(u32::try_from);
            Some((*number, [n.ok()?, squares.ok()?, products.ok()?]))
        };
        let packed: Option<_> = seen.iter().map(pack).collect();
        packed.map_or_else(|| Self::Map(seen.into_iter().collect()), Self::Packed)
    }

    fn each_seen(&self, mut tell: impl FnMut(u32, Bar)) {
        match self {
            Self::None => {}
            Self::List(bars) => {
                (0..).zip(bars).filter(|(_, bar)| bar.n > 0).for_each(|(number, bar)| tell(number, *bar));
            }
            Self::Map(bars) => bars.iter().for_each(|(number, bar)| tell(*number, *bar)),
            Self::Packed(bars) => bars.iter().for_each(|(number, bar)| tell(*number, (*bar).into())),
        }
    }

    fn at(&mut self, number: u32) -> Option<&mut Bar> {
        match self {
            Self::None | Self::Packed(_) => None,
            Self::List(bars) => bars.get_mut(number as usize),
            Self::Map(bars) => Some(bars.entry(number).or_default()),
        }
    }
}

impl Tally {
    /// Takes values, of which there are so many different ones.
    #[inline]
    fn add(&mut self, seen: &[u32], of: usize) {
        if self.counted.is_empty() {
            self.listed.extend_from_slice(seen);
            self.count_if_many(of);
        } else {
            for value in seen {
                self.counted[*value as usize] += 1;
            }
        }
    }

    /// Takes one so often.
    fn add_times(&mut self, value: u32, times: u32, of: usize) {
        if self.counted.is_empty() {
            self.listed.extend(std::iter::repeat_n(value, times as usize));
            self.count_if_many(of);
        } else {
            self.counted[value as usize] += u64::from(times);
        }
    }

    fn count_if_many(&mut self, of: usize) {
        if self.listed.len() > of {
            self.counted = self.counts(of);
            self.listed = Vec::new();
        }
    }

    fn counts(&self, of: usize) -> Vec<u64> {
        let mut counts = self.counted.clone();
        counts.resize(of, 0);
        self.listed.iter().for_each(|value| counts[*value as usize] += 1);
        counts
    }

    /// The same without some of its values, of which there are so many different ones.
    fn less(&self, gone: &Self, of: usize) -> Self {
        let mut counted = self.counts(of);
        counted.iter_mut().zip(gone.counts(of)).for_each(|(ours, gone)| *ours -= gone);
        Self { listed: Vec::new(), counted }
    }

    /// The same where numbers have moved.
    fn moved(&self, to: &Moved) -> Self {
        let listed = self.listed.iter().filter_map(|value| to.numbers[*value as usize]).collect();
        let mut counted = vec![0; if self.counted.is_empty() { 0 } else { to.values }];
        for (value, times) in to.numbers.iter().zip(&self.counted) {
            if let Some(value) = value {
                counted[*value as usize] = *times;
            }
        }
        Self { listed, counted }
    }

    fn join(&mut self, other: &Self) {
        if self.counted.is_empty() {
            self.counted.clone_from(&other.counted);
        } else {
            self.counted.iter_mut().zip(&other.counted).for_each(|(ours, theirs)| *ours += theirs);
        }
        self.listed.extend_from_slice(&other.listed);
        if !self.counted.is_empty() {
            for value in std::mem::take(&mut self.listed) {
                self.counted[value as usize] += 1;
            }
        }
    }
}
