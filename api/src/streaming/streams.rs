//! What all streams of this instance share: how many there may be, their pulse, and when they end.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::telling::Reason;
use crate::boundary::client::Payer;
use crate::problem::{Code, Problem};

/// When a client with too many streams may come again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The streams that are open.
pub struct Streams {
    places: Arc<Semaphore>,
    of_clients: Arc<Mutex<HashMap<Payer, usize>>>,
    most_of_one: usize,
    heartbeat: Duration,
    stopping: watch::Sender<bool>,
}

/// A place among the streams that may be open at once, for as long as it is held.
pub struct StreamPlace {
    _permit: OwnedSemaphorePermit,
    client: Option<Payer>,
    of_clients: Arc<Mutex<HashMap<Payer, usize>>>,
}

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
    /// At most so many, and so many of one client, each showing at least that often that it is alive.
    pub fn new(most: usize, most_of_one: usize, heartbeat: Duration) -> Self {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Self {
            places,
            of_clients: Arc::default(),
            most_of_one,
            heartbeat,
            stopping: watch::Sender::new(false),
        }
    }

    /// A place for one more stream of a client, if there is one. Of nobody's streams none are counted.
    pub fn enter(&self, client: Option<Payer>) -> Result<StreamPlace, Problem> {
        if *self.stopping.borrow() {
            return Err(Problem::plain(Code::Unavailable));
        }
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| Problem::plain(Code::TooManyStreams))?;
        if let Some(client) = client {
            let mut clients = self.of_clients.lock().unwrap_or_else(PoisonError::into_inner);
            let open = clients.entry(client).or_default();
            if *open >= self.most_of_one {
                return Err(Problem::plain(Code::TooManyOwnStreams).retry_after(RETRY_AFTER));
            }
            *open += 1;
        }
        metrics::gauge!("kifu_streams_open").increment(1);
        Ok(StreamPlace { _permit: place, client, of_clients: Arc::clone(&self.of_clients) })
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

impl Drop for StreamPlace {
    fn drop(&mut self) {
        if let Some(client) = self.client {
            let mut clients = self.of_clients.lock().unwrap_or_else(PoisonError::into_inner);
            if let Entry::Occupied(mut open) = clients.entry(client) {
                *open.get_mut() -= 1;
                if *open.get() == 0 {
                    open.remove();
                }
            }
        }
        metrics::gauge!("kifu_streams_open").decrement(1);
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
