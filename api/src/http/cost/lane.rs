//! Slots and threads, a set for each class and for each of two sorts of clients.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread::available_parallelism;
use std::time::Duration;

use quick_cache::sync::Cache;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

use super::idle::{STRANGERS, give_way};
use super::permit::Waiting;
use super::{ClientKind, Costly, Permit, Scans};
use crate::http::boundary::client::Address;
use crate::http::contract::CostClass;
use crate::http::problem::{Code, Problem};
use crate::http::words::requests::Requests;
use kifu_store::MayScan;

/// How long a stranger waits for a slot.
const SLOT_TIMEOUT: Duration = Duration::from_secs(2);
/// How many strangers are known at once, in each class.
const MAX_CLIENTS: usize = 50_000;

/// The slots and threads of all classes.
pub struct Lanes {
    strangers: [Arc<Lane>; CostClass::COSTLY.len()],
    members: [Arc<Lane>; CostClass::COSTLY.len()],
}

/// The slots of one class, for one sort of clients.
struct Lane {
    slots: Arc<Semaphore>,
    count: usize,
    /// How many of the slots one address may hold or wait for.
    share: usize,
    patience: Duration,
    /// How much processor time one piece of work may take.
    budget: Duration,
    by_client: Cache<Address, Arc<Semaphore>>,
    gives_way: bool,
    /// They are started with the first work.
    threads: OnceLock<Option<ThreadPool>>,
}

/// A slot of a class: the right to have something worked out, one thing after the other.
pub struct Slot<C: Costly> {
    lane: Arc<Lane>,
    /// One permit of the client's share, if it has one, and one of all.
    held: Arc<Held>,
    class: std::marker::PhantomData<C>,
}

struct Held {
    _of_client: Option<OwnedSemaphorePermit>,
    _of_all: OwnedSemaphorePermit,
}

impl Lanes {
    /// Makes the lanes for this machine.
    pub fn new() -> Self {
        let cores = available_parallelism().map_or(1, usize::from);
        let lane = |class: CostClass, is_stranger: bool| {
            // Strangers have two slots at least, so that one address leaves one.
            let slots =
                if is_stranger || class == CostClass::Scans { cores.max(2) } else { (cores / 2).max(1) };
            let gives_way = is_stranger || class >= CostClass::Scans;
            Arc::new(Lane::new(slots, (SLOT_TIMEOUT, budget(class)), gives_way))
        };
        let all = |is_stranger| CostClass::COSTLY.map(|class| lane(class, is_stranger));
        Self { strangers: all(true), members: all(false) }
    }

    /// Waits for a slot; in vain, if that takes a stranger too long. A client with its full share waits for its own
    /// answers, and blocks nobody else.
    pub(super) async fn enter<C: Costly>(
        &self,
        client: ClientKind,
        is_patient: bool,
    ) -> Result<Slot<C>, Problem> {
        let lanes = if client == ClientKind::Known { &self.members } else { &self.strangers };
        let place = CostClass::COSTLY.iter().position(|class| *class == C::CLASS).unwrap_or_default();
        let lane = Arc::clone(&lanes[place]);
        let taken = match client {
            ClientKind::Stranger(Some(address)) if !is_patient => {
                tokio::time::timeout(lane.patience, lane.take(Some(address))).await.ok().flatten()
            }
            ClientKind::Stranger(address) => lane.take(address).await,
            ClientKind::Known => lane.take(None).await,
        };
        let held = Arc::new(taken.ok_or_else(|| Problem::plain(Code::Busy))?);
        Ok(Slot { lane, held, class: std::marker::PhantomData })
    }
}

impl Default for Lanes {
    fn default() -> Self {
        Self::new()
    }
}

/// How much processor time one piece of work of a class may take. The longest that records and questions allow take a
/// fifth of it at most, so that a machine several times slower answers, too.
fn budget(class: CostClass) -> Duration {
    match class {
        CostClass::Cheap | CostClass::Folds | CostClass::Draws => Duration::from_secs(5),
        CostClass::Scans => Duration::from_secs(10),
        CostClass::Solves => Duration::from_secs(30),
    }
}

impl Lane {
    fn new(count: usize, (patience, budget): (Duration, Duration), gives_way: bool) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(count)),
            count,
            share: (count / 2).max(1),
            patience,
            budget,
            by_client: Cache::new(MAX_CLIENTS),
            gives_way,
            threads: OnceLock::new(),
        }
    }

    async fn take(&self, client: Option<Address>) -> Option<Held> {
        let of_client = match client {
            Some(address) => {
                let own = || Ok::<_, ()>(Arc::new(Semaphore::new(self.share)));
                let own = self.by_client.get_or_insert_with(&address, own).ok()?;
                Some(own.acquire_owned().await.ok()?)
            }
            None => None,
        };
        let of_all = Arc::clone(&self.slots).acquire_owned().await.ok()?;
        Some(Held { _of_client: of_client, _of_all: of_all })
    }

    fn threads(&self) -> Option<&ThreadPool> {
        let start = || {
            let gives_way = self.gives_way;
            let started = ThreadPoolBuilder::new()
                .num_threads(self.count)
                .thread_name(|index| format!("kifu-work-{index}"))
                .start_handler(move |_| {
                    if gives_way {
                        give_way(STRANGERS);
                    }
                })
                .build();
            started.inspect_err(|error| tracing::error!(%error, "threads for work can't be started")).ok()
        };
        self.threads.get_or_init(start).as_ref()
    }
}

impl MayScan for Slot<Scans> {}

impl<C: Costly> Slot<C> {
    /// Has this worked out beside the threads that serve. It ends early if nobody waits for it any more, or at its budget
    /// of processor time.
    ///
    /// # Errors
    ///
    /// If it was ended at its budget, or if it panics, which is logged.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Permit<C>) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let (waiting, held, budget) = (Waiting::default(), Arc::clone(&self.held), self.lane.budget);
        let abandoned = waiting.abandoned();
        let (finished, result) = oneshot::channel();
        let threads = self.lane.threads().ok_or_else(|| Problem::internal("no threads for work"))?;
        threads.spawn(move || {
            let permit = Permit::new(abandoned, Some(budget));
            let done = catch_unwind(AssertUnwindSafe(|| work(&permit)));
            if let Ok(done) = done {
                // The receiver may have gone.
                let _ = finished.send((!permit.has_ended()).then_some(done));
            }
            drop(held);
        });
        let done = result.await.map_err(Problem::internal)?;
        drop(waiting);
        done.ok_or_else(|| Problem::new(Code::Busy, Requests::TooCostly { seconds: budget.as_secs() }))
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicBool, Ordering};

    use kifu_engine::budget::Budget;

    use super::super::{Folds, Solves};
    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_mins(1);

    fn client(number: u32) -> ClientKind {
        ClientKind::Stranger(Some(IpAddr::from(number.to_be_bytes()).into()))
    }

    fn lanes(slots: usize, patience: Duration, budget: Duration) -> Arc<Lanes> {
        let all = || CostClass::COSTLY.map(|_| Arc::new(Lane::new(slots, (patience, budget), true)));
        Arc::new(Lanes { strangers: all(), members: all() })
    }

    async fn enter(lanes: &Lanes, client: ClientKind) -> Option<Slot<Solves>> {
        lanes.enter(client, false).await.ok()
    }

    #[tokio::test]
    async fn one_address_has_its_share_and_leaves_the_rest() {
        let lanes = lanes(4, SHORT, LONG);
        let slots = [enter(&lanes, client(1)).await, enter(&lanes, client(1)).await];
        assert!(slots.iter().all(Option::is_some));
        assert!(enter(&lanes, client(1)).await.is_none(), "it has its share");
        let others = [enter(&lanes, client(2)).await, enter(&lanes, client(3)).await];
        assert!(others.iter().all(Option::is_some));
        assert!(enter(&lanes, client(4)).await.is_none(), "all are held");
        assert!(lanes.enter::<Folds>(client(4), false).await.is_ok(), "another class has its own");
        assert!(enter(&lanes, ClientKind::Known).await.is_some(), "who is known waits for no stranger");
        drop(slots);
        assert!(enter(&lanes, client(1)).await.is_some());
    }

    #[tokio::test]
    async fn a_waiting_client_takes_no_slot_of_others() {
        let lanes = lanes(2, LONG, LONG);
        let slot = enter(&lanes, client(1)).await;
        let waiting = Arc::clone(&lanes);
        let waiting = tokio::spawn(async move { enter(&waiting, client(1)).await.is_some() });
        tokio::task::yield_now().await;
        assert!(enter(&lanes, client(2)).await.is_some());
        drop(slot);
        assert!(waiting.await.is_ok_and(|came| came));
    }

    #[tokio::test]
    async fn work_ends_with_its_client_and_gives_its_slot_back() {
        let lanes = lanes(2, LONG, LONG);
        let (begun, ended) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let seen = [Arc::clone(&begun), Arc::clone(&ended)];
        let slot = enter(&lanes, client(1)).await.unwrap();
        let work = tokio::spawn(async move {
            let work = move |permit: &Permit<Solves>| {
                seen[0].store(true, Ordering::SeqCst);
                while permit.goes_on() {
                    std::thread::yield_now();
                }
                seen[1].store(true, Ordering::SeqCst);
            };
            slot.run(work).await
        });
        while !begun.load(Ordering::SeqCst) {
            tokio::task::yield_now().await;
        }
        work.abort();
        assert!(enter(&lanes, client(1)).await.is_some(), "waits until the work has ended");
        assert!(ended.load(Ordering::SeqCst));
    }

    #[tokio::test]
    async fn work_that_takes_more_than_its_budget_is_given_up() {
        let slot = enter(&lanes(2, LONG, SHORT), client(1)).await.unwrap();
        let endless = slot.run(|permit| while permit.goes_on() {}).await;
        assert_eq!(endless.map_err(|problem| problem.code()), Err(Code::Busy));
        assert!(slot.run(|_| ()).await.is_ok(), "what ends in time is answered");
        assert!(
            slot.run::<()>(|_| panic!("as expected by this test"))
                .await
                .is_err_and(|problem: Problem| problem.code() == Code::Internal)
        );
    }
}
