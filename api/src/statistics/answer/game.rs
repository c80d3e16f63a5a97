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
    /// Where each number that was seen has its place, if that is asked for.
    pub numbers: Vec<u32>,
    /// How often each bar was seen, while there are few bars.
    times: Vec<u32>,
    /// The bars that were seen; where there are many, with how often.
    seen: Vec<(u32, u32)>,
    detail: Detail,
}

/// What is wanted of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// How often each bar is seen.
    pub bars: bool,
    /// How often each number is seen, where bars hold more than one.
    pub numbers: bool,
    /// Bars that are counted in a list; 0 if there are too many.
    pub listed: usize,
}

impl Added {
    /// Nothing yet.
    pub fn new(detail: Detail) -> Self {
        Self { times: vec![0; detail.listed], detail, ..Self::default() }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.known.n == 0.0 && self.unknown == 0
    }

    /// Each bar that was seen, with how often.
    pub fn bars(&self) -> impl Iterator<Item = (u32, u32)> {
        self.seen
            .iter()
            .map(|(bar, listed)| (*bar, self.times.get(*bar as usize).copied().unwrap_or(*listed)))
    }

    /// How often a bar was seen, as a share.
    pub fn of_bar(&self, bar: u32) -> Share {
        let times = self.bars().find(|(seen, _)| *seen == bar).map_or(0.0, |(_, times)| f64::from(times));
        Share { n: self.known.n, sum: times, squares: times }
    }

    /// Takes an observation.
    #[inline]
    pub fn observe(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Known { number, place, bar } => {
                self.known.add(number);
                self.detail(place, bar, 1);
            }
            Meaning::Unknown(low, high) => {
                self.unknown += 1;
                self.unknown_sums[0] += low;
                self.unknown_sums[1] += high;
            }
        }
    }

    /// Takes observations, one after another.
    pub fn observe_all(&mut self, meanings: impl Iterator<Item = Meaning>) {
        let mut known = self.known;
        for meaning in meanings {
            if let Meaning::Known { number, place, bar } = meaning {
                known.add(number);
                self.detail(place, bar, 1);
            } else {
                self.observe(meaning);
            }
        }
        self.known = known;
    }

    /// Takes what else the game adds.
    pub fn join(&mut self, other: &Self) {
        self.known += other.known;
        self.unknown += other.unknown;
        self.unknown_sums[0] += other.unknown_sums[0];
        self.unknown_sums[1] += other.unknown_sums[1];
        self.numbers.extend_from_slice(&other.numbers);
        other.bars().for_each(|(bar, times)| self.count(bar, times));
    }

    /// Takes a word that was observed so often.
    pub fn observe_word(&mut self, meaning: Meaning, times: u8) {
        let Meaning::Known { place, bar, .. } = meaning else { return };
        if times > 0 {
            self.known.n += f64::from(times);
            self.detail(place, bar, times.into());
        }
    }

    #[inline]
    fn detail(&mut self, place: u32, bar: u32, times: u32) {
        if self.detail.bars {
            self.count(bar, times);
        }
        if self.detail.numbers {
            self.numbers.push(place);
        }
    }

    #[inline]
    fn count(&mut self, bar: u32, more: u32) {
        if let Some(times) = self.times.get_mut(bar as usize) {
            if *times == 0 {
                self.seen.push((bar, 0));
            }
            *times += more;
            return;
        }
        match self.seen.iter_mut().find(|(seen, _)| *seen == bar) {
            Some((_, times)) => *times += more,
            None => self.seen.push((bar, more)),
        }
    }

    /// Back to nothing.
    pub fn clear(&mut self) {
        for (bar, _) in self.seen.drain(..) {
            if let Some(times) = self.times.get_mut(bar as usize) {
                *times = 0;
            }
        }
        self.numbers.clear();
        self.known = Share::default();
        (self.unknown, self.unknown_sums) = (0, [0.0; 2]);
    }
}

/// What a game adds, apart by what tells its observations from each other: its seats, say. Only these few are looked
/// at with every observation, however many groups there are.
pub struct Apart {
    detail: Detail,
    /// By digits of an observation, where in `added` it is.
    places: Places,
    /// The digits that were met.
    met: Vec<u64>,
    /// What they add, in their order; behind that, what earlier games have left empty.
    added: Vec<Added>,
}

impl Apart {
    /// Nothing yet; there are so many different digits at most.
    pub fn new(detail: Detail, digits: u64) -> Self {
        Self { detail, places: Places::new(digits), met: Vec::new(), added: Vec::new() }
    }

    /// What observations with these digits add.
    #[inline]
    pub fn at(&mut self, digits: u64) -> &mut Added {
        let next = self.met.len();
        let place = self.places.get_or_insert(digits, next);
        if place == next {
            self.met.push(digits);
            if self.added.len() == next {
                self.added.push(Added::new(self.detail));
            }
        }
        &mut self.added[place]
    }

    /// The same, if there is anything.
    pub fn get(&self, digits: u64) -> Option<&Added> {
        self.places.get(digits).map(|place| &self.added[place])
    }

    /// Everything by its digits.
    pub fn all(&self) -> impl Iterator<Item = (u64, &Added)> {
        self.met.iter().copied().zip(&self.added)
    }

    /// Back to nothing.
    pub fn clear(&mut self) {
        for (digits, added) in self.met.drain(..).zip(&mut self.added) {
            self.places.remove(digits);
            added.clear();
        }
    }
}
