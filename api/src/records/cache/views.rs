//! The views of a record by its viewers, kept as the record grows.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use kifu_engine::erased::{AnyRecord, AnyViewerLog};
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;

/// A record as several viewers see it.
#[derive(Default)]
pub(super) struct Views {
    by_viewer: Mutex<HashMap<Viewer, Arc<Mutex<Option<View>>>>>,
}

/// A record as one viewer sees it.
struct View {
    watch: Box<dyn AnyViewerLog>,
    /// The version of the full record that it shows.
    version: Seq,
    seen: Arc<dyn AnyRecord>,
}

impl Views {
    /// The record as this viewer sees it. Who asks at the same time waits for the first to make it.
    pub(super) fn of(&self, record: &dyn AnyRecord, viewer: Viewer) -> Arc<dyn AnyRecord> {
        let slot = Arc::clone(
            self.by_viewer.lock().unwrap_or_else(PoisonError::into_inner).entry(viewer).or_default(),
        );
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *slot {
            Some(view) if view.version == record.version() => Arc::clone(&view.seen),
            // Others have read the record since, and it had grown.
            Some(view) if view.version > record.version() => record.seen_by(viewer).into(),
            Some(view) => {
                view.watch.catch_up(record);
                view.version = record.version();
                view.seen = view.watch.seen().fork().into();
                Arc::clone(&view.seen)
            }
            None => {
                let watch = record.viewer_log(viewer);
                let seen: Arc<dyn AnyRecord> = watch.seen().fork().into();
                *slot = Some(View { watch, version: record.version(), seen: Arc::clone(&seen) });
                seen
            }
        }
    }

    /// The memory that they take, in bytes: about. One that is being made counts for nothing yet.
    pub(super) fn memory(&self) -> usize {
        let by_viewer = self.by_viewer.lock().unwrap_or_else(PoisonError::into_inner);
        let one = |slot: &Arc<Mutex<Option<View>>>| {
            // The watch keeps the view as well, beside the full record and the text of each move.
            slot.try_lock().ok()?.as_ref().map(|view| 4 * view.seen.memory())
        };
        by_viewer.values().filter_map(one).sum()
    }
}
