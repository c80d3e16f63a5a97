//! What all streams of this instance share: how many there may be, their pulse, and when they end.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::telling::Reason;
use crate::problem::{Code, Problem};

/// The streams that are open.
pub struct Streams {
    places: Arc<Semaphore>,
    heartbeat: Duration,
    stopping: watch::Sender<bool>,
}

/// A place among the streams that may be open at once, for as long as it is held.
pub struct Place(#[expect(dead_code, reason = "it counts as long as it lives")] OwnedSemaphorePermit);

/// What happens to a stream while nothing is told.
pub enum Beat {
    /// It shows that it is alive.
    Alive,
    /// The service stops.
    Stopping,
}

/// The pulse of one stream.
pub struct Pulse {
    beats: Interval,
    stopping: watch::Receiver<bool>,
}

impl Streams {
    /// At most so many, each showing at least that often that it is alive.
    pub fn new(most: usize, heartbeat: Duration) -> Self {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Self { places, heartbeat, stopping: watch::Sender::new(false) }
    }

    /// A place for one more stream, if there is one.
    pub fn enter(&self) -> Result<Place, Problem> {
        if *self.stopping.borrow() {
            return Err(Problem::plain(Code::Unavailable));
        }
        let place = Arc::clone(&self.places).try_acquire_owned();
        metrics::gauge!("kifu_streams").increment(1);
        place.map(Place).map_err(|_| {
            metrics::gauge!("kifu_streams").decrement(1);
            Problem::plain(Code::TooManyStreams)
        })
    }

    /// Ends all streams, now and for ever.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// The pulse of a stream that begins now.
    pub fn pulse(&self) -> Pulse {
        let mut beats = interval_at(Instant::now() + self.heartbeat, self.heartbeat);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Pulse { beats, stopping: self.stopping.subscribe() }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        metrics::gauge!("kifu_streams").decrement(1);
    }
}

impl Pulse {
    /// The next beat.
    pub async fn beat(&mut self) -> Beat {
        if self.is_stopping() {
            return Beat::Stopping;
        }
        tokio::select! {
            biased;
            _ = self.stopping.changed() => Beat::Stopping,
            _ = self.beats.tick() => Beat::Alive,
        }
    }

    /// Whether the service stops.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }
}

/// Counts a stream that the service ends early, and tells its client why.
pub fn let_go(reason: Reason) -> actix_web::web::Bytes {
    metrics::counter!("kifu_streams_let_go_total", "reason" => reason.word()).increment(1);
    reason.event()
}
