//! Records in `PostgreSQL`: all the SQL of the service is here and in `migrations/`.
//!
//! An event is appended once and never changed. [`Store::append`] gathers concurrent requests into
//! one call, one transaction and one flush; [`Store::open_game`] starts a record. Questions go to a
//! [`Reader`]: [`Store::latest`] sees every acknowledged write, [`Store::replica`] may lag.
//!
//! The store knows no rule: payloads, options and details are [`Json`] it never looks into.
//!
//! Locks are taken in one order: players, then records, then a shard's head. `hold_player` keeps a player from being
//! merged or erased while somebody seats them.

#[macro_use]
mod query;
#[macro_use]
mod row;

mod append;
mod archive;
mod authority;
mod backup;
mod batcher;
mod chain;
mod checkpoint;
mod config;
mod connecting;
mod copy;
pub mod deadline;
mod delivery;
mod description;
mod distribution;
mod epoch;
mod error;
mod event;
mod event_batch;
mod event_range;
mod examination;
mod feed;
mod feed_positions;
mod ids;
mod import_pace;
mod joint;
mod json;
mod leader_queue;
mod log_position;
mod migrate;
mod monitor;
mod name_keys;
mod opening;
mod player;
mod pool;
mod profile;
mod projection;
mod reader;
mod readiness;
mod record;
mod record_import;
mod record_with_log;
mod replica;
mod retention;
mod retry_key;
mod revision;
mod revision_note;
mod scanning;
mod search;
mod search_document;
mod seating;
mod session;
mod shard;
mod shard_lease;
mod statistics;
mod stored_answer;
mod token;
mod trace_span;
mod tree;
mod version_query;
mod visibility;
mod webhook;

use std::sync::{Arc, OnceLock};

pub use append::{Append, AppendByKey, AppendOutcome, Idempotency, NewEvent};
pub use archive::WalkCursor;
pub use authority::{Authority, AuthorityId, TokenAuthority};
pub use backup::{
    BackupError, BackupManifest as Backup, Damage, RestoreProgress, TableContent, verify as verify_backup,
};
pub use chain::{ChainFault, FeedFault, StoredLink, check_chain};
pub use config::StoreConfig;
pub use connecting::{
    ConnectError, ConnectFailure, DatabaseUrl, DatabaseUrlError, NewCertificates, SslMode, TlsError,
};
pub use copy::CopyOf;
pub use delivery::{ClaimQuery, ClaimedDelivery, Delivery, DeliveryState, FailedAttempt, Notice};
pub use description::{MisplacedDescriptions, RecordsAfter};
pub use distribution::{DistributeError, Distribution};
pub use epoch::{Epoch, EpochCount};
pub use error::StoreError;
pub use event::{Event, FeedEvent};
pub use event_batch::StoredBatch;
pub use event_range::{EventRange, RangeEvent};
pub use examination::{Examination, ServerFacts};
pub use feed::{EventRef, Listener, PublicEvent};
pub use feed_positions::FeedPositions;
pub use ids::{GameId, Hash, PlayerId, Position, new_id, now};
pub use joint::{JointMove, StoredPart};
pub use json::Json;
use kifu_engine::seq::Seq;
pub use log_position::LogPosition;
pub use migrate::MigrateError;
pub use monitor::{Backlog, PoolState};
pub use opening::{OPENED, OpenOutcome, Opening, OpeningByKey};
pub use player::{
    CreatePlayerOutcome, MergeOutcome, NewPlayer, Player, PlayerChange, PlayerCursor, PlayerLookup,
    PlayerQuery, SeatedBy,
};
pub use profile::PlayerGameCounts;
pub use projection::{FeedEnd, ShardWork};
pub use reader::Reader;
pub use record::Record;
pub use record_import::ImportedRecords;
pub use record_with_log::RecordWithLog;
pub use replica::{ReplicaState, ReplicaStatus};
pub use retention::DeletedRows;
pub use retry_key::RetryKey;
pub use revision::Revision;
pub use scanning::MayScan;
pub use search::{
    Filter, FoundRecord, Range, RecordResult, Search, SearchHit, Sort, SortKey, SortPosition, TermFilter,
};
pub use search_document::{
    CHECKPOINT as SEARCH_CHECKPOINT, EndedRecord, SearchDocument, SearchTerm, SearchUpdate,
};
pub use seating::{Consent, Occupant, SeatOfRecord, Sitter, SitterLookup};
pub use shard::{Shard, Shards};
pub use statistics::{
    ColumnKey, ColumnReader, CountableRecord, DirtyRecord, GenerationProgress, GenerationState,
    GenerationSwitch, IncrementalUpdate, Manifest, ManifestChunk, NewChunk, RebuildLock, SlowObservations,
    SnapshotTime, StoredChunk, StoredColumn,
};
pub use stored_answer::{KeyedOutcome, StoredAnswer};
pub use token::{Issue, IssueOutcome, NewToken, RevokeOutcome, Role, StoredToken};
pub use tree::TreeFault;
pub use version_query::RecordVersion;
pub use visibility::Visibility;
pub use webhook::{
    GameFilter, NewWebhook, PlayerFilter, Webhook, WebhookByKey, WebhookChange, WebhookFilter, WebhookId,
    WebhookKey,
};

use batcher::Batcher;
use epoch::EpochWatch;
use feed::ListenerSlot;
use pool::Pool;
use readiness::WriteProbe;
use record_import::ImportPaces;
use replica::Replica;
use shard::KnownShards;
use shard_lease::FollowedShards;

/// The store: a cheap handle on the pools and on the queues of appends.
#[derive(Clone)]
pub struct Store {
    config: Arc<StoreConfig>,
    primary: Pool,
    latest: Reader,
    replica: Option<Arc<(Replica, Reader)>>,
    shards: KnownShards,
    followed: FollowedShards,
    /// One for each shard, made with the first append.
    batchers: Arc<OnceLock<Vec<Batcher>>>,
    listener: ListenerSlot,
    epochs: EpochWatch,
    write_probe: WriteProbe,
    import_paces: ImportPaces,
}

impl Store {
    /// Prepares the pools.
    ///
    /// No connection is made yet: a database that is down shows itself in [`Store::ready`].
    ///
    /// # Errors
    ///
    /// Never for an address: they were read before.
    pub fn connect(config: StoreConfig) -> Result<Self, StoreError> {
        let shards = KnownShards::default();
        let epochs = EpochWatch::new(shards.clone());
        let primary = Pool::new(&config.url, config.connections, Some(epochs.clone()))?;
        let latest = Reader::new(primary.clone(), shards.clone());
        let replica = match &config.read_url {
            Some(url) => {
                let reader = Reader::new(Pool::new(url, config.connections, None)?, shards.clone());
                Some(Arc::new((Replica::new(config.max_replica_lag), reader)))
            }
            None => None,
        };
        let (listener, write_probe) = (ListenerSlot::default(), WriteProbe::default());
        Ok(Self {
            config: Arc::new(config),
            primary,
            latest,
            replica,
            shards,
            followed: FollowedShards::default(),
            batchers: Arc::default(),
            listener,
            epochs,
            write_probe,
            import_paces: ImportPaces::default(),
        })
    }

    /// Brings the schema up to date, as the user of the URL, which must own the database or be
    /// allowed to create in it. Any number of processes may do so at once. An empty database gets as many shards as the
    /// configuration says, and keeps that number.
    ///
    /// # Errors
    ///
    /// If the database can't be reached, a newer version has changed its schema, the account may not create in it, or a
    /// migration fails.
    pub async fn migrate(&self) -> Result<(), MigrateError> {
        let found = migrate::run(&self.config.url, self.config.shards.unwrap_or(Shards::SINGLE)).await?;
        self.learn(found)
    }

    /// Looks whether this version can work with the schema as it is, and changes nothing.
    ///
    /// # Errors
    ///
    /// If the database can't be reached, lacks a migration, or a newer version has taken away what this one needs.
    pub async fn check_schema(&self) -> Result<(), MigrateError> {
        let found = migrate::check(&self.config.url).await?;
        self.learn(found)
    }

    fn learn(&self, found: migrate::Found) -> Result<(), MigrateError> {
        self.shards.note_distribution(found.is_distributed);
        Ok(self.shards.learn(found.shards.into())?)
    }

    /// The shards of the database.
    ///
    /// # Errors
    ///
    /// If nobody has looked at its schema yet ([`Store::migrate`], [`Store::check_schema`]).
    pub fn shards(&self) -> Result<Shards, StoreError> {
        self.shards.get()
    }

    /// The queues of appends, one for each shard.
    fn batchers(&self) -> Result<&[Batcher], StoreError> {
        let shards = self.shards()?;
        Ok(self.batchers.get_or_init(|| Batcher::for_all(shards, &self.config.url, &self.epochs)))
    }

    /// Connects once to the database.
    ///
    /// # Errors
    ///
    /// If no connection comes about; the error says with which host, why, and what helps.
    pub async fn check(&self) -> Result<(), ConnectError> {
        self.config.url.connect().await.map(drop)
    }

    /// Reads the certificates again that are used on the way to the database and its replica.
    ///
    /// # Errors
    ///
    /// If one can't be used. Those of before go on being used then.
    pub fn read_certificates(&self) -> Result<NewCertificates, TlsError> {
        let certificates = self.config.url.read_certificates()?;
        match &self.config.read_url {
            Some(url) => Ok(certificates.and(url.read_certificates()?)),
            None => Ok(certificates),
        }
    }

    /// How TLS is used on the way to the database.
    pub fn ssl_mode(&self) -> SslMode {
        self.config.url.ssl_mode()
    }

    /// True if others on the network could pose as the database.
    pub fn is_unverified(&self) -> bool {
        self.config.url.is_unverified()
    }

    /// Checks that the replica accepts a connection, if there is a replica.
    ///
    /// # Errors
    ///
    /// If no connection comes about.
    pub async fn check_replica(&self) -> Result<(), ConnectError> {
        match &self.config.read_url {
            Some(url) => url.connect().await.map(drop),
            None => Ok(()),
        }
    }

    /// Reads that see every acknowledged write.
    pub fn latest(&self) -> &Reader {
        &self.latest
    }
}
