//! `Analysis`: the chance of winning at best play, and the mix of throws that best play makes.
//!
//! Nothing is hidden. Every throw has its share in every mix, so no single throw is a mistake: only habits over many
//! throws can be judged. The chances and mixes are those of `statistics/equilibrium.rs`.

use schemars::JsonSchema;
use serde::Serialize;

use super::PunyonKen;
use super::moves::Move;
use super::rules::throwing::Throw;
use super::statistics::equilibrium::{chances, equilibrium};
use crate::analysis::{Analysis, AnalysisPart, AnalysisQuestion, NoFacts, Reasons, StepFindings, WhyNull};
use crate::record::Replay;
use crate::seat::BySeat;

/// A position at best play.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Odds {
    /// By seat, the chance of winning the game.
    pub chances: [f64; 2],
    /// By seat, how often best play makes each throw: rock, scissors, paper.
    pub mixes: [[f64; 3]; 2],
}

/// What is said of a move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Ledger {
    /// Of a throw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solver: Option<JudgedThrow>,
}

/// What a throw did to the chances.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct JudgedThrow {
    /// By seat, what it threw.
    pub hands: BySeat<Throw>,
    /// By seat, how often best play would have made this throw.
    pub shares: [f64; 2],
    /// By seat, the chance of winning before it.
    pub before: [f64; 2],
    /// The same after it.
    pub after: [f64; 2],
}

impl Reasons for Ledger {
    fn reasons(&self) -> Vec<WhyNull> {
        Vec::new()
    }
}

impl Analysis for PunyonKen {
    const PARTS: &'static [AnalysisPart] = &[AnalysisPart::Odds, AnalysisPart::Solver];

    type Assumed = NoFacts;
    type Odds = Odds;
    type Ledger = Ledger;

    fn assumed_of(_: &Self, input: NoFacts) -> NoFacts {
        input
    }

    fn analyse(
        replay: &Replay<Self>,
        question: &AnalysisQuestion,
        _: &NoFacts,
    ) -> Vec<StepFindings<Odds, Ledger>> {
        let findings = |step: usize| StepFindings {
            odds: question.asks(AnalysisPart::Odds).then(|| odds(replay.before(step))),
            ledger: Ledger {
                solver: question.asks(AnalysisPart::Solver).then(|| thrown(replay, step)).flatten(),
            },
        };
        question.steps(replay.steps.len()).map(findings).collect()
    }
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
