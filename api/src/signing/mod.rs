//! Signs what the service shows of records, and the heads of the trees over their events.
//!
//! An answer to a move names the hash and the position of its last event. It is not signed: a signature takes as long as
//! a tenth of a move. Nobody waits for the tree either. A task beside the requests (`tree_heads.rs`) makes its nodes and keeps a
//! signed head of it every minute; a proof (`GET /v1/games/{id}/proof`) can be had at once after each move, and at any time
//! later, and brings its own head.
//!
//! The key comes from `KIFU_SIGNING_KEY`. Without it there is one in the database: enough to know answers of this service
//! again, and no help against the owner of the database.

pub mod proof;

use kifu_proofs::HexBytes;
use kifu_proofs::document::{Consistency, TreeProof};
use kifu_proofs::signature::{
    PublicKey, RecordCopy, Signed, SigningError, SigningKey, TreeHead, TreeHeadTag,
};

use crate::problem::{Code, Problem};
use crate::secrets::Secret;
use kifu_store::{Position, Shard, Store, StoreError, now};

const KEY_CONTEXT: &str = "kifu 2026 key that signs tree heads and copies of records";

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

impl Signer {
    /// Signs under the operator's key, or else under that of the database.
    ///
    /// # Errors
    ///
    /// If there is no key of the operator's and that of the database can't be read.
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

    /// The head of the tree over this many events of a shard, with what it takes to be proven in it: an event by its
    /// position, and that the tree only grew since a size.
    pub async fn tree_proof(
        &self,
        store: &Store,
        shard: Shard,
        position: Position,
        since: Option<u64>,
    ) -> Result<TreeProof, Problem> {
        let size = size(store.latest().head(shard).await?);
        if since.is_some_and(|since| since > size) {
            return Err(Problem::plain(Code::NotFound));
        }
        store.grow_tree(shard, size).await?;
        let leaf = size_before(position);
        let near: Vec<_> = [Some(leaf), since].into_iter().flatten().collect();
        let tree = store.latest().tree(shard, size, &near).await?;
        let lacking = || Problem::internal("nodes of the tree are missing");
        let consistency = match since {
            // Every tree begins with the empty one.
            Some(0) => Some(Consistency { since: 0, path: Vec::new() }),
            Some(since) => Some(Consistency { since, path: tree.consistency(since).ok_or_else(lacking)? }),
            None => None,
        };
        let root = tree.root().ok_or_else(lacking)?;
        let head = self.sign_head(store, shard, size, root)?;
        Ok(TreeProof { head, inclusion: tree.inclusion(leaf).ok_or_else(lacking)?, consistency })
    }

    /// The head of the tree over this many events of a shard, signed now; nothing without events.
    pub async fn head(
        &self,
        store: &Store,
        shard: Shard,
        size: u64,
    ) -> Result<Option<Signed<TreeHead>>, Problem> {
        store.grow_tree(shard, size).await?;
        let root = store.latest().tree(shard, size, &[]).await?.root();
        root.map(|root| self.sign_head(store, shard, size, root)).transpose()
    }

    fn sign_head(
        &self,
        store: &Store,
        shard: Shard,
        size: u64,
        root: kifu_proofs::Digest,
    ) -> Result<Signed<TreeHead>, Problem> {
        let epoch = HexBytes(store.epoch().0.to_be_bytes());
        let statement = TreeHeadTag::TreeHead;
        let head = TreeHead { statement, shard: shard.number(), size, root, at: now(), epoch };
        self.key.sign(head).map_err(Problem::internal)
    }
}

/// How many events there are up to this position.
pub fn size(position: Position) -> u64 {
    u64::try_from(position.0).unwrap_or_default()
}

/// How many events there are before this position.
fn size_before(position: Position) -> u64 {
    size(position).saturating_sub(1)
}
