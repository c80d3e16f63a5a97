//! The observations of one game, by the groups they belong to.

use super::dictionary::{DecodedValue, ValueDictionary};
use super::game_sums::GameSums;
use super::group_places::GroupPlaces;

/// The contribution of one game to its groups. It is filled anew for each game, and keeps its memory.
pub struct GameGroups<'a> {
    dictionary: &'a ValueDictionary,
    /// The sums of observations that are in the same groups; those from `used` on are left from other games.
    parts: Vec<GamePart>,
    used: usize,
    /// The place in `parts`, by digits.
    places: GroupPlaces,
    /// The sums of all parts, if there are several.
    all: GameSums,
    /// The common part of the codes of the game's groups, for each of its tags.
    pub bases: Vec<u64>,
}

/// Observations of one game that are in the same groups.
pub struct GamePart {
    /// The part of their groups' codes that differs within the game.
    pub digits: u64,
    /// Their sums.
    pub sums: GameSums,
}

impl<'a> GameGroups<'a> {
    /// The groups of no game, where there are so many codes of groups.
    pub fn new(dictionary: &'a ValueDictionary, codes: u64) -> Self {
        Self {
            dictionary,
            parts: Vec::new(),
            used: 0,
            places: GroupPlaces::new(codes),
            all: GameSums::new(dictionary),
            bases: Vec::new(),
        }
    }

    /// Adds one observation.
    #[inline]
    pub fn add(&mut self, digits: u64, value: &DecodedValue) {
        let place = self.place(digits);
        self.parts[place].sums.add(value);
    }

    /// The parts.
    #[inline]
    pub fn parts(&self) -> &[GamePart] {
        &self.parts[..self.used]
    }

    /// Sums up all parts, so that [`Self::all`] has them.
    pub fn sum_up(&mut self) {
        if let [_, _, ..] = self.parts[..self.used] {
            self.parts[..self.used].iter().for_each(|part| self.all.merge(&part.sums));
        }
    }

    /// All observations of the game, once they are summed up.
    pub fn all(&self) -> &GameSums {
        if let [part] = self.parts() { &part.sums } else { &self.all }
    }

    /// The observations in the group with this code, if there are any. A code is made of one base and the digits of one
    /// part only.
    pub fn of_group(&self, code: u64) -> Option<&GameSums> {
        let is_in = |part: &&GamePart| self.bases.iter().any(|base| base + part.digits == code);
        self.parts().iter().find(is_in).map(|part| &part.sums)
    }

    /// Forgets the game.
    pub fn clear(&mut self) {
        for part in &mut self.parts[..self.used] {
            self.places.set(part.digits, None);
            part.sums.clear();
        }
        self.used = 0;
        self.all.clear();
        self.bases.clear();
    }

    #[inline]
    fn place(&mut self, digits: u64) -> usize {
        self.places.get(digits).unwrap_or_else(|| self.insert(digits))
    }

    /// Called rare, so that the compiler keeps it out of what is done for every observation.
    #[cold]
    fn insert(&mut self, digits: u64) -> usize {
        let place = self.used;
        if let Some(part) = self.parts.get_mut(place) {
            part.digits = digits;
        } else {
            self.parts.push(GamePart { digits, sums: GameSums::new(self.dictionary) });
        }
        self.used += 1;
        self.places.set(digits, Some(place));
        place
    }
}
