//! Lists that the copies of a position share.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A list that copies share until one of them changes it: a position is copied with every move,
/// and most of it stays as it was. Made for short lists, since a change copies all of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared<T>(Arc<[T]>);

impl<T: Clone> Shared<T> {
    /// Adds one at the end.
    pub fn push(&mut self, last: T) {
        self.0 = self.iter().cloned().chain([last]).collect();
    }

    /// Takes the first one out, if there is one.
    pub fn pop_front(&mut self) -> Option<T> {
        let (first, rest) = self.0.split_first()?;
        let first = first.clone();
        self.0 = rest.into();
        Some(first)
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        Arc::make_mut(&mut self.0)
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::Shared;

    #[test]
    fn a_change_leaves_copies_alone() {
        let before: Shared<u8> = [1, 2].into_iter().collect();
        let mut after = before.clone();
        after.push(3);
        after[0] = 7;
        assert_eq!(after.pop_front(), Some(7));
        assert_eq!((&*before, &*after), (&[1, 2][..], &[2, 3][..]));
    }
}
