//! One pass over games: what each of them adds to all observations together, and to its groups.

use ahash::AHashMap;
use rayon::prelude::*;

use super::ScanInput;
use super::aggregate::AggregateState;
use super::dense_map::DenseMap;
use super::dictionary::{DecodedValue, ValueDictionary};
use super::game_sums::GameSums;
use super::group_by::GroupBy;
use super::group_codes::GroupCodes;
use super::question::Key;
use super::selection::ChunkSelection;
use crate::estimate::CrossSums;

/// Cells of groups that are kept in lists at most: if there can be more, in hash maps.
const MAX_DENSE_CELLS: u64 = 1 << 20;
/// Games that one thread reads at a stretch at most.
const GAMES_PER_SLICE: usize = 4096;

/// What one pass over games is to count.
pub struct ScanPlan<'a> {
    /// The values there are.
    pub dictionary: &'a ValueDictionary,
    /// How the observations are grouped.
    pub group_by: &'a GroupBy,
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
    Moments,
    /// Those with these codes.
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

/// Some games of a chunk, and what is needed to read them.
#[derive(Clone, Copy)]
pub struct Slice<'a> {
    /// What of the chunk counts.
    pub selection: &'a ChunkSelection<'a>,
    /// The games, of those that count.
    pub games: &'a [u32],
    /// What values mean, by code.
    pub values: &'a [DecodedValue],
    /// How the chunk is grouped.
    pub codes: &'a GroupCodes<'a>,
}

/// What a pass counts.
pub struct Accumulator<'a> {
    plan: &'a ScanPlan<'a>,
    /// All observations together.
    pub total: AggregateState,
    /// Groups by their codes.
    pub groups: Vec<(u64, AggregateState)>,
    /// By code of a group, its place in `groups`, counted from 1.
    places: DenseMap<u32>,
    /// What the groups have in common that are compared: in their sums, and in the shares of their bins.
    pub common: CrossSums,
    /// See `common`.
    pub common_bins: AHashMap<u32, CrossSums>,
    game: CurrentGame,
}

/// The game that is being read.
struct CurrentGame {
    /// Its observations that count: what distinguishes the code of their group from others of the game, and the value's
    /// code.
    rows: Vec<(u64, u32)>,
    /// What the codes of its groups have in common, for each of its tags.
    bases: Vec<u64>,
    /// What it adds to a group.
    sums: GameSums,
    /// What it adds to the two sides of a comparison.
    sides: [GameSums; 2],
}

impl ScanPlan<'_> {
    /// A state of one of so many groups.
    fn with_counts(&self, groups: u64) -> AggregateState {
        let cells = groups.saturating_mul(self.dictionary.bins.len() as u64);
        AggregateState::with_counts(self.dictionary, cells <= MAX_DENSE_CELLS)
    }
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

    fn has(self, bases: &[u64], digits: u64) -> bool {
        match self {
            Self::All => true,
            Self::Group(code) => bases.iter().any(|base| Some(base + digits) == code),
        }
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

    /// The observations of a game that count.
    fn rows(&self, game: usize, rows: &mut Vec<(u64, u32)>) {
        let Self { selection, codes, .. } = self;
        let ScanInput { observations, opponents, .. } = selection.input;
        rows.clear();
        if let Some(opponents) = opponents {
            let table = opponents.of(selection.input, game);
            for (seat, _) in table.seats().filter(|(seat, _)| selection.counts_seat(game, *seat)) {
                let digits = codes.of_seat(game, seat);
                rows.extend(table.others(seat).map(|player| (digits, player)));
            }
            return;
        }
        rows.extend(
            selection.rows(game).map(|row| (codes.of_row(game, row), observations.values.codes[row])),
        );
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
        let sums = GameSums::new(plan.dictionary);
        let sides = [sums.clone(), sums.clone()];
        let size = plan.group_by.size();
        let mut accumulator = Self {
            plan,
            total: AggregateState::with_counts(plan.dictionary, true),
            groups: Vec::new(),
            places: DenseMap::new(size, size <= MAX_DENSE_CELLS),
            common: CrossSums::default(),
            common_bins: AHashMap::new(),
            game: CurrentGame { rows: Vec::new(), bases: Vec::new(), sums, sides },
        };
        if let Groups::Only(codes) = plan.groups {
            for code in codes {
                accumulator.insert(*code);
            }
        }
        for slice in slices {
            for game in slice.games {
                accumulator.read(slice, *game as usize);
            }
        }
        accumulator
    }

    fn read(&mut self, slice: &Slice, game: usize) {
        slice.rows(game, &mut self.game.rows);
        if self.game.rows.is_empty() {
            return;
        }
        if slice.codes.tell_rows_apart() {
            self.game.rows.sort_unstable();
        }
        if !matches!(self.plan.groups, Groups::None) {
            slice.codes.of_game(game, &mut self.game.bases);
        }
        self.add_to_total(slice.values);
        self.add_to_groups(slice.values);
        self.compare(slice.values);
    }

    fn add_to_total(&mut self, values: &[DecodedValue]) {
        if self.plan.total {
            self.game.fill(0..self.game.rows.len(), values, true);
            self.total.add(&self.game.sums);
        }
    }

    /// Rows of one group stand side by side.
    fn add_to_groups(&mut self, values: &[DecodedValue]) {
        let with_counts = match self.plan.groups {
            Groups::None => return,
            Groups::Moments => false,
            Groups::All | Groups::Only(_) => true,
        };
        let rows = self.game.rows.len();
        let mut from = 0;
        while from < rows {
            let digits = self.game.rows[from].0;
            let to = from + self.game.rows[from..].partition_point(|(other, _)| *other == digits);
            // Where all rows are in one group, the sums are those of all of them.
            let is_filled = self.plan.total && to - from == rows;
            self.add_to_groups_of(digits, from..to, values, is_filled, with_counts);
            from = to;
        }
    }

    fn add_to_groups_of(
        &mut self,
        digits: u64,
        rows: std::ops::Range<usize>,
        values: &[DecodedValue],
        mut is_filled: bool,
        with_counts: bool,
    ) {
        for at in 0..self.game.bases.len() {
            let Some(place) = self.place(self.game.bases[at] + digits) else { continue };
            if !is_filled {
                self.game.fill(rows.clone(), values, with_counts);
                is_filled = true;
            }
            self.groups[place].1.add(&self.game.sums);
        }
    }

    /// The place of the group with this code, if it is counted.
    #[inline]
    fn place(&mut self, code: u64) -> Option<usize> {
        let mut place = self.places.get(code);
        if place == 0 && !matches!(self.plan.groups, Groups::Only(_)) {
            self.insert(code);
            place = self.places.get(code);
        }
        (place as usize).checked_sub(1)
    }

    fn insert(&mut self, code: u64) {
        let Self { plan, groups, places, .. } = self;
        let state = match plan.groups {
            Groups::None | Groups::Moments => AggregateState::moments(),
            Groups::All => plan.with_counts(plan.group_by.size()),
            Groups::Only(codes) => plan.with_counts(codes.len() as u64),
        };
        groups.push((code, state));
        *places.at(code) = u32::try_from(groups.len()).unwrap_or(u32::MAX);
    }

    /// What the game at hand adds to both sides.
    fn compare(&mut self, values: &[DecodedValue]) {
        let Some(sides) = self.plan.compared else { return };
        let CurrentGame { rows, bases, sides: sums, .. } = &mut self.game;
        for (side, sums) in sides.iter().zip(&mut *sums) {
            let of_side = rows.iter().filter(|(digits, _)| side.has(bases, *digits));
            sums.fill(of_side.map(|(_, value)| values[*value as usize]), true);
        }
        let [one, other] = sums;
        self.common.add(one.known_values, other.known_values);
        let mut add = |bin: u32| {
            let common = self.common_bins.entry(bin).or_default();
            let [one, other] = [&*one, &*other].map(|game| game.of_bin(bin));
            // A bin that both have comes by twice.
            let times = if one.sum > 0.0 && other.sum > 0.0 { 0.5 } else { 1.0 };
            common.sum_sum += times * one.sum * other.sum;
            common.sum_count += times * one.sum * other.n;
            common.count_sum += times * one.n * other.sum;
        };
        one.bins().chain(other.bins()).for_each(|(bin, _)| add(bin));
    }

    /// Adds what was counted of other games.
    fn merge(mut self, other: Self) -> Self {
        self.total.merge(&other.total);
        for (code, group) in other.groups {
            if let Some(place) = self.place(code) {
                self.groups[place].1.merge(&group);
            }
        }
        self.common += other.common;
        for (bin, common) in other.common_bins {
            *self.common_bins.entry(bin).or_default() += common;
        }
        self
    }
}

impl CurrentGame {
    #[inline]
    fn fill(&mut self, rows: std::ops::Range<usize>, values: &[DecodedValue], with_counts: bool) {
        self.sums.fill(self.rows[rows].iter().map(|(_, value)| values[*value as usize]), with_counts);
    }
}
