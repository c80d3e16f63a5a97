//! `Analysis`: the chance of winning at best play, and the mix of throws that best play makes.
//!
//! Nothing is hidden. Every throw has its share in every mix, so no single throw is a mistake: only habits over many
//! throws can be judged. The chances and mixes are those of `statistics/equilibrium.rs`.

use schemars::JsonSchema;
use serde::Serialize;

use super::PunyonKen;
use super::TWO_SEATS;
use super::moves::Move;
use super::rules::throwing::Throw;
use super::statistics::equilibrium::{chances, equilibrium};
use super::words::Words;
use crate::analysis::{
    Analysis, AnalysisPart, AnalysisQuestion, Graph, Mark, MarkKind, NoAssumptions, Reasons, StepFindings,
    WhyNull, percent,
};
use crate::budget::Budget;
use crate::record::Replay;
use crate::seat::BySeat;

/// A throw that changes the chances by this much is notable.
const LEAST_TURN: f64 = 0.2;

/// A position at best play.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PunyonKenOdds")]
pub struct Odds {
    /// By seat, the chance of winning the game.
    pub chances: [f64; 2],
    /// By seat, how often best play makes each throw: rock, scissors, paper.
    pub mixes: [[f64; 3]; 2],
}

/// The findings of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Ledger {
    /// The finding of a throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<JudgedThrow>,
}

/// A throw, with the chances before and after it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PunyonKenJudgedThrow")]
pub struct JudgedThrow {
    /// By seat, its throw.
    pub hands: BySeat<Throw>,
    /// By seat, how often best play would have made this throw.
    pub shares: [f64; 2],
    /// By seat, the chance of winning before it.
    pub before: [f64; 2],
    /// By seat, the chance of winning after it.
    pub after: [f64; 2],
}

impl Reasons for Ledger {
    fn reasons(&self) -> Vec<WhyNull> {
        Vec::new()
    }
}

impl Analysis for PunyonKen {
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
        let findings = |step: usize| StepFindings {
            odds: question.asks(AnalysisPart::Odds).then(|| odds(replay.before(step))),
            ledger: Ledger {
                solver: question.asks(AnalysisPart::Solver).then(|| thrown(replay, step)).flatten(),
            },
        };
        let steps = question.steps(replay.steps.len()).take_while(|_| budget.goes_on());
        steps.map(findings).collect()
    }

    fn mark(_: &Self, _: &Move, ledger: &Ledger) -> Option<Mark> {
        mark(ledger.solver.as_ref()?)
    }

    fn graph(_: &Self) -> Option<Graph> {
        Some(Graph {
            caption: Words::ChancesGraph.into(),
            series: TWO_SEATS.iter().map(|seat| Words::SeatLine { seat }.into()).collect(),
            most: 1.0,
            is_chance: true,
        })
    }

    fn graph_values(position: &Self, _: &StepFindings<Odds, Ledger>) -> Vec<Option<f64>> {
        chances(position).into_iter().flatten().map(Some).collect()
    }
}

/// The mark of a throw that changed the chances. It is no mistake: best play makes every throw.
fn mark(thrown: &JudgedThrow) -> Option<Mark> {
    let gain = |place: usize| thrown.after[place] - thrown.before[place];
    let (place, seat) = (0..).zip(TWO_SEATS.iter()).find(|(place, _)| gain(*place) >= LEAST_TURN)?;
    let [before, after] = [thrown.before[place], thrown.after[place]].map(percent);
    let sentence = Words::ChanceTurned { seat, before, after }.into();
    let kind = MarkKind::TurningPoint;
    Some(Mark { kind, seat: Some(seat), sentence, chances: None, weight: gain(place) })
}

fn odds(position: &PunyonKen) -> Result<Odds, WhyNull> {
    let best = equilibrium(position).ok_or(WhyNull::NothingToAsk)?;
    Ok(Odds { chances: best.chances, mixes: best.mixes })
}

fn thrown(replay: &Replay<PunyonKen>, step: usize) -> Option<JudgedThrow> {
    let index = step.checked_sub(1)?;
    let Move::Throw { hands } = replay.steps[index].applied_move()?;
    let before = replay.before(index);
    let mixes = equilibrium(before)?.mixes;
    let share = |place: usize| Some(mixes[place][*hands.values().nth(place)? as usize]);
    Some(JudgedThrow {
        hands: hands.clone(),
        shares: [share(0)?, share(1)?],
        before: chances(before)?,
        after: chances(replay.before(step))?,
    })
}
