//! Watching a record of any game grow.

use std::any::Any;

use super::AnyRecord;
use crate::game::Game;
use crate::record::{Record, ViewerLog};

/// The log that one viewer keeps of a record as it grows; see [`ViewerLog`].
pub trait AnyViewerLog: Send + Sync {
    /// Notices the entries added to the record since. A record of another game has nothing to notice.
    fn catch_up(&mut self, record: &dyn AnyRecord);
    /// The log that the viewer kept so far, folded. Its entries never change.
    fn seen(&self) -> &dyn AnyRecord;
}

impl<G: Game> AnyViewerLog for ViewerLog<G> {
    fn catch_up(&mut self, record: &dyn AnyRecord) {
        let record: &dyn Any = record;
        if let Some(record) = record.downcast_ref::<Record<G>>() {
            Self::catch_up(self, record);
        }
    }

    fn seen(&self) -> &dyn AnyRecord {
        Self::seen(self)
    }
}
