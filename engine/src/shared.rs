//! Lists that the copies of a position share.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A list that copies share until one of them changes it: a position is copied with every move,
/// and most of it stays as it was. Made for short lists, since a change copies all of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shared<T>(
    /// `None` if the list is empty, as most are for long; a copy then costs nothing.
    Option<Arc<[T]>>,
);

impl<T: Clone> Shared<T> {
    /// Adds one at the end.
    pub fn push(&mut self, last: T) {
        self.0 = Some(self.iter().cloned().chain([last]).collect());
    }

    /// Takes the first one out, if there is one.
    pub fn pop_front(&mut self) -> Option<T> {
        let first = self.first()?.clone();
        *self = self.iter().skip(1).cloned().collect();
        Some(first)
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Deref for Shared<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.as_mut().map(Arc::make_mut).unwrap_or_default()
    }
}

impl<T> FromIterator<T> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let values: Arc<[T]> = values.into_iter().collect();
        Self(Some(values).filter(|values| !values.is_empty()))
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

    #[test]
    fn a_list_emptied_again_equals_a_new_list() {
        let mut list = Shared::default();
        assert_eq!(list.pop_front(), None);
        list.push(1);
        assert_eq!(list.pop_front(), Some(1));
        assert_eq!(list, Shared::default());
        assert_eq!(list, std::iter::empty().collect());
        assert!(list.iter_mut().next().is_none());
    }
}
