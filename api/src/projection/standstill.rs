//! Until when the feed of a shard stood still.
//!
//! The clock has a row for each end of a feed that a follower has seen, with the time at which it was seen first. Of a shard
//! where nothing happens for hours that time is old. So the follower remembers the last time, too, and writes it when the
//! feed goes on: then a place in the feed of all shards has a time that is about right, and no write is needed meanwhile.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use kifu_store::{FeedEnd, Shard, ShardWork};

/// The last look at each shard that found nothing to do.
#[derive(Default)]
pub struct Standstills(Mutex<HashMap<Shard, FeedEnd>>);

impl Standstills {
    /// Notes a look at all shards.
    pub fn note(&self, looks: &[ShardWork]) {
        let mut ends = self.ends();
        for look in looks.iter().filter(|look| !look.is_pending) {
            ends.insert(look.shard, look.end);
        }
    }

    /// Until when a shard's feed stood still before it went on to this end. Only once, for it is written then.
    pub fn take_before(&self, shard: Shard, end: FeedEnd) -> Option<FeedEnd> {
        let mut ends = self.ends();
        ends.get(&shard).filter(|last| last.position < end.position)?;
        ends.remove(&shard)
    }

    fn ends(&self) -> MutexGuard<'_, HashMap<Shard, FeedEnd>> {
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
        assert_eq!(standstills.take_before(shard, end(1, 10)), None);
        look(7, 10, false);
        look(7, 13, false);
        look(8, 14, true);
        assert_eq!(standstills.take_before(shard, end(7, 15)), None, "it has not gone on");
        assert_eq!(standstills.take_before(shard, end(8, 15)), Some(end(7, 13)));
        assert_eq!(standstills.take_before(shard, end(9, 16)), None, "that is written");
        look(9, 17, false);
        assert_eq!(standstills.take_before(shard, end(10, 18)), Some(end(9, 17)));
    }
}
