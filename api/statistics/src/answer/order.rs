//! The groups that are shown, and their order.

use std::cmp::Ordering;

use super::aggregate::Moments;
use super::group_by::Ranks;
use crate::estimate::shrinkage::Shrinkage;
use crate::question::{LeastSize, Order, SortKey};

impl LeastSize {
    /// True if the group has enough observations and games.
    pub fn is_met_by(self, group: &Moments) -> bool {
        group.n() >= self.observations && group.games >= self.games
    }
}

impl Order {
    /// The places of as many of the groups, which come with the codes of their keys, as there may be, and of those that
    /// are compared.
    pub fn arrange(
        self,
        groups: &[(u64, &Moments)],
        ranks: &Ranks,
        compared: &[u64],
        shrinkage: Option<&Shrinkage>,
    ) -> Vec<usize> {
        let mut order: Vec<Ranked> = (0..)
            .zip(groups)
            .map(|(place, (code, group))| Ranked {
                by: self.of(group, shrinkage),
                rank: ranks.of(*code),
                place,
            })
            .collect();
        let mut beyond = Vec::new();
        if self.limit < order.len() {
            order.select_nth_unstable_by(self.limit, |one, other| self.compare(one, other));
            beyond = order.split_off(self.limit);
            beyond.retain(|ranked| compared.contains(&groups[ranked.place].0));
        }
        for part in [&mut order, &mut beyond] {
            part.sort_unstable_by(|one, other| self.compare(one, other));
        }
        order.iter().chain(&beyond).map(|ranked| ranked.place).collect()
    }

    /// The parameters that shrink the groups' means, if they are sorted by them. Only groups that are large enough
    /// count. They are summed up in the order of their keys, so that the result does not depend on which came first.
    pub fn shrinkage(self, groups: &[(u64, &Moments)], ranks: &Ranks) -> Option<Shrinkage> {
        if self.by != SortKey::Mean {
            return None;
        }
        let moments = groups.iter().map(|(code, group)| (ranks.of(*code), *group));
        let mut moments: Vec<_> = moments.filter(|(_, group)| self.least.is_met_by(group)).collect();
        moments.sort_unstable_by_key(|(rank, _)| *rank);
        Some(Shrinkage::of(moments.iter().map(|(_, group)| &group.sums)))
    }

    /// The value that a group is sorted by beside its key; no mean comes last.
    fn of(self, group: &Moments, shrinkage: Option<&Shrinkage>) -> SortValue {
        match self.by {
            SortKey::Key => SortValue::Key,
            SortKey::Size => SortValue::Size(group.n()),
            SortKey::Mean => shrinkage
                .filter(|_| self.least.is_met_by(group))
                .and_then(|shrinkage| shrinkage.order(&group.sums))
                .map_or(SortValue::Missing, SortValue::Mean),
        }
    }

    /// Groups of the same mean or size stay in the order of their keys.
    fn compare(self, one: &Ranked, other: &Ranked) -> Ordering {
        let in_order = |order: Ordering| if self.descending { order.reverse() } else { order };
        let by_key = one.rank.cmp(&other.rank);
        match (one.by, other.by) {
            (SortValue::Size(one), SortValue::Size(other)) => in_order(one.cmp(&other)).then(by_key),
            (SortValue::Mean(one), SortValue::Mean(other)) => in_order(one.total_cmp(&other)).then(by_key),
            (SortValue::Mean(_), _) => Ordering::Less,
            (_, SortValue::Mean(_)) => Ordering::Greater,
            (SortValue::Missing, _) | (_, SortValue::Missing) => by_key,
            (SortValue::Key | SortValue::Size(_), _) => in_order(by_key),
        }
    }
}

/// The place of a group in the order.
struct Ranked {
    by: SortValue,
    /// The rank of its key.
    rank: u64,
    /// The place in the list that it comes from.
    place: usize,
}

#[derive(Clone, Copy)]
enum SortValue {
    Key,
    Size(u64),
    Mean(f64),
    Missing,
}
