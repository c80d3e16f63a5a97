//! `Analysis`: the odds of the hidden tiles, the positions in which all could still win, and the play that lost it.
//!
//! The odds are uniform over all deals that obey BR-2 and BR-4 and in which every failure to follow was legal (BR-6).
//! The solver sees all hands, so its findings are hindsight; the odds show the knowledge of a seat.

mod as_known;
mod chances;
mod lost_round;
mod marks;
mod odds;
mod record_hands;
mod shares;
mod solver;
mod verdicts;

pub(super) use lost_round::lost_round;
pub use odds::{AnimalOdds, Odds, SeatOdds};
pub(super) use solver::{Goal, OpenTable, Solver};
pub use verdicts::{Solved, State};

use schemars::JsonSchema;
use serde::Serialize;

use super::Bremen;
use super::moves::Move;
use crate::analysis::{
    Analysis, AnalysisPart, AnalysisQuestion, Graph, Mark, NoAssumptions, Prospect, Reasons, SampledChance,
    StepFindings, Table, WhyNull,
};
use crate::board::BoardChance;
use crate::budget::Budget;
use crate::message::Message;
use crate::record::Replay;
use record_hands::RecordHands;

/// The findings of a step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Ledger {
    /// The solver's finding with all hands open, while tiles are played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<Solved>,
}

impl Reasons for Ledger {
    fn reasons(&self) -> Vec<WhyNull> {
        self.solver.iter().filter_map(|solved| solved.why_null).collect()
    }
}

impl Analysis for Bremen {
    const PARTS: &'static [AnalysisPart] = &[AnalysisPart::Odds, AnalysisPart::Solver];

    type Assumed = NoAssumptions;
    type Odds = Odds;
    type Ledger = Ledger;

    fn assumed_of(_: &Self, input: NoAssumptions) -> NoAssumptions {
        input
    }

    fn analyse(
        replay: &Replay<Self>,
        question: &AnalysisQuestion,
        _: &NoAssumptions,
        budget: &dyn Budget,
    ) -> Vec<StepFindings<Odds, Ledger>> {
        let hands = RecordHands::of(replay);
        let steps = question.steps(replay.steps.len());
        let mut solved = Vec::new();
        if question.asks(AnalysisPart::Solver) {
            solved = hands.solve(steps.clone(), budget);
            hands.add_what_was_known(steps.clone(), &mut solved, budget);
        }
        let findings = |step: usize| StepFindings {
            odds: question.asks(AnalysisPart::Odds).then(|| hands.odds(step, question.seat())),
            ledger: Ledger { solver: solved.get_mut(step).and_then(Option::take) },
        };
        steps.take_while(|_| budget.goes_on()).map(findings).collect()
    }

    fn mark(_: &Self, mv: &Move, ledger: &Ledger) -> Option<Mark> {
        marks::mark(mv, ledger.solver.as_ref()?)
    }

    fn alternatives(ledger: &Ledger) -> Vec<(Message, Prospect, Option<SampledChance>)> {
        ledger.solver.as_ref().map(marks::alternatives).unwrap_or_default()
    }

    fn chances(_: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<BoardChance> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        let solved = findings.ledger.solver.as_ref();
        let of_hands = odds.into_iter().flat_map(chances::of_hands);
        of_hands.chain(solved.into_iter().flat_map(chances::of_plays)).collect()
    }

    fn tables(_: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<Table> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        odds.map(marks::table).into_iter().collect()
    }

    fn graph(start: &Self) -> Option<Graph> {
        Some(marks::graph(start))
    }

    fn graph_values(position: &Self, _: &StepFindings<Odds, Ledger>) -> Vec<Option<f64>> {
        marks::values(position)
    }
}
