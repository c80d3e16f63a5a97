//! The analysis of a finished record of any game.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use super::AnyAnalysisStep;
use super::GameKind;
use crate::analysis::{
    Alternative, AnalysisPart, AnalysisQuestion, Award, GraphView, MODEL, Mark, MarkView, Reasons,
    StepFindings, TableView, ViewerName, WhyNull,
};
use crate::board::BoardChance;
use crate::budget::Budget;
use crate::game::Game;
use crate::json::encode;
use crate::malformed::{self, Malformed};
use crate::message::Message;
use crate::record::{Record, Status};
use crate::seat::Viewer;
use crate::text::Names;
use crate::words::json::Subject;

/// Why a record was not analysed.
#[derive(Clone, Debug, PartialEq)]
pub enum NotAnalysed {
    /// It is still live: an answer would reveal hidden facts.
    Live,
    /// The facts to assume do not read.
    Malformed(Malformed),
}

/// An analysis of a record.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Analysis")]
pub struct RecordAnalysis {
    /// The facts that hold for all steps.
    #[serde(flatten)]
    pub header: AnalysisHeader,
    /// The steps, in order.
    pub steps: Vec<AnyAnalysisStep>,
}

/// The header of an analysis, which holds for all steps.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AnalysisHeader {
    /// The slug of the game.
    #[schemars(with = "GameKind")]
    pub game: &'static str,
    /// The name of the model that counted; another model may give other answers.
    pub model: &'static str,
    /// The viewer whose odds these are.
    pub viewer: ViewerName,
    /// The facts that were assumed where the record says nothing.
    #[schemars(with = "Map<String, Value>")]
    pub assumed: Value,
    /// Why some answers are null, each reason once.
    pub missing: Vec<WhyNull>,
    /// The graph of the steps; null if there is nothing to draw.
    pub graph: Option<GraphView>,
    /// The mark of each kind that stands out most among these steps.
    pub awards: Vec<Award>,
}

/// The findings of one step.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct AnalysedStep<O, L> {
    /// How many moves were in force: 0 is the start.
    pub step: usize,
    /// The viewer whose odds these are.
    pub viewer: ViewerName,
    /// The odds in this position; null where they were not asked or cannot be told.
    pub odds: Option<O>,
    /// Why the odds are null, where they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_null: Option<WhyNull>,
    /// The mark of the move that led here, if it is worth a look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<MarkView>,
    /// The values of the graph here, one for each line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Option<f64>>,
    /// The possible plays of the next seat, and the result that could be reached after each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<Alternative>,
    /// The odds and the findings of the move, as tables for people.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableView>,
    /// The findings of the move that led here.
    #[serde(flatten)]
    pub ledger: L,
}

pub(super) fn analyse<G: Game>(
    record: &Record<G>,
    question: &AnalysisQuestion,
    (assumed, names): (&Value, &Names),
    budget: &dyn Budget,
) -> Result<RecordAnalysis, NotAnalysed> {
    if Record::status(record) == Status::Live {
        return Err(NotAnalysed::Live);
    }
    let input: G::Assumed = malformed::read(Subject::Facts, assumed).map_err(NotAnalysed::Malformed)?;
    let assumed = G::assumed_of(Record::start(record), input);
    let replay = record.replay();
    let found = G::analyse(&replay, question, &assumed, budget);
    let mut missing: BTreeSet<WhyNull> = found.iter().flat_map(reasons).collect();
    missing.remove(&WhyNull::NothingToAsk);
    let graph = G::graph(Record::start(record));
    let (mut marks, mut steps): (Vec<(usize, Mark)>, Vec<_>) = (Vec::new(), Vec::new());
    for (step, findings) in (question.from..).zip(found) {
        let played = step.checked_sub(1).and_then(|index| Some((index, replay.steps[index].applied_move()?)));
        let mark = played.and_then(|(index, mv)| G::mark(replay.before(index), mv, &findings.ledger));
        let values = graph.as_ref().map(|_| G::graph_values(replay.before(step), &findings));
        let render = |(name, prospect, as_known): (Message, _, _)| Alternative {
            name: name.text(names),
            prospect,
            as_known,
        };
        let alternatives = G::alternatives(&findings.ledger).into_iter().map(render).collect();
        let tables = G::tables(replay.before(step), &findings);
        let StepFindings { odds, ledger } = findings;
        let analysed = AnalysedStep {
            step,
            viewer: ViewerName(question.viewer),
            why_null: odds.as_ref().and_then(|odds| odds.as_ref().err()).copied(),
            odds: odds.and_then(Result::ok),
            mark: mark.as_ref().map(|mark| MarkView::of(mark, names)),
            values: values.unwrap_or_default(),
            alternatives,
            tables: tables.iter().map(|table| TableView::of(table, names)).collect(),
            ledger,
        };
        steps.push(AnyAnalysisStep::of(G::META.slug, &analysed));
        marks.extend(mark.map(|mark| (step, mark)));
    }
    let header = AnalysisHeader {
        game: G::META.slug,
        model: MODEL,
        viewer: ViewerName(question.viewer),
        assumed: encode(&assumed),
        missing: missing.into_iter().collect(),
        graph: graph.map(|graph| GraphView::of(&graph, names)),
        awards: Award::among(&marks, names),
    };
    Ok(RecordAnalysis { header, steps })
}

/// The chances to draw on the board of a step. Facts that the record lacks are not assumed.
pub(super) fn board_chances<G: Game>(
    record: &Record<G>,
    step: usize,
    (viewer, with_solver): (Viewer, bool),
    budget: &dyn Budget,
) -> Vec<BoardChance> {
    if Record::status(record) == Status::Live || step > record.len() {
        return Vec::new();
    }
    let solver = with_solver.then_some(AnalysisPart::Solver);
    let parts = [AnalysisPart::Odds].into_iter().chain(solver).collect();
    let replay = record.replay();
    let question = AnalysisQuestion { viewer, parts, from: step, to: step };
    let found = G::analyse(&replay, &question, &G::Assumed::default(), budget);
    found.iter().flat_map(|findings| G::chances(replay.before(step), findings)).collect()
}

fn reasons<O, L: Reasons>(findings: &StepFindings<O, L>) -> Vec<WhyNull> {
    let of_odds = findings.odds.as_ref().and_then(|odds| odds.as_ref().err());
    of_odds.copied().into_iter().chain(findings.ledger.reasons()).collect()
}
