//! One pass over games: what each of them adds to all observations together, and to its groups.

use ahash::AHashMap;

use super::alone::Alone;
use super::domain::{Domain, Meaning};
use super::game::{Added, Apart, Detail};
use super::group::Group;
use super::part::Part;
use super::places::Places;
use super::plan::{Groups, Plan, Side};
use super::seated::Seated;
use crate::statistics::estimate::Common;

/// What was counted.
pub struct Counting<'a> {
    plan: &'a Plan<'a>,
    /// Whether observations of one game may be in different groups.
    are_apart: bool,
    /// Whether a game adds to everything beside what it adds to groups.
    adds_to_total: bool,
    total: Group,
    groups: Slots,
    alone: Alone,
    /// Tables at which everybody counts, of everything and of the groups, if they are counted like that.
    seated: Option<[Seated; 2]>,
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
    /// The bars of those who sit there.
    table: Vec<u32>,
}

impl Slots {
    /// Those that are planned; nothing is in them yet.
    fn new(plan: &Plan) -> Self {
        let (detail, only): (_, &[u64]) = match plan.groups {
            Groups::None | Groups::Outlined => (Detail::default(), &[]),
            Groups::All => (plan.detail(plan.ways.size()), &[]),
            Groups::Only(numbers) => (plan.detail(numbers.len() as u64), numbers),
        };
        let mut slots =
            Self { detail, are_all: false, places: Places::new(plan.ways.size()), groups: Vec::new() };
        for number in only {
            slots.at(*number);
        }
        slots.are_all = matches!(plan.groups, Groups::None | Groups::Only(_));
        slots
    }

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
    /// Counts these games as planned; there are so many, with those that are counted elsewhere.
    pub fn of(plan: &'a Plan<'a>, parts: &[Part], games: usize) -> Self {
        let slots = Slots::new(plan);
        let game = AtHand {
            whole: Added::new(plan.detail_of_whole()),
            apart: Apart::new(slots.detail, plan.ways.size()),
            bases: Vec::new(),
            digits: Vec::new(),
            table: Vec::new(),
        };
        let numbers = if slots.are_all { 0 } else { plan.ways.size() };
        let alone = Alone::new(plan.domain.values.len(), numbers, games);
        let (total, common, bars) = (Group::new(plan.detail(1)), Common::default(), AHashMap::new());
        let are_apart = plan.ways.tell_rows_apart();
        let adds_to_total = plan.total && (are_apart || !plan.groups_make_up_total());
        let seated = plan.seated(slots.detail);
        let mut counting =
            Self { plan, are_apart, adds_to_total, total, groups: slots, alone, seated, common, bars, game };
        for part in parts {
            for game in part.games {
                counting.read(part, *game as usize);
            }
        }
        counting.finish_seated();
        counting
    }

    fn read(&mut self, part: &Part, game: usize) {
        if !matches!(self.plan.groups, Groups::None) {
            part.ways.of_game(game, &mut self.game.bases);
        }
        if self.are_apart {
            self.read_apart(part, game);
        } else {
            self.read_whole(part, game);
        }
        self.game.whole.clear();
    }

    /// A game whose observations are all in the same groups.
    fn read_whole(&mut self, part: &Part, game: usize) {
        let AtHand { whole, bases, table, .. } = &mut self.game;
        bases.retain(|number| self.groups.is_counted(*number));
        if bases.is_empty() && !self.plan.needs_whole() {
            return;
        }
        if self.plan.compared.is_none()
            && let Some(meaning) = part.only_one(game)
        {
            return self.take_alone(meaning);
        }
        if let Some([of_all, of_groups]) = &mut self.seated
            && let Some(table) = part.table(game, table)
        {
            if self.adds_to_total {
                of_all.take_all(0, table);
            }
            return bases.iter().for_each(|number| of_groups.take_all(*number, table));
        }
        part.observe(game, whole);
        if whole.is_empty() {
            return;
        }
        let values = self.plan.domain.values.len();
        if self.adds_to_total {
            self.total.take(whole, values);
        }
        for number in bases {
            self.groups.at(*number).into_iter().for_each(|group| group.take(whole, values));
        }
        self.compare(|game, number| game.bases.contains(&number).then_some(&game.whole));
    }

    /// A game of which this is all that counts.
    fn take_alone(&mut self, meaning: Meaning) {
        if self.adds_to_total {
            self.alone.take(meaning);
        }
        for number in &self.game.bases {
            take_one(&mut self.groups, &mut self.alone, *number, meaning);
        }
    }

    /// A game whose observations differ in what they are grouped by.
    fn read_apart(&mut self, part: &Part, game: usize) {
        let AtHand { whole, apart, bases, digits, table } = &mut self.game;
        if let Some([of_all, of_groups]) = &mut self.seated
            && let Some(table) = part.table(game, table)
        {
            if self.adds_to_total {
                of_all.take_all(0, table);
            }
            // Whoever sits there once is grouped apart from the others.
            for (seat, digits) in part.digits_of_table(game, digits).iter().enumerate() {
                for number in bases.iter().map(|base| base + digits) {
                    if self.groups.is_counted(number) {
                        of_groups.take_others(number, table, seat);
                    }
                }
            }
            return;
        }
        let values = self.plan.domain.values.len();
        if self.plan.compared.is_none()
            && let Some(observed) = part.one_each(game, digits)
        {
            if self.adds_to_total {
                part.observe(game, whole);
                self.total.take(whole, values);
            }
            for (digits, meaning) in observed {
                for base in &*bases {
                    take_one(&mut self.groups, &mut self.alone, base + digits, meaning);
                }
            }
            return;
        }
        let is_counted = |digits: u64| {
            !self.groups.are_all || bases.iter().any(|base| self.groups.is_counted(base + digits))
        };
        part.observe_apart(game, is_counted, apart, digits);
        match (self.plan.needs_whole(), self.plan.groups) {
            (false, _) => {}
            (true, Groups::All) => apart.all().for_each(|(_, added)| whole.join(added)),
            (true, _) => part.observe(game, whole),
        }
        if self.adds_to_total && !whole.is_empty() {
            self.total.take(whole, values);
        }
        for (digits, added) in apart.all() {
            for base in &*bases {
                self.groups.at(base + digits).into_iter().for_each(|group| group.take(added, values));
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
        self.total += &other.total;
        self.alone.join(&other.alone);
        for (number, group) in other.groups.groups {
            if let Some(ours) = self.groups.at(number) {
                *ours += &group;
            }
        }
        self.common += other.common;
        for (bar, common) in other.bars {
            *self.bars.entry(bar).or_default() += common;
        }
    }

    /// All observations together, and each group that was met or asked for by its number.
    pub fn finish(mut self) -> (Group, Vec<(u64, Group)>) {
        let Domain { values, .. } = self.plan.domain;
        for (value, games) in self.alone.of_all() {
            self.total.take_alone(values[value], games, values.len());
        }
        for (number, value, games) in self.alone.of_groups() {
            if let Some(group) = self.groups.at(number) {
                group.take_alone(values[value], games, values.len());
            }
        }
        if self.plan.groups_make_up_total() {
            for (_, group) in &self.groups.groups {
                if self.are_apart { self.total.add_tally(group) } else { self.total += group }
            }
        }
        (self.total, self.groups.groups)
    }

    /// Adds up what was counted by tables.
    fn finish_seated(&mut self) {
        let Some([of_all, of_groups]) = self.seated.take() else { return };
        of_all.finish().iter().for_each(|tables| self.total.take_tables(tables));
        for tables in of_groups.finish() {
            if let Some(group) = self.groups.at(tables.number) {
                group.take_tables(&tables);
            }
        }
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

/// To a group, the game at hand adds this and nothing else.
#[inline]
fn take_one(groups: &mut Slots, alone: &mut Alone, number: u64, meaning: Meaning) {
    if !alone.take_of_group(number, meaning)
        && let Some(group) = groups.at(number)
    {
        group.take_alone(meaning, 1, alone.values());
    }
}
