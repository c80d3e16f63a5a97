//! Which groups are shown, and in which order.

use super::group::Group;
use super::question::Key;

/// The order of groups, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// By what.
    pub by: SortKey,
    /// Whether the greatest comes first.
    pub descending: bool,
    /// Figures of fewer observations are held back: nothing may be sorted by them.
    pub least: u64,
    /// Groups at most.
    pub limit: usize,
}

/// What groups are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// What they have in common.
    Key,
    /// Their mean or share; those without come last.
    Mean,
    /// How many observations they have.
    Size,
}

impl Default for Order {
    /// All, by their keys.
    fn default() -> Self {
        Self { by: SortKey::Key, descending: false, least: 0, limit: usize::MAX }
    }
}

impl Order {
    /// Leaves as many groups as there may be, and those that are compared; how many others there were.
    pub fn arrange(self, groups: &mut Vec<(Key, Group)>, compare: Option<&[Key; 2]>) -> usize {
        self.sort(groups);
        let all = groups.len();
        let beyond = groups.split_off(self.limit.min(all));
        let is_compared = |(key, _): &(Key, Group)| compare.is_some_and(|keys| keys.contains(key));
        groups.extend(beyond.into_iter().filter(is_compared));
        all - groups.len()
    }

    /// Groups of the same mean or size stay in the order of their keys.
    fn sort(self, groups: &mut [(Key, Group)]) {
        groups.sort_by(|(one, _), (other, _)| one.cmp(other));
        let mean = |group: &Group| group.sums.mean().filter(|_| group.n() >= self.least);
        let order = |one: std::cmp::Ordering| if self.descending { one.reverse() } else { one };
        match self.by {
            SortKey::Key if self.descending => groups.reverse(),
            SortKey::Key => {}
            SortKey::Size => groups.sort_by(|(_, one), (_, other)| order(one.n().cmp(&other.n()))),
            SortKey::Mean => groups.sort_by(|(_, one), (_, other)| match (mean(one), mean(other)) {
                (Some(one), Some(other)) => order(one.total_cmp(&other)),
                (one, other) => one.is_none().cmp(&other.is_none()),
            }),
        }
    }
}
