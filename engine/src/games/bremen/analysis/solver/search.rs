//! The search for a line that wins.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use super::super::super::rules::tile::Tile;
use super::state::{Goal, OpenTable, TILES_PER_ANIMAL, tile_index};
use crate::budget::Budget;
use crate::count;

/// The verdict on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super::super) enum Verdict {
    Won,
    Lost,
    /// The budget did not suffice.
    Open,
}

/// The positions of the first search; each later search has half as many again.
const FIRST_LIMIT: u64 = 8_000;

/// Mixes the bits of a key. No attacker chooses the keys, so a simple hash is enough.
#[derive(Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, value: u64) {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = (self.0 ^ value).wrapping_mul(ODD);
        self.0 = mixed ^ mixed >> 29;
    }

    #[expect(clippy::cast_possible_truncation, reason = "both halves are mixed in")]
    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }
}

/// The value of a tile per point of fit.
const VALUE_OF_FIT: f64 = 0.0001;

/// How the search hopes to win: the rounds that each seat takes, and the animal that it keeps.
type Plan = ([u8; 4], [usize; 4]);

/// Searches for one goal, and remembers the lost positions.
pub(in super::super::super) struct Solver<'b> {
    goal: Goal,
    budget: &'b dyn Budget,
    /// Positions between two rounds that are lost, by their keys.
    lost: HashSet<u128, BuildHasherDefault<KeyHasher>>,
    nodes: u64,
    limit: u64,
}

/// A position between two rounds and how well it fits the plan.
struct Child {
    table: OpenTable,
    fit: i64,
}

impl<'b> Solver<'b> {
    pub(in super::super::super) fn new(goal: Goal, budget: &'b dyn Budget) -> Self {
        Self { goal, budget, lost: HashSet::default(), nodes: 0, limit: 0 }
    }

    /// Solves a position; the positions that are looked at are taken off the budget.
    pub(in super::super::super) fn solve(&mut self, table: &OpenTable, budget: &mut u64) -> Verdict {
        if !table.may_reach(&self.goal) {
            return Verdict::Lost;
        }
        let plans = self.plans(table);
        let mut limit = FIRST_LIMIT;
        for plan in plans.iter().cycle() {
            let limited = limit.min(*budget);
            (self.nodes, self.limit) = (0, limited);
            let verdict = self.search(table, plan);
            *budget -= self.nodes.min(limited);
            match verdict {
                Verdict::Open if *budget == 0 || !self.budget.goes_on() => return Verdict::Open,
                Verdict::Open => limit += limit / 2,
                decided => return decided,
            }
        }
        Verdict::Lost
    }

    /// The value of a tile for the next seat: 1 if all can still win after it, 0 if they cannot, and one half if the
    /// budget does not suffice. A tile that fits the likeliest plan is a little better than one equally good.
    pub(in super::super::super) fn value(&mut self, table: &OpenTable, tile: Tile, budget: u64) -> f64 {
        let (tile, seat) = (tile_index(tile), table.turn());
        let plans = self.plans(table);
        let fit = plans.first().map_or(0, |plan| fit_of_play(table, plan, seat, tile));
        let mut budget = budget;
        let verdict = if budget == 0 { Verdict::Open } else { self.solve(&table.play(tile), &mut budget) };
        let possible = match verdict {
            Verdict::Won => 1.0,
            Verdict::Lost => 0.0,
            Verdict::Open => 0.5,
        };
        possible + fit as f64 * VALUE_OF_FIT
    }

    /// All plans that are possible here, the likeliest first: strong hands take much.
    fn plans(&self, table: &OpenTable) -> Vec<Plan> {
        let seats = 0..table.seats;
        let strength = |seat: usize| -> i64 { tiles(table.hands[seat]).map(strength).sum() };
        let mut plans = Vec::new();
        for quota in
            self.goal.quotas.iter().filter(|quota| seats.clone().all(|seat| table.taken[seat] <= quota[seat]))
        {
            let fit: i64 =
                seats.clone().map(|seat| strength(seat) * i64::from(quota[seat] - table.taken[seat])).sum();
            for retained in &self.goal.retained {
                let of_animal = |seat: usize| {
                    (table.hands[seat] >> (retained[seat] * TILES_PER_ANIMAL)) & ((1 << TILES_PER_ANIMAL) - 1)
                };
                let held: i64 =
                    seats.clone().map(|seat| i64::from(of_animal(seat).count_ones().min(3))).sum();
                if seats.clone().all(|seat| of_animal(seat) != 0) {
                    plans.push((fit + 40 * held, (*quota, *retained)));
                }
            }
        }
        plans.sort_by_key(|(fit, _)| std::cmp::Reverse(*fit));
        plans.into_iter().map(|(_, plan)| plan).collect()
    }

    fn search(&mut self, table: &OpenTable, plan: &Plan) -> Verdict {
        if table.is_played_out() {
            return Verdict::Won;
        }
        if !self.budget.goes_on() {
            return Verdict::Open;
        }
        let key = (table.placed == 0).then(|| table.key());
        if key.is_some_and(|key| self.lost.contains(&key)) {
            return Verdict::Lost;
        }
        let mut children = Vec::new();
        self.complete(table, plan, 0, &mut children);
        self.nodes += children.len() as u64 + 1;
        children.sort_by_key(|child| std::cmp::Reverse(child.fit));
        for child in &children {
            if self.nodes > self.limit {
                return Verdict::Open;
            }
            match self.search(&child.table, plan) {
                Verdict::Lost => {}
                decided => return decided,
            }
        }
        if let Some(key) = key {
            self.lost.insert(key);
        }
        Verdict::Lost
    }

    /// All ways to complete the round that leave the goal in reach.
    fn complete(&self, table: &OpenTable, plan: &Plan, fit: i64, children: &mut Vec<Child>) {
        let seat = table.turn();
        for tile in tiles(table.different(table.legal(&self.goal))) {
            let next = table.play(tile);
            let fit = fit + fit_of_play(table, plan, seat, tile);
            if next.placed > 0 {
                self.complete(&next, plan, fit, children);
            } else if next.may_reach(&self.goal) {
                let taker = next.leader;
                let over = next.taken[taker] > plan.0[taker];
                children.push(Child { table: next, fit: if over { fit - 10_000 } else { fit } });
            }
        }
    }
}

/// The fit of a play: seats that are to take little get rid of strong tiles, and others keep them. No seat plays the
/// last tile of the animal that it is to keep.
fn fit_of_play(table: &OpenTable, (quota, retained): &Plan, seat: usize, tile: usize) -> i64 {
    let animal = tile / TILES_PER_ANIMAL;
    let of_retained =
        (table.hands[seat] >> (retained[seat] * TILES_PER_ANIMAL)) & ((1 << TILES_PER_ANIMAL) - 1);
    let loses_retained = animal == retained[seat] && of_retained.is_power_of_two();
    let left = i64::from(quota[seat]) - i64::from(table.taken[seat]);
    (3 - left) * strength(tile) - if loses_retained { 5_000 } else { 0 }
}

/// How easily a tile takes a round.
fn strength(tile: usize) -> i64 {
    let number = count::to_i64(tile % TILES_PER_ANIMAL);
    if tile / TILES_PER_ANIMAL == 0 { 14 + number } else { number }
}

/// The places of tiles, one after the other.
pub(super) fn tiles(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let tile = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(tile)
    })
}
