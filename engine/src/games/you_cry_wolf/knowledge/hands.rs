//! Sets of hands: the possible faces of six dice, given the knowledge of them.

use crate::count;
use strum::VariantArray;

use super::super::rules::animal::{Animal, ByAnimal, DICE_PER_SEAT, Dice};

/// The number of ways six dice can fall, without order.
const HAND_COUNT: usize = 84;

/// The dice of a hand.
const DICE_PER_HAND: u16 = 6;

/// All hands, in the order of a set's bits: how many dice show each face.
const ALL_HANDS: [[u16; 4]; HAND_COUNT] = {
    let mut every = [[0; 4]; HAND_COUNT];
    let (mut found, mut counts) = (0, 0);
    // The numbers of cows, sheep and sheepdogs are the digits of `counts`; the rest are wolves.
    while counts < 7 * 7 * 7 {
        let faces = [counts / 49, counts / 7 % 7, counts % 7];
        let sum = faces[0] + faces[1] + faces[2];
        if sum <= DICE_PER_HAND {
            every[found] = [faces[0], faces[1], faces[2], DICE_PER_HAND - sum];
            found += 1;
        }
        counts += 1;
    }
    every
};

/// By a set of faces (one bit each) and a number: the hands in which at least this many dice show
/// one of these faces.
const HANDS_WITH_AT_LEAST: [[u128; DICE_PER_HAND as usize + 2]; 16] = {
    let mut at_least = [[0; DICE_PER_HAND as usize + 2]; 16];
    let mut faces = 0;
    while faces < 16 {
        let mut index = 0;
        while index < HAND_COUNT {
            let (mut showing, mut face) = (0, 0);
            while face < 4 {
                showing += ALL_HANDS[index][face] as usize * (faces >> face & 1);
                face += 1;
            }
            let mut number = 0;
            while number <= showing {
                at_least[faces][number] |= 1 << index;
                number += 1;
            }
            index += 1;
        }
        faces += 1;
    }
    at_least
};

/// A set of hands, a bit for each way that six dice can fall.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hands(u128);

impl Hands {
    /// All hands: nothing is known.
    pub const ALL: Self = Self((1 << HAND_COUNT) - 1);

    /// True if no hand is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The hands in which at least this many dice show one of these faces.
    #[must_use]
    pub fn showing(self, faces: &[Animal], least: i64) -> Self {
        let faces = faces.iter().fold(0, |set, face| set | 1 << *face as usize);
        let least = count::from_i64(least.clamp(0, DICE_PER_SEAT + 1));
        Self(self.0 & HANDS_WITH_AT_LEAST[faces][least])
    }

    /// The hands that are not in this set.
    #[must_use]
    pub const fn without(self, those: Self) -> Self {
        Self(self.0 & !those.0)
    }

    /// The hands that include these dice.
    #[must_use]
    pub fn containing(self, dice: Dice) -> Self {
        Animal::VARIANTS.iter().copied().fold(self, |hands, face| hands.showing(&[face], dice[face]))
    }

    /// The fewest and most dice that show one of these faces; `None` if the set is empty.
    pub fn range(self, faces: &[Animal]) -> Option<(i64, i64)> {
        let mut numbers = (0..=DICE_PER_SEAT).rev();
        let most = numbers.clone().find(|number| !self.showing(faces, *number).is_empty())?;
        let least = numbers.find(|number| self.showing(faces, *number) == self)?;
        Some((least, most))
    }

    /// The hands one by one.
    pub fn iter(self) -> impl Iterator<Item = Dice> {
        let every = ALL_HANDS.into_iter().enumerate();
        every
            .filter(move |(index, _)| self.0 >> index & 1 == 1)
            .map(|(_, hand)| ByAnimal(hand.map(i64::from)))
    }
}

impl std::fmt::Debug for Hands {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_dice_fall_in_84_ways() {
        let mut hands: Vec<Dice> = Hands::ALL.iter().collect();
        hands.dedup();
        assert_eq!(hands.len(), HAND_COUNT);
        assert!(hands.iter().all(|hand| hand.total() == DICE_PER_SEAT));
    }

    #[test]
    fn a_set_answers_as_its_hands_do() {
        for hand in Hands::ALL.iter() {
            let part = hand.without(Dice::of([Animal::Wolf, Animal::Cow, Animal::Cow]));
            let hands = Hands::ALL.containing(part);
            assert!(hands.iter().eq(Hands::ALL.iter().filter(|hand| hand.contains(part))));
            for faces in Animal::VARIANTS.iter().copied().map(Animal::counted) {
                let numbers: Vec<i64> = hands.iter().map(|hand| hand.showing(faces)).collect();
                let range = (*numbers.iter().min().unwrap(), *numbers.iter().max().unwrap());
                assert_eq!(hands.range(faces), Some(range), "{part:?} {faces:?}");
            }
        }
        assert_eq!(Hands::ALL.showing(&[Animal::Cow], DICE_PER_SEAT + 1).range(&[Animal::Cow]), None);
    }
}
