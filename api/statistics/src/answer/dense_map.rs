//! Maps by small numbers: codes of groups, places of bins and of values.

use ahash::AHashMap;

/// A list by key where all keys are below some bound, else a hash map. What was never set is the default.
#[derive(Clone, Debug, PartialEq)]
pub enum DenseMap<T> {
    /// By key.
    List(Vec<T>),
    /// Of the keys that were set.
    Map(AHashMap<u64, T>),
}

impl<T: Copy + Default + PartialEq> DenseMap<T> {
    /// Empty, for keys below `size`: a list if `is_dense`.
    pub fn new(size: u64, is_dense: bool) -> Self {
        let size = usize::try_from(size).ok().filter(|_| is_dense);
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

    /// Every key that was set with its value, in the order of the keys.
    pub fn entries(&self) -> Vec<(u64, T)> {
        match self {
            Self::List(values) => {
                (0..).zip(values.iter().copied()).filter(|(_, value)| *value != T::default()).collect()
            }
            Self::Map(values) => {
                let mut entries: Vec<(u64, T)> = values.iter().map(|(key, value)| (*key, *value)).collect();
                entries.sort_unstable_by_key(|(key, _)| *key);
                entries
            }
        }
    }
}

impl<T: Copy + Default + PartialEq + std::ops::AddAssign> DenseMap<T> {
    /// Adds the values of another map with keys below the same bound.
    pub fn merge(&mut self, other: &Self) {
        match other {
            Self::List(values) => (0..).zip(values).for_each(|(key, value)| *self.at(key) += *value),
            Self::Map(values) => values.iter().for_each(|(key, value)| *self.at(*key) += *value),
        }
    }
}

fn index(key: u64) -> usize {
    usize::try_from(key).unwrap_or(usize::MAX)
}
