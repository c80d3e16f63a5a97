//! The proof of a record, as the API answers and `kifu export --proofs` writes it.

use chrono::{DateTime, Utc};
use kifu_engine::canonical_json::CanonicalJson;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::Digest;
use crate::description::{DescriptionProof, Details};
use crate::event::{EventContent, START, Salt, link, shown_commitment};
use crate::signature::{PublicKey, RecordCopy, Signed, TreeHead};

/// The version of the format.
pub const FORMAT_VERSION: u32 = 3;

/// The version before has no description of the record.
pub const WITHOUT_DESCRIPTION: u32 = 2;

/// The proof of a copy of a record, as a viewer was shown it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordProof {
    /// The version of this format: 3. Version 2 has no `description`.
    #[schemars(range(min = 2, max = 3))]
    pub kifu_proof: u32,
    /// The key that others verify the signatures with.
    pub public_key: PublicKey,
    /// The signed copy that the viewer was shown.
    pub copy: Signed<RecordCopy>,
    /// Proofs of each event that the viewer was shown, from the opening to the version of the copy.
    pub events: Vec<EventProof>,
    /// The content of the opening; only where the viewer sees the whole record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<Value>,
    /// The proof of the record's description: who sits where, when and where it was played, tags, visibility, of what
    /// it is a copy. Left out if none of that was changed since the version that introduced this proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<DescriptionProof>,
    /// Proves that the last event is in the tree of its shard; only where the viewer sees the whole record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeProof>,
    /// From when on the same question is answered with `tree`: the batch that the last event belongs to is not made yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree_due: Option<DateTime<Utc>>,
}

/// The proof of one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventProof {
    /// Its hash, which depends on all events before it.
    pub hash: Digest,
    /// The other parts of its hash; only where the viewer sees the whole record.
    #[serde(flatten)]
    pub stored: Option<StoredEvent>,
}

/// The parts of a stored event that a copy of a record lacks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StoredEvent {
    /// Its position in the feed of the shard; only in exports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<u64>,
    /// The actor that recorded it.
    pub actor: String,
    /// The version of the schema of its content.
    pub schema_version: i32,
    /// The random bytes that stand before its content where that is hashed.
    pub salt: Salt,
}

/// Proves that an event is in the tree of its shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TreeProof {
    /// The head of the tree, signed.
    pub head: Signed<TreeHead>,
    /// The number of the batch that the last event of `events` belongs to: its leaf in the tree. The first is 0.
    pub batch: u64,
    /// When that batch was made.
    pub batch_at: DateTime<Utc>,
    /// The nodes that lead from the event to the root of its batch, the lowest first. The first 40 bits of the event's hash say,
    /// the last of them first, whether a node stands on the left (1) or on the right (0); the last node stands on the right.
    #[schemars(length(min = 41, max = 41))]
    pub path: Vec<Digest>,
    /// The nodes that lead from the batch to the root of the tree (RFC 9162, 2.1.3).
    pub inclusion: Vec<Digest>,
    /// Proves that the tree only grew since an earlier head.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consistency: Option<Consistency>,
}

/// Proves that a tree only grew since an earlier head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Consistency {
    /// The size of the earlier tree.
    pub since: u64,
    /// The nodes of RFC 9162, 2.1.4.
    pub path: Vec<Digest>,
}

/// A copy of a record that somebody has: a record file, or the parts that were read from one.
#[derive(Clone, Debug, PartialEq)]
pub struct CopiedRecord {
    /// The record.
    pub game_id: Uuid,
    /// The opening, as far as a copy has it: `game`, `seats`, `options`, `rules_version`.
    pub opening: Value,
    /// The times and entries, the opening's time first.
    pub log: Vec<CopiedEvent>,
    /// The description of the record.
    pub details: Details,
}

/// An entry of a copy.
#[derive(Clone, Debug, PartialEq)]
pub struct CopiedEvent {
    /// When it was logged.
    pub at: DateTime<Utc>,
    /// The entry; of the opening what [`CopiedRecord::opening`] says.
    pub entry: Value,
}

impl CopiedRecord {
    /// The hashes of the events of a viewer who does not see the whole record.
    ///
    /// # Errors
    ///
    /// If an entry can't be written as canonical JSON.
    pub fn shown_events(&self) -> Result<Vec<EventProof>, serde_json::Error> {
        let mut before = START;
        let events = self.log.iter().map(|event| {
            before = link(before, shown_commitment(self.game_id, event.at, &event.entry)?);
            Ok(EventProof { hash: before, stored: None })
        });
        events.collect()
    }
}

impl StoredEvent {
    /// The commitment to an event of the whole record, which enters its hash.
    fn commitment(&self, game_id: Uuid, event: &CopiedEvent) -> Option<Digest> {
        let payload = CanonicalJson::of(&event.entry).ok()?;
        let content = EventContent {
            actor: &self.actor,
            at: event.at,
            game_id,
            kind: event.entry["type"].as_str().unwrap_or_default(),
            payload: &payload,
            schema_version: self.schema_version,
        };
        content.commitment(self.salt).ok()
    }
}

impl EventProof {
    /// The hash that this would be of an event of a copy, behind another hash.
    pub(crate) fn hash_of(&self, before: Digest, game_id: Uuid, event: &CopiedEvent) -> Option<Digest> {
        let commitment = match &self.stored {
            Some(stored) => stored.commitment(game_id, event)?,
            None => shown_commitment(game_id, event.at, &event.entry).ok()?,
        };
        Some(link(before, commitment))
    }
}
