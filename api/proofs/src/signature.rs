//! The statements that the service signs, with Ed25519.
//!
//! The canonical JSON (RFC 8785) of a statement is signed. A statement says itself what it is, so that none can be taken for
//! another one.

use chrono::{DateTime, Utc};
use kifu_engine::canonical_json::CanonicalJson;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::{Digest, HexBytes};

/// A key that others verify signatures with.
pub type PublicKey = HexBytes<32>;

/// The id of a key: the SHA-256 of the public key.
pub fn key_id(key: PublicKey) -> Digest {
    HexBytes(Sha256::digest(key.0).into())
}

/// The digest by which the next head names the head with this signature.
pub fn head_digest(signature: HexBytes<64>) -> Digest {
    HexBytes(Sha256::digest(signature.0).into())
}

/// A statement with a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Signed{T}")]
pub struct Signed<T> {
    /// The statement.
    #[serde(flatten)]
    pub statement: T,
    /// The SHA-256 of the public key.
    pub key_id: Digest,
    /// The Ed25519 signature of the canonical JSON (RFC 8785) of all other fields but `key_id`.
    pub signature: HexBytes<64>,
}

/// Marks a statement as the head of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TreeHeadTag {
    /// It is.
    #[default]
    TreeHead,
}

/// Marks a statement as one about all events of a shard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FeedHeadTag {
    /// It is.
    #[default]
    FeedHead,
}

/// Marks a statement as one about a copy of a record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RecordCopyTag {
    /// It is.
    #[default]
    RecordCopy,
}

/// The head of the tree of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TreeHead {
    /// The kind of the statement.
    pub statement: TreeHeadTag,
    /// The shard.
    pub shard: i32,
    /// How many batches the tree holds. There is one at fixed times, whatever was recorded.
    pub size: u64,
    /// The root of the tree (RFC 9162): its leaves are the roots of the batches with their times.
    pub root: Digest,
    /// When the last batch was made.
    pub at: DateTime<Utc>,
    /// The epoch of the database. It changes when a backup is restored or a standby takes over, and events may be lost
    /// then.
    pub epoch: HexBytes<8>,
    /// The SHA-256 of the signature of the head before, 32 zero bytes in the first.
    pub before: Digest,
}

impl TreeHead {
    /// The digest that the first head names as the one before.
    pub const NONE_BEFORE: Digest = HexBytes([0; 32]);
}

/// All events of a shard, as an export of proofs states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FeedHead {
    /// The kind of the statement.
    pub statement: FeedHeadTag,
    /// The shard.
    pub shard: i32,
    /// How many events there are: all up to this position.
    pub events: u64,
    /// The root of the tree (RFC 9162) whose leaves are the hashes of the events in the order of their positions.
    pub root: Digest,
    /// When it was signed.
    pub at: DateTime<Utc>,
    /// The epoch of the database.
    pub epoch: HexBytes<8>,
}

/// A copy of a record, as a viewer was shown it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RecordCopy {
    /// The kind of the statement.
    pub statement: RecordCopyTag,
    /// The record.
    pub game_id: Uuid,
    /// The viewer: `whole` sees everything that is recorded, `seat 1` or `public` only what may be seen from there.
    pub perspective: String,
    /// The number of the last event, as this viewer counts.
    pub version: u64,
    /// The hash of that event, which depends on all events that the viewer was shown.
    pub hash: Digest,
    /// The hash of the last event of the whole record that this viewer noticed. It depends on everything that was recorded
    /// until then, hidden or not.
    pub record_hash: Digest,
    /// The hash of the last change of what the record says of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description_hash: Option<Digest>,
}

/// The key that signs.
pub struct SigningKey(Ed25519KeyPair);

/// Something can't be signed.
#[derive(Debug, thiserror::Error)]
pub enum SigningError {
    /// The key is none.
    #[error("the signing key can't be used: {0}")]
    Key(ring::error::KeyRejected),
    /// The statement is no JSON.
    #[error("what is to be signed can't be written: {0}")]
    Statement(#[from] serde_json::Error),
}

impl SigningKey {
    /// The key that belongs to this seed.
    ///
    /// # Errors
    ///
    /// Never for 32 bytes, as far as is known.
    pub fn from_seed(seed: &[u8; 32]) -> Result<Self, SigningError> {
        Ed25519KeyPair::from_seed_unchecked(seed).map(Self).map_err(SigningError::Key)
    }

    /// The key that others verify with.
    pub fn public(&self) -> PublicKey {
        let mut public = HexBytes([0; 32]);
        public.0.copy_from_slice(self.0.public_key().as_ref());
        public
    }

    /// Signs a statement.
    ///
    /// # Errors
    ///
    /// If the statement can't be written as canonical JSON.
    pub fn sign<T: Serialize>(&self, statement: T) -> Result<Signed<T>, SigningError> {
        let mut signature = HexBytes([0; 64]);
        signature.0.copy_from_slice(self.0.sign(CanonicalJson::of(&statement)?.as_str().as_bytes()).as_ref());
        Ok(Signed { statement, key_id: key_id(self.public()), signature })
    }
}

impl<T: Serialize> Signed<T> {
    /// True if this key signed it.
    pub fn is_signed_by(&self, key: PublicKey) -> bool {
        let verifier = UnparsedPublicKey::new(&ED25519, key.0);
        let Ok(text) = CanonicalJson::of(&self.statement) else { return false };
        self.key_id == key_id(key) && verifier.verify(text.as_str().as_bytes(), &self.signature.0).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> TreeHead {
        TreeHead {
            statement: TreeHeadTag::TreeHead,
            shard: 0,
            size: 8,
            root: HexBytes([1; 32]),
            at: "2026-11-25T10:00:00Z".parse().unwrap(),
            epoch: HexBytes([2; 8]),
            before: TreeHead::NONE_BEFORE,
        }
    }

    #[test]
    fn the_public_key_is_that_of_rfc_8032() {
        let seed: HexBytes<32> =
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60".parse().unwrap();
        let key = SigningKey::from_seed(&seed.0).unwrap();
        assert_eq!(
            key.public().to_string(),
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
        );
    }

    #[test]
    fn whatever_is_changed_is_no_longer_signed() {
        let key = SigningKey::from_seed(&[7; 32]).unwrap();
        let signed = key.sign(head()).unwrap();
        assert!(signed.is_signed_by(key.public()));
        assert!(!signed.is_signed_by(SigningKey::from_seed(&[8; 32]).unwrap().public()));
        let larger = Signed { statement: TreeHead { size: 9, ..head() }, ..signed };
        assert!(!larger.is_signed_by(key.public()));
        let written = serde_json::to_string(&signed).unwrap();
        let read: Signed<TreeHead> = serde_json::from_str(&written).unwrap();
        assert!(read == signed && read.is_signed_by(key.public()), "{written}");
        assert!(
            serde_json::from_str::<Signed<TreeHead>>(&written.replace("tree_head", "record_copy")).is_err()
        );
    }
}
