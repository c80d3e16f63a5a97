//! The position of a poller of the feed, which sleeps while no stream needs it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use kifu_store::{FeedPositions, Shards, Store, StoreError};

/// How often a poller reads what other instances committed.
pub const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// The positions of a poller, and how many streams need it.
pub struct FeedPoller {
    state: Mutex<PollerState>,
    wakeup: Notify,
}

struct PollerState {
    users: usize,
    positions: FeedPositions,
}

/// The poller runs for as long as a guard exists.
pub struct PollerGuard(Arc<FeedPoller>);

impl FeedPoller {
    /// Nobody needs it yet.
    pub fn new(shards: Shards) -> Self {
        let state = PollerState { users: 0, positions: FeedPositions::start(shards) };
        Self { state: Mutex::new(state), wakeup: Notify::default() }
    }

    /// Keeps the poller running: it reads everything that is committed from now on.
    pub async fn enter(self: &Arc<Self>, store: &Store) -> Result<PollerGuard, StoreError> {
        let end = FeedPositions::end(store).await?;
        let mut state = self.state();
        if state.users == 0 {
            state.positions = end;
        }
        state.users += 1;
        self.wakeup.notify_one();
        Ok(PollerGuard(Arc::clone(self)))
    }

    /// Has the poller read at once.
    pub fn wake(&self) {
        if self.positions().is_some() {
            self.wakeup.notify_one();
        }
    }

    /// The positions of the poller; `None` while no stream needs it.
    pub fn positions(&self) -> Option<FeedPositions> {
        let state = self.state();
        (state.users > 0).then(|| state.positions.clone())
    }

    /// Moves the poller on, and emits what it found, unless its positions were set anew since.
    pub fn advance(&self, from: &FeedPositions, to: FeedPositions, emit: impl FnOnce()) {
        let mut state = self.state();
        if state.users > 0 && state.positions == *from {
            state.positions = to;
            emit();
        }
    }

    /// Reads on from here, whatever was read before.
    pub fn begin_at(&self, positions: FeedPositions) {
        self.state().positions = positions;
        self.wakeup.notify_one();
    }

    /// Reads the positions while nothing is emitted.
    pub fn with_positions<T>(&self, look: impl FnOnce(&FeedPositions) -> T) -> T {
        let state = self.state();
        look(&state.positions)
    }

    /// Waits until it is time to read again.
    pub async fn wait(&self) {
        if self.positions().is_none() {
            return self.wakeup.notified().await;
        }
        // After the timeout and after a wake-up, the poller reads.
        let _ = tokio::time::timeout(POLL_INTERVAL, self.wakeup.notified()).await;
    }

    fn state(&self) -> MutexGuard<'_, PollerState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PollerGuard {
    fn drop(&mut self) {
        self.0.state().users -= 1;
    }
}
