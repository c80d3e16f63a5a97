//! Answers that may take long to work out, for strangers: only so many are worked out at once, and only some of them for
//! one client.

use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use quick_cache::sync::Cache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Boundary;
use super::client::{self, Address, Payer};
use crate::contract::EndpointRules;
use crate::problem::{Code, Problem};

/// How long a stranger waits for a slot.
const SLOT_TIMEOUT: Duration = Duration::from_secs(2);
/// How many clients are known at once.
const MAX_CLIENTS: usize = 50_000;

/// The slots.
pub struct Slots {
    all: Arc<Semaphore>,
    /// How many of them one client may hold or wait for.
    share: usize,
    patience: Duration,
    by_client: Cache<Address, Arc<Semaphore>>,
}

/// Kept while an answer is worked out: one permit of the client's share, one of all.
#[derive(Debug)]
pub struct Slot {
    _permits: [OwnedSemaphorePermit; 2],
}

impl Slots {
    /// As many as the machine can work on at once, but at least two, so that one client leaves one.
    pub fn new() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self::of(cores.max(2), SLOT_TIMEOUT)
    }

    fn of(count: usize, patience: Duration) -> Self {
        Self {
            all: Arc::new(Semaphore::new(count)),
            share: count / 2,
            patience,
            by_client: Cache::new(MAX_CLIENTS),
        }
    }

    /// Waits for a slot; none if that takes too long. Whoever has its share waits for its own answers, and stands in
    /// nobody's way.
    async fn take(&self, client: Address) -> Option<Slot> {
        let own = || Ok::<_, ()>(Arc::new(Semaphore::new(self.share)));
        let own = self.by_client.get_or_insert_with(&client, own).ok()?;
        let taken = tokio::time::timeout(self.patience, async {
            let of_client = own.acquire_owned().await.ok()?;
            let of_all = Arc::clone(&self.all).acquire_owned().await.ok()?;
            Some(Slot { _permits: [of_client, of_all] })
        });
        taken.await.ok().flatten()
    }
}

impl Default for Slots {
    fn default() -> Self {
        Self::new()
    }
}

/// A slot for this request, where it needs one.
pub async fn enter(
    boundary: &Boundary,
    request: &HttpRequest,
    rules: EndpointRules,
) -> Result<Option<Slot>, Problem> {
    match client::payer(boundary, request) {
        Some(Payer::Address(client)) if rules.is_costly => {
            let slot = boundary.slots.take(client).await;
            slot.map(Some).ok_or_else(|| Problem::plain(Code::Busy))
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;

    fn client(n: u32) -> Address {
        IpAddr::from(n.to_be_bytes()).into()
    }

    #[tokio::test]
    async fn one_client_has_its_share_and_leaves_the_rest() {
        let slots = Slots::of(4, Duration::from_millis(20));
        let permits = [slots.take(client(1)).await, slots.take(client(1)).await];
        assert!(permits.iter().all(Option::is_some));
        assert!(slots.take(client(1)).await.is_none(), "it has its share");
        let others = [slots.take(client(2)).await, slots.take(client(3)).await];
        assert!(others.iter().all(Option::is_some));
        assert!(slots.take(client(4)).await.is_none(), "all are held");
        drop(permits);
        assert!(slots.take(client(1)).await.is_some());
    }

    #[tokio::test]
    async fn a_waiting_client_takes_no_slot_of_others() {
        let slots = Arc::new(Slots::of(2, Duration::from_mins(1)));
        let permits = slots.take(client(1)).await;
        let waiting = Arc::clone(&slots);
        let waiting = tokio::spawn(async move { waiting.take(client(1)).await.is_some() });
        tokio::task::yield_now().await;
        assert!(slots.take(client(2)).await.is_some());
        drop(permits);
        assert!(waiting.await.is_ok_and(|came| came));
    }
}
