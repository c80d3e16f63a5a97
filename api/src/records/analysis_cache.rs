//! Analyses that were made lately. A record that has ended stays as it is until somebody corrects it, so a question is
//! worked out once a version of the record and a model.

use std::sync::Arc;

use kifu_engine::analysis::{AnalysisQuestion, MODEL};
use kifu_engine::erased::RecordAnalysis;
use kifu_engine::seq::Seq;
use kifu_store::GameId;

use crate::operation::weighted_cache::{LateAnswers, Weigh};

/// How much memory the analyses that were made lately may take, in bytes.
const ANALYSIS_CACHE_BYTES: u64 = 16 << 20;
/// About how large one is.
const TYPICAL_ANALYSIS_BYTES: u64 = 64 << 10;

/// The key of an analysis: it decides the result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnalysisKey {
    /// The record.
    pub id: GameId,
    /// How many events it has, and how often its names or other details were changed: sentences name people.
    pub stamp: (Seq, i64),
    /// The version of the model.
    model: &'static str,
    /// The question.
    pub question: AnalysisQuestion,
    /// The facts to assume, as JSON.
    pub assumed: String,
}

impl AnalysisKey {
    /// The key of an analysis by the model of this program.
    pub fn new(id: GameId, stamp: (Seq, i64), question: AnalysisQuestion, assumed: String) -> Self {
        Self { id, stamp, model: MODEL, question, assumed }
    }
}

/// The analyses that were made lately.
pub type AnalysisCache = LateAnswers<AnalysisKey, Arc<RecordAnalysis>>;

/// An empty cache of analyses.
pub fn analysis_cache() -> AnalysisCache {
    LateAnswers::new(ANALYSIS_CACHE_BYTES, TYPICAL_ANALYSIS_BYTES)
}

impl Weigh for AnalysisKey {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.assumed.len()
    }
}

impl Weigh for RecordAnalysis {
    fn bytes(&self) -> usize {
        self.steps.iter().map(|step| size_of_val(step) + step.as_str().len()).sum()
    }
}
