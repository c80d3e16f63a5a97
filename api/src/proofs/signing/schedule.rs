//! When batches are made, and from when on they are shown.
//!
//! Both are fixed times, whatever is recorded: nobody shall read from a head how much that was. Making a batch takes the
//! longer the more was recorded; so a head is shown a moment after it is made.

use chrono::{DateTime, TimeDelta, Utc};

/// How long a head is kept back at most.
const MAX_DELAY: TimeDelta = TimeDelta::seconds(2);

/// The times at which batches are made.
#[derive(Clone, Copy, Debug)]
pub struct HeadSchedule {
    /// The time from one to the next, in whole seconds.
    interval: TimeDelta,
}

impl HeadSchedule {
    /// One batch in this number of seconds.
    pub fn every(seconds: u32) -> Self {
        Self { interval: TimeDelta::seconds(seconds.max(1).into()) }
    }

    /// The time from one batch to the next.
    pub fn interval(self) -> TimeDelta {
        self.interval
    }

    /// The last fixed time.
    pub fn tick(self, now: DateTime<Utc>) -> DateTime<Utc> {
        let into = now.timestamp_micros().rem_euclid(self.interval.num_microseconds().unwrap_or(1));
        now - TimeDelta::microseconds(into)
    }

    /// The time of the next batch if one is due: the fixed time, or now if several were missed.
    pub fn next(self, last: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let tick = self.tick(now);
        match last {
            Some(last) if last >= tick => None,
            Some(last) if tick - last <= self.interval => Some(tick),
            _ => Some(now),
        }
    }

    fn delay(self) -> TimeDelta {
        MAX_DELAY.min(self.interval / 2)
    }

    /// Heads that were made by then are shown now.
    pub fn shown_until(self, now: DateTime<Utc>) -> DateTime<Utc> {
        now - self.delay()
    }

    /// The time at which the head of the batch made then is shown, or that of the next one.
    pub fn due(self, made: Option<DateTime<Utc>>, now: DateTime<Utc>) -> DateTime<Utc> {
        let next = || self.tick(now) + self.interval;
        made.filter(|made| *made > self.shown_until(now)).unwrap_or_else(next) + self.delay()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        format!("2026-11-27T{text}Z").parse().unwrap()
    }

    #[test]
    fn a_batch_is_made_at_each_fixed_time_and_once() {
        let schedule = HeadSchedule::every(60);
        assert_eq!(schedule.next(None, at("10:00:20")), Some(at("10:00:20")));
        assert_eq!(schedule.next(Some(at("10:00:20")), at("10:00:59.9")), None);
        assert_eq!(schedule.next(Some(at("10:00:20")), at("10:01:00.3")), Some(at("10:01:00")));
        assert_eq!(schedule.next(Some(at("10:01:00")), at("10:01:30")), None);
        assert_eq!(schedule.next(Some(at("10:01:00")), at("10:02:04")), Some(at("10:02:00")));
        assert_eq!(
            schedule.next(Some(at("10:01:00")), at("12:00:04")),
            Some(at("12:00:04")),
            "none is made up"
        );
        assert_eq!(schedule.next(Some(at("11:00:00")), at("10:30:00")), None, "the clock went back");
    }

    #[test]
    fn a_head_is_shown_a_moment_later() {
        let schedule = HeadSchedule::every(60);
        assert_eq!(schedule.shown_until(at("10:01:02")), at("10:01:00"));
        assert_eq!(schedule.due(None, at("10:00:20")), at("10:01:02"));
        assert_eq!(schedule.due(Some(at("10:01:00")), at("10:01:01")), at("10:01:02"));
        assert_eq!(HeadSchedule::every(1).shown_until(at("10:00:01")), at("10:00:00.5"));
    }
}
