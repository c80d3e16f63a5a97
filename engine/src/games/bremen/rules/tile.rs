//! The 52 tiles, and sets of them.

use std::fmt;

use schemars::JsonSchema;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::VariantArray;

use crate::picture::Picture;

/// The animal on a tile.
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
#[schemars(rename = "BremenAnimal")]
pub enum Animal {
    /// Chickens beat every other animal.
    Chicken,
    /// The lowest donkey names the first leader.
    Donkey,
    /// Dogs.
    Dog,
    /// Cats.
    Cat,
}

impl Animal {
    /// Its name in JSON and in statistics.
    pub const fn word(self) -> &'static str {
        <Self as strum::VariantNames>::VARIANTS[self as usize]
    }

    /// Its illustration.
    pub const fn picture(self) -> Picture {
        match self {
            Self::Chicken => Picture::Chicken,
            Self::Donkey => Picture::Donkey,
            Self::Dog => Picture::Dog,
            Self::Cat => Picture::Cat,
        }
    }

    /// Its place in [`Animal::VARIANTS`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The highest number of each animal.
pub const MAX_TILE_NUMBER: u8 = 13;

/// One tile, written `donkey-7`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
#[schemars(
    rename = "BremenTile",
    description = "A tile: its animal and its number, 1 to 13",
    with = "String",
    extend("pattern" = "^(chicken|donkey|dog|cat)-([1-9]|1[0-3])$")
)]
pub struct Tile {
    animal: Animal,
    number: u8,
}

impl Tile {
    /// The tile of this animal with this number, if there is one.
    pub const fn new(animal: Animal, number: u8) -> Option<Self> {
        if number >= 1 && number <= MAX_TILE_NUMBER { Some(Self { animal, number }) } else { None }
    }

    /// A donkey; `number` is one of the few that name the first leader.
    pub(crate) const fn donkey(number: u8) -> Self {
        Self { animal: Animal::Donkey, number }
    }

    /// Its animal.
    pub const fn animal(self) -> Animal {
        self.animal
    }

    /// Its number, 1 to 13.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// True for a chicken.
    pub fn is_chicken(self) -> bool {
        self.animal == Animal::Chicken
    }

    /// Every tile of the box.
    pub fn all() -> impl Iterator<Item = Self> {
        Animal::VARIANTS
            .iter()
            .copied()
            .flat_map(|animal| (1..=MAX_TILE_NUMBER).map(move |number| Self { animal, number }))
    }

    fn parse(text: &str) -> Option<Self> {
        let (word, number) = text.split_once('-')?;
        let animal = Animal::VARIANTS.iter().copied().find(|animal| animal.word() == word)?;
        let written_plainly = !number.starts_with(['0', '+']);
        Self::new(animal, number.parse().ok().filter(|_| written_plainly)?)
    }

    const fn bit(self) -> u64 {
        1 << (self.animal.index() as u64 * MAX_TILE_NUMBER as u64 + self.number as u64 - 1)
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.animal.word(), self.number)
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Tile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Tile {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Written)
    }
}

macro_rules! names {
    ($($animal:literal)+) => { names!(@each $($animal)+; 1 2 3 4 5 6 7 8 9 10 11 12 13) };
    (@each $($animal:literal)+; $($number:tt)+) => { names!(@all [$($animal)+] [$($number)+] []) };
    (@all [] $numbers:tt [$($name:expr,)*]) => { &[$($name,)*] };
    (@all [$animal:literal $($animals:literal)*] [$($number:tt)+] [$($name:expr,)*]) => {
        names!(@all [$($animals)*] [$($number)+] [$($name,)* $(concat!($animal, "-", $number),)+])
    };
}

/// Every tile by its name.
const TILE_NAMES: &[&str] = names!("chicken" "donkey" "dog" "cat");

/// Reads a tile from its name.
struct Written;

impl Visitor<'_> for Written {
    type Value = Tile;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tile, E> {
        Tile::parse(text).ok_or_else(|| E::unknown_variant(text, TILE_NAMES))
    }
}

/// A set of tiles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Tiles(u64);

/// The tiles of the first animal.
const FIRST_ANIMAL_TILES: u64 = (1 << MAX_TILE_NUMBER) - 1;

impl Tiles {
    /// True if the tile is one of them.
    pub const fn contains(self, tile: Tile) -> bool {
        self.0 & tile.bit() != 0
    }

    /// Adds a tile; false if it was there already.
    pub fn insert(&mut self, tile: Tile) -> bool {
        let new = !self.contains(tile);
        self.0 |= tile.bit();
        new
    }

    /// Takes a tile out.
    pub fn remove(&mut self, tile: Tile) {
        self.0 &= !tile.bit();
    }

    /// The tiles of this set that are not in the other.
    #[must_use]
    pub const fn without(self, those: Self) -> Self {
        Self(self.0 & !those.0)
    }

    /// The tiles of both sets.
    #[must_use]
    pub const fn with(self, those: Self) -> Self {
        Self(self.0 | those.0)
    }

    /// The number of tiles.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The tiles, by animal and number.
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(move |tile| self.contains(*tile))
    }

    /// Those that show this animal.
    #[must_use]
    pub const fn showing(self, animal: Animal) -> Self {
        Self(self.0 & (FIRST_ANIMAL_TILES << (animal.index() * MAX_TILE_NUMBER as usize)))
    }

    /// How many show this animal.
    pub const fn count(self, animal: Animal) -> usize {
        self.showing(animal).len()
    }

    /// Every tile with this number or a higher one.
    pub const fn from_number(lowest: u8) -> Self {
        let row = FIRST_ANIMAL_TILES >> (lowest - 1) << (lowest - 1);
        let rows = row | row << MAX_TILE_NUMBER;
        Self(rows | rows << (2 * MAX_TILE_NUMBER))
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Self {
        Self(tiles.into_iter().fold(0, |bits, tile| bits | tile.bit()))
    }
}

impl fmt::Debug for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
