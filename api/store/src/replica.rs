//! A replica of the database: whether it is there, how far behind, and so whether it is read.
//!
//! The replica's progress is compared with the primary's at known moments. No clock of another machine is believed, and
//! the method of replication does not matter.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::time::{MissedTickBehavior, interval, timeout};

use super::{DatabaseUrl, Reader, Store};

/// How often it is looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(500);
/// How long it may take to answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);
/// For how long it is known what the primary had. A replica that is further behind than that is as far behind.
const REMEMBERED: usize = 7_200;

queries! {
    /// How far the feed has come, and how much of it is counted.
    const SELECT_PROGRESS: Progress = "
        SELECT (SELECT coalesce(sum(position), 0) FROM shard_heads)::bigint AS recorded,
               (SELECT coalesce(sum((SELECT max(c.position) FROM statistic_clock c WHERE c.shard = h.shard)), 0)
                FROM shard_heads h)::bigint AS counted,
               pg_is_in_recovery() AS is_standby";
}

/// Tells if a replica is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplicaState {
    /// It is read.
    InUse,
    /// It answers, and lags too much to be read.
    Behind,
    /// It does not answer, or nobody has looked yet.
    Away,
}

/// How a replica stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplicaStatus {
    /// Tells if it is read.
    pub state: ReplicaState,
    /// For how many seconds the primary has had something that it lacks; of one that is away, when it last answered.
    pub lag_seconds: f64,
}

/// The replica of a store.
#[derive(Debug)]
pub(super) struct Replica {
    state: AtomicU8,
    lag_millis: AtomicU64,
    max_lag: Duration,
}

/// How far a database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Progress {
    recorded: i64,
    counted: i64,
    is_standby: bool,
}

row!(Progress: recorded, counted, is_standby);

impl Progress {
    fn has(self, other: Self) -> bool {
        self.recorded >= other.recorded && self.counted >= other.counted
    }
}

/// The progress of the primary over time, the oldest first.
#[derive(Debug, Default)]
struct History(VecDeque<(Instant, Progress)>);

impl History {
    fn note(&mut self, at: Instant, progress: Progress) {
        if self.0.len() == REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((at, progress));
    }

    /// The time since when a database at this progress lacks something. Older history is dropped.
    fn behind_since(&mut self, progress: Progress) -> Option<Instant> {
        while self.0.front().is_some_and(|(_, had)| progress.has(*had)) {
            self.0.pop_front();
        }
        self.0.front().map(|(at, _)| *at)
    }
}

impl Replica {
    pub(super) fn new(max_lag: Duration) -> Self {
        Self { state: AtomicU8::new(ReplicaState::Away as u8), lag_millis: AtomicU64::new(0), max_lag }
    }

    fn state(&self) -> ReplicaState {
        match self.state.load(Ordering::Relaxed) {
            state if state == ReplicaState::InUse as u8 => ReplicaState::InUse,
            state if state == ReplicaState::Behind as u8 => ReplicaState::Behind,
            _ => ReplicaState::Away,
        }
    }

    /// Says so when it changes.
    fn set(&self, state: ReplicaState) {
        let before = self.state();
        self.state.store(state as u8, Ordering::Relaxed);
        if before != state {
            let lag_ms = self.lag_millis.load(Ordering::Relaxed);
            match state {
                ReplicaState::InUse => tracing::info!(lag_ms, "the replica is read"),
                ReplicaState::Behind => tracing::warn!(lag_ms, "the replica lags and is passed over"),
                ReplicaState::Away => tracing::warn!("the replica does not answer and is passed over"),
            }
        }
    }

    /// Judges by what it had at `at`, or that it had no answer.
    fn judge(&self, history: &mut History, answered: Option<Progress>, at: Instant) {
        let Some(progress) = answered else { return self.set(ReplicaState::Away) };
        let lag = history.behind_since(progress).map_or(Duration::ZERO, |since| at.duration_since(since));
        self.lag_millis.store(1_000 * lag.as_secs() + u64::from(lag.subsec_millis()), Ordering::Relaxed);
        self.set(if lag > self.max_lag { ReplicaState::Behind } else { ReplicaState::InUse });
    }
}

impl Store {
    /// Reads that may lag behind, where there is a replica to read: for statistics.
    pub fn replica(&self) -> Option<&Reader> {
        let (replica, reader) = self.replica.as_deref()?;
        (replica.state() == ReplicaState::InUse).then_some(reader)
    }

    /// How the replica stands, if there is one.
    pub fn replica_status(&self) -> Option<ReplicaStatus> {
        let (replica, _) = self.replica.as_deref()?;
        let lag_seconds = replica.lag_millis.load(Ordering::Relaxed) as f64 / 1_000.0;
        Some(ReplicaStatus { state: replica.state(), lag_seconds })
    }

    /// Reads the replica no more until it has answered again.
    pub fn pass_over_replica(&self) {
        if let Some((replica, _)) = self.replica.as_deref() {
            replica.set(ReplicaState::Away);
        }
    }

    /// True if the address of the replica asks for a standby.
    fn wants_standby(&self) -> bool {
        self.config.read_url.as_ref().is_some_and(DatabaseUrl::is_of_standbys)
    }

    /// Looks at the replica for as long as this is polled; ends at once if there is none.
    pub async fn watch_replica(self) {
        let Some((replica, reader)) = self.replica.as_deref() else { return };
        let mut history = History::default();
        let mut looks = interval(LOOK_INTERVAL);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            // The primary first: what it has then, a replica that lags by nothing has a moment later.
            let at = Instant::now();
            if let Some(progress) = answer(&self.latest).await {
                history.note(at, progress);
            }
            let mut answered = answer(reader).await;
            if self.wants_standby() && answered.is_some_and(|progress| !progress.is_standby) {
                // It was promoted. What is connected to it stays connected, and another server may be a standby by now.
                reader.close_idle();
                answered = None;
            }
            replica.judge(&mut history, answered, Instant::now());
        }
    }
}

async fn answer(reader: &Reader) -> Option<Progress> {
    timeout(ANSWER_TIMEOUT, reader.row(SELECT_PROGRESS, &[])).await.ok()?.ok()?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(recorded: i64, counted: i64) -> Progress {
        Progress { recorded, counted, is_standby: true }
    }

    #[test]
    fn a_replica_lags_since_the_primary_had_what_it_lacks() {
        let replica = Replica::new(Duration::from_secs(5));
        let mut history = History::default();
        let begun = Instant::now();
        for second in 0..10 {
            let position = i64::try_from(second).unwrap();
            history.note(begun + Duration::from_secs(second), at(position, 0));
        }
        let now = begun + Duration::from_secs(9);
        let mut judged = |answered| {
            replica.judge(&mut history, answered, now);
            (replica.state(), replica.lag_millis.load(Ordering::Relaxed))
        };
        assert_eq!(judged(Some(at(2, 0))), (ReplicaState::Behind, 6_000));
        assert_eq!(judged(None).0, ReplicaState::Away);
        assert_eq!(judged(Some(at(6, 0))), (ReplicaState::InUse, 2_000));
        assert_eq!(judged(Some(at(9, 0))), (ReplicaState::InUse, 0));
    }

    #[test]
    fn what_is_recorded_and_not_counted_there_is_behind_as_well() {
        let mut history = History::default();
        let begun = Instant::now();
        history.note(begun, at(5, 5));
        assert_eq!(history.behind_since(at(5, 4)), Some(begun));
        assert_eq!(history.behind_since(at(5, 5)), None);
    }
}
