//! Walking through the moves of a record of any game.

use std::any::Any;

use super::replay::step_view;
use super::{AnyRecord, StepView};
use crate::game::Game;
use crate::record::{Record, ReplayCursor};
use crate::text::Names;

/// Returns the moves in force one after the other; see [`ReplayCursor`].
pub trait AnyReplayCursor: Send {
    /// The next step of the record that it began with; `None` after the last one.
    fn step(&mut self, record: &dyn AnyRecord, names: &Names) -> Option<StepView>;
    /// Passes over a step; false after the last one.
    fn skip(&mut self, record: &dyn AnyRecord) -> bool;
}

impl<G: Game> AnyReplayCursor for ReplayCursor<G> {
    fn step(&mut self, record: &dyn AnyRecord, names: &Names) -> Option<StepView> {
        let (before, step) = Self::step(self, of_this_game(record)?)?;
        Some(step_view(&before, &step, names))
    }

    fn skip(&mut self, record: &dyn AnyRecord) -> bool {
        of_this_game(record).is_some_and(|record| Self::skip(self, record))
    }
}

fn of_this_game<G: Game>(record: &dyn AnyRecord) -> Option<&Record<G>> {
    let record: &dyn Any = record;
    record.downcast_ref()
}
