//! The Merkle tree of a shard: its nodes, read and written, and the heads that were signed.
//!
//! Appending does not touch the tree. Nodes are computed of events that can't change any more, in groups of 256, by whoever
//! comes first: a task beside the requests, or the first proof that needs them. All would write the same.

use chrono::{DateTime, Utc};
use kifu_proofs::signature::{Signed, TreeHead, TreeHeadTag};
use kifu_proofs::tree::{GROUP_LENGTH, GROUP_SIZE, NodeRange, Tree, leaf_hash, root_of};
use kifu_proofs::{Digest, HexBytes};
use tokio_postgres::Row;

use super::row::bytes;
use super::{Position, Reader, Shard, Store, StoreError};

/// Groups of nodes that are read and written at a time.
const GROUPS_PER_STATEMENT: u64 = 32;

const SELECT_LEAVES: &str = "
    SELECT hash FROM events WHERE shard = $1 AND position > $2 AND position <= $3 ORDER BY position";

const SELECT_NODES: &str = "
    SELECT hash FROM tree_nodes WHERE shard = $1 AND level = $2 AND number >= $3 AND number < $4 ORDER BY number";

const COUNT_NODES: &str =
    "SELECT coalesce(max(number) + 1, 0)::bigint AS count FROM tree_nodes WHERE shard = $1 AND level = $2";

const INSERT_NODES: &str = "
    INSERT INTO tree_nodes (shard, level, number, hash)
    SELECT $1, $2, $3 + ord - 1, hash FROM unnest($4::bytea[]) WITH ORDINALITY AS n (hash, ord)
    ON CONFLICT DO NOTHING";

const INSERT_HEAD: &str = "
    INSERT INTO tree_heads (shard, size, root, at, epoch, key_id, signature) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT DO NOTHING";

const SELECT_HEADS: &str = "
    SELECT shard, size, root, at, epoch, key_id, signature FROM tree_heads
    WHERE shard = $1 AND size > $2 ORDER BY size LIMIT $3";

const SELECT_LAST_HEAD: &str = "
    SELECT shard, size, root, at, epoch, key_id, signature FROM tree_heads
    WHERE shard = $1 ORDER BY size DESC LIMIT 1";

const SELECT_SIGNING_KEY: &str = "SELECT key FROM service_keys WHERE name = 'signing'";

/// A group of the tree is not what its events make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "events of the feed are not those of which the tree was made: some from position {first} to {last} were altered, moved or exchanged"
)]
pub struct TreeFault {
    /// The first position of the group.
    pub first: Position,
    /// The last one.
    pub last: Position,
}

impl Reader {
    /// The tree over the first events of a shard, with the nodes that proofs about these leaves and sizes need.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or events or nodes are missing.
    pub async fn tree(&self, shard: Shard, size: u64, near: &[u64]) -> Result<Tree, StoreError> {
        let mut tree = Tree::new(size);
        for NodeRange { level, numbers } in Tree::needed_nodes(size, near) {
            let nodes = self.nodes(shard, level, numbers.start, numbers.end).await?;
            tree.add_nodes(level, numbers.start, nodes);
        }
        Ok(tree)
    }

    /// Nodes of a stored level from one number up to another.
    async fn nodes(&self, shard: Shard, level: u32, from: u64, to: u64) -> Result<Vec<Digest>, StoreError> {
        let (shard, first, last) = (shard.number(), to_i64(from), to_i64(to));
        let rows = if level == 0 {
            self.rows(SELECT_LEAVES, &[&shard, &first, &last]).await?
        } else {
            let level = i32::try_from(level).unwrap_or(i32::MAX);
            self.rows(SELECT_NODES, &[&shard, &level, &first, &last]).await?
        };
        if rows.len() as u64 != to - from {
            let what = if level == 0 { "events of the feed" } else { "nodes of the tree" };
            let places = format!("{what} are missing: some of {} to {to}", from + 1);
            return Err(StoreError::Corrupt(places));
        }
        let hashes = rows.iter().map(|row| bytes(row, "hash"));
        if level == 0 {
            return hashes.map(|hash: Result<Digest, _>| Ok(leaf_hash(&hash?.0))).collect();
        }
        hashes.collect()
    }

    /// The heads that were signed of a shard, beyond this size, smallest first, at most `limit`.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn tree_heads(
        &self,
        shard: Shard,
        beyond: u64,
        limit: u32,
    ) -> Result<Vec<Signed<TreeHead>>, StoreError> {
        let rows = self.rows(SELECT_HEADS, &[&shard.number(), &to_i64(beyond), &i64::from(limit)]).await?;
        rows.iter().map(head).collect()
    }

    /// The largest head that was signed and kept of a shard, if there is one.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn last_tree_head(&self, shard: Shard) -> Result<Option<Signed<TreeHead>>, StoreError> {
        self.row(SELECT_LAST_HEAD, &[&shard.number()]).await?.as_ref().map(head).transpose()
    }

    /// The seed of the key that signs where the operator has set none, the same for all instances.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or has no seed of 32 bytes ([`StoreError::Corrupt`]).
    pub async fn signing_seed(&self) -> Result<[u8; 32], StoreError> {
        let missing = || StoreError::Corrupt("there is no key that signs".into());
        let row = self.row(SELECT_SIGNING_KEY, &[]).await?.ok_or_else(missing)?;
        Ok(bytes(&row, "key")?.0)
    }

    /// The first of the stored nodes over this many events of a shard that is not what its events make.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or events or nodes are missing.
    pub async fn tree_fault(&self, shard: Shard, size: u64) -> Result<Option<TreeFault>, StoreError> {
        for level in 1.. {
            let count = self.count_nodes(shard, level).await?;
            let width = GROUP_SIZE.saturating_pow(level);
            if count == 0 {
                break;
            }
            let (mut number, complete) = (0, count.min(size / width));
            while number < complete {
                let end = complete.min(number + GROUPS_PER_STATEMENT);
                let made = self.groups(shard, level - 1, number, end).await?;
                let stored = self.nodes(shard, level, number, end).await?;
                let differs =
                    (number..).zip(made.iter().zip(&stored)).find(|(_, (made, stored))| made != stored);
                if let Some((group, _)) = differs {
                    let [first, last] = [group * width + 1, (group + 1) * width].map(to_i64);
                    return Ok(Some(TreeFault { first: Position(first), last: Position(last) }));
                }
                number = end;
            }
        }
        Ok(None)
    }

    async fn count_nodes(&self, shard: Shard, level: u32) -> Result<u64, StoreError> {
        let level = i32::try_from(level).unwrap_or(i32::MAX);
        let row = self.row(COUNT_NODES, &[&shard.number(), &level]).await?;
        let count: i64 = row.map(|row| row.try_get("count")).transpose()?.unwrap_or_default();
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// The nodes above these groups of a level.
    async fn groups(&self, shard: Shard, level: u32, from: u64, to: u64) -> Result<Vec<Digest>, StoreError> {
        let nodes = self.nodes(shard, level, from * GROUP_SIZE, to * GROUP_SIZE).await?;
        Ok(nodes.chunks(GROUP_LENGTH).filter_map(root_of).collect())
    }
}

impl Store {
    /// Writes the nodes above all complete groups of this many events of a shard.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or events are missing.
    pub async fn grow_tree(&self, shard: Shard, size: u64) -> Result<(), StoreError> {
        let mut below = size;
        for level in 1.. {
            let complete = below / GROUP_SIZE;
            if complete == 0 {
                break;
            }
            let mut number = self.latest().count_nodes(shard, level).await?;
            while number < complete {
                let end = complete.min(number + GROUPS_PER_STATEMENT);
                let nodes = self.latest().groups(shard, level - 1, number, end).await?;
                let nodes: Vec<_> = nodes.iter().map(|node| node.0.as_slice()).collect();
                let stored_level = i32::try_from(level).unwrap_or(i32::MAX);
                let client = self.primary.get().await?;
                let statement = client.prepare_cached(INSERT_NODES).await?;
                client
                    .execute(&statement, &[&shard.number(), &stored_level, &to_i64(number), &nodes])
                    .await?;
                number = end;
            }
            below = complete;
        }
        Ok(())
    }

    /// Keeps a head. Where one of its size is kept already, that stays.
    ///
    /// # Errors
    ///
    /// If the database can't be asked.
    pub async fn keep_tree_head(&self, signed: &Signed<TreeHead>) -> Result<(), StoreError> {
        let head = &signed.statement;
        let client = self.primary.get().await?;
        let statement = client.prepare_cached(INSERT_HEAD).await?;
        client
            .execute(
                &statement,
                &[
                    &head.shard,
                    &to_i64(head.size),
                    &head.root.0.as_slice(),
                    &head.at,
                    &head.epoch.0.as_slice(),
                    &signed.key_id.0.as_slice(),
                    &signed.signature.0.as_slice(),
                ],
            )
            .await?;
        Ok(())
    }
}

fn head(row: &Row) -> Result<Signed<TreeHead>, StoreError> {
    let size: i64 = row.try_get("size")?;
    let at: DateTime<Utc> = row.try_get("at")?;
    let epoch: HexBytes<8> = bytes(row, "epoch")?;
    Ok(Signed {
        statement: TreeHead {
            statement: TreeHeadTag::TreeHead,
            shard: row.try_get("shard")?,
            size: u64::try_from(size).unwrap_or_default(),
            root: bytes(row, "root")?,
            at,
            epoch,
        },
        key_id: bytes(row, "key_id")?,
        signature: bytes(row, "signature")?,
    })
}

fn to_i64(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
