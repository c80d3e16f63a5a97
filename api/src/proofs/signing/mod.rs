//! Signs what the service shows of records, and the heads of the trees over their events.
//!
//! An answer to a move names the hash of its last event. It is not signed: a signature takes as long as a tenth of a move.
//! Nobody waits for the tree either. A task beside the requests (`tree_heads.rs`) makes a batch of what was recorded every
//! minute, and signs the head of the tree over all batches; a proof (`GET /v1/games/{id}/proof`) can be had at once after each
//! move, and later with the head of its batch.
//!
//! The key comes from `KIFU_SIGNING_KEY`. Without it there is one in the database: enough to know answers of this service
//! again, and no help against the owner of the database.

pub mod elsewhere;
pub mod proof;
pub mod schedule;

use chrono::{DateTime, Utc};
use kifu_engine::count;
use kifu_proofs::batch::{Batch, fitting, new_secret};
use kifu_proofs::document::{Consistency, TreeProof};
use kifu_proofs::signature::{
    FeedHead, FeedHeadTag, PublicKey, RecordCopy, Signed, SigningError, SigningKey,
};
use kifu_proofs::{Digest, HexBytes};

use self::schedule::HeadSchedule;
use crate::http::problem::{Code, Problem};
use crate::http::secrets::Secret;
use kifu_store::{Position, Shard, Store, StoreError, StoredBatch, StoredLink, now};

const KEY_CONTEXT: &str = "kifu 2026 key that signs tree heads and copies of records";

/// The most events of a batch. Further events of a minute wait for the next one.
const MAX_BATCH_EVENTS: i64 = 1 << 20;

/// Batches with more events than this are made on a thread of their own.
const QUICK_BATCH_EVENTS: usize = 100;

/// Signs in the name of the service.
pub struct Signer {
    key: SigningKey,
}

/// There is no signer.
#[derive(Debug, thiserror::Error)]
pub enum NoSigner {
    /// The key in the database can't be read.
    #[error("the key that signs can't be read: {0}")]
    Store(#[from] StoreError),
    /// The key can't be used.
    #[error(transparent)]
    Key(#[from] SigningError),
}

/// Tells that an event is in the tree, or when that can be proven.
pub enum Inclusion {
    /// The proof.
    Proven(Box<TreeProof>),
    /// The time at which its batch will be there.
    Due(DateTime<Utc>),
}

impl Signer {
    /// Signs under the operator's key, or else under that of the database.
    ///
    /// # Errors
    ///
    /// If there is no key of the operator and that of the database can't be read.
    pub async fn new(store: &Store, key: Option<&Secret>) -> Result<Self, NoSigner> {
        let seed = match key {
            Some(key) => blake3::derive_key(KEY_CONTEXT, key.expose().as_bytes()),
            None => store.latest().signing_seed().await?,
        };
        Ok(Self { key: SigningKey::from_seed(&seed)? })
    }

    /// The key that others verify with.
    pub fn public_key(&self) -> PublicKey {
        self.key.public()
    }

    /// Signs what somebody is shown of a record.
    pub fn sign_copy(&self, copy: RecordCopy) -> Result<Signed<RecordCopy>, Problem> {
        self.key.sign(copy).map_err(Problem::internal)
    }

    /// Makes a batch of the events of a shard that are in none yet, and signs the head of the tree with it. Where somebody
    /// else was faster, theirs stays.
    pub async fn close_batch(
        &self,
        store: &Store,
        shard: Shard,
        last: Option<StoredBatch>,
        at: DateTime<Utc>,
    ) -> Result<(), Problem> {
        let (number, begin) =
            last.as_ref().map_or((0, Position::START), |last| (last.number + 1, last.position));
        let BatchContent { hashes, events, descriptions, description_position } =
            content_after(store, shard, begin).await?;
        let secret = new_secret();
        let batch = if hashes.len() <= QUICK_BATCH_EVENTS {
            Batch::new(secret, &hashes)
        } else {
            let made = tokio::task::spawn_blocking(move || Batch::new(secret, &hashes)).await;
            made.map_err(Problem::internal)?
        };
        let mut stored = StoredBatch {
            number,
            position: Position(begin.0 + i64::from(events)),
            events,
            descriptions,
            description_position,
            at,
            secret,
            sequence: batch.sequence,
            root: batch.root,
            epoch: HexBytes(store.epoch().0.to_be_bytes()),
            public_key: self.public_key(),
            signature: HexBytes([0; 64]),
        };
        let root = self.root_with(store, shard, &stored).await?;
        let head = stored.head(shard, root, last.map(|last| last.signature));
        stored.signature = self.key.sign(head.statement).map_err(Problem::internal)?.signature;
        store.keep_batch(shard, &stored, &batch.groups).await?;
        Ok(())
    }

    /// The root of the tree that has this as its next batch.
    async fn root_with(&self, store: &Store, shard: Shard, next: &StoredBatch) -> Result<Digest, Problem> {
        store.grow_tree(shard, next.number).await?;
        let tree = store.latest().tree(shard, next.number, &[]).await?;
        let mut tree = tree.growing().ok_or_else(lacking)?;
        tree.push(&next.leaf());
        tree.root().ok_or_else(lacking)
    }

    /// The newest head of the tree over the batches of a shard that is shown, with what it takes to be proven in it: the
    /// batch of an event, and that the tree only grew since a size.
    pub async fn inclusion(
        &self,
        (store, schedule): (&Store, HeadSchedule),
        shard: Shard,
        event: &StoredLink,
        since: Option<u64>,
    ) -> Result<Inclusion, Problem> {
        let (reader, moment) = (store.latest(), now());
        let last = reader.last_batch_until(shard, schedule.shown_until(moment)).await?;
        if since.is_some_and(|since| since > last.as_ref().map_or(0, |last| last.number + 1)) {
            return Err(Problem::plain(Code::NotFound));
        }
        let batch = reader.batch_of(shard, event.position).await?;
        // Right after a change of the key the last head is still by another one.
        let is_ours = |last: &StoredBatch| last.public_key == self.public_key();
        let (Some(last), Some(batch)) = (last.filter(is_ours), &batch) else {
            return Ok(Inclusion::Due(schedule.due(batch.map(|batch| batch.at), moment)));
        };
        if batch.number > last.number {
            return Ok(Inclusion::Due(schedule.due(Some(batch.at), moment)));
        }
        let path = reader.path_in_batch(shard, batch, &event.hash).await?;
        store.grow_tree(shard, last.number + 1).await?;
        let near: Vec<_> = [Some(batch.number), since].into_iter().flatten().collect();
        let tree = reader.tree(shard, last.number + 1, &near).await?;
        let consistency = match since {
            // Every tree begins with the empty one.
            Some(0) => Some(Consistency { since: 0, path: Vec::new() }),
            Some(since) => Some(Consistency { since, path: tree.consistency(since).ok_or_else(lacking)? }),
            None => None,
        };
        let root = tree.root().ok_or_else(lacking)?;
        let head = reader.signed_head(shard, &last, root).await?;
        let inclusion = tree.inclusion(batch.number).ok_or_else(lacking)?;
        let (number, batch_at) = (batch.number, batch.at);
        Ok(Inclusion::Proven(Box::new(TreeProof {
            head,
            batch: number,
            batch_at,
            path,
            inclusion,
            consistency,
        })))
    }

    /// All events of a shard as they are now, signed for an export; nothing without events.
    pub async fn feed_head(&self, store: &Store, shard: Shard) -> Result<Option<Signed<FeedHead>>, Problem> {
        let end = store.latest().head(shard).await?;
        let root = store.latest().feed_root(shard, end).await?;
        let sign = |root| {
            let head = FeedHead {
                statement: FeedHeadTag::FeedHead,
                shard: shard.number(),
                events: size(end),
                root,
                at: now(),
                epoch: HexBytes(store.epoch().0.to_be_bytes()),
            };
            self.key.sign(head).map_err(Problem::internal)
        };
        root.map(sign).transpose()
    }
}

/// The content of a batch.
struct BatchContent {
    /// The hashes of the events, and behind them those of the descriptions.
    hashes: Vec<Digest>,
    events: u32,
    descriptions: u32,
    /// The position of the last description; 0 without any.
    description_position: Position,
}

/// The content of the batch after a position of the feed: the events after it, and the descriptions that are in no
/// batch.
async fn content_after(store: &Store, shard: Shard, begin: Position) -> Result<BatchContent, Problem> {
    let mut hashes = events_after(store, shard, begin).await?;
    hashes.truncate(fitting(&hashes));
    let events = hashes.len();
    let covered = store.latest().covered_descriptions(shard).await?;
    hashes.extend(descriptions_after(store, shard, covered).await?);
    hashes.truncate(fitting(&hashes));
    let descriptions = u32::try_from(hashes.len() - events).map_err(Problem::internal)?;
    let end = if descriptions == 0 { 0 } else { covered.0 + i64::from(descriptions) };
    let events = u32::try_from(events).map_err(Problem::internal)?;
    Ok(BatchContent { hashes, events, descriptions, description_position: Position(end) })
}

/// The hashes of the descriptions after a position.
async fn descriptions_after(store: &Store, shard: Shard, begin: Position) -> Result<Vec<Digest>, Problem> {
    let end = store.latest().description_head(shard).await?;
    let end = Position(end.0.min(begin.0 + MAX_BATCH_EVENTS));
    let hashes = store.latest().description_hashes(shard, begin, end).await?;
    complete(hashes, "descriptions", begin, end)
}

/// The hashes of the events after a position.
async fn events_after(store: &Store, shard: Shard, begin: Position) -> Result<Vec<Digest>, Problem> {
    let end = store.latest().head(shard).await?;
    let end = Position(end.0.min(begin.0 + MAX_BATCH_EVENTS));
    let hashes = store.latest().event_hashes(shard, begin, end).await?;
    complete(hashes, "events of the feed", begin, end)
}

/// Refuses to sign if something is missing.
fn complete(hashes: Vec<Digest>, what: &str, begin: Position, end: Position) -> Result<Vec<Digest>, Problem> {
    if count::to_i64(hashes.len()) != end.0 - begin.0 {
        return Err(Problem::internal(format!("{what} are missing after position {begin}")));
    }
    Ok(hashes)
}

fn lacking() -> Problem {
    Problem::internal("nodes of the tree are missing")
}

/// How many events there are up to this position.
pub fn size(position: Position) -> u64 {
    position.0.max(0).cast_unsigned()
}
