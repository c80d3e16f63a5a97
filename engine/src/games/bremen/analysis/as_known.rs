//! The chance that all could still win after each tile, by the knowledge of the next seat.
//!
//! Deals are sampled uniformly among all that agree with the seat's knowledge, and solved with open hands. The chance
//! is that a winning line exists; the seats would still have to find it.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use strum::VariantArray;

use super::super::rules::tile::{Animal, Tile, Tiles};
use super::odds::Unseen;
use super::record_hands::RecordHands;
use super::shares::Shares;
use super::solver::{Goal, OpenTable, Solver, Verdict, tile_index};
use super::verdicts::{Solved, is_compared};
use crate::analysis::{SampledChance, SplitMix};
use crate::budget::Budget;
use crate::seat::{BySeat, Seat};

/// The number of deals sampled for one step.
const DEALS: u32 = 48;
/// The most positions searched for one tile in one deal, for one step, and for all steps of a question.
const BUDGET_OF_TILE: u64 = 3_000;
const BUDGET_OF_STEP: u64 = 250_000;
const BUDGET_OF_QUESTION: u64 = 150_000;

/// The numbers of deals in which a tile leaves a win in reach, does not, or is not decided.
type Tally = [u32; 3];

impl RecordHands<'_> {
    /// Adds the chances to these steps, the last ones first, as long as the budget lasts.
    pub(super) fn add_what_was_known(
        &self,
        steps: RangeInclusive<usize>,
        solved: &mut [Option<Solved>],
        budget: &dyn Budget,
    ) {
        let mut left = BUDGET_OF_QUESTION;
        for step in steps.rev().take_while(|_| budget.goes_on()) {
            let Some(Some(solved)) = solved.get_mut(step) else { continue };
            let Some(table) = self.replay.before(step).table.as_ref().filter(|table| is_compared(table))
            else {
                continue;
            };
            if let Some(seat) = table.turn()
                && let Ok(unseen) = self.unseen(step, Some(seat))
                && let Some(own) = self.held(step, seat)
                && left > 0
            {
                let mut of_step = BUDGET_OF_STEP.min(left);
                left -= of_step;
                let seed = SplitMix::new(step as u64);
                solved.as_known = chances(&unseen, (seat, own), seed, (&mut of_step, budget));
                left += of_step;
            }
        }
    }
}

/// By legal tile, the share of the deals in which it leaves a win in reach.
fn chances(
    unseen: &Unseen<'_>,
    (seat, own): (Seat, Tiles),
    mut random: SplitMix,
    (left, budget): (&mut u64, &dyn Budget),
) -> BTreeMap<String, SampledChance> {
    let (hidden, needs) = unseen.to_share();
    let shares = Shares::of(&hidden, needs);
    let goal = Goal::win(unseen.table.seats.len(), unseen.table.center.map(Tile::animal));
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for _ in 0..DEALS {
        let hands = unseen.deal(&shares, (seat, own), &mut random);
        let Some(open) = hands.and_then(|hands| OpenTable::of(unseen.table, &hands)) else { break };
        let legal = open.legal(&goal);
        let tiles: Vec<Tile> = Tile::all().filter(|tile| legal >> tile_index(*tile) & 1 == 1).collect();
        // A deal that exceeds the budget is not begun: the tiles that are solved fastest are no fair sample.
        if *left < BUDGET_OF_TILE * tiles.len() as u64 || !budget.goes_on() {
            break;
        }
        let mut solver = Solver::new(goal.clone(), budget);
        for tile in tiles {
            let mut of_tile = BUDGET_OF_TILE;
            let verdict = solver.solve(&open.play(tile_index(tile)), &mut of_tile);
            *left -= BUDGET_OF_TILE - of_tile;
            let place = match verdict {
                Verdict::Won => 0,
                Verdict::Lost => 1,
                Verdict::Open => 2,
            };
            tallies.entry(tile.to_string()).or_default()[place] += 1;
        }
    }
    let chance =
        |(tile, [won, lost, open]): (String, Tally)| Some((tile, SampledChance::of(won, lost, open)?));
    tallies.into_iter().filter_map(chance).collect()
}

impl Unseen<'_> {
    /// All hands of one deal among those that are possible; `None` if there is none.
    pub(super) fn deal(
        &self,
        shares: &Shares,
        (viewer, own): (Seat, Tiles),
        random: &mut SplitMix,
    ) -> Option<BySeat<Tiles>> {
        let counts = shares.draw(random)?;
        let mut hands =
            BySeat::new(self.table.seats, |seat| if seat == viewer { own } else { Tiles::default() });
        if let Some((leader, donkey)) = self.donkey {
            hands[leader].insert(donkey);
        }
        let rest = self.rest();
        for (animal, counts) in Animal::VARIANTS.iter().zip(counts) {
            let mut tiles: Vec<Tile> = rest.showing(*animal).iter().collect();
            random.shuffle(&mut tiles);
            for (hand, count) in hands.values_mut().zip(counts) {
                let dealt = tiles.split_off(tiles.len().saturating_sub(count));
                *hand = hand.with(dealt.into_iter().collect());
            }
        }
        Some(hands)
    }
}
