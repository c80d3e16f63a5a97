//! What a record of any game can be asked once it has ended.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use super::encode;
use crate::analysis::{AnalysisQuestion, MODEL, Reasons, StepFindings, ViewerName, WhyNull};
use crate::game::Game;
use crate::malformed::{self, Malformed};
use crate::record::{Record, Status};
use crate::words::json::Subject;

/// Why a record was not analysed.
#[derive(Clone, Debug, PartialEq)]
pub enum NotAnalysed {
    /// It is still live: an answer would tell what is hidden.
    Live,
    /// What is to be assumed does not read.
    Malformed(Malformed),
}

/// What was said of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordAnalysis {
    /// What holds for all of it.
    pub header: AnalysisHeader,
    /// Its steps, in order.
    pub steps: Vec<Value>,
}

/// What holds for all steps of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnalysisHeader {
    /// How it was counted; another name may give other answers.
    pub model: &'static str,
    /// Whose odds these are.
    pub viewer: ViewerName,
    /// What was assumed where the record says nothing.
    pub assumed: Value,
    /// Why some answers are null, each reason once.
    pub missing: Vec<WhyNull>,
}

/// What is said of one step.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct AnalysedStep<O, L> {
    /// How many moves were in force: 0 is the start.
    pub step: usize,
    /// Whose odds these are.
    pub viewer: ViewerName,
    /// The odds in this position; null where they were not asked or cannot be told.
    pub odds: Option<O>,
    /// Why the odds are null, where they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_null: Option<WhyNull>,
    /// What is said of the move that led here.
    #[serde(flatten)]
    pub ledger: L,
}

pub(super) fn analyse<G: Game>(
    record: &Record<G>,
    question: &AnalysisQuestion,
    assumed: &Value,
) -> Result<RecordAnalysis, NotAnalysed> {
    if Record::status(record) == Status::Live {
        return Err(NotAnalysed::Live);
    }
    let input: G::Assumed = malformed::read(Subject::Facts, assumed).map_err(NotAnalysed::Malformed)?;
    let assumed = G::assumed_of(Record::start(record), input);
    let found = G::analyse(&record.replay(), question, &assumed);
    let mut missing: BTreeSet<WhyNull> = found.iter().flat_map(reasons).collect();
    missing.remove(&WhyNull::NothingToAsk);
    let numbered = (question.from..).zip(found);
    let steps = numbered.map(|(step, findings)| encode(&analysed_step(step, question, findings))).collect();
    let header = AnalysisHeader {
        model: MODEL,
        viewer: ViewerName(question.viewer),
        assumed: encode(&assumed),
        missing: missing.into_iter().collect(),
    };
    Ok(RecordAnalysis { header, steps })
}

fn reasons<O, L: Reasons>(findings: &StepFindings<O, L>) -> Vec<WhyNull> {
    let of_odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().err());
    of_odds.copied().into_iter().chain(findings.ledger.reasons()).collect()
}

fn analysed_step<O, L>(
    step: usize,
    question: &AnalysisQuestion,
    findings: StepFindings<O, L>,
) -> AnalysedStep<O, L> {
    let StepFindings { odds, ledger } = findings;
    let why_null = odds.as_ref().and_then(|odds| odds.as_ref().err()).copied();
    let odds = odds.and_then(Result::ok);
    AnalysedStep { step, viewer: ViewerName(question.viewer), odds, why_null, ledger }
}
