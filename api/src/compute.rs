//! Long work on threads of its own, apart from those that serve: folding and rendering large records.
//!
//! Folding and rendering of a large record (500 events, or as many folds again, or 128 KiB) run on half as many threads
//! as there are cores. Small records are rendered where they are asked for, since handing them over would take longer.
//! A long replay or log is made 64 KiB at a time, each when the client has taken the chunk before. It costs one
//! position and one chunk, and readers of large records take turns.
//!
//! What nobody waits for, such as a solver for statistics, runs on a thread that gives way to all others.

use std::sync::Arc;
use std::thread::{self, available_parallelism};

use tokio::sync::{Semaphore, oneshot};

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

/// Runs this on a thread of its own, which the system lets run when no other has anything to do. Fails if it panics.
///
/// # Errors
///
/// If the thread can't be started or ends without a result.
pub async fn run_when_idle<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    let (finished, result) = oneshot::channel();
    let begun = thread::Builder::new().name("kifu-idle".into()).spawn(move || {
        give_way();
        // Whoever waited may have gone.
        let _ = finished.send(work());
    });
    begun.map_err(Problem::internal)?;
    result.await.map_err(Problem::internal)
}

/// Gives this thread the lowest priority that any thread may have. Elsewhere than on Linux that would be the whole process.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!(%error, "a thread has the priority of all others");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_nobody_waits_for_gives_way_to_everything_else() {
        let own = |()| rustix::process::getpriority_process(None).unwrap();
        let before = own(());
        assert_eq!(run_when_idle(move || own(())).await.unwrap(), 19);
        assert_eq!(own(()), before, "the threads that serve are as they were");
    }

    #[tokio::test]
    async fn a_panic_is_an_error_for_who_waits() {
        assert!(run_when_idle(|| panic!("as expected by this test")).await.is_err());
    }
}
