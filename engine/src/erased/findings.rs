//! The findings of a finished record of any game.

use serde_json::Value;

use super::{Findings, NotAnalysed, RecordAnalysis, analysis};
use crate::analysis::AnalysisQuestion;
use crate::budget::Budget;
use crate::game::Game;
use crate::record::{Record, Replay, Status};
use crate::seat::Seat;
use crate::statistics::Observation;
use crate::text::Names;

/// The findings of a record: for statistics, and for people who study it.
pub trait AnyFindings {
    /// The seat that had the first turn; `None` where seats take none, and unless the record is over.
    fn first_player(&self) -> Option<Seat>;
    /// The observations of this record, without slow metrics; empty unless it is over.
    fn observe(&self) -> Vec<Observation>;
    /// The observations of this record and its first player, from one fold; nothing unless it is over.
    fn findings(&self) -> Option<Findings>;
    /// The findings by slow metrics, which take long.
    fn slow_findings(&self, budget: &dyn Budget) -> Option<Findings>;
    /// The analysis of the steps that the [`AnalysisQuestion`] selects. The assumed facts stand in for facts that the
    /// record lacks: an object, in which every field may be left out.
    ///
    /// # Errors
    ///
    /// While it is live, and if the facts do not read.
    fn analyse(
        &self,
        question: &AnalysisQuestion,
        assumed: &Value,
        names: &Names,
        budget: &dyn Budget,
    ) -> Result<RecordAnalysis, NotAnalysed>;
}

impl<G: Game> AnyFindings for Record<G> {
    fn first_player(&self) -> Option<Seat> {
        (Record::status(self) == Status::Over).then(|| G::first_player(&self.replay().as_applied()))?
    }

    fn observe(&self) -> Vec<Observation> {
        self.findings().map(|findings| findings.observations).unwrap_or_default()
    }

    fn findings(&self) -> Option<Findings> {
        findings(self, G::observe)
    }

    fn slow_findings(&self, budget: &dyn Budget) -> Option<Findings> {
        findings(self, |replay| G::observe_slowly(replay, budget))
    }

    fn analyse(
        &self,
        question: &AnalysisQuestion,
        assumed: &Value,
        names: &Names,
        budget: &dyn Budget,
    ) -> Result<RecordAnalysis, NotAnalysed> {
        analysis::analyse(self, question, (assumed, names), budget)
    }
}

/// The findings of a record that is over, observed in this way.
fn findings<G: Game>(
    record: &Record<G>,
    observe: impl FnOnce(&Replay<G>) -> Vec<Observation>,
) -> Option<Findings> {
    (record.status() == Status::Over).then(|| {
        let replay = record.replay();
        let moves = replay.steps.iter().map(|step| step.seq).collect();
        let replay = replay.as_applied();
        Findings { observations: observe(&replay), first_player: G::first_player(&replay), moves }
    })
}
