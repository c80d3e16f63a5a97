//! How far a follower of the feed has come. It rests while nobody needs it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;

use kifu_store::{Position, Shard, Store, StoreError};

/// How often a follower looks for what other instances committed.
pub const POLL_INTERVAL: Duration = Duration::from_millis(25);

/// A place in the feed of every shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places(pub [Position; Shard::COUNT as usize]);

impl Places {
    /// The end of the feed, as it stands.
    pub async fn end(store: &Store) -> Result<Self, StoreError> {
        let mut places = Self::default();
        for (place, shard) in places.0.iter_mut().zip(Shard::all()) {
            *place = store.latest().head(shard).await?;
        }
        Ok(places)
    }
}

/// The place of a follower, and how many need it to go on.
#[derive(Default)]
pub struct Tail {
    state: Mutex<TailState>,
    woken: Notify,
}

#[derive(Default)]
struct TailState {
    users: usize,
    places: Places,
}

/// As long as it is held, the follower goes on.
pub struct Following(Arc<Tail>);

impl Tail {
    /// Has the follower go on: it will notice whatever is committed from now on.
    pub async fn enter(self: &Arc<Self>, store: &Store) -> Result<Following, StoreError> {
        let end = Places::end(store).await?;
        let mut state = self.state();
        if state.users == 0 {
            state.places = end;
        }
        state.users += 1;
        self.woken.notify_one();
        Ok(Following(Arc::clone(self)))
    }

    /// Looks at once.
    pub fn hurry(&self) {
        if self.places().is_some() {
            self.woken.notify_one();
        }
    }

    /// How far the follower has come; `None` while nobody needs it.
    pub fn places(&self) -> Option<Places> {
        let state = self.state();
        (state.users > 0).then_some(state.places)
    }

    /// The follower has come from here to there. Tells what it found, unless it was set elsewhere meanwhile.
    pub fn advance(&self, from: Places, to: Places, tell: impl FnOnce()) {
        let mut state = self.state();
        if state.users > 0 && state.places == from {
            state.places = to;
            tell();
        }
    }

    /// Looks at the place while nothing is told.
    pub fn at<T>(&self, look: impl FnOnce(Places) -> T) -> T {
        let state = self.state();
        look(state.places)
    }

    /// Waits until it is time to look again.
    pub async fn rest(&self) {
        if self.places().is_none() {
            return self.woken.notified().await;
        }
        // Time out or be hurried: both mean looking.
        let _ = tokio::time::timeout(POLL_INTERVAL, self.woken.notified()).await;
    }

    fn state(&self) -> MutexGuard<'_, TailState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        self.0.state().users -= 1;
    }
}
