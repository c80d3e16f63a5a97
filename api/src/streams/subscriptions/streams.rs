//! The state that all streams of this instance share: their number, their heartbeat and their end.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::live_events::CloseReason;
use crate::http::boundary::client::Payer;
use crate::http::problem::{Code, Problem};

/// The time after which a client with too many streams may come again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The streams that are open.
pub struct Streams {
    permits: Arc<Semaphore>,
    open_by_client: Arc<Mutex<HashMap<Payer, usize>>>,
    max_per_client: AtomicUsize,
    heartbeat: Duration,
    closing: watch::Sender<Closing>,
}

/// The causes that close streams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Closing {
    /// How often the database was replaced.
    replacements: u64,
    /// True: the service stops.
    stopping: bool,
}

/// The permit of one open stream; dropped, it is free again.
pub struct StreamPermit {
    _permit: OwnedSemaphorePermit,
    client: Option<Payer>,
    open_by_client: Arc<Mutex<HashMap<Payer, usize>>>,
}

/// The action of a stream while there are no events.
pub enum StreamTick {
    /// Send a heartbeat.
    Heartbeat,
    /// End.
    Close(CloseReason),
}

/// The heartbeat of one stream.
pub struct HeartbeatTimer {
    ticks: Interval,
    closing: watch::Receiver<Closing>,
    /// The causes as they were when the stream began.
    begun: Closing,
}

impl Streams {
    /// Limits the streams, in all and for each client, and sets the interval of their heartbeats.
    pub fn new(max: usize, max_per_client: usize, heartbeat: Duration) -> Self {
        let permits = Arc::new(Semaphore::new(max.min(Semaphore::MAX_PERMITS)));
        Self {
            permits,
            open_by_client: Arc::default(),
            max_per_client: AtomicUsize::new(max_per_client),
            heartbeat,
            closing: watch::Sender::default(),
        }
    }

    /// So many for each client from now on. Those that are open stay.
    pub fn set_max_per_client(&self, max: usize) {
        self.max_per_client.store(max, Ordering::Relaxed);
    }

    /// A permit for one more stream of a client. Without a client, only the number of all streams counts.
    pub fn enter(&self, client: Option<Payer>) -> Result<StreamPermit, Problem> {
        if self.closing.borrow().stopping {
            return Err(Problem::plain(Code::Unavailable));
        }
        let permit = Arc::clone(&self.permits).try_acquire_owned();
        let permit = permit.map_err(|_| Problem::plain(Code::TooManyStreams))?;
        if let Some(client) = client {
            let mut clients = self.open_by_client.lock().unwrap_or_else(PoisonError::into_inner);
            let open = clients.entry(client).or_default();
            if *open >= self.max_per_client.load(Ordering::Relaxed) {
                return Err(Problem::plain(Code::TooManyOwnStreams).retry_after(RETRY_AFTER));
            }
            *open += 1;
        }
        metrics::gauge!("kifu_streams_open").increment(1);
        Ok(StreamPermit { _permit: permit, client, open_by_client: Arc::clone(&self.open_by_client) })
    }

    /// Ends all streams, now and for ever.
    pub fn stop(&self) {
        self.closing.send_modify(|closing| closing.stopping = true);
    }

    /// Ends the streams that are open: the database was replaced.
    pub fn replace(&self) {
        self.closing.send_modify(|closing| closing.replacements += 1);
    }

    /// The heartbeat of a stream that begins now.
    pub fn heartbeat(&self) -> HeartbeatTimer {
        let mut ticks = interval_at(Instant::now() + self.heartbeat, self.heartbeat);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let closing = self.closing.subscribe();
        let begun = *closing.borrow();
        HeartbeatTimer { ticks, closing, begun }
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        if let Some(client) = self.client {
            let mut clients = self.open_by_client.lock().unwrap_or_else(PoisonError::into_inner);
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

impl HeartbeatTimer {
    /// The time between two heartbeats.
    pub fn interval(&self) -> Duration {
        self.ticks.period()
    }

    /// Waits for the next tick.
    pub async fn tick(&mut self) -> StreamTick {
        if let Some(reason) = self.close_reason() {
            return StreamTick::Close(reason);
        }
        tokio::select! {
            biased;
            _ = self.closing.changed() => StreamTick::Close(self.close_reason().unwrap_or(CloseReason::Stopping)),
            _ = self.ticks.tick() => StreamTick::Heartbeat,
        }
    }

    /// Why the stream has to end, if it has.
    pub fn close_reason(&self) -> Option<CloseReason> {
        let closing = *self.closing.borrow();
        if closing.stopping {
            Some(CloseReason::Stopping)
        } else {
            (closing != self.begun).then_some(CloseReason::Replaced)
        }
    }
}

/// Counts a stream that the service ends early. Returns its last event, which says why.
pub fn closed_event(reason: CloseReason) -> actix_web::web::Bytes {
    metrics::counter!("kifu_streams_closed_total", "reason" => reason.word()).increment(1);
    reason.event()
}
