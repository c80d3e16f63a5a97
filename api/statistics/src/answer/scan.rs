//! One pass over games: each is added to all observations together, and to its groups.

use ahash::AHashMap;
use rayon::prelude::*;

use super::ScanInput;
use super::dictionary::{DecodedValue, ValueDictionary};
use super::game_groups::GameGroups;
use super::group_by::GroupBy;
use super::group_codes::GroupCodes;
use super::group_states::GroupStates;
use super::selection::ChunkSelection;
use crate::estimate::CrossSums;
use crate::question::Key;

/// Games that one thread reads at a stretch at most.
const GAMES_PER_SLICE: usize = 4096;

/// The plan of one pass over games.
pub struct ScanPlan<'a> {
    /// The values there are.
    pub dictionary: &'a ValueDictionary,
    /// How the observations are grouped.
    pub group_by: &'a GroupBy,
    /// Count all observations together.
    pub total: bool,
    /// The groups to count.
    pub groups: Groups<'a>,
    /// The two groups that are compared.
    pub compared: Option<[Side; 2]>,
}

/// The groups that are counted.
#[derive(Clone, Copy)]
pub enum Groups<'a> {
    /// None: there is no grouping.
    None,
    /// All of them.
    All,
    /// All of them, but not which values they have.
    Moments,
    /// The groups with these codes.
    Only(&'a [u64]),
}

/// One side of a comparison.
#[derive(Clone, Copy)]
pub enum Side {
    /// The group whose key has this code; none, if nothing can have it.
    Group(Option<u64>),
    /// All observations together.
    All,
}

/// Some games of a chunk, and the means to read them.
#[derive(Clone, Copy)]
pub struct Slice<'a> {
    /// The part of the chunk that counts.
    pub selection: &'a ChunkSelection<'a>,
    /// The games, of those that count.
    pub games: &'a [u32],
    /// The decoded values, by code.
    pub values: &'a [DecodedValue],
    /// How the chunk is grouped.
    pub codes: &'a GroupCodes<'a>,
}

/// The counts of a pass.
pub struct Accumulator<'a> {
    plan: &'a ScanPlan<'a>,
    /// All observations together, as the only group.
    pub total: GroupStates,
    /// The groups.
    pub groups: GroupStates,
    /// The sums of products of the groups that are compared.
    pub common: CrossSums,
    /// See `common`.
    pub common_bins: AHashMap<u32, CrossSums>,
    /// The contribution of the game that is being read.
    game: GameGroups<'a>,
    /// Its table, if everybody there is an opponent of everybody else: seats, and who sits there.
    table: Vec<(u8, DecodedValue)>,
}

impl Side {
    /// The group with this key; everything, if there is nothing in the key.
    pub fn of(key: &Key, group_by: &GroupBy) -> Self {
        if key.is_empty() { Self::All } else { Self::Group(group_by.code(key)) }
    }

    /// The code of the group, if there can be one.
    pub fn code(&self) -> Option<u64> {
        if let Self::Group(code) = self { *code } else { None }
    }
}

impl Slice<'_> {
    /// The games of these slices in slices of few games.
    fn cut(self) -> impl Iterator<Item = Self> {
        self.games.chunks(GAMES_PER_SLICE).map(move |games| Self { games, ..self })
    }

    /// About how many observations there are, and a step for each game.
    fn work(&self) -> usize {
        let ScanInput { games, observations, .. } = self.selection.input;
        let all = observations.values.codes.len().max(games.players.codes.len());
        self.games.len() + (all * self.games.len()).checked_div(games.len()).unwrap_or_default()
    }

    /// Reads the observations of a game that count. `table` is scratch.
    fn read(&self, game: usize, table: &mut Vec<(u8, DecodedValue)>, current: &mut GameGroups) {
        let Self { selection, values, codes, .. } = self;
        let ScanInput { observations, opponents, .. } = selection.input;
        let Some(opponents) = opponents else {
            let value = |row: usize| &values[observations.values.codes[row] as usize];
            return selection.rows(game).for_each(|row| current.add(codes.of_row(game, row), value(row)));
        };
        table.clear();
        table.extend(
            opponents.table(selection.input, game).map(|(seat, value)| (seat, values[value as usize])),
        );
        for (seat, _) in table.iter().filter(|(seat, _)| selection.counts_seat(game, *seat)) {
            let digits = codes.of_seat(game, *seat);
            let others = table.iter().filter(|(other, _)| other != seat);
            others.for_each(|(_, player)| current.add(digits, player));
        }
    }
}

/// Counts these slices as planned: on as many threads as there are, if there is at least so much work.
pub fn scan<'a>(plan: &'a ScanPlan<'a>, slices: &[Slice<'a>], min_parallel_work: usize) -> Accumulator<'a> {
    let threads = rayon::current_num_threads();
    if threads == 1 || slices.iter().map(Slice::work).sum::<usize>() < min_parallel_work {
        return Accumulator::of(plan, slices);
    }
    let slices: Vec<Slice> = slices.iter().copied().flat_map(Slice::cut).collect();
    let of_thread = slices.len().div_ceil(threads).max(1);
    let parts = slices.par_chunks(of_thread).map(|slices| Accumulator::of(plan, slices));
    parts.reduce_with(Accumulator::merge).unwrap_or_else(|| Accumulator::of(plan, &[]))
}

impl<'a> Accumulator<'a> {
    fn of(plan: &'a ScanPlan<'a>, slices: &[Slice<'a>]) -> Self {
        let size = plan.group_by.size();
        let mut accumulator = Self {
            plan,
            total: GroupStates::only(&[0], 1, plan.dictionary),
            groups: match plan.groups {
                Groups::None | Groups::Moments => GroupStates::moments_only(size),
                Groups::All => GroupStates::new(size, size, plan.dictionary),
                Groups::Only(codes) => GroupStates::only(codes, size, plan.dictionary),
            },
            common: CrossSums::default(),
            common_bins: AHashMap::new(),
            game: GameGroups::new(plan.dictionary, size),
            table: Vec::new(),
        };
        for slice in slices {
            for game in slice.games {
                accumulator.read(slice, *game as usize);
            }
        }
        accumulator
    }

    fn read(&mut self, slice: &Slice, game: usize) {
        self.game.clear();
        slice.read(game, &mut self.table, &mut self.game);
        if self.game.parts().is_empty() {
            return;
        }
        if self.plan.total || self.plan.compared.is_some() {
            self.game.sum_up();
        }
        if self.plan.total {
            self.total.add(0, self.game.all());
        }
        if !matches!(self.plan.groups, Groups::None) {
            slice.codes.of_game(game, &mut self.game.bases);
            for part in self.game.parts() {
                for base in &self.game.bases {
                    self.groups.add(base + part.digits, &part.sums);
                }
            }
        }
        self.compare();
    }

    /// Adds the game at hand to both sides.
    fn compare(&mut self) {
        let Some(sides) = self.plan.compared else { return };
        let sums = sides.map(|side| match side {
            Side::All => Some(self.game.all()),
            Side::Group(code) => code.and_then(|code| self.game.of_group(code)),
        });
        let [Some(one), Some(other)] = sums else { return };
        self.common.add(one.known_values, other.known_values);
        let mut add = |bin: u32| {
            let common = self.common_bins.entry(bin).or_default();
            let [one, other] = [one, other].map(|game| game.of_bin(bin));
            // A bin that both have comes by twice.
            let times = if one.sum > 0.0 && other.sum > 0.0 { 0.5 } else { 1.0 };
            common.sum_sum += times * one.sum * other.sum;
            common.sum_count += times * one.sum * other.n;
            common.count_sum += times * one.n * other.sum;
        };
        one.bins().chain(other.bins()).for_each(|(bin, _)| add(bin));
    }

    /// Adds the counts of other games.
    fn merge(mut self, other: Self) -> Self {
        self.total.merge(&other.total);
        self.groups.merge(&other.groups);
        self.common += other.common;
        for (bin, common) in other.common_bins {
            *self.common_bins.entry(bin).or_default() += common;
        }
        self
    }
}
