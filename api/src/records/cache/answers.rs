//! Answers about a record, as they were sent: a snapshot never changes, so its answers are sent again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use actix_web::web::Bytes;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use serde::Serialize;

use crate::http::problem::Problem;

/// The most bytes of answers that a snapshot holds. It is little, so that a walk through many replays does not push
/// records out of the cache. When there are more, all are forgotten; one that is longer is not held at all.
const MAX_ANSWER_BYTES: usize = 32 << 10;

/// The question about a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordQuestion {
    /// The record at a glance.
    Summary,
    /// A step of its replay.
    Step {
        /// The number of the step.
        number: usize,
        /// The viewer to read as, if not one's own.
        perspective: Option<Viewer>,
        /// Include facts that became known later.
        hindsight: bool,
    },
}

/// An answer for one viewer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenAnswer {
    /// The version of the record as this viewer counts it.
    pub version: Seq,
    /// The JSON that is sent.
    pub json: Bytes,
}

/// The cached answers about a snapshot; most have none. A copy, which is made to be changed, has none.
#[derive(Default)]
pub(super) struct WrittenAnswers(OnceLock<Box<Mutex<CachedAnswers>>>);

#[derive(Default)]
struct CachedAnswers {
    by_question: HashMap<(Viewer, RecordQuestion), WrittenAnswer>,
    bytes: usize,
}

impl WrittenAnswer {
    /// Writes this answer.
    pub fn of(version: Seq, answer: &impl Serialize) -> Result<Self, Problem> {
        // Without what the vector has in reserve.
        let json = serde_json::to_vec(answer).map_err(Problem::internal)?.into_boxed_slice();
        Ok(Self { version, json: json.into() })
    }

    fn memory(&self) -> usize {
        size_of::<((Viewer, RecordQuestion), Self)>() + self.json.len()
    }
}

impl WrittenAnswers {
    pub(super) fn get(&self, viewer: Viewer, question: RecordQuestion) -> Option<WrittenAnswer> {
        lock(self.0.get()?).by_question.get(&(viewer, question)).cloned()
    }

    pub(super) fn keep(&self, viewer: Viewer, question: RecordQuestion, answer: WrittenAnswer) {
        let memory = answer.memory();
        if memory > MAX_ANSWER_BYTES {
            return;
        }
        let mut cached = lock(self.0.get_or_init(Box::default));
        if cached.bytes + memory > MAX_ANSWER_BYTES {
            *cached = CachedAnswers::default();
        }
        if cached.by_question.insert((viewer, question), answer).is_none() {
            cached.bytes += memory;
        }
    }

    /// The memory that they take, in bytes: about.
    pub(super) fn memory(&self) -> usize {
        self.0.get().map_or(0, |cached| lock(cached).bytes)
    }
}

fn lock(cached: &Mutex<CachedAnswers>) -> MutexGuard<'_, CachedAnswers> {
    cached.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Clone for WrittenAnswers {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(number: usize) -> RecordQuestion {
        RecordQuestion::Step { number, perspective: None, hindsight: false }
    }

    #[test]
    fn an_answer_is_for_its_viewer_and_not_for_a_copy() {
        let answers = WrittenAnswers::default();
        let answer = WrittenAnswer::of(Seq(3), &"a").unwrap();
        answers.keep(Viewer::Scribe, RecordQuestion::Summary, answer.clone());
        assert_eq!(answers.get(Viewer::Scribe, RecordQuestion::Summary), Some(answer));
        assert_eq!(answers.get(Viewer::Public, RecordQuestion::Summary), None);
        assert_eq!(answers.get(Viewer::Scribe, step(0)), None);
        assert_eq!(answers.clone().get(Viewer::Scribe, RecordQuestion::Summary), None);
    }

    #[test]
    fn they_take_bounded_memory() {
        let answers = WrittenAnswers::default();
        let answer = WrittenAnswer::of(Seq(0), &"x".repeat(MAX_ANSWER_BYTES / 10)).unwrap();
        for number in 0..100 {
            answers.keep(Viewer::Public, step(number), answer.clone());
            assert_eq!(answers.get(Viewer::Public, step(number)), Some(answer.clone()));
            assert!(answers.memory() <= MAX_ANSWER_BYTES);
        }
        let before = answers.memory();
        answers.keep(Viewer::Public, step(99), answer);
        assert_eq!(answers.memory(), before, "the same once more");
        let long = WrittenAnswer::of(Seq(0), &"x".repeat(MAX_ANSWER_BYTES)).unwrap();
        answers.keep(Viewer::Public, step(1), long);
        assert_eq!(answers.memory(), before, "one that is too long");
    }
}
