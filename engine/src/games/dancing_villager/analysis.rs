//! `Analysis`: how likely the next throw ends the round.
//!
//! The rules do not tell how villagers land. So the question gives counts of landings, for all seats or for each
//! seat, or they come from the archive's records of each player. Villagers are assumed to land independently of each
//! other, and to lie stacked independently of how they land. A throw is no decision, so nothing is judged.

mod archive;
mod ledger;
mod marks;

pub use archive::WinShare;
pub use ledger::Ledger;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::moves::Move;
use super::{DancingVillager, Phase};
use crate::analysis::{
    Analysis, AnalysisPart, AnalysisQuestion, ArchiveFigure, ArchiveFigures, Distribution, Graph, Mark,
    StepFindings, Table, WhyNull,
};
use crate::budget::Budget;
use crate::record::Replay;
use crate::seat::Seat;

/// The ways to land: up, down, flat, standing, leaning.
const WAYS: usize = 5;

/// The assumptions about throws.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Assumed {
    /// How many villagers landed up, down, flat, standing and leaning: five numbers for all seats, or five for each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub landings: Option<Vec<u32>>,
    /// Throws with a stack, and throws in all; no stacks if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stacks: Option<[u32; 2]>,
    /// How often seats won from a position: five numbers per position, namely the seat's own dogs, the most dogs of
    /// another seat, and the share that won with the ends of its interval, in thousandths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<Vec<u32>>,
}

/// The chances of the next throw.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "DancingVillagerOdds")]
pub struct Odds {
    /// The chance that it ends the round.
    pub p_ends: f64,
    /// The chance that the meat is gone after it: a race for the dogs (DV-9).
    pub p_meat: f64,
    /// The chance that the charcoal is gone after it: a race for the fire (DV-10).
    pub p_charcoal: f64,
    /// The least difference that is possible: villagers up less villagers down.
    pub least: i64,
    /// The chance of each difference, from the least one on; they sum to 1.
    pub chances: Vec<f64>,
    /// By seat, how often seats won from such a position; only if there are enough games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wins: Vec<WinShare>,
}

impl Analysis for DancingVillager {
    const PARTS: &'static [AnalysisPart] = &[AnalysisPart::Odds];
    const FACTS: &'static [&'static str] = &["landings", "stacks", "wins"];
    const ARCHIVE: &'static [ArchiveFigures] = archive::FIGURES;

    type Assumed = Assumed;
    type Odds = Odds;
    type Ledger = Ledger;

    fn assumed_of(_: &Self, input: Assumed) -> Assumed {
        input
    }

    fn analyse(
        replay: &Replay<Self>,
        question: &AnalysisQuestion,
        assumed: &Assumed,
        budget: &dyn Budget,
    ) -> Vec<StepFindings<Odds, Ledger>> {
        let irregular_from = replay.steps.iter().position(|step| !step.breaches.is_empty());
        let odds = |step: usize| match irregular_from {
            Some(index) if index < step => Err(WhyNull::Irregular),
            _ => replay.before(step).odds(assumed),
        };
        let asks = question.asks(AnalysisPart::Odds);
        let findings = |step: usize| {
            let before = step.checked_sub(1).map(|before| (replay.before(before), odds(before)));
            let ledger = before.map(|(before, odds)| replay.before(step).ledger(before, odds));
            StepFindings { odds: asks.then(|| odds(step)), ledger: ledger.unwrap_or_default() }
        };
        let steps = question.steps(replay.steps.len()).take_while(|_| budget.goes_on());
        steps.map(findings).collect()
    }

    fn archive_fact(fact: &str, figures: &[Vec<ArchiveFigure>]) -> Option<Vec<u32>> {
        archive::fact(fact, figures)
    }

    fn mark(_: &Self, _: &Move, ledger: &Ledger) -> Option<Mark> {
        marks::mark(ledger)
    }

    fn tables(_: &Self, findings: &StepFindings<Odds, Ledger>) -> Vec<Table> {
        let odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().ok());
        odds.map(marks::tables).unwrap_or_default()
    }

    fn graph(start: &Self) -> Option<Graph> {
        Some(marks::graph(start))
    }

    fn graph_values(position: &Self, _: &StepFindings<Odds, Ledger>) -> Vec<Option<f64>> {
        position.players().map(|(_, player)| Some(player.dogs as f64)).collect()
    }
}

impl DancingVillager {
    fn odds(&self, assumed: &Assumed) -> Result<Odds, WhyNull> {
        if self.phase != Phase::Throw {
            return Err(WhyNull::NothingToAsk);
        }
        let mut difference = Distribution::certain(0);
        for (seat, player) in self.players() {
            let one = self.landing(seat, assumed)?;
            for _ in 0..player.villagers {
                difference = difference.plus(&one);
            }
        }
        let stacked = match assumed.stacks {
            None => 0.0,
            Some([stacked, throws]) if stacked <= throws && throws > 0 => {
                f64::from(stacked) / f64::from(throws)
            }
            Some(_) => return Err(WhyNull::NoWorldFits),
        };
        // DV-3, DV-5: a stack doubles what is taken.
        let gone = |sticks: i64, sign: i64| {
            let taken = |times: i64| -> f64 {
                let enough = |(difference, _): &(i64, f64)| sign * difference * times >= sticks;
                difference.iter().filter(enough).map(|(_, chance)| chance).sum()
            };
            (1.0 - stacked) * taken(1) + stacked * taken(2)
        };
        let (p_meat, p_charcoal) = (gone(self.meat, 1), gone(self.charcoal, -1));
        Ok(Odds {
            p_ends: (p_meat + p_charcoal).min(1.0),
            p_meat,
            p_charcoal,
            least: difference.least(),
            chances: difference.chances().to_vec(),
            wins: self.win_shares(assumed),
        })
    }

    /// The effect of one villager of a seat on the difference: 1, 0 or -1.
    fn landing(&self, seat: Seat, assumed: &Assumed) -> Result<Distribution, WhyNull> {
        let counts = assumed.landings.as_deref().ok_or(WhyNull::LandingsNotGiven)?;
        let own = match counts.len() {
            WAYS => counts,
            all if all == WAYS * self.seats.len() => &counts[WAYS * seat.index()..WAYS * (seat.index() + 1)],
            _ => return Err(WhyNull::NoWorldFits),
        };
        let [up, down] = [own[0], own[1]].map(f64::from);
        let neither: f64 = own[2..].iter().copied().map(f64::from).sum();
        Distribution::of_weights(-1, vec![down, neither, up]).ok_or(WhyNull::NoWorldFits)
    }
}
