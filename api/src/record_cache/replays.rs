//! Replays of records that have ended, as they are sent: going through a game step by step folds it once.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::web::Bytes;
use kifu_engine::seat::Viewer;

/// How a replay is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ReplayStyle {
    /// With whose eyes, as while the game was live; `None` as it is known after the end.
    pub perspective: Option<Viewer>,
    /// Whether each position shows what became known later.
    pub hindsight: bool,
}

/// The steps of a replay, the start first, each as JSON.
pub type WrittenReplay = Arc<[Bytes]>;

/// What was written of a record. It goes with the snapshot: a copy, which is made to be changed, has none of it.
#[derive(Default)]
pub(super) struct WrittenReplays {
    by_style: Mutex<HashMap<ReplayStyle, WrittenReplay>>,
}

impl WrittenReplays {
    pub(super) fn get(&self, style: ReplayStyle) -> Option<WrittenReplay> {
        self.lock().get(&style).cloned()
    }

    pub(super) fn keep(&self, style: ReplayStyle, replay: &WrittenReplay) {
        self.lock().insert(style, Arc::clone(replay));
    }

    /// The memory that they take, in bytes: about.
    pub(super) fn memory(&self) -> usize {
        self.lock()
            .values()
            .flat_map(|replay| replay.iter())
            .map(|step| size_of::<Bytes>() + step.len())
            .sum()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ReplayStyle, WrittenReplay>> {
        self.by_style.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for WrittenReplays {
    fn clone(&self) -> Self {
        Self::default()
    }
}
