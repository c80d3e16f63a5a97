//! The nodes of the Merkle tree of a shard, whose leaves are its batches (`event_batch.rs`).
//!
//! They are computed of batches, which never change, in groups of 256, by whoever comes first. All would write the same.

use chrono::{DateTime, Utc};
use kifu_engine::count;
use kifu_proofs::batch::leaf;
use kifu_proofs::tree::{GROUP_LENGTH, GROUP_SIZE, GrowingTree, NodeRange, Tree, leaf_hash, root_of};
use kifu_proofs::{Digest, HexBytes};

use super::row::to_stored;
use super::{Position, Reader, Shard, Store, StoreError};

/// Groups of nodes that are read and written at a time.
const GROUPS_PER_STATEMENT: u64 = 32;

/// Hashes of events that are read at a time.
const HASHES_PER_STATEMENT: i64 = 100_000;

queries! {
    const SELECT_LEAVES: (Digest, DateTime<Utc>) = "
        SELECT root, at FROM event_batches WHERE shard = $1 AND number >= $2 AND number < $3 ORDER BY number";

    const SELECT_NODES: Digest = "
        SELECT hash FROM tree_nodes WHERE shard = $1 AND level = $2 AND number >= $3 AND number < $4 ORDER BY number";

    const COUNT_NODES: u64 =
        "SELECT coalesce(max(number) + 1, 0)::bigint AS count FROM tree_nodes WHERE shard = $1 AND level = $2";

    const INSERT_NODES: () = "
        INSERT INTO tree_nodes (shard, level, number, hash)
        SELECT $1, $2, $3 + ord - 1, hash FROM unnest($4::bytea[]) WITH ORDINALITY AS n (hash, ord)
        ON CONFLICT DO NOTHING";

    const SELECT_SIGNING_KEY: HexBytes<32> = "SELECT key FROM service_keys WHERE name = 'signing'";
}

/// A stored node differs from the one computed from its batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the node of the tree above batches {first} to {last} was altered: it is not what they make")]
pub struct TreeFault {
    /// The first of the batches.
    pub first: u64,
    /// The last one.
    pub last: u64,
}

impl Reader {
    /// The tree over the first batches of a shard, with the nodes that proofs about these leaves and sizes need.
    ///
    /// # Errors
    ///
    /// If batches or nodes are missing.
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
        let (shard, first, last) = (shard.number(), to_stored::<_, i64>(from)?, to_stored::<_, i64>(to)?);
        let nodes: Vec<_> = if level == 0 {
            let leaves = self.rows(SELECT_LEAVES, &[&shard, &first, &last]).await?;
            leaves.into_iter().map(|(root, at)| leaf_hash(&leaf(root, at))).collect()
        } else {
            let level: i32 = to_stored(level)?;
            self.rows(SELECT_NODES, &[&shard, &level, &first, &last]).await?
        };
        if nodes.len() as u64 != to - from {
            let what = if level == 0 { "batches" } else { "nodes of the tree" };
            return Err(StoreError::Corrupt(format!("{what} are missing: some of {from} to {to}")));
        }
        Ok(nodes)
    }

    /// The seed of the key that signs where the operator has set none, the same for all instances.
    ///
    /// # Errors
    ///
    /// If the database has no seed of 32 bytes ([`StoreError::Corrupt`]).
    pub async fn signing_seed(&self) -> Result<[u8; 32], StoreError> {
        let missing = || StoreError::Corrupt("there is no key that signs".into());
        Ok(self.row(SELECT_SIGNING_KEY, &[]).await?.ok_or_else(missing)?.0)
    }

    /// The first stored node over this many batches of a shard that differs from the one computed from them.
    ///
    /// # Errors
    ///
    /// If batches or nodes are missing.
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
                    return Ok(Some(TreeFault { first: group * width, last: (group + 1) * width - 1 }));
                }
                number = end;
            }
        }
        Ok(None)
    }

    /// The root of the tree whose leaves are all events of a shard up to a position; nothing without events.
    ///
    /// # Errors
    ///
    /// If events are missing.
    pub async fn feed_root(&self, shard: Shard, up_to: Position) -> Result<Option<Digest>, StoreError> {
        let (mut tree, mut after) = (GrowingTree::default(), Position::START);
        while after < up_to {
            let next = Position(up_to.0.min(after.0 + HASHES_PER_STATEMENT));
            let hashes = self.event_hashes(shard, after, next).await?;
            if count::to_i64(hashes.len()) != next.0 - after.0 {
                let places = format!("events of the feed are missing: some of {} to {next}", after.0 + 1);
                return Err(StoreError::Corrupt(places));
            }
            for hash in &hashes {
                tree.push(&hash.0);
            }
            after = next;
        }
        Ok(tree.root())
    }

    async fn count_nodes(&self, shard: Shard, level: u32) -> Result<u64, StoreError> {
        let level: i32 = to_stored(level)?;
        Ok(self.row(COUNT_NODES, &[&shard.number(), &level]).await?.unwrap_or_default())
    }

    /// The nodes above these groups of a level.
    async fn groups(&self, shard: Shard, level: u32, from: u64, to: u64) -> Result<Vec<Digest>, StoreError> {
        let nodes = self.nodes(shard, level, from * GROUP_SIZE, to * GROUP_SIZE).await?;
        Ok(nodes.chunks(GROUP_LENGTH).filter_map(root_of).collect())
    }
}

impl Store {
    /// Writes the nodes above all complete groups of this many batches of a shard.
    ///
    /// # Errors
    ///
    /// If batches are missing.
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
                let stored_level: i32 = to_stored(level)?;
                let client = self.primary.get().await?;
                INSERT_NODES
                    .execute(
                        &client,
                        &[&shard.number(), &stored_level, &to_stored::<_, i64>(number)?, &nodes],
                    )
                    .await?;
                number = end;
            }
            below = complete;
        }
        Ok(())
    }
}
