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
        Self::among(Self::COUNT, digest)
    }

    /// Its number, as the column `shard` has it.
    pub fn number(self) -> i32 {
        self.0
    }

    pub(super) fn index(self) -> usize {
        usize::try_from(self.0).expect("a shard is never negative")
    }

    fn among(count: u32, digest: &Hash) -> Self {
        let [a, b, c, d, ..] = *digest;
        Self::from_index(u32::from_le_bytes([a, b, c, d]) % count)
    }

    fn from_index(index: u32) -> Self {
        Self(i32::try_from(index).expect("there are fewer than 2^31 shards"))
    }
}

/// Ids by the shard they are in.
pub(super) fn by_shard(games: &[GameId]) -> impl Iterator<Item = (Shard, Vec<uuid::Uuid>)> {
    Shard::all().filter_map(|shard| {
        let ids: Vec<_> = games.iter().filter(|id| Shard::of(**id) == shard).map(|id| id.0).collect();
        (!ids.is_empty()).then_some((shard, ids))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records are found by this function for ever: a change of it loses them.
    #[test]
    fn the_shard_of_a_digest_is_pinned() {
        let digest = |name: u128| *blake3::hash(&name.to_be_bytes()).as_bytes();
        let shards: Vec<_> = (0..12).map(|name| Shard::among(32, &digest(name)).number()).collect();
        assert_eq!(shards, [5, 7, 2, 20, 20, 11, 8, 29, 13, 15, 25, 23]);
    }
}
