//! Maps by codes of groups.

use ahash::AHashMap;

/// So many values are kept in a list at most: if there can be more, in a hash map.
pub const MAX_DENSE_VALUES: u64 = 1 << 20;

/// A list by key where all keys are below some bound, else a hash map. What was never set is the default.
pub enum DenseMap<T> {
    /// By key.
    List(Vec<T>),
    /// Of the keys that were set.
    Map(AHashMap<u64, T>),
}

impl<T: Copy + Default> DenseMap<T> {
    /// Empty, for keys below `size`.
    pub fn new(size: u64) -> Self {
        let size = usize::try_from(size).ok().filter(|_| size <= MAX_DENSE_VALUES);
        size.map_or_else(|| Self::Map(AHashMap::new()), |size| Self::List(vec![T::default(); size]))
    }

    /// The value of a key.
    #[inline]
    pub fn get(&self, key: u64) -> T {
        match self {
            Self::List(values) => values[index(key)],
            Self::Map(values) => values.get(&key).copied().unwrap_or_default(),
        }
    }

    /// The value of a key, to be set.
    #[inline]
    pub fn at(&mut self, key: u64) -> &mut T {
        match self {
            Self::List(values) => &mut values[index(key)],
            Self::Map(values) => values.entry(key).or_default(),
        }
    }
}

fn index(key: u64) -> usize {
    usize::try_from(key).unwrap_or(usize::MAX)
}
