//! A queue without a task of its own: items that come while a batch is under way make up the next.
//!
//! Whoever finds no leader leads, on its own thread, so that who comes alone is not handed to another thread.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Items that wait. Each holds what somebody waits for, such as the sender of an answer.
pub(super) struct LeaderQueue<T>(Arc<Mutex<Waiting<T>>>);

struct Waiting<T> {
    items: VecDeque<T>,
    has_leader: bool,
}

/// The duty to take batches until nothing waits. If it is dropped before, as when the runtime ends, all that waits is
/// dropped as well, and whoever waits for it is told.
pub(super) struct Leader<T> {
    queue: LeaderQueue<T>,
    is_leading: bool,
}

impl<T> Default for LeaderQueue<T> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(Waiting { items: VecDeque::new(), has_leader: false })))
    }
}

impl<T> LeaderQueue<T> {
    /// Queues an item. The caller that gets the lead must take batches.
    pub(super) fn push(&self, item: T) -> Option<Leader<T>> {
        let mut waiting = self.lock();
        waiting.items.push_back(item);
        let had_leader = std::mem::replace(&mut waiting.has_leader, true);
        (!had_leader).then(|| Leader { queue: Self(Arc::clone(&self.0)), is_leading: true })
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Leader<T> {
    /// Takes the items that came first, at most `most`. If nothing waits, the lead is given up.
    pub(super) fn next(&mut self, most: usize) -> Option<Vec<T>> {
        let mut waiting = self.queue.lock();
        let count = waiting.items.len().min(most);
        self.is_leading = count > 0;
        waiting.has_leader = self.is_leading;
        self.is_leading.then(|| waiting.items.drain(..count).collect())
    }
}

impl<T> Drop for Leader<T> {
    fn drop(&mut self) {
        if self.is_leading {
            let mut waiting = self.queue.lock();
            waiting.has_leader = false;
            let items = std::mem::take(&mut waiting.items);
            // Dropping them wakes others, which may queue something.
            drop(waiting);
            drop(items);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_leads_until_nothing_waits() {
        let queue = LeaderQueue::default();
        let mut leader = queue.push(1).expect("nobody leads");
        assert!(queue.push(2).is_none() && queue.push(3).is_none());
        assert_eq!(leader.next(2), Some(vec![1, 2]));
        assert!(queue.push(4).is_none());
        assert_eq!(leader.next(2), Some(vec![3, 4]));
        assert_eq!(leader.next(2), None);
        let mut next = queue.push(5).expect("the lead was given up");
        drop(leader);
        assert_eq!(next.next(2), Some(vec![5]), "who had given up the lead takes nothing from the next");
    }

    #[test]
    fn a_leader_that_is_dropped_leaves_nobody_waiting() {
        let queue = LeaderQueue::default();
        let (answer, mut answered) = tokio::sync::oneshot::channel::<()>();
        drop(queue.push(answer));
        assert_eq!(answered.try_recv(), Err(tokio::sync::oneshot::error::TryRecvError::Closed));
        assert!(queue.push(tokio::sync::oneshot::channel().0).is_some());
    }
}
