//! How much an import writes at once, and how long it rests, so that a table beside it is not kept waiting.
//!
//! A statement of an import locks a shard's head as long as it writes events, and every move waits for that lock. So it
//! brings no more events than are written in a short time. Where others write, too, which the positions between two of its
//! own statements show, that time is shorter still, and most of the time is theirs: an import rests [`REST_SHARE`] times as
//! long as its statement took. When commits get slow, its own do, and so it rests longer.

use std::time::{Duration, Instant};

use super::Position;

/// For how long a statement should hold the lock where others write.
const LOCK_TIME_BESIDE_OTHERS: Duration = Duration::from_millis(1);

/// For how long a statement should hold the lock where nobody else writes. The first move of an evening waits so long.
const LOCK_TIME_ALONE: Duration = Duration::from_millis(10);

/// How much longer than a statement took an import rests where others write.
const REST_SHARE: u32 = 4;

/// For how long others are taken to be writing after they did.
const OTHERS_STAY: Duration = Duration::from_secs(10);

/// How long an event takes before one was measured: about as long as on a slow machine.
const FIRST_EVENT_TIME: Duration = Duration::from_micros(50);

/// An estimate for the next statement, from the statements so far.
pub(super) struct ImportPace {
    /// For how long the lock is held for an event.
    event_time: Duration,
    /// The head as the last statement left it.
    head: Option<Position>,
    others_wrote: Option<Instant>,
    rest_until: Option<Instant>,
}

/// Measurements that a statement returns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    /// The head as it was found.
    pub(super) before: Position,
    /// The head as it was left.
    pub(super) after: Position,
    /// How many events it wrote.
    pub(super) events: u32,
    /// How long it was locked.
    pub(super) held: Duration,
    /// How long all of it took, the commit included.
    pub(super) took: Duration,
}

impl Default for ImportPace {
    fn default() -> Self {
        Self { event_time: FIRST_EVENT_TIME, head: None, others_wrote: None, rest_until: None }
    }
}

impl ImportPace {
    /// How many of the next records make up a statement that begins now, by the lengths of their logs; one at least.
    pub(super) fn batch(&self, lengths: impl IntoIterator<Item = usize>, now: Instant) -> usize {
        let lock_time = if self.others_write(now) { LOCK_TIME_BESIDE_OTHERS } else { LOCK_TIME_ALONE };
        let sums = lengths.into_iter().scan(0, |sum, length| {
            *sum += length;
            Some(*sum)
        });
        sums.take_while(|events| self.event_time.as_nanos() * *events as u128 <= lock_time.as_nanos())
            .count()
            .max(1)
    }

    /// The time before which no statement should begin.
    pub(super) fn rest_until(&self) -> Option<Instant> {
        self.rest_until
    }

    /// Notes the measurements of a statement that ended just now.
    pub(super) fn note(&mut self, measured: Measured, now: Instant) {
        let Measured { before, after, events, held, took } = measured;
        if self.head.is_some_and(|head| head != before) {
            self.others_wrote = Some(now);
        }
        self.head = Some(after);
        self.rest_until = self.others_write(now).then(|| now + took * REST_SHARE);
        // One that met a checkpoint says little of the next.
        self.event_time = (self.event_time * 3 + (held / events.max(1)).min(self.event_time * 4)) / 4;
    }

    fn others_write(&self, now: Instant) -> bool {
        self.others_wrote.is_some_and(|at| now.duration_since(at) < OTHERS_STAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A statement that held the lock for so many microseconds.
    fn measured(before: u32, after: u32, held: u64) -> Measured {
        let (held, events) = (Duration::from_micros(held), after - before);
        let [before, after] = [before, after].map(|position| Position(position.into()));
        Measured { before, after, events, held, took: 2 * held }
    }

    #[test]
    fn a_statement_brings_as_much_as_is_written_in_time() {
        let (mut pace, now) = (ImportPace::default(), Instant::now());
        assert_eq!(pace.batch([30; 99], now), 6);
        for _ in 0..20 {
            pace.note(measured(0, 100, 1000), now);
        }
        pace.others_wrote = None;
        assert!((32..=33).contains(&pace.batch([30; 99], now)), "the mean comes close to it");
        assert_eq!(pace.batch([100_000, 1], now), 1, "a record is never divided");
        pace.note(measured(100, 200, 1_000_000), now);
        pace.others_wrote = None;
        assert!((15..33).contains(&pace.batch([30; 99], now)), "one that was slow is an exception");
    }

    #[test]
    fn where_others_write_it_brings_less_and_rests() {
        let (mut pace, now) = (ImportPace::default(), Instant::now());
        pace.note(measured(7, 17, 500), now);
        pace.note(measured(17, 27, 500), now);
        assert_eq!((pace.rest_until(), pace.batch([1; 999], now)), (None, 200));
        pace.note(measured(28, 38, 500), now);
        assert_eq!(pace.rest_until(), Some(now + Duration::from_millis(1) * REST_SHARE));
        assert_eq!(pace.batch([1; 999], now), 20);
        pace.note(measured(38, 48, 500), now + OTHERS_STAY / 2);
        assert!(pace.rest_until().is_some(), "a table thinks");
        pace.note(measured(48, 58, 500), now + OTHERS_STAY);
        assert_eq!(pace.rest_until(), None);
    }
}
