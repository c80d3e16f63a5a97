//! Batches of the events of a shard, each with the signed head of the tree that it is the last leaf of.
//!
//! They are made beside the requests, at fixed times (`api/src/proofs/tree_heads.rs`); `kifu-proofs` explains them.

use chrono::{DateTime, Utc};
use kifu_proofs::batch::{self, BatchParts, BatchSecret, Group};
use kifu_proofs::signature::{PublicKey, Signed, TreeHead, TreeHeadTag, head_digest, key_id};
use kifu_proofs::{Digest, HexBytes};

use super::row::to_stored;
use super::{Position, Reader, Shard, Store, StoreError};

queries! {
    const SELECT_BATCHES: StoredBatch = "
        SELECT number, position, events, descriptions, description_position, at, secret, sequence, root, epoch, public_key,
               signature
        FROM event_batches
        WHERE shard = $1 AND number >= $2 ORDER BY number LIMIT $3";

    const SELECT_LAST_BATCH: StoredBatch = "
        SELECT number, position, events, descriptions, description_position, at, secret, sequence, root, epoch, public_key,
               signature
        FROM event_batches
        WHERE shard = $1 ORDER BY number DESC LIMIT 1";

    const SELECT_LAST_BATCH_UNTIL: StoredBatch = "
        SELECT number, position, events, descriptions, description_position, at, secret, sequence, root, epoch, public_key,
               signature
        FROM event_batches
        WHERE shard = $1 AND at <= $2 ORDER BY number DESC LIMIT 1";

    const SELECT_BATCH_OF: StoredBatch = "
        SELECT number, position, events, descriptions, description_position, at, secret, sequence, root, epoch, public_key,
               signature
        FROM event_batches
        WHERE shard = $1 AND position >= $2 AND events > 0 ORDER BY position LIMIT 1";

    const SELECT_HASHES: Digest = "
        SELECT hash FROM events WHERE shard = $1 AND position > $2 AND position <= $3 ORDER BY position";

    /// The nodes of all groups, and the events of one.
    const SELECT_GROUPS: (u64, Digest, Vec<u8>) = "
        SELECT number, node, CASE WHEN number = $3 THEN hashes ELSE ''::bytea END AS hashes FROM event_batch_groups
        WHERE shard = $1 AND batch = $2 ORDER BY number";

    const SELECT_ALL_GROUPS: (u64, Digest, Vec<u8>) = "
        SELECT number, node, hashes FROM event_batch_groups WHERE shard = $1 AND batch = $2 ORDER BY number";

    const INSERT_BATCH: () = "
        INSERT INTO event_batches (shard, number, position, events, at, secret, sequence, root, epoch, public_key, signature,
                                   descriptions, description_position)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
        ON CONFLICT DO NOTHING";

    const INSERT_GROUPS: () = "
        INSERT INTO event_batch_groups (shard, batch, number, node, hashes)
        SELECT $1, $2, number, node, hashes FROM unnest($3::bigint[], $4::bytea[], $5::bytea[]) AS g (number, node, hashes)";
}

/// A batch, and the signature of the tree in which it is the last leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredBatch {
    /// Its number in the shard; the first is 0.
    pub number: u64,
    /// The position of its last event, or of that of the batch before it.
    pub position: Position,
    /// How many events it has.
    pub events: u32,
    /// How many descriptions it has; their hashes come behind those of the events.
    pub descriptions: u32,
    /// The position of the last of them; 0 without any.
    pub description_position: Position,
    /// When it was made.
    pub at: DateTime<Utc>,
    /// The secret for the hashes of places where no event lies.
    pub secret: BatchSecret,
    /// The hash of its secret and of its events in their order.
    pub sequence: Digest,
    /// Its root.
    pub root: Digest,
    /// The epoch of the database.
    pub epoch: HexBytes<8>,
    /// The key that signed.
    pub public_key: PublicKey,
    /// The signature of the head.
    pub signature: HexBytes<64>,
}

row!(StoredBatch: number, position, events, descriptions, description_position, at, secret, sequence, root,
    epoch, public_key, signature);

impl StoredBatch {
    /// The leaf of the tree.
    pub fn leaf(&self) -> [u8; 40] {
        batch::leaf(self.root, self.at)
    }

    /// The position before its first event.
    pub fn begin(&self) -> Position {
        Position(self.position.0 - i64::from(self.events))
    }

    /// The position before its first description.
    pub fn description_begin(&self) -> Position {
        Position(self.description_position.0 - i64::from(self.descriptions))
    }

    /// How many hashes it has: of events and of descriptions.
    pub fn len(&self) -> usize {
        [self.events, self.descriptions].iter().map(|count| *count as usize).sum()
    }

    /// True if nothing was recorded meanwhile.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The head of the tree with this root, behind the head of the batch before.
    pub fn head(&self, shard: Shard, root: Digest, before: Option<HexBytes<64>>) -> Signed<TreeHead> {
        let statement = TreeHead {
            statement: TreeHeadTag::TreeHead,
            shard: shard.number(),
            size: self.number + 1,
            root,
            at: self.at,
            epoch: self.epoch,
            before: before.map_or(TreeHead::NONE_BEFORE, head_digest),
        };
        Signed { statement, key_id: key_id(self.public_key), signature: self.signature }
    }
}

impl Reader {
    /// The batches of a shard from this number on, at most `limit`.
    pub async fn batches(&self, shard: Shard, from: u64, limit: u32) -> Result<Vec<StoredBatch>, StoreError> {
        let from: i64 = to_stored(from)?;
        self.rows(SELECT_BATCHES, &[&shard.number(), &from, &i64::from(limit)]).await
    }

    /// The last batch of a shard, if there is one.
    pub async fn last_batch(&self, shard: Shard) -> Result<Option<StoredBatch>, StoreError> {
        self.row(SELECT_LAST_BATCH, &[&shard.number()]).await
    }

    /// The last batch of a shard that was made by then, if there is one.
    pub async fn last_batch_until(
        &self,
        shard: Shard,
        until: DateTime<Utc>,
    ) -> Result<Option<StoredBatch>, StoreError> {
        self.row(SELECT_LAST_BATCH_UNTIL, &[&shard.number(), &until]).await
    }

    /// The batch that the event with this position belongs to, if it is made.
    pub async fn batch_of(
        &self,
        shard: Shard,
        position: Position,
    ) -> Result<Option<StoredBatch>, StoreError> {
        self.row(SELECT_BATCH_OF, &[&shard.number(), &position.0]).await
    }

    /// The hashes of the events of a shard after one position up to another.
    pub async fn event_hashes(
        &self,
        shard: Shard,
        after: Position,
        up_to: Position,
    ) -> Result<Vec<Digest>, StoreError> {
        self.rows(SELECT_HASHES, &[&shard.number(), &after.0, &up_to.0]).await
    }

    /// The nodes that lead from an event to the root of its batch.
    ///
    /// # Errors
    ///
    /// If the event does not lead there.
    pub async fn path_in_batch(
        &self,
        shard: Shard,
        batch: &StoredBatch,
        hash: &Digest,
    ) -> Result<Vec<Digest>, StoreError> {
        let count = batch.len();
        let (nodes, near) = match batch::group_of(count, hash) {
            None => (Vec::new(), self.hashes_of_batch(shard, batch).await?),
            Some(group) => self.groups_of_batch(shard, batch.number, group).await?,
        };
        let parts = BatchParts { secret: batch.secret, events: count, sequence: batch.sequence };
        let path = batch::path(parts, &nodes, &near, hash);
        let lacking = || StoreError::Corrupt(format!("batch {} lacks an event", batch.number));
        path.filter(|path| batch::root_above(hash, path) == Some(batch.root)).ok_or_else(lacking)
    }

    /// The hashes of a batch: those of its events, and behind them those of its descriptions.
    async fn hashes_of_batch(&self, shard: Shard, batch: &StoredBatch) -> Result<Vec<Digest>, StoreError> {
        let mut hashes = self.event_hashes(shard, batch.begin(), batch.position).await?;
        if batch.descriptions > 0 {
            let (begin, end) = (batch.description_begin(), batch.description_position);
            hashes.extend(self.description_hashes(shard, begin, end).await?);
        }
        Ok(hashes)
    }

    /// The numbers and nodes of the groups of a batch, and the events of one of them.
    async fn groups_of_batch(
        &self,
        shard: Shard,
        batch: u64,
        near: u64,
    ) -> Result<(Vec<(u64, Digest)>, Vec<Digest>), StoreError> {
        let parameters: [&(dyn tokio_postgres::types::ToSql + Sync); 3] =
            [&shard.number(), &to_stored::<_, i64>(batch)?, &to_stored::<_, i64>(near)?];
        let (mut nodes, mut near_hashes) = (Vec::new(), Vec::new());
        for (number, node, bytes) in self.rows(SELECT_GROUPS, &parameters).await? {
            nodes.push((number, node));
            near_hashes.extend(hashes(&bytes));
        }
        Ok((nodes, near_hashes))
    }

    /// The groups that are kept of a batch.
    pub async fn batch_groups(&self, shard: Shard, batch: u64) -> Result<Vec<Group>, StoreError> {
        let rows = self.rows(SELECT_ALL_GROUPS, &[&shard.number(), &to_stored::<_, i64>(batch)?]).await?;
        let groups = rows.into_iter();
        Ok(groups.map(|(number, node, bytes)| Group { number, node, hashes: hashes(&bytes) }).collect())
    }

    /// The heads of the batches from this number on, at most `limit`. The nodes of the tree up to there must be written.
    ///
    /// # Errors
    ///
    /// If batches or nodes are missing.
    pub async fn signed_heads(
        &self,
        shard: Shard,
        from: u64,
        limit: u32,
    ) -> Result<Vec<Signed<TreeHead>>, StoreError> {
        let missing = || StoreError::Corrupt(format!("batches are missing before number {from}"));
        let mut tree = self.tree(shard, from, &[]).await?.growing().ok_or_else(missing)?;
        let mut before = match from.checked_sub(1) {
            Some(number) => self.batches(shard, number, 1).await?.first().map(|batch| batch.signature),
            None => None,
        };
        let batches = self.batches(shard, from, limit).await?;
        let heads = batches.iter().map_while(|batch| {
            tree.push(&batch.leaf());
            Some(batch.head(shard, tree.root()?, before.replace(batch.signature)))
        });
        Ok(heads.collect())
    }

    /// Returns the signed head of a batch's tree. The root of the tree is not stored.
    ///
    /// # Errors
    ///
    /// If the batch before is missing.
    pub async fn signed_head(
        &self,
        shard: Shard,
        batch: &StoredBatch,
        root: Digest,
    ) -> Result<Signed<TreeHead>, StoreError> {
        let before = match batch.number.checked_sub(1) {
            None => None,
            Some(number) => {
                let found = self.batches(shard, number, 1).await?.into_iter().next();
                let lacking = || StoreError::Corrupt(format!("batch {number} is missing"));
                Some(found.filter(|found| found.number == number).ok_or_else(lacking)?.signature)
            }
        };
        Ok(batch.head(shard, root, before))
    }
}

impl Store {
    /// Keeps a batch, and says whether it did: where there is one of its number, that stays.
    pub async fn keep_batch(
        &self,
        shard: Shard,
        batch: &StoredBatch,
        groups: &[Group],
    ) -> Result<bool, StoreError> {
        let (shard, number) = (shard.number(), to_stored::<_, i64>(batch.number)?);
        let events: i32 = to_stored(batch.events)?;
        let descriptions: i32 = to_stored(batch.descriptions)?;
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let inserted = INSERT_BATCH
            .execute(
                &transaction,
                &[
                    &shard,
                    &number,
                    &batch.position.0,
                    &events,
                    &batch.at,
                    &batch.secret.0.as_slice(),
                    &batch.sequence.0.as_slice(),
                    &batch.root.0.as_slice(),
                    &batch.epoch.0.as_slice(),
                    &batch.public_key.0.as_slice(),
                    &batch.signature.0.as_slice(),
                    &descriptions,
                    &batch.description_position.0,
                ],
            )
            .await?;
        if inserted > 0 && !groups.is_empty() {
            let numbers: Vec<i64> =
                groups.iter().map(|group| to_stored(group.number)).collect::<Result<_, _>>()?;
            let nodes: Vec<_> = groups.iter().map(|group| group.node.0.as_slice()).collect();
            let hashes: Vec<_> = groups.iter().map(bytes_of).collect();
            INSERT_GROUPS.execute(&transaction, &[&shard, &number, &numbers, &nodes, &hashes]).await?;
        }
        transaction.commit().await?;
        Ok(inserted > 0)
    }
}

fn hashes(bytes: &[u8]) -> Vec<Digest> {
    let (hashes, _) = bytes.as_chunks();
    hashes.iter().copied().map(HexBytes).collect()
}

fn bytes_of(group: &Group) -> Vec<u8> {
    group.hashes.iter().flat_map(|hash| hash.0).collect()
}
