//! `Analysis`: the odds of the sum of the cards on the table, and the value of each declaration and each audit.
//!
//! Cards are drawn without replacement from the draw pile as it was then (NMF-10). A seat knows the cards that it laid.
//! All seats know the cards turned up since the last reshuffle.

mod draws;
mod ledger;
mod marks;
mod odds;
mod table;

pub(super) use draws::Draws;
pub use ledger::{Audit, Declaration, Ledger};
pub use odds::Odds;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::NotMyFault;
use super::moves::Move;
use super::opening::deck_of;
use crate::analysis::{Analysis, AnalysisPart, AnalysisQuestion, Graph, Mark, StepFindings, Table, WhyNull};
use crate::board::BoardChance;
use crate::budget::Budget;
use crate::record::Replay;
use table::Tables;

/// The assumptions about the deck.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Assumed {
    /// How many cards of each number there are, from 0 to 6; at most 99.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<[u8; 7]>,
}

impl Analysis for NotMyFault {
    const PARTS: &'static [AnalysisPart] = &[AnalysisPart::Odds, AnalysisPart::Claims];
    const FACTS: &'static [&'static str] = &["deck"];

    type Assumed = Assumed;
    type Odds = Odds;
    type Ledger = Ledger;

    fn assumed_of(start: &Self, input: Assumed) -> Assumed {
        if start.pile.is_some() { Assumed::default() } else { input }
    }

    fn analyse(
        replay: &Replay<Self>,
        question: &AnalysisQuestion,
        assumed: &Assumed,
        budget: &dyn Budget,
    ) -> Vec<StepFindings<Odds, Ledger>> {
        let input = replay.start.pile.as_ref().map(super::knowledge::pile::Pile::deck);
        let assumed = || deck_of(&assumed.deck?.map(i64::from)).ok();
        let tables = Tables::of(replay, input.or_else(assumed).ok_or(WhyNull::DeckNotGiven));
        let findings = |step: usize| StepFindings {
            odds: question.asks(AnalysisPart::Odds).then(|| tables.odds(step, question.seat())),
            ledger: if question.asks(AnalysisPart::Claims) { tables.ledger(step) } else { Ledger::default() },
        };
        let steps = question.steps(replay.steps.len()).take_while(|_| budget.goes_on());
        steps.map(findings).collect()
    }

    fn mark(_: &Self, _: &Move, ledger: &Ledger) -> Option<Mark> {
        marks::mark(ledger)
    }

    fn chances(position: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<BoardChance> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        odds.map(|odds| marks::chances(position, odds)).unwrap_or_default()
    }

    fn tables(position: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<Table> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        odds.and_then(|odds| marks::table(position, odds)).into_iter().collect()
    }

    fn graph(_: &Self) -> Option<Graph> {
        Some(marks::graph())
    }

    fn graph_values(_: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<Option<f64>> {
        marks::values(&findings.ledger)
    }
}
