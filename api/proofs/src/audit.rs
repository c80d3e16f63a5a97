//! Comparing copies of records with their proofs, and proofs with each other.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use uuid::Uuid;

use crate::Digest;
use crate::batch;
use crate::description::{DescriptionFault, DescriptionProof};
use crate::document::{
    CopiedEvent, CopiedRecord, EventProof, FORMAT_VERSION, RecordProof, TreeProof, WITHOUT_DESCRIPTION,
};
use crate::event::START;
use crate::signature::{FeedHead, PublicKey, Signed, TreeHead};
use crate::tree::{GrowingTree, begins_with, includes};

/// The name of the perspective that sees the whole record.
pub const WHOLE: &str = "whole";

/// The first thing that is wrong with a copy of a record, or with its proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuditFault {
    /// An event says something else than when it was recorded.
    #[error("event {0} was altered")]
    Altered(u64),
    /// An event is not there.
    #[error("event {0} is missing")]
    Missing(u64),
    /// An event stands in another place.
    #[error("event {0} was moved")]
    Moved(u64),
    /// An event was never recorded.
    #[error("event {0} was invented: nobody recorded it")]
    Invented(u64),
    /// The copy's account of the opening.
    #[error("`{0}` was altered: it is not what the opening says")]
    Opening(&'static str),
    /// The copy's description of the record.
    #[error(transparent)]
    Description(#[from] DescriptionFault),
    /// An earlier proof says something else of the same change.
    #[error("change {0} of what the record says of itself is not the one of an earlier proof")]
    OtherDescription(usize),
    /// The copy is of another record.
    #[error("the proof is of another record")]
    OtherRecord,
    /// The proof is of another format.
    #[error("the proof is of another version of its format")]
    OtherFormat,
    /// A signature is wrong.
    #[error("the signature of the {0} is wrong")]
    Signature(&'static str),
    /// The statement that is signed is about other hashes.
    #[error("the proof does not lead to what was signed")]
    Statement,
    /// The last event is not in the tree.
    #[error("event {0} is not in the tree whose head was signed")]
    Inclusion(u64),
    /// The tree did not only grow.
    #[error("the tree of {size} batches does not begin with that of {since}")]
    Consistency {
        /// The size of the later tree.
        size: u64,
        /// The size of the earlier one.
        since: u64,
    },
    /// An earlier proof says something else of the same event.
    #[error("event {0} is not the one of an earlier proof: it was altered, or one before it was")]
    Contradicted(u64),
    /// The whole record lacks something that an earlier proof names.
    #[error(
        "the record lacks the state that an earlier proof of {0} names: an event that was hidden then was altered"
    )]
    HiddenAltered(String),
}

impl RecordProof {
    /// The record.
    pub fn game_id(&self) -> Uuid {
        self.copy.statement.game_id
    }

    /// True if it is of the whole record.
    pub fn is_whole(&self) -> bool {
        self.copy.statement.perspective == WHOLE
    }

    fn before(&self, event: usize) -> Option<Digest> {
        event.checked_sub(1).map_or(Some(START), |before| Some(self.events.get(before)?.hash))
    }

    /// True if an event of a copy is the one with this number.
    fn is_event(&self, number: usize, event: &CopiedEvent) -> bool {
        let (Some(before), Some(proof)) = (self.before(number), self.events.get(number)) else {
            return false;
        };
        proof.hash_of(before, self.game_id(), event) == Some(proof.hash)
    }

    /// Checks the signatures, and that they are of what the proof says.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), AuditFault> {
        let copy = &self.copy.statement;
        if ![FORMAT_VERSION, WITHOUT_DESCRIPTION].contains(&self.kifu_proof) {
            return Err(AuditFault::OtherFormat);
        }
        if !self.copy.is_signed_by(self.public_key) {
            return Err(AuditFault::Signature("copy"));
        }
        let last = self.events.last().map(|event| event.hash);
        let is_complete = self.events.len() as u64 == copy.version + 1 && last == Some(copy.hash);
        let is_whole =
            self.events.iter().all(|event| event.stored.is_some()) && copy.record_hash == copy.hash;
        if !is_complete || self.is_whole() && !is_whole {
            return Err(AuditFault::Statement);
        }
        self.check_description()?;
        self.tree.iter().try_for_each(|tree| self.check_tree(tree))
    }

    /// Checks that the changes of the description lead to the signed hash.
    fn check_description(&self) -> Result<(), AuditFault> {
        let description = self.description.as_ref();
        if description.and_then(DescriptionProof::hash) != self.copy.statement.description_hash {
            return Err(AuditFault::Statement);
        }
        description.map_or(Ok(()), |description| Ok(description.check_chain(self.game_id())?))
    }

    /// Compares a copy's description of the record with the proof.
    ///
    /// # Errors
    ///
    /// The first detail that was altered or invented.
    pub fn check_details(&self, copy: &CopiedRecord) -> Result<(), AuditFault> {
        match &self.description {
            Some(description) => Ok(description.check_details(copy.game_id, &copy.details)?),
            None => Ok(()),
        }
    }

    /// How many changes of what the record says of itself it knows.
    pub fn description_length(&self) -> usize {
        self.description.as_ref().map_or(0, |description| description.changes.len())
    }

    /// Compares the changes of the description with those of an earlier proof.
    fn check_earlier_description(&self, earlier: &Self) -> Result<(), AuditFault> {
        // One is made before the other; which, only the lengths say.
        let (now, then) = if self.description_length() >= earlier.description_length() {
            (self, earlier)
        } else {
            (earlier, self)
        };
        let (Some(now), Some(then)) = (&now.description, &then.description) else { return Ok(()) };
        now.contradicts(then).map_or(Ok(()), |change| Err(AuditFault::OtherDescription(change)))
    }

    fn check_tree(&self, tree: &TreeProof) -> Result<(), AuditFault> {
        check_signature(&tree.head, self.public_key, "tree")?;
        let TreeHead { root, size, .. } = tree.head.statement;
        let is_included =
            batch::root_above(&self.copy.statement.hash, &tree.path).is_some_and(|batch_root| {
                includes(root, size, &batch::leaf(batch_root, tree.batch_at), tree.batch, &tree.inclusion)
            });
        if is_included { Ok(()) } else { Err(AuditFault::Inclusion(self.copy.statement.version)) }
    }

    /// Compares a copy with the proof. Events of the copy after those of the proof are passed over.
    ///
    /// # Errors
    ///
    /// The first event that was altered, is missing, was moved or invented; or what is wrong with the proof.
    pub fn check_copy(&self, copy: &CopiedRecord) -> Result<(), AuditFault> {
        self.check()?;
        if copy.game_id != self.game_id() {
            return Err(AuditFault::OtherRecord);
        }
        let log = self.log_of(copy)?;
        match (0..self.events.len())
            .find(|number| !log.get(*number).is_some_and(|event| self.is_event(*number, event)))
        {
            Some(number) => Err(self.fault(number, &log)),
            None => Ok(()),
        }
    }

    /// The log of a copy with the opening as it is hashed.
    fn log_of(&self, copy: &CopiedRecord) -> Result<Vec<CopiedEvent>, AuditFault> {
        let mut log = copy.log.clone();
        if let (Some(opening), Some(first)) = (&self.opening, log.first_mut()) {
            let is_same = |field: &&&str| opening[**field] == copy.opening[**field];
            if let Some(field) =
                ["game", "seats", "options", "rules_version"].iter().find(|field| !is_same(field))
            {
                return Err(AuditFault::Opening(field));
            }
            first.entry = opening.clone();
        }
        Ok(log)
    }

    /// The fault in the first event of a copy that is not the one with its number.
    fn fault(&self, number: usize, log: &[CopiedEvent]) -> AuditFault {
        let seq = number as u64;
        let Some(event) = log.get(number) else { return AuditFault::Missing(seq) };
        let is_elsewhere = log[number..].iter().any(|other| self.is_event(number, other));
        let belongs_to = (0..self.events.len()).find(|other| self.is_event(*other, event));
        match belongs_to {
            Some(other) if other < number => AuditFault::Invented(seq),
            Some(_) if is_elsewhere => AuditFault::Moved(seq),
            Some(_) => AuditFault::Missing(seq),
            None if is_elsewhere => AuditFault::Invented(seq),
            None => AuditFault::Altered(seq),
        }
    }

    /// Compares this proof with an earlier one from the same perspective, or with any if this is of the whole record.
    ///
    /// # Errors
    ///
    /// A contradiction between the two proofs, or a fault in the earlier one.
    pub fn check_earlier(&self, earlier: &Self) -> Result<(), AuditFault> {
        earlier.check()?;
        let (now, then) = (&self.copy.statement, &earlier.copy.statement);
        if now.game_id != then.game_id {
            return Err(AuditFault::OtherRecord);
        }
        if now.perspective == then.perspective {
            let pairs = self.events.iter().zip(&earlier.events);
            if let Some((number, _)) = (0..).zip(pairs).find(|(_, (now, then))| now.hash != then.hash) {
                return Err(AuditFault::Contradicted(number));
            }
            if self.events.len() < earlier.events.len() {
                return Err(AuditFault::Missing(self.events.len() as u64));
            }
        } else if self.is_whole() && self.events.iter().all(|event| event.hash != then.record_hash) {
            return Err(AuditFault::HiddenAltered(then.perspective.clone()));
        }
        self.check_earlier_description(earlier)?;
        match (&self.tree, &earlier.tree) {
            (Some(now), Some(then)) => now.check_earlier(&then.head.statement),
            _ => Ok(()),
        }
    }
}

impl TreeProof {
    /// Checks that the tree only grew since this head, as far as this proof tells.
    fn check_earlier(&self, then: &TreeHead) -> Result<(), AuditFault> {
        let now = &self.head.statement;
        let proven = match &self.consistency {
            Some(consistency) if consistency.since == then.size => {
                begins_with(now.root, now.size, (then.root, then.size), &consistency.path)
            }
            _ => now.size != then.size || now.root == then.root,
        };
        if proven || now.shard != then.shard {
            return Ok(());
        }
        Err(AuditFault::Consistency { size: now.size, since: then.size })
    }
}

/// Checks the signature of something that is called so.
///
/// # Errors
///
/// If another key signed it, or something else was signed.
pub fn check_signature<T: Serialize>(
    signed: &Signed<T>,
    key: PublicKey,
    what: &'static str,
) -> Result<(), AuditFault> {
    if signed.is_signed_by(key) { Ok(()) } else { Err(AuditFault::Signature(what)) }
}

/// The hashes of the events of a shard by position, as far as proofs name them.
#[derive(Clone, Debug, Default)]
pub struct Feed(BTreeMap<u64, Digest>);

/// A fault in a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeedFault {
    /// No event has these positions.
    #[error("events of the feed are missing: positions {0} to {1}")]
    Missing(u64, u64),
    /// Two events have the same position.
    #[error("two events have position {0} of the feed")]
    Twice(u64),
    /// The events are not those whose tree was signed.
    #[error(
        "the events up to position {0} are not those whose tree was signed: some were altered or exchanged"
    )]
    Root(u64),
}

impl Feed {
    /// Adds the events of a record.
    ///
    /// # Errors
    ///
    /// If an event of another record has one of their positions.
    pub fn add(&mut self, events: &[EventProof]) -> Result<(), FeedFault> {
        for event in events {
            let Some(position) = event.stored.as_ref().and_then(|stored| stored.position) else { continue };
            if self.0.insert(position, event.hash).is_some() {
                return Err(FeedFault::Twice(position));
            }
        }
        Ok(())
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Compares the feed with the signed head.
    ///
    /// # Errors
    ///
    /// The first positions that are missing, or that something else is wrong.
    pub fn check(&self, head: &FeedHead) -> Result<(), FeedFault> {
        let mut next = 1;
        for position in
            self.0.keys().copied().chain([head.events + 1]).filter(|position| *position <= head.events + 1)
        {
            if position > next {
                return Err(FeedFault::Missing(next, position - 1));
            }
            next = position + 1;
        }
        let mut tree = GrowingTree::default();
        self.0.range(1..=head.events).for_each(|(_, hash)| tree.push(&hash.0));
        if tree.root() == Some(head.root) { Ok(()) } else { Err(FeedFault::Root(head.events)) }
    }
}

/// Writes the opening of a copy, for [`CopiedRecord::opening`].
pub fn opening(game: &str, seats: u8, options: &Value, rules_version: u16) -> Value {
    serde_json::json!({"game": game, "seats": seats, "options": options, "rules_version": rules_version})
}

#[cfg(test)]
mod tests;
