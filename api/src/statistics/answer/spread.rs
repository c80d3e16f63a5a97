//! How often a group has which values.

use ahash::AHashMap;

use super::domain::Moved;
use super::game::{Added, Detail};

/// How often each value was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Spread {
    bars: Bars,
    /// How often each value was, where bars hold more than one.
    tally: Option<Tally>,
}

/// How often a bar was seen, game by game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bar {
    /// How often.
    pub n: u64,
    /// Over games, of the square of how often.
    pub squares: u64,
    /// Over games, of how often times how many observations were known.
    pub products: u64,
}

#[derive(Clone, Debug, PartialEq)]
enum Bars {
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

impl Spread {
    /// Nothing yet; `None` if nobody asks.
    pub fn new(detail: Detail) -> Option<Self> {
        detail.bars.then(|| Self { bars: Bars::new(detail), tally: detail.values.then(Tally::default) })
    }

    /// Takes what a game adds; there are so many different values.
    #[inline]
    pub fn take(&mut self, game: &Added, values: usize) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
        let known = game.known.n as u64;
        match &mut self.bars {
            Bars::Packed(_) => {}
            Bars::List(bars) => game.times.each(|bar, times| bars[bar as usize].add(times.into(), known)),
            Bars::Map(bars) => {
                game.times.each(|bar, times| bars.entry(bar).or_default().add(times.into(), known));
            }
        }
        if let Some(tally) = &mut self.tally {
            tally.add(&game.values, values);
        }
    }

    /// Takes one value so often, of so many different ones.
    #[inline]
    pub fn take_value(&mut self, value: u32, times: u32, values: usize) {
        if let Some(tally) = &mut self.tally {
            tally.add_times(value, times, values);
        }
    }

    /// The bar of this number, to be added to.
    #[inline]
    pub fn at(&mut self, number: u32) -> Option<&mut Bar> {
        self.bars.at(number)
    }

    /// The same where bars and numbers have moved, and so much is wanted.
    pub fn moved(&self, to: &Moved, detail: Detail) -> Option<Self> {
        let mut moved = Self::new(detail)?;
        self.bars.each_seen(|number, bar| {
            if let Some(place) = to.bars[number as usize].and_then(|number| moved.bars.at(number)) {
                *place = bar;
            }
        });
        if let (Some(ours), Some(tally)) = (&mut moved.tally, &self.tally) {
            *ours = tally.moved(to);
        }
        Some(moved)
    }

    /// The same in less memory; nothing may be added any more.
    #[must_use]
    pub fn packed(self) -> Self {
        Self { bars: Bars::packed(self.seen()), ..self }
    }

    /// The same without some of its observations, of so many different values; nothing may be added any more.
    #[must_use]
    pub fn less(&self, gone: &Self, values: usize) -> Self {
        let bars = self.seen().into_iter().map(|(number, bar)| (number, bar - gone.bar(number)));
        let tally = self.tally.as_ref().zip(gone.tally.as_ref());
        Self {
            bars: Bars::packed(bars.filter(|(_, bar)| bar.n > 0).collect()),
            tally: tally.map(|(tally, gone)| tally.less(gone, values)),
        }
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let bars = match &self.bars {
            Bars::List(bars) => bars.len() * size_of::<Bar>(),
            Bars::Map(bars) => bars.capacity() * size_of::<(u32, Bar)>(),
            Bars::Packed(bars) => bars.len() * size_of::<(u32, [u32; 3])>(),
        };
        let tally = self.tally.iter().map(|Tally { listed, counted }| 4 * listed.len() + 8 * counted.len());
        size_of::<Self>() + bars + tally.sum::<usize>()
    }

    /// Takes another one's bars.
    pub fn add_bars(&mut self, other: &Self) {
        other.bars.each_seen(|number, bar| {
            if let Some(ours) = self.bars.at(number) {
                *ours += bar;
            }
        });
    }

    /// Takes how often another one has which value, where bars hold more than one.
    pub fn add_tally(&mut self, other: &Self) {
        if let (Some(tally), Some(other)) = (&mut self.tally, &other.tally) {
            tally.join(other);
        }
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
            Bars::List(bars) => bars.get(number as usize).copied(),
            Bars::Map(bars) => bars.get(&number).copied(),
            Bars::Packed(bars) => {
                let place = bars.binary_search_by_key(&number, |(number, _)| *number);
                place.ok().map(|place| bars[place].1.into())
            }
        };
        bar.unwrap_or_default()
    }

    /// How often each of so many different values was seen, if that was counted.
    pub fn values(&self, values: usize) -> Option<Vec<u64>> {
        self.tally.as_ref().map(|tally| tally.counts(values))
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
            Self::List(bars) => {
                (0..).zip(bars).filter(|(_, bar)| bar.n > 0).for_each(|(number, bar)| tell(number, *bar));
            }
            Self::Map(bars) => bars.iter().for_each(|(number, bar)| tell(*number, *bar)),
            Self::Packed(bars) => bars.iter().for_each(|(number, bar)| tell(*number, (*bar).into())),
        }
    }

    fn at(&mut self, number: u32) -> Option<&mut Bar> {
        match self {
            Self::Packed(_) => None,
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
