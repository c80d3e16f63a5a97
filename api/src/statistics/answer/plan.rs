//! What one pass over games is to count.

use super::domain::Domain;
use super::game::Detail;
use super::keys::Ways;
use super::question::Key;
use super::seated::Seated;

/// Bars of all groups together that are counted in lists at most.
const MANY: u64 = 1 << 20;

/// What is counted.
pub struct Plan<'a> {
    /// The values there are.
    pub domain: &'a Domain,
    /// The ways to group.
    pub ways: &'a Ways,
    /// Whether all observations together are.
    pub total: bool,
    /// Which groups are.
    pub groups: Groups<'a>,
    /// Two of them that are compared.
    pub compared: Option<[Side; 2]>,
}

/// Which groups are counted.
#[derive(Clone, Copy)]
pub enum Groups<'a> {
    /// None: there is no grouping.
    None,
    /// All of them.
    All,
    /// All of them, but not which values they have.
    Outlined,
    /// Those of these numbers.
    Only(&'a [u64]),
}

/// One side of a comparison.
#[derive(Clone, Copy)]
pub enum Side {
    /// The group whose key has this number; none, if nothing can have it.
    Group(Option<u64>),
    /// All observations together.
    All,
}

impl Side {
    /// The group with this key; everything, if there is nothing in the key.
    pub fn of(key: &Key, ways: &Ways) -> Self {
        if key.is_empty() { Self::All } else { Self::Group(ways.number(key)) }
    }

    /// The number of the group, if there can be one.
    pub fn number(&self) -> Option<u64> {
        if let Self::Group(number) = self { *number } else { None }
    }
}

impl Plan<'_> {
    /// Everything about so many groups.
    pub fn detail(&self, groups: u64) -> Detail {
        let bars = self.domain.bars.len();
        let listed = if bars as u64 * groups <= MANY { bars } else { 0 };
        Detail { bars: true, values: self.domain.is_binned, listed }
    }

    /// Of what one game adds to everything.
    pub fn detail_of_whole(&self) -> Detail {
        let detail = self.detail(1);
        let is_of_groups = self.groups_make_up_total() && self.ways.tell_rows_apart();
        Detail { values: detail.values && !is_of_groups, ..detail }
    }

    /// Where tables are counted at which everybody counts: those of everything, and those of groups of which so much is
    /// wanted. `None` where something is compared, or there are too many.
    pub fn seated(&self, detail: Detail) -> Option<[Seated; 2]> {
        let people = self.domain.bars.len();
        let size = self.ways.size();
        let groups = match self.groups {
            Groups::None | Groups::Outlined => 0,
            Groups::All => size,
            Groups::Only(numbers) => numbers.len() as u64,
        };
        let of_groups = Seated::new(if detail.bars { people } else { 0 }, size, groups)?;
        self.compared.is_none().then_some([Seated::new(people, 1, 1)?, of_groups])
    }

    /// Whether each observation is in just one group that is counted, so that they make up the total.
    pub fn groups_make_up_total(&self) -> bool {
        self.total && matches!(self.groups, Groups::All) && !self.ways.have_tags()
    }

    /// Whether what a game adds to everything is looked at.
    pub fn needs_whole(&self) -> bool {
        self.total || self.compared.iter().flatten().any(|side| matches!(side, Side::All))
    }
}
