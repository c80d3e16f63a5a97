//! What a finished record of any game says.

use serde_json::Value;

use super::{Findings, NotAnalysed, RecordAnalysis, analysis};
use crate::analysis::AnalysisQuestion;
use crate::budget::Budget;
use crate::game::Game;
use crate::record::{Record, Replay, Status};
use crate::seat::Seat;
use crate::statistics::Observation;
use crate::text::Names;

/// What a record says: for statistics, and for who studies it.
pub trait AnyFindings {
    /// Who had the first turn; `None` where seats take none, and unless the record is over.
    fn first_player(&self) -> Option<Seat>;
    /// What this record says, slow metrics aside; nothing unless it is over.
    fn observe(&self) -> Vec<Observation>;
    /// What this record says, and who had the first turn, for one fold; nothing unless it is over.
    fn findings(&self) -> Option<Findings>;
    /// The same of what it says by slow metrics, which takes long.
    fn slow_findings(&self, budget: &dyn Budget) -> Option<Findings>;
    /// What can be said of its steps; [`AnalysisQuestion`] says of which. The facts are to stand in for what the record
    /// lacks: an object, in which every field may be left out.
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

/// What a record that is over says, observed in this way.
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
