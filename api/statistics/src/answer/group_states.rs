//! The states of groups while games are added to them. The counts of all groups lie side by side in a few lists.

use super::aggregate::{AggregateState, BinCounts, Moments};
use super::cells::Cells;
use super::dictionary::ValueDictionary;
use super::game_sums::GameSums;
use super::group_places::GroupPlaces;

/// Groups by the codes of their keys, in the order in which they were met.
pub struct GroupStates {
    codes: Vec<u64>,
    /// The place of each in the order.
    places: GroupPlaces,
    /// True: no other groups are counted.
    is_closed: bool,
    moments: Vec<Moments>,
    /// How often each bin was seen, unless only moments are summed up.
    bins: Option<Cells<BinCounts>>,
    /// How often each value was seen, by its place in the dictionary; only where bins hold more than one value.
    frequencies: Option<Cells<u64>>,
}

impl GroupStates {
    /// All groups with codes below `codes`, of which only moments are summed up.
    pub fn moments_only(codes: u64) -> Self {
        Self {
            codes: Vec::new(),
            places: GroupPlaces::new(codes),
            is_closed: false,
            moments: Vec::new(),
            bins: None,
            frequencies: None,
        }
    }

    /// All groups with codes below `codes`, so many of them at most. Values of this dictionary are counted.
    pub fn new(codes: u64, groups: u64, dictionary: &ValueDictionary) -> Self {
        let frequencies = dictionary.is_binned.then(|| Cells::new(groups, dictionary.values.len()));
        let bins = Some(Cells::new(groups, dictionary.bins.len()));
        Self { bins, frequencies, ..Self::moments_only(codes) }
    }

    /// Only these of the groups, in this order.
    pub fn only(groups: &[u64], codes: u64, dictionary: &ValueDictionary) -> Self {
        let mut states = Self::new(codes, groups.len() as u64, dictionary);
        for code in groups {
            states.insert(*code);
        }
        states.is_closed = true;
        states
    }

    /// Adds a game to the group with this code, if it is counted.
    #[inline]
    pub fn add(&mut self, code: u64, game: &GameSums) {
        let Some(place) = self.place(code) else { return };
        self.moments[place].add(game);
        let Some(bins) = &mut self.bins else { return };
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
        let known_values = game.known_values.n as u64;
        for (bin, times) in game.bins() {
            *bins.at(place, bin) += BinCounts::of_game(times.into(), known_values);
        }
        if let Some(frequencies) = &mut self.frequencies {
            game.values.iter().for_each(|value| *frequencies.at(place, *value) += 1);
        }
    }

    #[inline]
    fn place(&mut self, code: u64) -> Option<usize> {
        match self.places.get(code) {
            None if !self.is_closed => Some(self.insert(code)),
            place => place,
        }
    }

    fn insert(&mut self, code: u64) -> usize {
        let place = self.codes.len();
        self.places.set(code, Some(place));
        self.codes.push(code);
        self.moments.push(Moments::default());
        self.bins.iter_mut().for_each(Cells::push_row);
        self.frequencies.iter_mut().for_each(Cells::push_row);
        place
    }

    /// Adds the games of other groups that were counted in the same way.
    pub fn merge(&mut self, other: &Self) {
        for (theirs, code) in other.codes.iter().enumerate() {
            let Some(ours) = self.place(*code) else { continue };
            self.moments[ours].merge(&other.moments[theirs]);
            if let (Some(bins), Some(more)) = (&mut self.bins, &other.bins) {
                bins.merge(ours, more, theirs);
            }
            if let (Some(frequencies), Some(more)) = (&mut self.frequencies, &other.frequencies) {
                frequencies.merge(ours, more, theirs);
            }
        }
    }

    /// The codes and moments of the groups.
    pub fn moments(&self) -> Vec<(u64, &Moments)> {
        self.codes.iter().copied().zip(&self.moments).collect()
    }

    /// The group at a place.
    pub fn state(&self, place: usize) -> AggregateState {
        AggregateState {
            moments: self.moments[place],
            bins: self.bins.as_ref().map(|bins| bins.row(place)).unwrap_or_default(),
            frequencies: self.frequencies.as_ref().map(|frequencies| frequencies.row(place)),
        }
    }
}
