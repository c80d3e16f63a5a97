//! Which groups are shown, and in which order.

use std::cmp::Ordering;

use super::aggregate::Moments;
use super::group_by::Ranks;
use crate::estimate::shrinkage::Shrinkage;

/// The order of groups, and how many there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// By what.
    pub by: SortKey,
    /// Whether the greatest comes first.
    pub descending: bool,
    /// Figures of smaller groups are held back: nothing may be sorted by them.
    pub least: LeastSize,
    /// Groups at most.
    pub limit: usize,
}

/// How large a group must be for its figures to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeastSize {
    /// So many observations.
    pub observations: u64,
    /// So many games.
    pub games: u64,
}

impl LeastSize {
    /// Whether these are enough.
    pub fn is_met_by(self, group: &Moments) -> bool {
        group.n() >= self.observations && group.games >= self.games
    }
}

/// What groups are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// What they have in common.
    Key,
    /// Their mean or share, drawn towards that of all groups ([`shrinkage`](crate::estimate::shrinkage)); those without
    /// come last.
    Mean,
    /// How many observations they have.
    Size,
}

impl Default for Order {
    /// All, by their keys.
    fn default() -> Self {
        Self { by: SortKey::Key, descending: false, least: LeastSize::default(), limit: usize::MAX }
    }
}

impl Order {
    /// Leaves as many of the groups, which come by the numbers of their keys, as there may be, and those that are
    /// compared; how many others there were.
    pub fn arrange<G: AsRef<Moments>>(
        self,
        groups: &mut Vec<(u64, G)>,
        ranks: &Ranks,
        compared: &[u64],
        shrinkage: Option<&Shrinkage>,
    ) -> usize {
        let mut order: Vec<Ranked> = (0..)
            .zip(&*groups)
            .map(|(place, (number, group))| Ranked {
                by: self.of(group.as_ref(), shrinkage),
                rank: ranks.of(*number),
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
        let mut all: Vec<_> = std::mem::take(groups).into_iter().map(Some).collect();
        groups.extend(order.iter().chain(&beyond).filter_map(|ranked| all[ranked.place].take()));
        all.len() - groups.len()
    }

    /// What the groups have in common, if they are sorted by their means: of those that are large enough, summed up in
    /// the order of their keys, so that it is the same whichever came first.
    pub fn shrinkage<G: AsRef<Moments>>(self, groups: &[(u64, G)], ranks: &Ranks) -> Option<Shrinkage> {
        if self.by != SortKey::Mean {
            return None;
        }
        let moments = groups.iter().map(|(number, group)| (ranks.of(*number), group.as_ref()));
        let mut moments: Vec<_> = moments.filter(|(_, group)| self.least.is_met_by(group)).collect();
        moments.sort_unstable_by_key(|(rank, _)| *rank);
        Some(Shrinkage::of(moments.iter().map(|(_, group)| &group.sums)))
    }

    /// What a group is sorted by beside its key; no mean comes last.
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

/// Where a group stands.
struct Ranked {
    by: SortValue,
    /// Of its key.
    rank: u64,
    /// In the list that it comes from.
    place: usize,
}

#[derive(Clone, Copy)]
enum SortValue {
    Key,
    Size(u64),
    Mean(f64),
    Missing,
}
