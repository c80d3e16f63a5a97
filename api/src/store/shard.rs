//! Which part of the database a record lives in.

use super::{GameId, Hash};

/// A part of the database with a feed of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(i32);

impl Shard {
    /// How many there are. It decides where every record is found, so changing it means moving them.
    pub const COUNT: u32 = 1;

    /// Every shard.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(Self::from_index)
    }

    /// The shard of a record.
    pub fn of(game: GameId) -> Self {
        Self::of_digest(blake3::hash(game.0.as_bytes()).as_bytes())
    }

    /// The shard of the key an opening is retried under.
    pub(super) fn of_digest(digest: &Hash) -> Self {
        let [a, b, c, d, ..] = *digest;
        Self::from_index(u32::from_le_bytes([a, b, c, d]) % Self::COUNT)
    }

    /// Its number, as the column `shard` has it.
    pub fn number(self) -> i32 {
        self.0
    }

    pub(super) fn index(self) -> usize {
        usize::try_from(self.0).expect("a shard is never negative")
    }

    fn from_index(index: u32) -> Self {
        Self(i32::try_from(index).expect("there are fewer than 2^31 shards"))
    }
}
