//! `Analysis`: the odds of the roles, the winners of each execution, and the effect of each vote.
//!
//! Worlds are the places of the roles after the shuffle (HW-3), times the unknown card of the graveyard that was passed
//! on (HW-6). A viewer's own cards, dealt, passed and received, weigh a world by the number of ways in which its slots
//! can have come about.

mod knowledge;
mod marks;
mod odds;
mod tables;
mod votes;
mod worlds;

pub use odds::{CampOdds, Odds, PlaceOdds, WinOdds};
pub use votes::{BestTarget, JudgedBallot, Pivotal, Vote};
pub(super) use votes::{judged_ballots, pivotal_ballots};

use schemars::JsonSchema;
use serde::Serialize;

use super::HalfWerewolf;
use super::moves::Move;
use crate::analysis::{
    Analysis, AnalysisPart, AnalysisQuestion, Graph, Mark, NoAssumptions, Reasons, StepFindings, Table,
    WhyNull,
};
use crate::board::BoardChance;
use crate::budget::Budget;
use crate::record::Replay;
use knowledge::Viewing;

/// The findings of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Ledger {
    /// The finding of a vote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<Vote>,
}

impl Reasons for Ledger {
    fn reasons(&self) -> Vec<WhyNull> {
        self.vote.iter().flat_map(|vote| &vote.ballots).flat_map(|ballot| &ballot.missing).copied().collect()
    }
}

impl Analysis for HalfWerewolf {
    const PARTS: &'static [AnalysisPart] = &[AnalysisPart::Odds, AnalysisPart::Votes];

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
        let mut viewing = Viewing::of(replay, question.seat());
        let findings = |step: usize| StepFindings {
            odds: question.asks(AnalysisPart::Odds).then(|| viewing.odds(step)),
            ledger: Ledger {
                vote: question.asks(AnalysisPart::Votes).then(|| votes::vote(replay, step, budget)).flatten(),
            },
        };
        let steps = question.steps(replay.steps.len()).take_while(|_| budget.goes_on());
        steps.map(findings).collect()
    }

    fn mark(_: &Self, _: &Move, ledger: &Ledger) -> Option<Mark> {
        marks::mark(ledger.vote.as_ref()?)
    }

    fn chances(position: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<BoardChance> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        odds.map(|odds| tables::chances(position, odds)).unwrap_or_default()
    }

    fn tables(position: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<Table> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        let of_odds = odds.map(|odds| [tables::roles(position, odds), tables::wins(position, odds)]);
        let of_vote = findings.ledger.vote.as_ref().map(tables::votes);
        of_vote.into_iter().chain(of_odds.into_iter().flatten()).collect()
    }

    fn graph(start: &Self) -> Option<Graph> {
        Some(marks::graph(start))
    }

    fn graph_values(_: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<Option<f64>> {
        findings.odds.as_ref().and_then(|odds| odds.as_ref().ok()).map(marks::values).unwrap_or_default()
    }
}
