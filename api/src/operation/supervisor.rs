//! Background tasks: one that panics is started again, later each time, and its state is told.
//!
//! Tasks run beside requests for as long as the service does. What fails as expected (the database is away) they log
//! themselves and try again. A panic is a fault of ours: it must neither stop what the task does for ever, nor spin.

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::FutureExt;
use tokio::task::JoinHandle;

/// How long to wait before a task is started again: after its first panic, and at most.
const RESTART_PAUSE_RANGE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_mins(1));
/// A task that ran so long starts again as soon as after its first panic.
const STABLE_AFTER: Duration = Duration::from_mins(5);

/// All background tasks, by name, and whether each runs; else it waits to be started again.
#[derive(Clone, Default)]
pub struct Supervisor(Arc<Mutex<BTreeMap<&'static str, bool>>>);

impl Supervisor {
    /// Runs a task until it ends by itself, however often it panics. The handle ends it, too.
    pub fn spawn<F>(&self, name: &'static str, start: impl FnMut() -> F + Send + 'static) -> JoinHandle<()>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        tokio::spawn(self.clone().supervise(name, RESTART_PAUSE_RANGE, start))
    }

    /// The tasks, and whether each runs. One that ended by itself is none any more.
    pub fn tasks(&self) -> BTreeMap<&'static str, bool> {
        self.lock().clone()
    }

    async fn supervise<F>(
        self,
        name: &'static str,
        (shortest, longest): (Duration, Duration),
        mut start: impl FnMut() -> F,
    ) where
        F: Future<Output = ()>,
    {
        let mut pause = shortest;
        loop {
            self.lock().insert(name, true);
            metrics::counter!("kifu_task_restarts_total", "task" => name).increment(0);
            let begun = Instant::now();
            let panicked = AssertUnwindSafe(async { start().await }).catch_unwind().await.is_err();
            if !panicked {
                self.lock().remove(name);
                return;
            }
            if begun.elapsed() >= STABLE_AFTER {
                pause = shortest;
            }
            self.note_panic(name, pause);
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(longest);
        }
    }

    /// The panic itself, with its message and place, is in the log already.
    fn note_panic(&self, name: &'static str, pause: Duration) {
        tracing::error!(task = name, ?pause, "a background task panicked; it is started again");
        metrics::counter!("kifu_task_restarts_total", "task" => name).increment(1);
        self.lock().insert(name, false);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<&'static str, bool>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    const PAUSES: (Duration, Duration) = (Duration::from_millis(5), Duration::from_millis(20));

    #[tokio::test]
    async fn a_task_that_panics_is_started_again_and_that_is_told() {
        let (supervisor, starts) = (Supervisor::default(), Arc::new(AtomicU64::new(0)));
        let counted = Arc::clone(&starts);
        let begun = Instant::now();
        let task = supervisor.clone().supervise("follower", PAUSES, move || {
            let start = counted.fetch_add(1, Ordering::SeqCst);
            async move {
                assert!(start >= 3, "panics three times");
                std::future::pending::<()>().await;
            }
        });
        let task = tokio::spawn(task);
        while starts.load(Ordering::SeqCst) < 4 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(supervisor.tasks().get("follower"), Some(&true));
        assert!(begun.elapsed() >= Duration::from_millis(5 + 10 + 20), "it waits longer each time");
        task.abort();
    }

    #[tokio::test]
    async fn a_task_that_has_nothing_to_do_is_none() {
        let supervisor = Supervisor::default();
        supervisor.spawn("nothing", || async {}).await.unwrap();
        assert!(supervisor.tasks().is_empty());
    }
}
