//! Long work on threads of its own, apart from those that serve: folding and rendering large records.
//!
//! Folding and rendering of a large record (500 events, or as many folds again, or 128 KiB) run on half as many threads
//! as there are cores. Small records are rendered where they are asked for, since handing them over would take longer.
//! A long replay or log is made 64 KiB at a time, each when the client has taken the chunk before. It costs one
//! position and one chunk, and readers of large records take turns.

use std::sync::Arc;
use std::thread::available_parallelism;

use tokio::sync::Semaphore;

use crate::problem::Problem;

/// Threads for blocking work, few at a time, so that the rest of the machine goes on serving. Whoever comes late waits
/// in line; who gives up waiting leaves it.
#[derive(Clone)]
pub struct Compute {
    slots: Arc<Semaphore>,
}

impl Default for Compute {
    /// Half of the machine.
    fn default() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        Self { slots: Arc::new(Semaphore::new((cores / 2).max(1))) }
    }
}

impl Compute {
    /// Runs this as soon as a thread is free for it. Fails if it panics, which is logged.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(Problem::internal)?;
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(slot);
            done
        });
        done.await.map_err(Problem::internal)
    }

    /// The same if it is long; at once, here, if it is not.
    pub async fn run_if<T: Send + 'static>(
        &self,
        long: bool,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        if long { self.run(work).await } else { Ok(work()) }
    }
}
