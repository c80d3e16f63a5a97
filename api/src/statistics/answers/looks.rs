//! Up to when everything is counted, as anybody may know it.
//!
//! The follower looks at the ends of the feed five times a second. An event acknowledged before a look lies before the
//! ends that it found, so an answer that counts up to these ends counts all events acknowledged before that look.
//!
//! A time that followed each event would show when a hidden event was recorded. So the answer has a whole second, at
//! least one before the newest look. It goes on with the clock alone, as long as the follower is less than a second
//! behind.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::{DateTime, DurationRound, TimeDelta, Utc};

use kifu_store::ShardWork;

/// How far the time that is told is behind at least: longer than the follower takes to pass an event.
const SLACK: TimeDelta = TimeDelta::seconds(1);
/// Looks are kept so long: the time that is told is younger.
const RETENTION: TimeDelta = TimeDelta::seconds(3);

/// The latest looks at the ends of the feed, the oldest first.
#[derive(Default)]
pub struct FeedLooks(Mutex<VecDeque<Look>>);

struct Look {
    at: DateTime<Utc>,
    /// The end of the feed of each shard.
    ends: Vec<i64>,
}

impl FeedLooks {
    /// Notes a look at all shards.
    pub fn note(&self, work: &[ShardWork]) {
        let Some(at) = work.iter().map(|shard| shard.end.at).min() else { return };
        let ends = work.iter().map(|shard| shard.end.position.0).collect();
        let mut looks = self.looks();
        looks.push_back(Look { at, ends });
        while looks.front().is_some_and(|look| look.at < at - RETENTION) {
            looks.pop_front();
        }
    }

    /// The time to tell of an answer that counts up to these positions; `None` if it is further behind, or nobody looks.
    pub fn counted_until(&self, positions: &[i64]) -> Option<DateTime<Utc>> {
        let looks = self.looks();
        let shown = (looks.back()?.at - SLACK).duration_trunc(TimeDelta::seconds(1)).ok()?;
        let is_counted = |look: &Look| look.ends.iter().zip(positions).all(|(end, counted)| end <= counted);
        looks.iter().any(|look| look.at >= shown && is_counted(look)).then_some(shown)
    }

    /// Forgets all looks: they were at another database.
    pub fn clear(&self) {
        self.looks().clear();
    }

    fn looks(&self) -> MutexGuard<'_, VecDeque<Look>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use kifu_store::{FeedEnd, Position, Shards};

    use super::*;

    #[test]
    fn the_time_goes_on_with_the_clock_and_not_with_events() {
        let at = |milliseconds: i64| DateTime::from_timestamp_millis(1_000_000 + milliseconds).unwrap();
        let looks = FeedLooks::default();
        let look = |milliseconds: i64, position: i64| {
            let end = FeedEnd { position: Position(position), at: at(milliseconds) };
            let shard = Shards::SINGLE.all().next().unwrap();
            looks.note(&[ShardWork { shard, end, reached: end.position, is_pending: false }]);
        };
        assert_eq!(looks.counted_until(&[7]), None, "nobody has looked");
        for milliseconds in [1000, 1200, 1400, 1600, 1800] {
            look(milliseconds, 7);
        }
        assert_eq!(looks.counted_until(&[7]), Some(at(0)));
        look(2000, 8);
        assert_eq!(
            looks.counted_until(&[7]),
            Some(at(1000)),
            "an event that is not counted yet moves nothing"
        );
        look(2200, 8);
        assert_eq!(looks.counted_until(&[8]), Some(at(1000)), "nor does one that is counted");
        look(3200, 9);
        assert_eq!(looks.counted_until(&[8]), Some(at(2000)));
        assert_eq!(looks.counted_until(&[7]), None, "a second is too long");
        looks.clear();
        assert_eq!(looks.counted_until(&[9]), None);
    }
}
