//! How long something may wait for the database, whatever the database does.
//!
//! The server's own timeouts do not help against a server that stands still, or against a network that swallows what is
//! sent. So every use of a connection has a deadline on this side, too (`session.rs`). All uses by one request share one
//! deadline, which begins with the first of them; so does waiting for a record. Work that nobody waits for (followers,
//! sweeps) has [`UNATTENDED`].

use std::cell::Cell;
use std::time::{Duration, Instant};

use futures_util::{Stream, StreamExt, stream};
use tokio::time::error::Elapsed;

/// How long one use of a connection may take where no request waits for it: longer than `statement_timeout`.
const UNATTENDED: Duration = Duration::from_mins(2);

tokio::task_local! {
    static REQUEST: Allowance;
}

/// The time that a request may take. Its deadline is set when it first asks.
struct Allowance {
    time: Duration,
    deadline: Cell<Option<Instant>>,
}

/// Runs work that may use the database, and wait for records, within this time in all.
pub async fn within<F: Future>(time: Duration, work: F) -> F::Output {
    REQUEST.scope(Allowance { time, deadline: Cell::new(None) }, work).await
}

/// Each item of a stream may use the database, and wait for records, for so long: what is written piece by piece has no
/// time that is set in advance for all of it.
pub fn each_within<S: Stream>(time: Duration, items: S) -> impl Stream<Item = S::Item> {
    stream::unfold(Box::pin(items), move |mut items| async move {
        within(time, items.next()).await.map(|item| (item, items))
    })
}

/// The time until which the caller may wait.
pub(crate) fn current() -> Instant {
    let of_request = REQUEST.try_with(|allowance| {
        let deadline = allowance.deadline.get().unwrap_or_else(|| Instant::now() + allowance.time);
        allowance.deadline.set(Some(deadline));
        deadline
    });
    of_request.unwrap_or_else(|_| Instant::now() + UNATTENDED)
}

/// Waits for something as long as the caller may wait.
///
/// # Errors
///
/// If it takes longer.
pub async fn wait_for<F: Future>(work: F) -> Result<F::Output, Elapsed> {
    tokio::time::timeout_at(current().into(), work).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn all_that_a_request_waits_for_has_one_deadline() {
        within(Duration::from_secs(3), async {
            let first = current();
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert_eq!(current(), first);
            let other = within(Duration::from_mins(1), async { current() }).await;
            assert!(other > first);
        })
        .await;
        assert!(current() > Instant::now() + Duration::from_secs(30), "nobody waits for it");
    }

    #[tokio::test]
    async fn each_item_of_a_stream_has_a_deadline_of_its_own() {
        let deadlines = within(Duration::ZERO, async {
            current();
            let each = stream::repeat(()).take(2).then(async |()| {
                tokio::time::sleep(Duration::from_millis(20)).await;
                current()
            });
            each_within(Duration::from_mins(1), each).collect::<Vec<_>>().await
        });
        let deadlines = deadlines.await;
        assert!(deadlines[0] > Instant::now() + Duration::from_secs(30) && deadlines[1] > deadlines[0]);
    }

    #[tokio::test]
    async fn who_waits_too_long_is_told() {
        let never = within(Duration::from_millis(20), wait_for(std::future::pending::<()>()));
        assert!(never.await.is_err());
    }
}
