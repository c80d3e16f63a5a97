//! Work that nobody waits for, on threads that give way to all others.

use std::thread;

use tokio::sync::oneshot;

use super::{Costly, Permit};
use crate::http::problem::Problem;

/// Runs this on a thread of its own, which the system lets run when no other has anything to do. Fails if it panics.
///
/// # Errors
///
/// If the thread can't be started or ends without a result.
pub async fn run_when_idle<C: Costly, T: Send + 'static>(
    work: impl FnOnce(&Permit<C>) -> T + Send + 'static,
) -> Result<T, Problem> {
    let (finished, result) = oneshot::channel();
    let begun = thread::Builder::new().name("kifu-idle".into()).spawn(move || {
        give_way(LOWEST);
        #[expect(clippy::disallowed_methods, reason = "nobody waits, and the thread gives way to all others")]
        let permit = Permit::unattended();
        // The receiver may have gone.
        let _ = finished.send(work(&permit));
    });
    begun.map_err(Problem::internal)?;
    result.await.map_err(Problem::internal)
}

/// The lowest priority that a thread may have.
const LOWEST: i32 = 19;
/// The priority of threads for strangers, which a thread that serves has ten times as much of the processor as.
pub(super) const STRANGERS: i32 = 10;

/// Gives this thread a lower priority. Elsewhere than on Linux that would be the whole process.
pub(super) fn give_way(priority: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, priority) {
        tracing::debug!(%error, "a thread has the priority of all others");
    }
}

#[cfg(test)]
mod tests {
    use super::super::Folds;
    use super::*;

    #[tokio::test]
    async fn what_nobody_waits_for_gives_way_to_everything_else() {
        let own = || rustix::process::getpriority_process(None).unwrap();
        let before = own();
        assert_eq!(run_when_idle::<Folds, _>(move |_| own()).await.unwrap(), LOWEST);
        assert_eq!(own(), before, "the threads that serve are as they were");
    }

    #[tokio::test]
    async fn a_panic_is_an_error_for_who_waits() {
        assert!(run_when_idle::<Folds, ()>(|_| panic!("as expected by this test")).await.is_err());
    }
}
