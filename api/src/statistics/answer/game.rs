//! The game that is being read: what it adds to the groups that it has observations of.

use super::domain::Meaning;
use super::places::Places;
use crate::statistics::estimate::Share;

/// What one game adds to a group.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// What is known.
    pub known: Share,
    /// How many observations were never revealed.
    pub unknown: u64,
    /// The sums of the lowest and of the highest that these can be.
    pub unknown_sums: [f64; 2],
    /// Each value that was seen, if that is asked for.
    pub values: Vec<u32>,
    /// How often each bar was seen.
    pub times: Times,
    has_values: bool,
}

/// How often a game has each bar.
#[derive(Clone, Debug, Default)]
pub enum Times {
    /// Nobody asks.
    #[default]
    Unasked,
    /// Of each bar, and which of them were met, a bit each: there are few.
    Few(Vec<u32>, u64),
    /// Of each bar, and which of them were met.
    Many(Vec<u32>, Vec<u32>),
    /// Of those that were met.
    Met(Vec<(u32, u32)>),
}

/// What is wanted of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// How often each bar is seen.
    pub bars: bool,
    /// How often each value is seen, where bars hold more than one.
    pub values: bool,
    /// Bars that are counted in a list; 0 if there are too many.
    pub listed: usize,
}

/// So many bars have a bit each.
const FEW: usize = u64::BITS as usize;

impl Times {
    fn new(detail: Detail) -> Self {
        match detail {
            Detail { bars: false, .. } => Self::Unasked,
            Detail { listed: 0, .. } => Self::Met(Vec::new()),
            Detail { listed, .. } if listed <= FEW => Self::Few(vec![0; listed], 0),
            Detail { listed, .. } => Self::Many(vec![0; listed], Vec::new()),
        }
    }

    #[inline]
    fn count(&mut self, bar: u32, more: u32) {
        match self {
            Self::Unasked => {}
            Self::Few(times, met) => {
                times[bar as usize] += more;
                *met |= 1 << bar;
            }
            Self::Many(times, met) => {
                let times = &mut times[bar as usize];
                if *times == 0 {
                    met.push(bar);
                }
                *times += more;
            }
            Self::Met(met) => match met.iter_mut().find(|(seen, _)| *seen == bar) {
                Some((_, times)) => *times += more,
                None => met.push((bar, more)),
            },
        }
    }

    /// Counts them all once.
    #[inline]
    fn count_all(&mut self, bars: impl Iterator<Item = u32>) {
        match self {
            Self::Unasked => {}
            Self::Few(times, met) => {
                let mut all = *met;
                for bar in bars {
                    times[bar as usize] += 1;
                    all |= 1 << bar;
                }
                *met = all;
            }
            Self::Many(..) | Self::Met(_) => bars.for_each(|bar| self.count(bar, 1)),
        }
    }

    /// Each bar that was met, with how often.
    #[inline]
    pub fn each(&self, mut tell: impl FnMut(u32, u32)) {
        match self {
            Self::Unasked => {}
            Self::Few(times, met) => bits(*met).for_each(|bar| tell(bar, times[bar as usize])),
            Self::Many(times, met) => met.iter().for_each(|bar| tell(*bar, times[*bar as usize])),
            Self::Met(met) => met.iter().for_each(|(bar, times)| tell(*bar, *times)),
        }
    }

    fn of(&self, bar: u32) -> u32 {
        match self {
            Self::Unasked => 0,
            Self::Few(times, _) | Self::Many(times, _) => times[bar as usize],
            Self::Met(met) => met.iter().find(|(seen, _)| *seen == bar).map_or(0, |(_, times)| *times),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Unasked => {}
            Self::Few(times, met) => bits(std::mem::take(met)).for_each(|bar| times[bar as usize] = 0),
            Self::Many(times, met) => met.drain(..).for_each(|bar| times[bar as usize] = 0),
            Self::Met(met) => met.clear(),
        }
    }
}

/// The places of the bits that are set, the lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (lowest < u64::BITS).then_some(lowest)
    })
}

impl Added {
    /// Nothing yet.
    pub fn new(detail: Detail) -> Self {
        Self { times: Times::new(detail), has_values: detail.values, ..Self::default() }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.known.n == 0.0 && self.unknown == 0
    }

    /// How often a bar was seen, as a share.
    pub fn of_bar(&self, bar: u32) -> Share {
        let times = f64::from(self.times.of(bar));
        Share { n: self.known.n, sum: times, squares: times }
    }

    /// Takes observations: one loop for the sums, one for the bars, one for the values, so that each is short.
    #[inline]
    pub fn observe_all(&mut self, meanings: impl Iterator<Item = Meaning> + Clone) {
        let (mut n, mut sum, mut squares) = (0_u32, 0.0, 0.0);
        for meaning in meanings.clone() {
            match meaning {
                Meaning::Known { number, .. } => {
                    n += 1;
                    sum += number;
                    squares += number * number;
                }
                Meaning::Unknown(low, high) => self.miss(low, high),
            }
        }
        self.known += Share { n: n.into(), sum, squares };
        self.times.count_all(meanings.clone().filter_map(Meaning::bar));
        if self.has_values {
            self.values.extend(meanings.filter_map(Meaning::value));
        }
    }

    #[inline]
    fn miss(&mut self, low: f64, high: f64) {
        self.unknown += 1;
        self.unknown_sums[0] += low;
        self.unknown_sums[1] += high;
    }

    /// Takes what else the game adds.
    pub fn join(&mut self, other: &Self) {
        self.known += other.known;
        self.unknown += other.unknown;
        self.unknown_sums[0] += other.unknown_sums[0];
        self.unknown_sums[1] += other.unknown_sums[1];
        if self.has_values {
            self.values.extend_from_slice(&other.values);
        }
        other.times.each(|bar, times| self.times.count(bar, times));
    }

    /// Takes a word that was observed so often.
    pub fn observe_word(&mut self, meaning: Meaning, times: usize) {
        let Some(bar) = meaning.bar() else { return };
        if times > 0 {
            self.known.n += times as f64;
            self.times.count(bar, u32::try_from(times).unwrap_or(u32::MAX));
        }
    }

    /// Back to nothing.
    pub fn clear(&mut self) {
        self.times.clear();
        self.values.clear();
        self.known = Share::default();
        (self.unknown, self.unknown_sums) = (0, [0.0; 2]);
    }
}

/// What a game adds, apart by what tells its observations from each other: its seats, say. Only these few are looked
/// at with every observation, however many groups there are.
pub struct Apart {
    detail: Detail,
    /// By digits of an observation, where in `parts` it is.
    places: Places,
    /// The digits that were met.
    met: Vec<u64>,
    /// What they add, in their order; behind that, what earlier games have left empty.
    parts: Vec<Digits>,
}

/// What observations with the same digits add.
struct Digits {
    /// Their codes, as long as they have not been observed.
    codes: Vec<u32>,
    added: Added,
}

impl Apart {
    /// Nothing yet; there are so many different digits at most.
    pub fn new(detail: Detail, digits: u64) -> Self {
        Self { detail, places: Places::new(digits), met: Vec::new(), parts: Vec::new() }
    }

    /// Puts an observation with these digits to the others that have them.
    #[inline]
    pub fn put(&mut self, digits: u64, code: u32) {
        let next = self.met.len();
        let place = self.places.get_or_insert(digits, next);
        if place == next {
            self.met.push(digits);
            if self.parts.len() == next {
                self.parts.push(Digits { codes: Vec::new(), added: Added::new(self.detail) });
            }
        }
        self.parts[place].codes.push(code);
    }

    /// Takes what was put: those with the same digits at one go.
    pub fn observe(&mut self, meaning: impl Fn(u32) -> Meaning + Copy) {
        for Digits { codes, added } in self.parts.iter_mut().take(self.met.len()) {
            added.observe_all(codes.iter().copied().map(meaning));
            codes.clear();
        }
    }

    /// What observations with these digits add, if there are any.
    pub fn get(&self, digits: u64) -> Option<&Added> {
        self.places.get(digits).map(|place| &self.parts[place].added)
    }

    /// Everything by its digits.
    pub fn all(&self) -> impl Iterator<Item = (u64, &Added)> {
        self.met.iter().copied().zip(self.parts.iter().map(|part| &part.added))
    }

    /// Back to nothing.
    pub fn clear(&mut self) {
        for (digits, part) in self.met.drain(..).zip(&mut self.parts) {
            self.places.remove(digits);
            part.added.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bars_are_counted_the_same_however_many_there_are(
            games in prop::collection::vec(prop::collection::vec((0_u32..64, 1_u32..4), 0..20), 1..4)
        ) {
            let listed = [64, 1000, 0].map(|listed| Detail { bars: true, values: false, listed });
            for mut times in listed.map(Times::new) {
                for game in &games {
                    let mut expected: BTreeMap<u32, u32> = BTreeMap::new();
                    for (bar, more) in game {
                        times.count(*bar, *more);
                        *expected.entry(*bar).or_default() += more;
                    }
                    let mut told = BTreeMap::new();
                    times.each(|bar, times| assert_eq!(told.insert(bar, times), None));
                    prop_assert_eq!(&told, &expected);
                    prop_assert!((0..64).all(|bar| times.of(bar) == told.get(&bar).copied().unwrap_or_default()));
                    times.clear();
                }
            }
        }
    }
}
