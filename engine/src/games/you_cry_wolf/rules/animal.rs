//! The four animals, the rows each may be placed on, and dice counted by face.

use std::ops::{Index, IndexMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::count;
use crate::picture::Picture;

/// An animal: a face of a die and a row of the board. The order is that of the rows.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::VariantNames,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[schemars(rename = "YouCryWolfAnimal")]
pub enum Animal {
    /// A cow.
    Cow,
    /// A sheep.
    Sheep,
    /// A sheepdog.
    Sheepdog,
    /// A wolf.
    Wolf,
}

impl Animal {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }

    /// Its illustration.
    pub const fn picture(self) -> Picture {
        match self {
            Self::Cow => Picture::Cow,
            Self::Sheep => Picture::Sheep,
            Self::Sheepdog => Picture::Sheepdog,
            Self::Wolf => Picture::Wolf,
        }
    }

    /// The rows where a die with this face may be placed (YCW-5).
    pub const fn rows(self) -> &'static [Self] {
        match self {
            Self::Cow => &[Self::Cow],
            Self::Sheep => &[Self::Sheep],
            Self::Sheepdog => &[Self::Sheepdog, Self::Wolf],
            Self::Wolf => &[Self::Wolf, Self::Sheepdog, Self::Sheep],
        }
    }

    /// The faces that count when this animal is called.
    pub const fn counted(self) -> &'static [Self] {
        match self {
            Self::Cow => &[Self::Cow],                       // YCW-12
            Self::Sheep => &[Self::Sheep, Self::Wolf],       // YCW-13
            Self::Wolf => &[Self::Wolf, Self::Sheepdog],     // YCW-14
            Self::Sheepdog => &[Self::Sheepdog, Self::Wolf], // YCW-15
        }
    }
}

/// One value per animal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByAnimal<T>(pub [T; 4]);

impl<T> Index<Animal> for ByAnimal<T> {
    type Output = T;

    fn index(&self, animal: Animal) -> &T {
        &self.0[animal as usize]
    }
}

impl<T> IndexMut<Animal> for ByAnimal<T> {
    fn index_mut(&mut self, animal: Animal) -> &mut T {
        &mut self.0[animal as usize]
    }
}

/// Dice without an order: how many show each face.
pub type Dice = ByAnimal<i64>;

/// How many dice a seat has in all (YCW-2).
pub const DICE_PER_SEAT: i64 = 6;

impl Dice {
    /// These dice, counted.
    pub fn of(faces: impl IntoIterator<Item = Animal>) -> Self {
        let mut dice = Self::default();
        faces.into_iter().for_each(|face| dice[face] += 1);
        dice
    }

    /// How many dice these are.
    pub fn total(self) -> i64 {
        self.0.iter().sum()
    }

    /// How many of them show one of these faces.
    pub fn showing(self, faces: &[Animal]) -> i64 {
        faces.iter().map(|face| self[*face]).sum()
    }

    /// True if the other dice are among these.
    pub fn contains(self, other: Self) -> bool {
        Animal::VARIANTS.iter().all(|face| self[*face] >= other[*face])
    }

    /// Combines the counts of each face with a function.
    #[must_use]
    pub fn zip(self, other: Self, f: impl Fn(i64, i64) -> i64) -> Self {
        let mut dice = self;
        for face in Animal::VARIANTS.iter().copied() {
            dice[face] = f(self[face], other[face]);
        }
        dice
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        self.zip(other, |a, b| a + b)
    }

    /// These dice without the others; no count falls below 0.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| (a - b).max(0))
    }

    /// The faces one by one, in the order of the rows.
    pub fn faces(self) -> impl Iterator<Item = Animal> {
        Animal::VARIANTS
            .iter()
            .copied()
            .flat_map(move |face| std::iter::repeat_n(face, count::from_i64(self[face])))
    }
}
