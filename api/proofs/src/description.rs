//! The description of a record under salted commitments. It has the facts beside the events: who sits where, when and
//! where it was played, tags, visibility, of what it is a copy.
//!
//! Each detail has a commitment of its own: the SHA-256 of its salt and of the canonical JSON (RFC 8785) of `detail`,
//! `game_id` and `value`. So one of them can be shown without the others, and of one whose salt is thrown away nobody finds
//! the value by hashing guesses: that is how a person is erased.
//!
//! The changes are a chain: the hash of a change is the SHA-256 of the hash before (32 zero bytes before the first) and of
//! the hash of the canonical JSON of its `commitments` and of `game_id`. The database makes these hashes (`describe_record`
//! in `migrations/`), within the transaction that changes something, so that whoever writes there does.
//!
//! It is no part of the chain of events, because a change of a name is no move: nobody's version may become stale by it,
//! nobody's log may get longer, and what a table plays is not to wait for it. The batches of events
//! ([`crate::batch`]) have the hashes of both chains.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::Digest;
use crate::event::{START, Salt, digest, link};

/// The value in place of the name of somebody who was erased.
pub const ERASED: &str = "erased";

/// The description of a record, by detail: `seat 0` and so on, `visibility`, `place`, `played_at`, `tags`, `copy_of`.
pub type Details = BTreeMap<String, Value>;

/// A change of a record's description; the first one has all of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DescriptionChange {
    /// The commitments to the new values, by the details that changed.
    pub commitments: BTreeMap<String, Digest>,
    /// Its hash, which depends on all changes before it.
    pub hash: Digest,
}

/// The proof of a record's description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DescriptionProof {
    /// All changes, the first one first.
    pub changes: Vec<DescriptionChange>,
    /// The salts of the commitments that count now, by detail. The salt of a person who was erased is thrown away.
    pub salts: BTreeMap<String, Salt>,
}

/// A fault in a record's description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DescriptionFault {
    /// A change is not the one that was made.
    #[error("change {0} of what the record says of itself was altered")]
    Change(usize),
    /// A detail differs from the recorded one.
    #[error("`{0}` was altered: it is not what was recorded of it")]
    Detail(String),
    /// A detail has no commitment.
    #[error("`{0}` was invented: nobody recorded it")]
    Invented(String),
}

/// The salted hash that commits to a detail.
///
/// # Errors
///
/// If the value can't be written as canonical JSON.
pub fn commitment(
    game_id: Uuid,
    detail: &str,
    value: &Value,
    salt: Salt,
) -> Result<Digest, serde_json::Error> {
    digest(&salt.0, &json!({"detail": detail, "game_id": game_id, "value": value}))
}

/// True if this is the value that a copy has for a person who was erased: none, or [`ERASED`].
fn may_be_erased(value: &Value) -> bool {
    value.is_null() || value == ERASED
}

impl DescriptionProof {
    /// The hash of the last change.
    pub fn hash(&self) -> Option<Digest> {
        self.changes.last().map(|change| change.hash)
    }

    /// Compares the changes with their hashes.
    ///
    /// # Errors
    ///
    /// The first change that was altered, or one before it is missing.
    pub fn check_chain(&self, game_id: Uuid) -> Result<(), DescriptionFault> {
        let mut before = START;
        for (number, change) in self.changes.iter().enumerate() {
            let content = json!({"commitments": change.commitments, "game_id": game_id});
            let hash = digest(&[], &content).map(|content| link(before, content));
            if hash.ok() != Some(change.hash) {
                return Err(DescriptionFault::Change(number));
            }
            before = change.hash;
        }
        Ok(())
    }

    /// Compares the details of a record with the commitments that count now. Somebody without a name may be a person
    /// who was erased.
    ///
    /// # Errors
    ///
    /// The first detail that is something else, or is missing.
    pub fn check_details(&self, game_id: Uuid, details: &Details) -> Result<(), DescriptionFault> {
        let mut current = BTreeMap::new();
        for change in &self.changes {
            current.extend(&change.commitments);
        }
        if let Some(detail) = details.keys().find(|detail| !current.contains_key(detail)) {
            return Err(DescriptionFault::Invented(detail.clone()));
        }
        let differs = current.into_iter().find(|(detail, expected)| {
            let Some(value) = details.get(*detail) else { return true };
            let Some(salt) = self.salts.get(*detail) else { return !may_be_erased(value) };
            let is_it = |value| commitment(game_id, detail, value, *salt).ok() == Some(**expected);
            !(is_it(value) || value.is_null() && is_it(&ERASED.into()))
        });
        differs.map_or(Ok(()), |(detail, _)| Err(DescriptionFault::Detail(detail.clone())))
    }

    /// The first change of an earlier proof that this one does not have.
    pub fn contradicts(&self, earlier: &Self) -> Option<usize> {
        let same = self.changes.iter().zip(&earlier.changes).take_while(|(now, then)| now == then).count();
        (same < earlier.changes.len()).then_some(same)
    }
}

/// The value that is hashed for a seat; it is empty for somebody without a name.
pub fn seat(name: Option<&str>, player: Option<Uuid>) -> Value {
    match (name, player) {
        (Some(name), Some(player)) => json!({"name": name, "player": player}),
        (Some(name), None) => json!({"name": name}),
        (None, _) => Value::Null,
    }
}

/// How the detail of a seat is called.
pub fn seat_detail(seat: usize) -> String {
    format!("seat {seat}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::new_salt;

    const GAME: Uuid = Uuid::from_u128(7);

    fn change(before: Digest, commitments: BTreeMap<String, Digest>) -> DescriptionChange {
        let content = digest(&[], &json!({"commitments": commitments, "game_id": GAME})).unwrap();
        DescriptionChange { commitments, hash: link(before, content) }
    }

    fn details() -> Details {
        let details =
            [("seat 0", seat(Some("Aki"), None)), ("seat 1", Value::Null), ("place", json!("Kyoto"))];
        details.map(|(detail, value)| (detail.to_owned(), value)).into()
    }

    fn proof() -> DescriptionProof {
        let salts: BTreeMap<_, _> = details().into_keys().map(|detail| (detail, new_salt())).collect();
        let commitments = details().into_iter().map(|(detail, value)| {
            let committed = commitment(GAME, &detail, &value, salts[&detail]).unwrap();
            (detail, committed)
        });
        DescriptionProof { changes: vec![change(START, commitments.collect())], salts }
    }

    fn fault(proof: &DescriptionProof, detail: &str, value: Value) -> Result<(), DescriptionFault> {
        let mut altered = details();
        altered.insert(detail.to_owned(), value);
        proof.check_details(GAME, &altered)
    }

    #[test]
    fn whatever_is_altered_is_found() {
        let proof = proof();
        assert_eq!(proof.check_chain(GAME), Ok(()));
        assert_eq!(proof.check_details(GAME, &details()), Ok(()));
        let altered = |detail: &str| Err(DescriptionFault::Detail(detail.into()));
        assert_eq!(fault(&proof, "seat 0", seat(Some("Ben"), None)), altered("seat 0"));
        assert_eq!(fault(&proof, "seat 0", seat(Some("Aki"), Some(GAME))), altered("seat 0"));
        assert_eq!(fault(&proof, "seat 0", Value::Null), altered("seat 0"), "the salt is still there");
        assert_eq!(fault(&proof, "place", json!("Osaka")), altered("place"));
        let invented = Err(DescriptionFault::Invented("tags".into()));
        assert_eq!(fault(&proof, "tags", json!(["club"])), invented);
        let mut shorter = details();
        shorter.remove("place");
        assert_eq!(proof.check_details(GAME, &shorter), altered("place"));
        assert_eq!(proof.check_chain(Uuid::from_u128(8)), Err(DescriptionFault::Change(0)));
    }

    #[test]
    fn of_an_erased_person_the_chain_stands() {
        let mut proof = proof();
        proof.salts.remove("seat 0");
        assert_eq!(proof.check_chain(GAME), Ok(()));
        assert_eq!(fault(&proof, "seat 0", Value::Null), Ok(()));
        assert_eq!(fault(&proof, "seat 0", ERASED.into()), Ok(()));
        let invented = fault(&proof, "seat 0", seat(Some("Ben"), None));
        assert_eq!(invented, Err(DescriptionFault::Detail("seat 0".into())));
    }

    #[test]
    fn a_later_proof_begins_with_the_earlier_one() {
        let earlier = proof();
        let mut later = earlier.clone();
        let salt = new_salt();
        let committed = commitment(GAME, "place", &json!("Osaka"), salt).unwrap();
        later.changes.push(change(earlier.changes[0].hash, [("place".to_owned(), committed)].into()));
        later.salts.insert("place".into(), salt);
        assert_eq!(later.check_chain(GAME), Ok(()));
        assert_eq!(fault(&later, "place", json!("Osaka")), Ok(()));
        assert!(later.check_details(GAME, &details()).is_err(), "it was changed");
        assert_eq!((later.contradicts(&earlier), earlier.contradicts(&later)), (None, Some(1)));
        assert_eq!(proof().contradicts(&earlier), Some(0));
    }

    #[test]
    fn a_commitment_can_be_made_with_any_other_tool() {
        // By Python: sha256(bytes(range(16)) + json.dumps(…, sort_keys=True, separators=(",", ":"), ensure_ascii=False)).
        let salt = crate::HexBytes(std::array::from_fn(|byte| u8::try_from(byte).unwrap()));
        let made = commitment(GAME, "seat 0", &seat(Some("狼"), None), salt).unwrap();
        assert_eq!(made.to_string(), "2bf02d32c61ed033923b020c9335e9221b3c1e01a44103353e96020ca616cef5");
    }
}
