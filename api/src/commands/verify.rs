//! `kifu verify`: compares everything stored with its hashes, refolds it, and says what was altered or does not fold.

use futures_util::{TryStreamExt, pin_mut};
use kifu_engine::seq::Seq;
use kifu_proofs::signature::{Signed, TreeHead, key_id};
use serde_json::Value;

use super::{CommandFailure, bar, output};
use crate::archive::walk::{Loaded, Selection, walk};
use crate::record_cache::LoadedRecord;
use crate::secrets::Secret;
use crate::signing::{Signer, size};
use kifu_store::{Event, Record, Shard, Store, StoredLink, check_chain};

/// Heads that are compared at a time.
const HEADS_PER_READ: u32 = 1000;

/// Compares every record with its hashes, the row of a record with its opening, the feed with its positions, and the tree
/// over it with the heads that were signed; folds every record again, and compares every stored entry with what the fold
/// makes of it.
///
/// # Errors
///
/// If the database can't be read, was tampered with, or a record does not fold to what is stored.
pub async fn run(store: &Store, signing_key: Option<&Secret>) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let progress = bar(store.latest().count_records().await?, "verifying");
    let feed = store.latest().feed_faults().await?;
    let (mut records, mut events) = (0, 0);
    let mut faults: Vec<_> = feed.iter().map(ToString::to_string).collect();
    let pages = walk(store.latest().clone(), Selection::All, None);
    pin_mut!(pages);
    while let Some(page) = pages.try_next().await? {
        let ids: Vec<_> = page.iter().map(|(head, _)| head.id).collect();
        let links = store.latest().links(&ids).await?;
        for loaded in &page {
            let links = links.get(&loaded.0.id).map(Vec::as_slice).unwrap_or_default();
            events += loaded.1.len();
            faults.extend(verify(loaded, links).err().map(|fault| format!("{}: {fault}", loaded.0.id)));
        }
        records += page.len();
        progress.inc(page.len() as u64);
    }
    // A hole in the feed is named already, and no tree can be made of it.
    let mut heads = 0;
    if feed.is_empty() {
        let signer = Signer::new(store, signing_key).await?;
        for shard in store.shards()?.all() {
            let (compared, fault) = verify_tree(store, &signer, shard).await?;
            heads += compared;
            faults.extend(fault);
        }
    }
    progress.finish_and_clear();
    output::print(format_args!(
        "verified {records} records, {events} events, {heads} signed heads; faults: {}",
        faults.len()
    ))?;
    for fault in &faults {
        output::print(fault)?;
    }
    if faults.is_empty() { Ok(()) } else { Err("what is stored is not what was recorded".into()) }
}

/// Compares the tree of a shard with its events and with the heads that were signed, and says how many there were.
async fn verify_tree(
    store: &Store,
    signer: &Signer,
    shard: Shard,
) -> Result<(usize, Option<String>), CommandFailure> {
    let (reader, mut compared, mut last) = (store.latest(), 0, 0);
    if let Some(fault) = reader.tree_fault(shard, size(reader.head(shard).await?)).await? {
        return Ok((0, Some(fault.to_string())));
    }
    loop {
        let heads = reader.tree_heads(shard, last, HEADS_PER_READ).await?;
        let Some(newest) = heads.last() else { return Ok((compared, None)) };
        last = newest.statement.size;
        // Only now: a service that runs beside may have signed what came since.
        let size = size(reader.head(shard).await?);
        store.grow_tree(shard, size).await?;
        for head in &heads {
            if let Some(fault) = verify_head(store, signer, shard, size, head).await? {
                return Ok((compared, Some(fault)));
            }
            compared += 1;
        }
    }
}

/// What is wrong with the events up to a head that was signed, or with the head.
async fn verify_head(
    store: &Store,
    signer: &Signer,
    shard: Shard,
    size: u64,
    head: &Signed<TreeHead>,
) -> Result<Option<String>, CommandFailure> {
    if head.key_id == key_id(signer.public_key()) && !head.is_signed_by(signer.public_key()) {
        return Ok(Some(format!(
            "the signed head of {} events was altered: its signature is wrong",
            head.statement.size
        )));
    }
    if head.statement.size > size {
        return Ok(Some(format!(
            "events of the feed are missing: a head of {} events was signed, there are {size}",
            head.statement.size
        )));
    }
    let root = store.latest().tree(shard, head.statement.size, &[]).await?.root();
    let differs = root != Some(head.statement.root);
    Ok(differs.then(|| {
        format!(
            "events up to position {} were altered, moved or exchanged since their tree was signed",
            head.statement.size
        )
    }))
}

fn verify((head, events): &Loaded, links: &[StoredLink]) -> Result<(), CommandFailure> {
    check_chain(events, links)?;
    check_opening(head, &events[0])?;
    let loaded = LoadedRecord::new(head.clone(), events)?;
    if let Some(broken) = &loaded.unreplayable {
        return Err(format!("event {} no longer folds: {:?}", broken.at.0, broken.why).into());
    }
    let stored: Vec<_> = events.iter().filter(|event| event.seq.0 > 0).collect();
    let entries = loaded.record.entries(Seq(1));
    if stored.len() != entries.len() {
        return Err(format!("{} events stored, {} loaded", stored.len(), entries.len()).into());
    }
    for (stored, entry) in stored.iter().zip(&entries) {
        let payload: Value = stored.payload.read()?;
        if payload != entry.payload {
            return Err(format!("event {} is stored otherwise than it reads", entry.seq.0).into());
        }
    }
    Ok(())
}

/// What a record's row repeats of its opening must be the same.
fn check_opening(head: &Record, opening: &Event) -> Result<(), CommandFailure> {
    let opened: Value = opening.payload.read()?;
    let options: Value = head.options.read()?;
    let same = [
        ("game", opened["game"] == head.game),
        ("seats", opened["seats"] == head.seats),
        ("options", opened["options"] == options),
        ("rules_version", opened["rules_version"] == head.rules_version),
        ("opened_at", opening.at == head.opened_at),
    ];
    match same.iter().find(|(_, same)| !same) {
        Some((field, _)) => Err(format!("`{field}` was altered: it is not what the opening says").into()),
        None => Ok(()),
    }
}
