//! The round in which a game was lost, for statistics.
//!
//! The search uses the log alone, and its budget is counted in positions. So the same record always gets the same
//! answer. If the budget does not suffice, the result is a range of rounds.

use super::super::Bremen;
use super::super::rules::tile::{Animal, Tile, Tiles};
use super::record_hands::RecordHands;
use super::solver::{Goal, OpenTable, Solver, Verdict};
use crate::analysis::WhyNull;
use crate::budget::Budget;
use crate::record::Replay;

/// The most positions searched for the start of one round: some tenths of a second.
const BUDGET_OF_ROUND: u64 = 100_000;

/// The first and the last round in which the losing play may have been made, for a game that was plainly lost after
/// this round. Round 0 is the deal. `None` if a rule was broken in the game.
pub(in super::super) fn lost_round(
    replay: &Replay<Bremen>,
    seen_after: usize,
    budget: &dyn Budget,
) -> Option<[usize; 2]> {
    let hands = RecordHands::of(replay);
    let mut starts: Vec<(usize, usize, OpenTable)> = Vec::new();
    for step in 0..=replay.steps.len() {
        match hands.open_table(step) {
            Err(WhyNull::Irregular) => return None,
            Ok(table) if table.placed == 0 && !table.is_played_out() => {
                starts.push((usize::from(table.rounds()) + 1, step, table));
            }
            _ => {}
        }
    }
    starts.dedup_by_key(|(round, ..)| *round);
    let mut last = seen_after;
    let Some((_, step, _)) = starts.first() else { return Some([0, last]) };
    let goal = Goal::win(replay.start.seats.count().into(), hands.center(*step));
    let mut solver = Solver::new(goal, budget);
    for (round, _, table) in starts.iter().rev().filter(|(round, ..)| *round <= seen_after) {
        match solver.solve(table, &mut BUDGET_OF_ROUND.clone()) {
            Verdict::Won => return Some([*round, last]),
            Verdict::Lost => last = round - 1,
            Verdict::Open => {}
        }
    }
    Some([0, last])
}

impl RecordHands<'_> {
    /// The animal of the tile in the centre at a step at which all hands are known: it is in no hand.
    fn center(&self, step: usize) -> Option<Animal> {
        let table = self.replay.before(step).table.as_ref()?;
        let held = table.seats.iter().filter_map(|seat| self.held(step, seat));
        let in_hands = held.fold(Tiles::default(), Tiles::with);
        let played = table.plays().map(|play| play.tile).collect();
        table.in_game().without(in_hands).without(played).iter().next().map(Tile::animal)
    }
}
