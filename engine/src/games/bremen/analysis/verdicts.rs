//! The outcomes that were still possible at each step with all hands open, and the play that lost the game.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use schemars::JsonSchema;
use serde::Serialize;

use super::super::rules::table::Table;
use super::super::rules::tile::{Tile, Tiles};
use super::record_hands::RecordHands;
use super::solver::{Goal, OpenTable, Solver, Verdict, tile_index};
use crate::analysis::{SampledChance, WhyNull};
use crate::budget::Budget;

/// The most positions searched for one question, and for one record in all.
const BUDGET_OF_QUESTION: u64 = 400_000;
const BUDGET_OF_RECORD: u64 = 4_000_000;
/// The first round whose scores are searched: with four seats, and with three.
const FIRST_SCORED_ROUND: [usize; 2] = [6, 4];
/// The first round whose tiles are compared: with four seats, and with three.
const FIRST_COMPARED_ROUND: [usize; 2] = [5, 3];

/// Tells if all can still win together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BremenSolverState")]
pub enum State {
    /// Some line of legal plays wins.
    Won,
    /// No line of legal plays wins.
    Lost,
    /// Not known: the search reached its limit.
    Open,
}

/// A position with all hands open, as hindsight sees it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BremenSolved")]
pub struct Solved {
    /// Tells if all can still win together; null if not known.
    pub state: Option<State>,
    /// The best score that is still possible; null if the game is lost or the score is not known.
    pub best: Option<i64>,
    /// By legal tile, the best score that is possible after it; -1 if it loses, null if not known.
    pub after: BTreeMap<String, Option<i64>>,
    /// By legal tile, tells if all can still win after it.
    pub states: BTreeMap<String, State>,
    /// By legal tile, the chance that all can still win after it, by the knowledge of the seat to play; given only if
    /// more than half of the sampled deals were solved.
    pub as_known: BTreeMap<String, SampledChance>,
    /// True: the play that led here lost the game. All could win before it, and nobody can now.
    pub lost_it: bool,
    /// Why the state is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_null: Option<WhyNull>,
}

impl From<Verdict> for State {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Won => Self::Won,
            Verdict::Lost => Self::Lost,
            Verdict::Open => Self::Open,
        }
    }
}

/// A seat and the tile that it keeps.
type RetainedTile = (usize, usize);

/// One deal being solved.
struct Search<'b> {
    goal: Goal,
    budget: &'b dyn Budget,
    wins: Solver<'b>,
    left: u64,
}

impl RecordHands<'_> {
    /// The solver's findings by step; none if no tile is played. Tiles are compared at these steps only, the last
    /// ones first, as long as the budget lasts.
    pub(super) fn solve(&self, compared: RangeInclusive<usize>, budget: &dyn Budget) -> Vec<Option<Solved>> {
        let count = self.replay.steps.len() + 1;
        let tables: Vec<Result<OpenTable, WhyNull>> = (0..count).map(|step| self.open_table(step)).collect();
        let states = self.states(&tables, budget);
        let mut solved: Vec<Option<Solved>> = Vec::new();
        for (step, table) in tables.iter().enumerate() {
            solved.push(match table {
                Err(WhyNull::NothingToAsk) => None,
                Err(why) => Some(Solved { state: None, why_null: Some(*why), ..Solved::nothing() }),
                Ok(_) => Some(Solved {
                    state: states[step],
                    lost_it: step > 0
                        && states[step - 1] == Some(State::Won)
                        && states[step] == Some(State::Lost),
                    ..Solved::nothing()
                }),
            });
        }
        self.compare(&tables, compared, &mut solved, budget);
        solved
    }

    pub(super) fn open_table(&self, step: usize) -> Result<OpenTable, WhyNull> {
        let table = self.table(step)?;
        table.leader().ok_or(WhyNull::NothingToAsk)?;
        let mut hands = table.hands.map(|_, _| Tiles::default());
        for (seat, held) in table.seats.iter().zip(hands.values_mut()) {
            *held = self.held(step, seat).ok_or(WhyNull::TruthNotRecorded)?;
        }
        OpenTable::of(table, &hands).ok_or(WhyNull::NothingToAsk)
    }

    /// By step, tells if all can still win. The last positions are searched first: no position before a position that
    /// can be won is lost.
    fn states(&self, tables: &[Result<OpenTable, WhyNull>], budget: &dyn Budget) -> Vec<Option<State>> {
        let mut states = vec![None; tables.len()];
        let mut search: Option<Search<'_>> = None;
        let mut winnable = false;
        for (step, table) in tables.iter().enumerate().rev() {
            let Ok(table) = table else { continue };
            if winnable {
                states[step] = Some(State::Won);
                continue;
            }
            let first = || Search::of(table, self.replay.before(step).table.as_ref(), budget);
            let search = search.get_or_insert_with(first);
            let verdict = search.verdict(table);
            winnable = verdict == Verdict::Won;
            states[step] = Some(verdict.into());
        }
        // After a lost position there are only lost ones, though the search may have given up on some.
        let mut lost = false;
        for state in states.iter_mut().flatten() {
            lost |= *state == State::Lost;
            *state = if lost { State::Lost } else { *state };
        }
        states
    }

    /// Compares the tiles that could have been played.
    fn compare(
        &self,
        tables: &[Result<OpenTable, WhyNull>],
        compared: RangeInclusive<usize>,
        solved: &mut [Option<Solved>],
        budget: &dyn Budget,
    ) {
        let mut search: Option<Search<'_>> = None;
        for step in compared.rev() {
            let (Some(Ok(table)), Some(Some(solved))) = (tables.get(step), solved.get_mut(step)) else {
                continue;
            };
            let position = self.replay.before(step).table.as_ref().filter(|table| is_compared(table));
            let Some(round) = position.map(|table| table.rounds.len() + 1) else { continue };
            let few = usize::from(table.seats == 3);
            let search = search.get_or_insert_with(|| Search::of(table, position, budget));
            let lost = solved.state == Some(State::Lost);
            let legal = table.legal(&search.goal);
            for tile in Tile::all().filter(|tile| legal >> tile_index(*tile) & 1 == 1) {
                let next = table.play(tile_index(tile));
                let state = if lost { State::Lost } else { search.verdict(&next).into() };
                let best = match state {
                    State::Lost => Some(-1),
                    State::Won if round >= FIRST_SCORED_ROUND[few] => search.best(&next),
                    State::Won | State::Open => None,
                };
                solved.after.insert(tile.to_string(), best);
                solved.states.insert(tile.to_string(), state);
            }
            let all: Option<Vec<i64>> = solved.after.values().copied().collect();
            solved.best = all.and_then(|all| all.into_iter().max()).filter(|best| *best >= 0);
        }
    }
}

/// True if tiles are compared at this table.
pub(super) fn is_compared(table: &Table) -> bool {
    let few = usize::from(table.seats.len() == 3);
    !table.is_played_out() && table.rounds.len() + 1 >= FIRST_COMPARED_ROUND[few]
}

impl Solved {
    fn nothing() -> Self {
        Self {
            state: None,
            best: None,
            after: BTreeMap::new(),
            states: BTreeMap::new(),
            as_known: BTreeMap::new(),
            lost_it: false,
            why_null: None,
        }
    }
}

impl<'b> Search<'b> {
    fn of(open: &OpenTable, table: Option<&Table>, budget: &'b dyn Budget) -> Self {
        let center = table.and_then(|table| table.center).map(Tile::animal);
        let goal = Goal::win(open.seats, center);
        Self { wins: Solver::new(goal.clone(), budget), goal, budget, left: BUDGET_OF_RECORD }
    }

    fn verdict(&mut self, table: &OpenTable) -> Verdict {
        let mut budget = BUDGET_OF_QUESTION.min(self.left);
        let allowance = budget;
        let verdict = self.wins.solve(table, &mut budget);
        self.left -= allowance - budget;
        verdict
    }

    /// The best score that is still possible (BR-11), if the search finds it. The search tries the pairs of tiles
    /// kept by the seats that take most and nothing, from the highest score down.
    fn best(&mut self, table: &OpenTable) -> Option<i64> {
        let mut pairs: Vec<(i64, RetainedTile, RetainedTile)> = Vec::new();
        let held =
            |seat: usize| Tile::all().filter(move |tile| table.hands[seat] >> tile_index(*tile) & 1 == 1);
        for most in 0..table.seats {
            for none in (0..table.seats).filter(|none| *none != most) {
                for (high, low) in held(most).flat_map(|high| held(none).map(move |low| (high, low))) {
                    if high.animal() != low.animal() {
                        let score = super::super::outcome::score(high, low);
                        pairs.push((score, (most, tile_index(high)), (none, tile_index(low))));
                    }
                }
            }
        }
        pairs.sort_by_key(|(score, ..)| std::cmp::Reverse(*score));
        let mut budget = BUDGET_OF_QUESTION.min(self.left);
        let allowance = budget;
        let mut found = None;
        for (score, most, none) in pairs {
            match Solver::new(self.goal.with_score(most, none), self.budget).solve(table, &mut budget) {
                Verdict::Lost => {}
                Verdict::Won => {
                    found = Some(score);
                    break;
                }
                Verdict::Open => break,
            }
        }
        self.left -= allowance - budget;
        found
    }
}
