//! Waiting, for something that happens. Nothing else in the tests of HTTP sleeps.

use std::thread::sleep;
use std::time::{Duration, Instant};

/// Looks again and again until something is there, for a minute at most.
///
/// # Panics
///
/// If it never is.
pub fn eventually<T>(what: &str, look: impl FnMut() -> Option<T>) -> T {
    within(Duration::from_mins(1), what, look)
}

/// A value that did not change for a second: a database may still write after a kill.
///
/// # Panics
///
/// If it goes on changing.
pub fn unchanging<T: PartialEq>(what: &str, look: impl Fn() -> T) -> T {
    eventually(what, || {
        let before = look();
        sleep(Duration::from_secs(1));
        (look() == before).then_some(before)
    })
}

/// Looks again and again until something is there, for so long at most.
///
/// # Panics
///
/// If it never is.
pub fn within<T>(patience: Duration, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begun.elapsed() < patience, "waited in vain for {what}");
        sleep(Duration::from_millis(5));
    }
}

/// Lets time pass where time itself is the test's stimulus: a slow client, a kill at another moment. It waits for
/// nothing; `what` names the stimulus.
pub fn stimulus(what: &str, time: Duration) {
    assert!(!what.is_empty());
    sleep(time);
}
