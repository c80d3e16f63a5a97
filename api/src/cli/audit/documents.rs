//! The documents in files: records and proofs, one or many.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use kifu_proofs::audit::opening;
use kifu_proofs::document::{CopiedEvent, CopiedRecord, RecordProof};
use kifu_proofs::signature::{FeedHead, PublicKey, Signed};
use serde::{Deserialize, Serialize};
use serde_json::{Deserializer, Value};

use super::super::CommandFailure;
use crate::http::reading::StorableJson;
use crate::records::archive::RecordFile;
use kifu_store::Shards;

/// The number of events and of hashes, at the begin of an export of proofs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SignedHeads {
    /// The version of this format: 2.
    pub kifu_proofs: u32,
    /// The key that others verify the signatures with.
    pub public_key: PublicKey,
    /// How many shards the database had; a record's id says in which it lay.
    #[serde(default = "one_shard")]
    pub shards: u16,
    /// All events of each shard that has some.
    pub heads: Vec<Signed<FeedHead>>,
}

/// The count of shards for files from before there were several.
fn one_shard() -> u16 {
    Shards::SINGLE.count()
}

/// Something that can be audited.
pub enum AuditDocument {
    /// A record, or a seat's copy.
    Record(Box<CopiedRecord>),
    /// The proof of one.
    Proof(Box<RecordProof>),
    /// How many events there are.
    Heads(SignedHeads),
}

/// The documents in a file, one after the other.
pub fn documents(
    path: &Path,
) -> Result<impl Iterator<Item = Result<AuditDocument, CommandFailure>>, CommandFailure> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
    let values = Deserializer::from_reader(BufReader::new(file)).into_iter::<StorableJson>();
    Ok(values.map(move |value| {
        let read = value.map_err(CommandFailure::from).and_then(|StorableJson(value)| read(value));
        read.map_err(|error| format!("{name}: {error}").into())
    }))
}

fn read(value: Value) -> Result<AuditDocument, CommandFailure> {
    if value.get("kifu_proof").is_some() {
        return Ok(AuditDocument::Proof(Box::new(serde_json::from_value(value)?)));
    }
    if value.get("kifu_proofs").is_some() {
        return Ok(AuditDocument::Heads(serde_json::from_value(value)?));
    }
    if value.get("kifu").is_some() {
        return Ok(AuditDocument::Record(Box::new(copied(serde_json::from_value(value)?))));
    }
    Err("this is neither a record file nor a proof".into())
}

fn copied(file: RecordFile) -> CopiedRecord {
    let details = file.described();
    let opening = opening(&file.game, file.seats, &Value::Object(file.options), file.rules_version.number());
    let first = CopiedEvent { at: file.opened_at, entry: opening.clone() };
    let log = file.log.into_iter().map(|logged| CopiedEvent { at: logged.at, entry: logged.entry });
    let log = std::iter::once(first).chain(log).collect();
    CopiedRecord { game_id: file.id, opening, log, details }
}
