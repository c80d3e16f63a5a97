//! The permit for work that may take long, which also says whether the work goes on.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use kifu_engine::budget::Budget;
use rustix::time::{ClockId, clock_gettime};

use super::Costly;

/// How often the processor time is looked at: reading it costs more than reading the clock.
const LOOK_INTERVAL: Duration = Duration::from_millis(1);

/// The right to do work of a class on this thread.
pub struct Permit<C: Costly> {
    abandoned: Abandoned,
    budget: Option<Duration>,
    /// The processor time of this thread when the work began.
    begun: Duration,
    looked_at: Cell<Instant>,
    ended: Cell<bool>,
    class: PhantomData<C>,
}

/// Tells if nobody waits for some work any more.
#[derive(Clone, Debug, Default)]
pub(super) struct Abandoned(Arc<AtomicBool>);

/// Waits for some work; dropped, it tells the work that nobody does.
#[derive(Debug, Default)]
pub(super) struct Waiting(Abandoned);

impl Waiting {
    pub(super) fn abandoned(&self) -> Abandoned {
        self.0.clone()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl<C: Costly> Permit<C> {
    /// A permit for work that a client waits for, of so much processor time at most.
    pub(super) fn new(abandoned: Abandoned, budget: Option<Duration>) -> Self {
        Self {
            abandoned,
            budget,
            begun: processor_time(),
            looked_at: Cell::new(Instant::now()),
            ended: Cell::new(false),
            class: PhantomData,
        }
    }

    /// A permit for work so short that it is done where it is asked for.
    pub(super) fn short() -> Self {
        Self::new(Abandoned::default(), None)
    }

    /// A permit for work of the service itself and of its commands, which no request waits for.
    pub fn unattended() -> Self {
        Self::new(Abandoned::default(), None)
    }

    /// True if the work was told to end, so that its result is of no use.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.get()
    }
}

impl<C: Costly> Budget for Permit<C> {
    fn goes_on(&self) -> bool {
        if self.ended.get() || self.abandoned.0.load(Ordering::Relaxed) {
            self.ended.set(true);
            return false;
        }
        let Some(budget) = self.budget else { return true };
        let now = Instant::now();
        if now.duration_since(self.looked_at.get()) < LOOK_INTERVAL {
            return true;
        }
        self.looked_at.set(now);
        self.ended.set(processor_time().saturating_sub(self.begun) > budget);
        !self.ended.get()
    }
}

/// How long this thread has run.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    let (seconds, nanos) = (u64::try_from(time.tv_sec), u32::try_from(time.tv_nsec));
    Duration::new(seconds.unwrap_or_default(), nanos.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::super::Solves;
    use super::*;

    #[test]
    fn work_ends_at_its_budget_and_stays_ended() {
        let permit = Permit::<Solves>::new(Abandoned::default(), Some(Duration::from_millis(5)));
        let begun = Instant::now();
        while permit.goes_on() {
            assert!(begun.elapsed() < Duration::from_mins(1));
        }
        assert!(permit.has_ended() && !permit.goes_on());
    }

    #[test]
    fn work_ends_when_nobody_waits() {
        let waiting = Waiting::default();
        let permit = Permit::<Solves>::new(waiting.abandoned(), None);
        assert!(permit.goes_on() && !permit.has_ended());
        drop(waiting);
        assert!(!permit.goes_on() && permit.has_ended());
    }
}
