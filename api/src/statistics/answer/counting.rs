//! One pass over games: what each of them adds to all observations together, and to its groups.

use ahash::AHashMap;

use super::domain::Domain;
use super::game::{Added, Apart, Detail};
use super::group::Group;
use super::keys::Ways;
use super::part::Part;
use super::places::Places;
use super::question::Key;
use crate::statistics::estimate::Common;

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

/// What was counted.
pub struct Counting<'a> {
    plan: &'a Plan<'a>,
    total: Group,
    groups: Slots,
    /// What the groups have in common that are compared: in their sums, and in the shares of their bars.
    common: Common,
    bars: AHashMap<u32, Common>,
    game: AtHand,
}

/// Groups by the numbers of their keys.
struct Slots {
    detail: Detail,
    /// Whether there will be no others.
    are_all: bool,
    places: Places,
    groups: Vec<(u64, Group)>,
}

/// The game that is being read.
struct AtHand {
    /// What it adds to everything. Where all its observations are in the same groups, also to each of them.
    whole: Added,
    /// What it adds otherwise.
    apart: Apart,
    /// The groups of its observations: what their numbers have in common, for each of its tags.
    bases: Vec<u64>,
    /// What each of its observations adds to that.
    digits: Vec<u64>,
}

impl Side {
    /// The group with this key; everything, if there is nothing in the key.
    pub fn of(key: &Key, ways: &Ways) -> Self {
        if key.is_empty() { Self::All } else { Self::Group(ways.number(key)) }
    }
}

impl Plan<'_> {
    /// Everything about so many groups.
    fn detail(&self, groups: u64) -> Detail {
        let bars = self.domain.bars.len();
        let listed = if bars as u64 * groups <= MANY { bars } else { 0 };
        Detail { bars: true, numbers: self.domain.is_binned, listed }
    }

    fn slots(&self) -> Slots {
        let (detail, only): (_, &[u64]) = match self.groups {
            Groups::None | Groups::Outlined => (Detail::default(), &[]),
            Groups::All => (self.detail(self.ways.size()), &[]),
            Groups::Only(numbers) => (self.detail(numbers.len() as u64), numbers),
        };
        let mut slots =
            Slots { detail, are_all: false, places: Places::new(self.ways.size()), groups: Vec::new() };
        for number in only {
            slots.at(*number);
        }
        slots.are_all = matches!(self.groups, Groups::None | Groups::Only(_));
        slots
    }

    /// Whether what a game adds to everything is looked at.
    fn needs_whole(&self) -> bool {
        self.total || self.compared.iter().flatten().any(|side| matches!(side, Side::All))
    }
}

impl Slots {
    fn is_counted(&self, number: u64) -> bool {
        !self.are_all || self.places.get(number).is_some()
    }

    /// The group of this number, if it is counted.
    #[inline]
    fn at(&mut self, number: u64) -> Option<&mut Group> {
        let next = self.groups.len();
        let place =
            if self.are_all { self.places.get(number)? } else { self.places.get_or_insert(number, next) };
        if place == next {
            self.groups.push((number, Group::new(self.detail)));
        }
        Some(&mut self.groups[place].1)
    }
}

impl<'a> Counting<'a> {
    /// Counts these games as planned.
    pub fn of(plan: &'a Plan<'a>, parts: &[Part]) -> Self {
        let slots = plan.slots();
        let game = AtHand {
            whole: Added::new(plan.detail(1)),
            apart: Apart::new(slots.detail, plan.ways.size()),
            bases: Vec::new(),
            digits: Vec::new(),
        };
        let (total, common, bars) = (Group::new(plan.detail(1)), Common::default(), AHashMap::new());
        let mut counting = Self { plan, total, groups: slots, common, bars, game };
        for part in parts {
            for game in part.games {
                counting.read(part, *game as usize);
            }
        }
        counting
    }

    fn read(&mut self, part: &Part, game: usize) {
        if !matches!(self.plan.groups, Groups::None) {
            part.ways.of_game(game, &mut self.game.bases);
        }
        if part.ways.tell_rows_apart() {
            self.read_apart(part, game);
        } else {
            self.read_whole(part, game);
        }
        self.game.whole.clear();
    }

    /// A game whose observations are all in the same groups.
    fn read_whole(&mut self, part: &Part, game: usize) {
        let AtHand { whole, bases, .. } = &mut self.game;
        bases.retain(|number| self.groups.is_counted(*number));
        if bases.is_empty() && !self.plan.needs_whole() {
            return;
        }
        part.observe(game, whole);
        if whole.is_empty() {
            return;
        }
        let numbers = self.plan.domain.numbers.len();
        if self.plan.total {
            self.total.take(whole, numbers);
        }
        for number in bases {
            self.groups.at(*number).into_iter().for_each(|group| group.take(whole, numbers));
        }
        self.compare(|game, number| game.bases.contains(&number).then_some(&game.whole));
    }

    /// A game whose observations differ in what they are grouped by.
    fn read_apart(&mut self, part: &Part, game: usize) {
        let AtHand { whole, apart, bases, digits } = &mut self.game;
        let is_counted = |digits: u64| {
            !self.groups.are_all || bases.iter().any(|base| self.groups.is_counted(base + digits))
        };
        part.observe_apart(game, is_counted, apart, digits);
        match (self.plan.needs_whole(), self.plan.groups) {
            (false, _) => {}
            (true, Groups::All) => apart.all().for_each(|(_, added)| whole.join(added)),
            (true, _) => part.observe(game, whole),
        }
        let numbers = self.plan.domain.numbers.len();
        if self.plan.total && !whole.is_empty() {
            self.total.take(whole, numbers);
        }
        for (digits, added) in apart.all() {
            for base in &*bases {
                self.groups.at(base + digits).into_iter().for_each(|group| group.take(added, numbers));
            }
        }
        self.compare(|game, number| {
            game.bases.iter().find_map(|base| game.apart.get(number.checked_sub(*base)?))
        });
        self.game.apart.clear();
    }

    /// What the game at hand adds to both sides.
    fn compare(&mut self, added: impl Fn(&AtHand, u64) -> Option<&Added>) {
        let Some(sides) = self.plan.compared else { return };
        let game = &self.game;
        let added = |side: Side| match side {
            Side::All => Some(&game.whole).filter(|whole| !whole.is_empty()),
            Side::Group(number) => added(game, number?),
        };
        let [Some(one), Some(other)] = sides.map(added) else { return };
        self.common.add(one.known, other.known);
        let mut add = |bar: u32| {
            let common = self.bars.entry(bar).or_default();
            let [one, other] = [one, other].map(|game| game.of_bar(bar));
            // A bar that both have comes by twice.
            let times = if one.sum > 0.0 && other.sum > 0.0 { 0.5 } else { 1.0 };
            common.sum_sum += times * one.sum * other.sum;
            common.sum_count += times * one.sum * other.n;
            common.count_sum += times * one.n * other.sum;
        };
        one.times.each(|bar, _| add(bar));
        other.times.each(|bar, _| add(bar));
    }

    /// Takes what was counted of other games.
    pub fn join(&mut self, other: Self) {
        self.total += other.total;
        for (number, group) in other.groups.groups {
            if let Some(ours) = self.groups.at(number) {
                *ours += group;
            }
        }
        self.common += other.common;
        for (bar, common) in other.bars {
            *self.bars.entry(bar).or_default() += common;
        }
    }

    /// All observations together, and each group that was met or asked for by its number.
    pub fn finish(self) -> (Group, Vec<(u64, Group)>) {
        (self.total, self.groups.groups)
    }

    /// What the groups have in common that are compared.
    pub fn common(&mut self) -> (Common, AHashMap<u32, Common>) {
        let mut bars = std::mem::take(&mut self.bars);
        for common in bars.values_mut() {
            common.count_count = self.common.count_count;
        }
        (self.common, bars)
    }
}
