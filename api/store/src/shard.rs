//! Shards: the parts of the database in which records live.
//!
//! How many parts there are is chosen when a database is made, and stays: it decides where every record is found. The rows
//! of `shard_heads` are the place where it is stored. Positions of different shards have nothing to do with each other, so
//! a place in the feed of a whole database is one position for each shard.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use super::{GameId, Hash, StoreError};

/// The most connections of a thread that appends. Where more shards than that stand still, the others wait for them.
const MAX_CONNECTIONS_PER_THREAD: u16 = 8;

/// A part of the database with a feed of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(pub(super) u16);

/// The shards of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shards {
    count: u16,
}

impl Shard {
    /// Its number, as the column `shard` has it.
    pub fn number(self) -> i32 {
        self.0.into()
    }

    /// Its place in a list with an element for each shard.
    pub fn index(self) -> usize {
        self.0.into()
    }
}

impl Shards {
    /// The most that a database can have.
    pub const MAX: u16 = 256;

    /// A database that is one part.
    pub const SINGLE: Self = Self { count: 1 };

    /// So many shards; `None` if there are none or too many.
    pub fn new(count: u16) -> Option<Self> {
        (1..=Self::MAX).contains(&count).then_some(Self { count })
    }

    /// How many there are.
    pub fn count(self) -> u16 {
        self.count
    }

    /// How many connections a thread that answers requests may open for appending, beside the pool.
    pub fn appending_connections(self) -> u16 {
        self.count.min(MAX_CONNECTIONS_PER_THREAD)
    }

    /// Every shard.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Shard> + ExactSizeIterator + Send {
        (0..self.count).map(Shard)
    }

    /// The shard of a record.
    pub fn of(self, game: GameId) -> Shard {
        self.of_digest(blake3::hash(game.0.as_bytes()).as_bytes())
    }

    /// The shard of the key an opening is retried under.
    pub(super) fn of_digest(self, digest: &Hash) -> Shard {
        let [a, b, c, d, ..] = *digest;
        let number = u32::from_le_bytes([a, b, c, d]) % u32::from(self.count);
        // The remainder is smaller than the number of shards, so that its upper bytes are 0.
        let [low, high, ..] = number.to_le_bytes();
        Shard(u16::from_le_bytes([low, high]))
    }

    /// Ids by the shard they are in.
    pub(super) fn split(self, games: &[GameId]) -> impl Iterator<Item = (Shard, Vec<uuid::Uuid>)> {
        let mut ids = vec![Vec::new(); self.count.into()];
        for game in games {
            ids[self.of(*game).index()].push(game.0);
        }
        self.all().zip(ids).filter(|(_, ids)| !ids.is_empty())
    }
}

/// The shards of the database as soon as they are known, which is when the schema was looked at.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownShards(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    shards: OnceLock<Shards>,
    are_distributed: AtomicBool,
}

impl KnownShards {
    pub(super) fn get(&self) -> Result<Shards, StoreError> {
        let shards = self.0.shards.get().copied();
        shards.ok_or_else(|| StoreError::unavailable("nobody has looked at the database's schema yet"))
    }

    /// True if they are spread over the nodes of a cluster.
    pub(super) fn are_distributed(&self) -> bool {
        self.0.are_distributed.load(Ordering::Relaxed)
    }

    pub(super) fn note_distribution(&self, are_distributed: bool) {
        self.0.are_distributed.store(are_distributed, Ordering::Relaxed);
    }

    /// Notes how many there are. A database with another number of them is not the one that was opened.
    pub(super) fn learn(&self, count: usize) -> Result<(), StoreError> {
        let found = u16::try_from(count).ok().and_then(Shards::new);
        let found = found.ok_or_else(|| StoreError::Corrupt(format!("the database has {count} shards")))?;
        let expected = *self.0.shards.get_or_init(|| found);
        if expected == found {
            return Ok(());
        }
        Err(StoreError::Corrupt(format!(
            "the database has {} shards, and had {} when this process started: start it again",
            found.count, expected.count
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records are found by this function for ever: a change of it loses them.
    #[test]
    fn the_shard_of_a_digest_is_pinned() {
        let digest = |name: u128| *blake3::hash(&name.to_be_bytes()).as_bytes();
        let shards = Shards::new(32).unwrap();
        let numbers: Vec<_> = (0..12).map(|name| shards.of_digest(&digest(name)).number()).collect();
        assert_eq!(numbers, [5, 7, 2, 20, 20, 11, 8, 29, 13, 15, 25, 23]);
    }

    #[test]
    fn there_is_one_shard_at_least_and_256_at_most() {
        assert_eq!([0, 1, 256, 257].map(|count| Shards::new(count).is_some()), [false, true, true, false]);
    }

    #[test]
    fn records_are_split_by_shard_and_none_is_lost() {
        let shards = Shards::new(5).unwrap();
        let games: Vec<_> = (0..100).map(|name| GameId(uuid::Uuid::from_u128(name))).collect();
        let split: Vec<_> = shards.split(&games).collect();
        assert!(split.is_sorted_by_key(|(shard, _)| *shard));
        assert_eq!(split.iter().map(|(_, ids)| ids.len()).sum::<usize>(), games.len());
        for (shard, ids) in split {
            assert!(ids.iter().all(|id| shards.of(GameId(*id)) == shard));
        }
    }

    #[test]
    fn another_number_of_shards_is_another_database() {
        let cell = KnownShards::default();
        assert!(cell.get().is_err());
        cell.learn(4).unwrap();
        cell.learn(4).unwrap();
        assert_eq!(cell.get().unwrap().count(), 4);
        assert!(cell.learn(1).is_err());
        assert!(KnownShards::default().learn(0).is_err());
    }
}
