//! `Analysis`: the odds of the number of animals, and the value of each claim and each call.
//!
//! Dice that a viewer cannot see are fresh throws of `die_faces`. A forced pass (YCW-I3) tells the faces that the dice
//! of that cup cannot show. A seat's own dice are known from its notes and from the reveal of the round.

mod ledger;
mod marks;
mod odds;
mod round;

pub(super) use ledger::chips;
pub use ledger::{BestCall, Call, Claim, Ledger};
pub use odds::{Odds, RowOdds};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::YouCryWolf;
use super::moves::Move;
use super::rules::animal::Animal;
use crate::analysis::{Analysis, AnalysisPart, AnalysisQuestion, Graph, Mark, StepFindings, Table, WhyNull};
use crate::board::BoardChance;
use crate::budget::Budget;
use crate::record::Replay;
use odds::Faces;
use round::Rounds;

/// The assumptions about the dice.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Assumed {
    /// The six sides of a die.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub die_faces: Option<[Animal; 6]>,
}

impl Analysis for YouCryWolf {
    const PARTS: &'static [AnalysisPart] = &[AnalysisPart::Odds, AnalysisPart::Claims];
    const FACTS: &'static [&'static str] = &["die_faces"];

    type Assumed = Assumed;
    type Odds = Odds;
    type Ledger = Ledger;

    fn assumed_of(start: &Self, input: Assumed) -> Assumed {
        if start.options.die_faces.is_some() { Assumed::default() } else { input }
    }

    fn analyse(
        replay: &Replay<Self>,
        question: &AnalysisQuestion,
        assumed: &Assumed,
        budget: &dyn Budget,
    ) -> Vec<StepFindings<Odds, Ledger>> {
        let input = replay.start.options.die_faces.as_deref();
        let faces = input.or(assumed.die_faces.as_ref().map(<[Animal; 6]>::as_slice));
        let faces = faces.map(Faces::of).ok_or(WhyNull::DieFacesNotGiven);
        let rounds = Rounds::of(replay);
        let findings = |step: usize| StepFindings {
            odds: question.asks(AnalysisPart::Odds).then(|| {
                rounds.rows(step, question.seat(), faces).map(|rows| Odds::of(&rows, replay.before(step)))
            }),
            ledger: if question.asks(AnalysisPart::Claims) {
                rounds.ledger(step, faces)
            } else {
                Ledger::default()
            },
        };
        let steps = question.steps(replay.steps.len()).take_while(|_| budget.goes_on());
        steps.map(findings).collect()
    }

    fn mark(_: &Self, _: &Move, ledger: &Ledger) -> Option<Mark> {
        marks::mark(ledger)
    }

    fn chances(_: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<BoardChance> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        odds.map(marks::chances).unwrap_or_default()
    }

    fn tables(_: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<Table> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        odds.map(marks::table).into_iter().collect()
    }

    fn graph(start: &Self) -> Option<Graph> {
        Some(marks::graph(start))
    }

    fn graph_values(_: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<Option<f64>> {
        marks::values(&findings.ledger)
    }
}
