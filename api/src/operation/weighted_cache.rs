//! Caches with a limit of bytes.

use std::hash::Hash;
use std::sync::Arc;

use actix_web::web::Bytes;
use kifu_engine::count;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

/// The size of a cache.
#[derive(Clone, Copy, Debug)]
pub struct CacheSize {
    /// All values together take no more than this.
    pub bytes: u64,
    /// How much one value usually takes: a guess for the size of the tables.
    pub typical_value_bytes: u64,
    /// How many locks there are. A value larger than its shard's part of the bytes is not cached.
    pub shards: usize,
}

/// The order in which values are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eviction {
    /// Values that were used once, before those that were used again; new values have little room.
    LeastUsed,
    /// Evicts the least used; half of the room is for new values, so that the largest fit.
    LeastUsedWithRoomForNew,
}

/// A value that says how much memory it takes.
pub trait Weigh {
    /// About how many bytes.
    fn bytes(&self) -> usize;
}

impl Weigh for Bytes {
    fn bytes(&self) -> usize {
        self.len()
    }
}

impl Weigh for String {
    fn bytes(&self) -> usize {
        self.len()
    }
}

impl<T: Weigh> Weigh for Arc<T> {
    fn bytes(&self) -> usize {
        T::bytes(self)
    }
}

/// Recent answers, by the keys that decide them. Each is worked out once, however many ask for it at once.
pub struct LateAnswers<K, V>(Cache<K, V, ByBytes>);

#[derive(Clone)]
struct ByBytes;

impl<K: Weigh, V: Weigh> Weighter<K, V> for ByBytes {
    fn weight(&self, key: &K, value: &V) -> u64 {
        (key.bytes() + value.bytes()) as u64
    }
}

impl<K: Weigh + Eq + Hash + Clone, V: Weigh + Clone> LateAnswers<K, V> {
    /// Makes a cache of this number of bytes.
    pub fn new(bytes: u64, typical_value_bytes: u64) -> Self {
        let size = CacheSize { bytes, typical_value_bytes, shards: 1 };
        Self(weighted_cache(size, Eviction::LeastUsedWithRoomForNew, ByBytes))
    }

    /// Forgets them all.
    pub fn clear(&self) {
        self.0.clear();
    }

    /// The answer. A caller waits if it is just being made; if its maker goes away, the next caller has it made.
    ///
    /// # Errors
    ///
    /// The errors of making it; nothing is kept then.
    pub async fn get<E>(&self, key: &K, make: impl Future<Output = Result<V, E>>) -> Result<V, E> {
        self.0.get_or_insert_async(key, make).await
    }
}

/// An empty cache whose values weigh in bytes as the weighter says.
pub fn weighted_cache<K, V, W>(size: CacheSize, eviction: Eviction, weighter: W) -> Cache<K, V, W>
where
    K: Eq + Hash,
    V: Clone,
    W: Weighter<K, V> + Clone,
{
    let values = count::from_u64(size.bytes / size.typical_value_bytes).max(16);
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
