//! Until when the feed of a shard stood still.
//!
//! The clock has a row for each end of a feed that a follower has seen, with the time at which it was seen first. Of a shard
//! where nothing happens for hours that time is old. So the follower remembers the last time, too, and writes it when the
//! feed goes on: then a place in the feed of all shards has a time that is about right, and no write is needed meanwhile.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::TimeDelta;

use kifu_store::{FeedEnd, Shard, ShardWork};

/// What is shorter is not worth a write.
const MIN_STANDSTILL: TimeDelta = TimeDelta::seconds(1);

/// The first look at the present end of a shard's feed, and the last.
#[derive(Default)]
pub struct Standstills(Mutex<HashMap<Shard, (FeedEnd, FeedEnd)>>);

impl Standstills {
    /// Notes a look at all shards.
    pub fn note(&self, looks: &[ShardWork]) {
        let mut ends = self.ends();
        for look in looks.iter().filter(|look| !look.is_pending) {
            let (first, last) = ends.entry(look.shard).or_insert((look.end, look.end));
            if last.position != look.end.position {
                *first = look.end;
            }
            *last = look.end;
        }
    }

    /// Until when a shard's feed stood still before it went on to this end, if that was long.
    pub fn before(&self, shard: Shard, end: FeedEnd) -> Option<FeedEnd> {
        let (first, last) = self.ends().get(&shard).copied()?;
        (last.position < end.position && last.at - first.at >= MIN_STANDSTILL).then_some(last)
    }

    fn ends(&self) -> MutexGuard<'_, HashMap<Shard, (FeedEnd, FeedEnd)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use kifu_store::{Position, Shards};

    use super::*;

    #[test]
    fn the_last_look_before_a_feed_went_on_is_remembered() {
        let Some(shard) = Shards::SINGLE.all().next() else { panic!("no shard") };
        let end = |position, second| FeedEnd {
            position: Position(position),
            at: DateTime::from_timestamp(second, 0).unwrap(),
        };
        let standstills = Standstills::default();
        let look = |position, second, is_pending| {
            let end = end(position, second);
            standstills.note(&[ShardWork { shard, end, reached: end.position, is_pending }]);
        };
        assert_eq!(standstills.before(shard, end(1, 10)), None);
        look(7, 10, false);
        assert_eq!(standstills.before(shard, end(8, 11)), None, "no time has passed");
        look(7, 13, false);
        look(8, 14, true);
        assert_eq!(standstills.before(shard, end(8, 15)), Some(end(7, 13)));
        assert_eq!(standstills.before(shard, end(7, 15)), None, "it has not gone on");
        look(8, 16, false);
        assert_eq!(standstills.before(shard, end(9, 17)), None);
    }
}
