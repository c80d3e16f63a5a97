//! The times at which a notice that did not arrive is sent again.

use std::time::Duration;

/// How far a delay is stretched or shortened by chance, so that what failed together is not sent
/// together again.
const JITTER_SHARE: f64 = 0.2;
/// The longest that a receiver may ask us to wait.
const MAX_RETRY_AFTER: Duration = Duration::from_hours(24);

/// The delays between attempts; after the last one a notice is given up.
#[derive(Clone, Debug)]
pub struct Schedule(Vec<Duration>);

impl Schedule {
    /// These delays.
    pub fn new(delays: Vec<Duration>) -> Self {
        Self(delays)
    }

    /// The wait after this number of failed attempts (at least one); nothing if that was the last. `chance` is from 0
    /// to 1. The receiver's own wish (`Retry-After`) is kept if it is longer.
    pub fn delay(&self, attempts: u32, chance: f64, wished: Option<Duration>) -> Option<Duration> {
        let delay = self.0.get((attempts as usize).checked_sub(1)?)?;
        let delay = delay.mul_f64(1.0 - JITTER_SHARE + 2.0 * JITTER_SHARE * chance);
        Some(delay.max(wished.unwrap_or_default().min(MAX_RETRY_AFTER)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule() -> Schedule {
        Schedule::new([5, 300].map(Duration::from_secs).to_vec())
    }

    #[test]
    fn delays_follow_the_schedule_and_end_with_it() {
        for (attempts, expected) in [(0, None), (1, Some(5)), (2, Some(300)), (3, None), (u32::MAX, None)] {
            let delay = schedule().delay(attempts, 0.5, None);
            assert_eq!(delay, expected.map(Duration::from_secs), "{attempts}");
        }
    }

    #[test]
    fn chance_moves_them_by_a_fifth() {
        for (chance, expected) in [(0.0, 240), (0.25, 270), (0.5, 300), (1.0, 360)] {
            assert_eq!(schedule().delay(2, chance, None), Some(Duration::from_secs(expected)), "{chance}");
        }
    }

    #[test]
    fn a_receiver_may_ask_for_more_time_but_not_for_ever() {
        for (wished, expected) in [(1, 5), (60, 60), (1_000_000, 86_400)] {
            let delay = schedule().delay(1, 0.5, Some(Duration::from_secs(wished)));
            assert_eq!(delay, Some(Duration::from_secs(expected)), "{wished}");
        }
        assert_eq!(schedule().delay(3, 0.5, Some(Duration::from_secs(1))), None);
    }
}
