//! The epoch of the database: it lets nobody go on with data of another life of it.
//!
//! A restored backup and a promoted standby lack what was acknowledged last. A service that held a record would serve
//! events that are gone and judge moves by them; a reader of the feed would miss what took their places. So the database
//! has an epoch: an id that a restoration changes, with the server's timeline, which a promotion changes. Every new
//! connection looks at it, and so does the watch, once a second. A file that was copied back shows by positions that go
//! back: then the service that sees it begins another epoch itself, because what is written next takes the numbers of
//! what is gone. If nobody served meanwhile, a note beside our own server's files shows it (`put_back.rs` of the service), or
//! the operator says so.
//!
//! Where an address names several servers, one that comes back as a primary after another was promoted is not used: what
//! was written there would be lost.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use deadpool::managed::HookError;
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};
use tokio_postgres::error::SqlState;

use super::shard::KnownShards;
use super::{DatabaseUrl, Store, StoreError};

/// How often the watch looks.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);

queries! {
    /// Returns no row on a standby, whose timeline is that of another server.
    const SELECT_EPOCH: Look = "
        SELECT id::text AS id,
               CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline,
               heads.positions
        FROM epoch, (SELECT array_agg(h.position ORDER BY h.shard) AS positions FROM shard_heads h) heads";

    /// Begins another epoch. Of several services that see the same loss, only the first one does.
    const BEGIN_EPOCH: () = "UPDATE epoch SET id = gen_random_uuid() WHERE id = $1::text::uuid";

    /// Begins another epoch, whichever the present one is.
    pub(crate) const BEGIN_ANOTHER_EPOCH: () = "UPDATE epoch SET id = gen_random_uuid()";
}

/// The epoch of the database, the same for all instances. As text it has 16 hexadecimal digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Epoch(pub u64);

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Epoch {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u64::from_str_radix(text, 16).map(Self)
    }
}

/// How often this service noticed that the database had become another one. Data read under an earlier number must not
/// be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct EpochCount(u64);

/// The parts of a database's epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Lineage {
    /// The id that a restoration changes.
    id: String,
    /// The server's timeline in hexadecimal digits, eight of them: a promotion begins a later one.
    timeline: String,
}

impl Lineage {
    fn epoch(&self) -> Epoch {
        let digest = blake3::hash(format!("{}{}", self.id, self.timeline).as_bytes());
        Epoch(u64::from_le_bytes(digest.as_bytes().first_chunk().copied().unwrap_or_default()))
    }

    /// True if it is the same database before another server of it was promoted.
    fn is_before(&self, other: &Self) -> bool {
        self.id == other.id && self.timeline < other.timeline
    }
}

/// One look at the database's state.
struct Look {
    id: String,
    timeline: Option<String>,
    positions: Vec<i64>,
}

row!(Look: id, timeline, positions);

impl Look {
    /// The lineage of a primary.
    fn lineage(&self) -> Option<Lineage> {
        Some(Lineage { id: self.id.clone(), timeline: self.timeline.clone()? })
    }
}

/// The known state of the database.
#[derive(Clone, Debug, Default)]
struct Seen {
    count: EpochCount,
    /// `None` until a connection came about.
    lineage: Option<Lineage>,
    /// The highest position of each shard.
    positions: Vec<i64>,
    /// True: events were found gone in an epoch that goes on.
    has_regressed: bool,
}

/// The epoch as the connections of a store see it.
#[derive(Clone, Debug)]
pub(super) struct EpochWatch {
    seen: Arc<watch::Sender<Seen>>,
    shards: KnownShards,
}

impl EpochWatch {
    /// Starts without knowledge of the database except, perhaps, its shards.
    pub(super) fn new(shards: KnownShards) -> Self {
        Self { seen: Arc::new(watch::Sender::new(Seen::default())), shards }
    }

    /// Looks at the database behind a new connection, which is not used if it has another number of shards, or if another
    /// server of the address was promoted since. A database that has no schema yet has no epoch.
    pub(super) async fn look(
        &self,
        client: &tokio_postgres::Client,
        url: &DatabaseUrl,
    ) -> Result<(), HookError<tokio_postgres::Error>> {
        let row = match client.query_opt(SELECT_EPOCH.sql, &[]).await {
            Ok(None) => return Ok(()),
            Ok(Some(row)) => row,
            Err(error) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => return Ok(()),
            Err(error) => return Err(HookError::Backend(error)),
        };
        let refused = |error: StoreError| {
            tracing::error!(%error, "a connection to the database is not used");
            HookError::message(error.to_string())
        };
        let look = SELECT_EPOCH.read(&row).map_err(&refused)?;
        if url.has_several_servers() && look.lineage().is_some_and(|lineage| self.is_outdated(&lineage)) {
            url.pass_over_server();
            tracing::error!(
                "a server of the database takes writes although another one was promoted after it; it is not used. \
                 Make it a standby of the other"
            );
            return Err(HookError::message("another server of the database was promoted after this one"));
        }
        self.note(look).map(drop).map_err(refused)
    }

    fn is_outdated(&self, lineage: &Lineage) -> bool {
        self.seen.borrow().lineage.as_ref().is_some_and(|seen| lineage.is_before(seen))
    }

    /// Notes the look, and returns the positions.
    fn note(&self, look: Look) -> Result<Vec<i64>, StoreError> {
        self.shards.learn(look.positions.len())?;
        if let Some(lineage) = look.lineage() {
            self.see(lineage, &look.positions);
        }
        Ok(look.positions)
    }

    /// A look may be older than one that was noted before it: positions that went back count only if they were read after
    /// the others, which the watch does.
    fn see(&self, lineage: Lineage, positions: &[i64]) {
        self.seen.send_if_modified(|seen| {
            let is_other = seen.lineage.as_ref().is_some_and(|before| *before != lineage);
            if is_other {
                seen.count.0 += 1;
                seen.has_regressed = false;
                tracing::warn!("the database is another one than before, restored or promoted; what was held of it is forgotten");
            }
            if is_other || seen.positions.len() != positions.len() {
                seen.positions = positions.to_vec();
            }
            seen.positions.iter_mut().zip(positions).for_each(|(highest, position)| *highest = (*highest).max(*position));
            seen.lineage = Some(lineage);
            is_other
        });
    }

    /// Notes that something that was there is gone.
    fn note_regression(&self, positions: Vec<i64>) {
        self.seen.send_modify(|seen| {
            seen.count.0 += 1;
            seen.has_regressed = true;
            seen.positions = positions;
            tracing::warn!("events of the database are gone; what was held of it is forgotten");
        });
    }

    pub(super) fn count(&self) -> EpochCount {
        self.seen.borrow().count
    }

    /// True if the shards of the database are spread over the nodes of a cluster.
    pub(super) fn are_shards_distributed(&self) -> bool {
        self.shards.are_distributed()
    }
}

impl Store {
    /// The epoch of the database, as the newest connection found it.
    pub fn epoch(&self) -> Epoch {
        self.epoch_and_count().0
    }

    /// Returns the epoch and how often it has changed. Data read after this is of that epoch or a later one.
    pub fn epoch_and_count(&self) -> (Epoch, EpochCount) {
        let seen = self.epochs.seen.borrow();
        (seen.lineage.as_ref().map(Lineage::epoch).unwrap_or_default(), seen.count)
    }

    /// How often the database has become another one since the service started.
    pub fn epoch_count(&self) -> EpochCount {
        self.epochs.count()
    }

    /// A record or a position was read that is older than what was there before: the database went back.
    pub fn note_regression(&self) {
        self.epochs.note_regression(Vec::new());
    }

    /// The epoch of the database, as it is now.
    pub async fn read_epoch(&self) -> Result<Epoch, StoreError> {
        self.look_at_epoch().await?;
        Ok(self.epoch())
    }

    /// Begins another epoch: nothing is honoured any more that clients hold of this one. Services notice within a second.
    ///
    /// # Errors
    ///
    /// If the database is a standby.
    pub async fn begin_epoch(&self) -> Result<Epoch, StoreError> {
        let client = self.primary.get().await?;
        BEGIN_ANOTHER_EPOCH.execute(&client, &[]).await?;
        self.read_epoch().await
    }

    /// Looks at the database for as long as this is polled.
    pub async fn watch_epoch(self) {
        let mut looks = interval(LOOK_INTERVAL);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            if let Err(error) = self.look_at_epoch().await {
                tracing::debug!(%error, "the epoch of the database could not be read");
            }
        }
    }

    async fn look_at_epoch(&self) -> Result<(), StoreError> {
        // Before the look: what is noted meanwhile may be newer than it.
        let before = self.epochs.seen.borrow().clone();
        let Some(look) = self.latest().row(SELECT_EPOCH, &[]).await? else { return Ok(()) };
        let positions = self.epochs.note(look)?;
        let is_behind = positions.iter().zip(&before.positions).any(|(now, before)| now < before);
        if self.epoch_count() == before.count && is_behind {
            self.epochs.note_regression(positions);
        }
        self.begin_epoch_after_regression().await
    }

    /// Gives a database that went back another epoch, once, however many services saw it.
    async fn begin_epoch_after_regression(&self) -> Result<(), StoreError> {
        let (regressed, before) = {
            let seen = self.epochs.seen.borrow();
            (seen.has_regressed, seen.lineage.clone())
        };
        let Some(Lineage { id, .. }) = before.filter(|_| regressed) else { return Ok(()) };
        let client = self.primary.get().await?;
        BEGIN_EPOCH.execute(&client, &[&id]).await?;
        self.epochs.seen.send_modify(|seen| seen.has_regressed = false);
        Ok(())
    }

    /// Waits until the database has become another one than it was at this count.
    pub async fn epoch_after(&self, count: EpochCount) -> EpochCount {
        let mut changes = self.epochs.seen.subscribe();
        // The sender lives as long as the store.
        changes.wait_for(|seen| seen.count > count).await.map_or(count, |seen| seen.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineage(id: &str, timeline: &str) -> Lineage {
        Lineage { id: id.into(), timeline: timeline.into() }
    }

    #[test]
    fn a_server_of_before_a_promotion_is_outdated_and_another_database_is_not() {
        let epochs = EpochWatch::new(KnownShards::default());
        assert!(!epochs.is_outdated(&lineage("a", "00000001")));
        epochs.see(lineage("a", "0000000A"), &[1]);
        assert!(epochs.is_outdated(&lineage("a", "00000009")));
        assert!(
            !epochs.is_outdated(&lineage("a", "0000000A")) && !epochs.is_outdated(&lineage("a", "0000000B"))
        );
        assert!(!epochs.is_outdated(&lineage("b", "00000001")), "restored from a backup");
    }

    #[test]
    fn another_epoch_is_counted_and_the_first_is_none() {
        let epochs = EpochWatch::new(KnownShards::default());
        let positions = || epochs.seen.borrow().positions.clone();
        epochs.see(lineage("a", "00000001"), &[10, 3]);
        assert_eq!(epochs.count(), EpochCount(0));
        epochs.see(lineage("a", "00000001"), &[12, 2]);
        assert_eq!((epochs.count(), positions()), (EpochCount(0), vec![12, 3]));
        epochs.see(lineage("a", "00000002"), &[7, 0]);
        assert_eq!((epochs.count(), positions()), (EpochCount(1), vec![7, 0]));
        epochs.note_regression(vec![3, 0]);
        assert_eq!((epochs.count(), positions()), (EpochCount(2), vec![3, 0]));
    }
}
