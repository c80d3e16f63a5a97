//! Takeover of a shard whose instance stands still.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use kifu_store::{Position, Shard, ShardWork};

/// How long work may wait without any progress.
const STALL_TIME: Duration = Duration::from_secs(5);

/// Since when the followers of shards with something to do have been where they are.
#[derive(Default)]
pub struct Takeovers(Mutex<HashMap<Shard, (Position, Instant)>>);

impl Takeovers {
    /// True if the follower of this shard does not get on with its work.
    pub fn are_due(&self, work: &ShardWork) -> bool {
        self.are_due_at(work, Instant::now())
    }

    fn are_due_at(&self, work: &ShardWork, now: Instant) -> bool {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !work.is_pending {
            seen.remove(&work.shard);
            return false;
        }
        let (reached, since) = seen.entry(work.shard).or_insert((work.reached, now));
        if *reached != work.reached {
            (*reached, *since) = (work.reached, now);
        }
        now.duration_since(*since) >= STALL_TIME
    }
}

#[cfg(test)]
mod tests {
    use chrono::Utc;
    use kifu_store::{FeedEnd, Shards};

    use super::*;

    #[test]
    fn a_shard_is_taken_over_when_its_follower_stands_still() {
        let Some(shard) = Shards::SINGLE.all().next() else { panic!("no shard") };
        let (takeovers, begun) = (Takeovers::default(), Instant::now());
        let due = |reached, is_pending, seconds| {
            let end = FeedEnd { position: Position(9), at: Utc::now() };
            let work = ShardWork { shard, end, reached: Position(reached), is_pending };
            takeovers.are_due_at(&work, begun + Duration::from_secs(seconds))
        };
        assert!(!due(1, true, 0) && !due(1, true, 4));
        assert!(!due(2, true, 6), "it got on");
        assert!(!due(2, true, 10) && due(2, true, 11));
        assert!(!due(9, false, 12), "nothing is left");
        assert!(!due(9, true, 30), "that has only begun");
    }
}
