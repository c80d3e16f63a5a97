//! `kifu audit`: compares files with proofs, without a service or a database.

mod documents;
mod seen;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kifu_engine::games;
use kifu_proofs::audit::{AuditFault, Feed, WHOLE, check_signature};
use kifu_proofs::document::{CopiedRecord, RecordProof};
use kifu_proofs::signature::{PublicKey, key_id};
use serde_json::Value;
use uuid::Uuid;

pub use self::documents::SignedHeads;
use self::documents::{AuditDocument, documents};
use super::{CommandFailure, output};
use crate::operation::config::Audit;
use kifu_store::{GameId, Shards};

/// Compares every record and copy in the files with the proofs in them, the proofs with each other, and a whole export
/// with the signed heads of all its events.
///
/// # Errors
///
/// If a file can't be read or holds something else, or something is wrong: the first thing of each record is printed.
pub fn run(audit: &Audit) -> Result<(), CommandFailure> {
    let mut evidence = Evidence { required_key: audit.key, ..Evidence::default() };
    for file in &audit.files {
        evidence.read_proofs(file)?;
    }
    for file in &audit.files {
        evidence.compare_copies(file)?;
    }
    evidence.finish();
    evidence.print()?;
    if evidence.faults.is_empty() { Ok(()) } else { Err("these are not what was recorded".into()) }
}

/// The content of the files, and its faults.
#[derive(Default)]
struct Evidence {
    required_key: Option<PublicKey>,
    proofs: BTreeMap<Uuid, Vec<RecordProof>>,
    heads: Option<SignedHeads>,
    keys: BTreeSet<PublicKey>,
    compared: BTreeSet<Uuid>,
    faults: Vec<String>,
}

impl Evidence {
    fn read_proofs(&mut self, file: &Path) -> Result<(), CommandFailure> {
        for document in documents(file)? {
            match document? {
                AuditDocument::Proof(proof) => {
                    self.keys.insert(proof.public_key);
                    self.proofs.entry(proof.game_id()).or_default().push(*proof);
                }
                AuditDocument::Heads(heads) => {
                    self.keys.insert(heads.public_key);
                    self.heads = Some(heads);
                }
                AuditDocument::Record(_) => {}
            }
        }
        Ok(())
    }

    fn compare_copies(&mut self, file: &Path) -> Result<(), CommandFailure> {
        for document in documents(file)? {
            let AuditDocument::Record(copy) = document? else { continue };
            let proofs = self.proofs.get(&copy.game_id).map(Vec::as_slice).unwrap_or_default();
            let compared = compare(&copy, proofs).and_then(|()| Ok(compare_details(&copy, proofs)?));
            if let Err(fault) = compared {
                self.faults.push(format!("{}: {fault}", copy.game_id));
            }
            self.compared.insert(copy.game_id);
        }
        Ok(())
    }

    /// Adds the faults beyond single copies.
    fn finish(&mut self) {
        let mut faults = Vec::new();
        if let Some(required) = self.required_key {
            let others = self.keys.iter().filter(|key| **key != required);
            faults.extend(others.map(|key| format!("proofs are signed by another key: {}", key_id(*key))));
        }
        for (id, proofs) in &self.proofs {
            if let Err(fault) = compare_proofs(proofs) {
                faults.push(format!("{id}: {fault}"));
            }
        }
        if let Some(heads) = &self.heads {
            let absent = self.proofs.keys().filter(|id| !self.compared.contains(id));
            faults.extend(absent.map(|id| format!("{id}: the record is missing")));
            faults.extend(compare_feed(
                heads,
                self.proofs.values().filter_map(|proofs| longest(proofs, WHOLE)),
            ));
        }
        self.faults.extend(faults);
        let mut printed = BTreeSet::new();
        self.faults.retain(|fault| printed.insert(fault.clone()));
    }

    fn print(&self) -> std::io::Result<()> {
        let proofs: usize = self.proofs.values().map(Vec::len).sum();
        output::print(format_args!(
            "audited {} records, {proofs} proofs; faults: {}",
            self.compared.len(),
            self.faults.len()
        ))?;
        self.faults.iter().try_for_each(output::print)?;
        if self.required_key.is_none() {
            let keys: Vec<_> = self.keys.iter().map(ToString::to_string).collect();
            output::note(format_args!(
                "signed by the key {}; whose it is, GET /v1/signing-key of the service says: name it by --key",
                keys.join(", ")
            ));
        }
        Ok(())
    }
}

/// Compares a copy with all proofs of its record. Which perspective it was made from is not in the file: it is that of the
/// proof that it fits.
fn compare(copy: &CopiedRecord, proofs: &[RecordProof]) -> Result<(), CommandFailure> {
    let whole = proofs.iter().filter(|proof| proof.is_whole());
    let ranked: Vec<_> = whole.chain(proofs.iter().filter(|proof| !proof.is_whole())).collect();
    let Some(first) = ranked.first() else { return Err("there is no proof of it".into()) };
    let results: Vec<_> =
        ranked.iter().map(|proof| (*proof, proof.check_copy(&as_opened(copy, proof)))).collect();
    let fitting = results.iter().find(|(_, result)| result.is_ok());
    let perspective = match fitting {
        Some((proof, _)) => &proof.copy.statement.perspective,
        // With proofs of one seat only, a whole record is compared as that seat saw it.
        None if first.is_whole() => WHOLE,
        None => return compare_as_seen(copy, &ranked, &results[0].1),
    };
    for (proof, result) in &results {
        if proof.copy.statement.perspective == *perspective {
            result.clone()?;
        } else if perspective == WHOLE {
            proof.check_copy(&seen::as_seen(copy, &proof.copy.statement.perspective)?)?;
        }
    }
    Ok(())
}

/// The copy with its options in the words of the opening that was proven, if they are the same: before openings had all
/// options, those left out were the game's defaults.
fn as_opened<'c>(copy: &'c CopiedRecord, proof: &RecordProof) -> Cow<'c, CopiedRecord> {
    let all = |opening: &Value| {
        let game = games::find(opening["game"].as_str()?)?;
        game.all_options(&seen::set_up(opening).ok()?).ok()
    };
    match &proof.opening {
        Some(proven) if all(proven).is_some() && all(proven) == all(&copy.opening) => {
            let mut copy = copy.clone();
            copy.opening["options"] = proven["options"].clone();
            Cow::Owned(copy)
        }
        _ => Cow::Borrowed(copy),
    }
}

/// Compares a copy's details with the proofs: they were so when one of the proofs was made. If they never were, the
/// latest proof names the difference.
fn compare_details(copy: &CopiedRecord, proofs: &[RecordProof]) -> Result<(), AuditFault> {
    let mut ranked: Vec<_> = proofs.iter().collect();
    ranked.sort_by_key(|proof| std::cmp::Reverse(proof.description_length()));
    let Some(latest) = ranked.first() else { return Ok(()) };
    let of_latest = latest.check_details(copy);
    let described = ranked.iter().filter(|proof| proof.description_length() > 0);
    let was_so = described.into_iter().any(|proof| proof.check_details(copy).is_ok());
    if was_so { Ok(()) } else { of_latest }
}

/// Compares a whole record with proofs of the views of seats.
fn compare_as_seen(
    copy: &CopiedRecord,
    proofs: &[&RecordProof],
    directly: &Result<(), AuditFault>,
) -> Result<(), CommandFailure> {
    for proof in proofs {
        let compared = match seen::as_seen(copy, &proof.copy.statement.perspective) {
            Ok(seen) => proof.check_copy(&seen),
            Err(_) => directly.clone(),
        };
        compared.or_else(|_| directly.clone())?;
    }
    Ok(())
}

/// Compares the proofs of a record with each other: the longest of the whole record with all others, and those of one
/// perspective with the longest of it.
fn compare_proofs(proofs: &[RecordProof]) -> Result<(), AuditFault> {
    proofs.iter().try_for_each(RecordProof::check)?;
    for proof in proofs {
        if let Some(latest) = longest(proofs, &proof.copy.statement.perspective) {
            latest.check_earlier(proof)?;
        }
        if let Some(whole) = longest(proofs, WHOLE) {
            whole.check_earlier(proof)?;
        }
    }
    Ok(())
}

/// The proof of a perspective that reaches farthest, with the latest tree.
fn longest<'p>(proofs: &'p [RecordProof], perspective: &str) -> Option<&'p RecordProof> {
    let of_it = proofs.iter().filter(|proof| proof.copy.statement.perspective == perspective);
    of_it.max_by_key(|proof| (proof.events.len(), proof.tree.as_ref().map(|tree| tree.head.statement.size)))
}

/// Compares the events of all proofs with the signed heads of all events.
fn compare_feed<'p>(heads: &SignedHeads, proofs: impl Iterator<Item = &'p RecordProof>) -> Vec<String> {
    let Some(shards) = Shards::new(heads.shards) else {
        return vec![format!("a database can't have {} shards", heads.shards)];
    };
    let mut faults = Vec::new();
    let mut feeds: BTreeMap<i32, Feed> = BTreeMap::new();
    for proof in proofs {
        let shard = shards.of(GameId(proof.copy.statement.game_id)).number();
        let added = feeds.entry(shard).or_default().add(&proof.events);
        faults.extend(added.err().map(|fault| fault.to_string()));
    }
    for head in &heads.heads {
        faults.extend(check_signature(head, heads.public_key, "feed").err().map(|fault| fault.to_string()));
        let feed = feeds.entry(head.statement.shard).or_default();
        faults.extend(feed.check(&head.statement).err().map(|fault| fault.to_string()));
    }
    faults
}
