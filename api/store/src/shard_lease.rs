//! Decides which instance of the service follows the feed of which shard.
//!
//! Each instance has one connection whose advisory locks say that it is there and which shards it follows; the database
//! lets them go when the connection ends, however that comes. Every instance takes its share and gives up what is more, so
//! one that joins gets work and those of one that is gone are followed by others a second later.
//!
//! A lease is a division of labour and not what keeps followers apart: each step of a follower moves its checkpoint from
//! where it was read, and the slower of two writes nothing. So an instance that stands still with its leases can be
//! overtaken by anybody.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kifu_engine::count;
use tokio::time::{MissedTickBehavior, interval};

use super::session::OwnedClient;
use super::{Shard, Store, StoreError};

/// How often an instance looks whether its share has changed.
const RENEWAL_INTERVAL: Duration = Duration::from_secs(1);

queries! {
    /// Shared by all instances on a database; ends with the connection.
    const JOIN: bool = "SELECT pg_try_advisory_lock_shared(hashtext('kifu instance'), 0)";

    const COUNT_INSTANCES: u16 = "
        SELECT count(DISTINCT pid) FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = hashtext('kifu instance')::oid
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

    /// Takes up to $2 of the shards that nobody has, in their order.
    const TAKE: i32 = "
        SELECT n.shard FROM unnest($1::int[]) AS n (shard)
        WHERE pg_try_advisory_lock(hashtext('kifu follower'), n.shard) LIMIT $2";

    const GIVE_UP: bool =
        "SELECT pg_advisory_unlock(hashtext('kifu follower'), n.shard) FROM unnest($1::int[]) AS n (shard)";
}

/// The shards that this instance follows.
#[derive(Clone, Default)]
pub(super) struct FollowedShards(Arc<Mutex<BTreeSet<Shard>>>);

impl FollowedShards {
    fn lock(&self) -> MutexGuard<'_, BTreeSet<Shard>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    /// True if this instance follows the feed of a shard, so that others need not.
    pub fn follows(&self, shard: Shard) -> bool {
        self.followed.lock().contains(&shard)
    }

    /// Takes this instance's share of the shards, for as long as this is polled.
    pub async fn hold_shards(self) {
        let mut connection = None;
        let mut renewals = interval(RENEWAL_INTERVAL);
        renewals.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            renewals.tick().await;
            if let Err(error) = self.renew(&mut connection).await {
                tracing::debug!(%error, "the shards to follow could not be divided");
                // The locks end with the connection.
                self.followed.lock().clear();
                connection = None;
            }
        }
    }

    async fn renew(&self, connection: &mut Option<OwnedClient>) -> Result<(), StoreError> {
        let client = if let Some(client) = connection {
            client
        } else {
            let client = connection.insert(self.primary.take().await?);
            JOIN.one(&**client.begin_use(), &[]).await?;
            client
        };
        let mut held = self.followed.lock().clone();
        let renewed = share(client, &mut held, self.shards()?.all().collect()).await;
        client.end_use();
        renewed?;
        *self.followed.lock() = held;
        Ok(())
    }
}

/// Takes what is missing of this connection's share, or gives up what is more.
async fn share(
    client: &mut OwnedClient,
    held: &mut BTreeSet<Shard>,
    shards: BTreeSet<Shard>,
) -> Result<(), StoreError> {
    let client = &**client.begin_use();
    let instances = usize::from(COUNT_INSTANCES.one(client, &[]).await?);
    let share = shards.len().div_ceil(instances.max(1));
    if held.len() > share {
        let surplus: Vec<_> = held.iter().rev().take(held.len() - share).copied().collect();
        let numbers: Vec<_> = surplus.iter().map(|shard| shard.number()).collect();
        GIVE_UP.all(client, &[&numbers]).await?;
        held.retain(|shard| !surplus.contains(shard));
    } else if held.len() < share {
        let others: Vec<_> = shards.difference(held).map(|shard| shard.number()).collect();
        let lacking = count::to_i64(share - held.len());
        let taken = TAKE.all(client, &[&others, &lacking]).await?;
        held.extend(shards.into_iter().filter(|shard| taken.contains(&shard.number())));
    }
    Ok(())
}
