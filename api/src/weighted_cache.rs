//! Caches that hold no more than so many bytes.

use std::hash::Hash;

use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

/// How large a cache is.
#[derive(Clone, Copy, Debug)]
pub struct CacheSize {
    /// All values together take no more than this.
    pub bytes: u64,
    /// How much one value usually takes: a guess for the size of the tables.
    pub typical_value_bytes: u64,
    /// How many locks there are. A value larger than its shard's part of the bytes is not cached.
    pub shards: usize,
}

/// Which values are dropped first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// Those that were used once, before those that were used again; new values have little room.
    LeastUsed,
    /// The same, with half of the room for what is new, so that the largest values fit.
    LeastUsedWithRoomForNew,
}

/// An empty cache whose values weigh, in bytes, what the weighter says.
pub fn weighted_cache<K, V, W>(size: CacheSize, eviction: Eviction, weighter: W) -> Cache<K, V, W>
where
    K: Eq + Hash,
    V: Clone,
    W: Weighter<K, V> + Clone,
{
    let values = usize::try_from(size.bytes / size.typical_value_bytes).unwrap_or(usize::MAX).max(16);
    let mut options = OptionsBuilder::new();
    options.shards(size.shards).weight_capacity(size.bytes).estimated_items_capacity(values);
    if eviction == Eviction::LeastUsedWithRoomForNew {
        options.hot_allocation(0.5);
    }
    match options.build() {
        Ok(options) => {
            Cache::with_options(options, weighter, DefaultHashBuilder::default(), DefaultLifecycle::default())
        }
        // Options are built as soon as both sizes are set.
        Err(_) => Cache::with_weighter(values, size.bytes, weighter),
    }
}
