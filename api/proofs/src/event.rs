//! The hashes of events.
//!
//! An event's hash is the SHA-256 of the hash before it in the record (32 zero bytes before the opening) and of its
//! commitment. The commitment is the SHA-256 of its salt and of the canonical JSON (RFC 8785) of its content. So an event
//! can't be changed, inserted, moved or taken out of the middle without all hashes after it becoming wrong, and nobody finds
//! the content by hashing guesses.

use chrono::{DateTime, SecondsFormat, Utc};
use kifu_engine::canonical_json::CanonicalJson;
use rand::Rng;
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use crate::{Digest, HexBytes};

/// The hash before the opening.
pub const START: Digest = HexBytes([0; 32]);

/// Random bytes that stand before the content of an event where it is hashed.
pub type Salt = HexBytes<16>;

/// A salt that nobody can guess.
pub fn new_salt() -> Salt {
    let mut salt = HexBytes([0; 16]);
    rand::rng().fill_bytes(&mut salt.0);
    salt
}

/// The content of a stored event, without its number and position.
#[derive(Clone, Copy, Debug)]
pub struct EventContent<'e> {
    /// The actor that recorded it.
    pub actor: &'e str,
    /// When it was recorded, to the microsecond.
    pub at: DateTime<Utc>,
    /// Its record.
    pub game_id: Uuid,
    /// The type of the entry.
    pub kind: &'e str,
    /// The payload of the event.
    pub payload: &'e CanonicalJson,
    /// The version of the payload's schema.
    pub schema_version: i32,
}

impl EventContent<'_> {
    /// The commitment to it, which enters its hash.
    ///
    /// # Errors
    ///
    /// If it can't be written as canonical JSON.
    pub fn commitment(&self, salt: Salt) -> Result<Digest, serde_json::Error> {
        // The members of a canonical object stand in the order of their names, so it can be put together of its parts.
        let content = format!(
            r#"{{"actor":{},"at":"{}","game_id":"{}","payload":{},"schema_version":{},"type":{}}}"#,
            CanonicalJson::of(&self.actor)?.as_str(),
            time(self.at),
            self.game_id,
            self.payload.as_str(),
            self.schema_version,
            CanonicalJson::of(&self.kind)?.as_str(),
        );
        Ok(salted(&salt.0, &content))
    }
}

/// The commitment to an entry in the log of a viewer who may not see the whole record.
///
/// # Errors
///
/// If the entry can't be written as canonical JSON.
pub fn shown_commitment(
    game_id: Uuid,
    at: DateTime<Utc>,
    entry: &Value,
) -> Result<Digest, serde_json::Error> {
    digest(&[], &json!({"at": time(at), "entry": entry, "game_id": game_id}))
}

/// The hash of an event behind another one.
#[must_use]
pub fn link(before: Digest, commitment: Digest) -> Digest {
    HexBytes(Sha256::new().chain_update(before.0).chain_update(commitment.0).finalize().into())
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Micros, true)
}

/// The SHA-256 of a salt and of canonical JSON.
pub(crate) fn digest(salt: &[u8], content: &impl Serialize) -> Result<Digest, serde_json::Error> {
    Ok(salted(salt, CanonicalJson::of(content)?.as_str()))
}

fn salted(salt: &[u8], content: &str) -> Digest {
    HexBytes(Sha256::new().chain_update(salt).chain_update(content).finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_can_be_made_with_any_other_tool() {
        // By Python, content being json.dumps(…, sort_keys=True, separators=(",", ":"), ensure_ascii=False):
        // sha256(bytes(32) + sha256(bytes(range(16)) + content)).
        let payload = json!({"type": "annotate",   "text": "狼"});
        let content = EventContent {
            actor: "scribe",
            at: "2026-11-25T10:00:00.123456+01:00".parse().unwrap(),
            game_id: Uuid::from_u128(7),
            kind: "annotate",
            payload: &CanonicalJson::of(&payload).unwrap(),
            schema_version: 1,
        };
        let salt = HexBytes(std::array::from_fn(|byte| u8::try_from(byte).unwrap()));
        let hash = link(START, content.commitment(salt).unwrap());
        assert_eq!(hash.to_string(), "ecde547563c7a30f697b0e963a2a15f253bdd5c493fc01d46122f807c6d67660");
        let shown = shown_commitment(content.game_id, content.at, &payload).unwrap();
        assert_eq!(shown.to_string(), "152cbc125687cf9d2ac29f8fd7ada028261556978febb38ebadd5572bf1d8238");
    }

    #[test]
    fn no_two_salts_are_alike() {
        assert_ne!(new_salt(), new_salt());
    }
}
