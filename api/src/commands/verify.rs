//! `kifu verify`: compares everything stored with its hashes, refolds it, and says what was altered or does not fold.

use futures_util::{TryStreamExt, pin_mut};
use kifu_engine::seq::Seq;
use serde_json::Value;

use super::{CommandFailure, bar, output};
use crate::archive::walk::{Loaded, Selection, walk};
use crate::record_cache::LoadedRecord;
use kifu_store::{Event, Record, Store, StoredLink, check_chain};

/// Compares every record with its hashes, the row of a record with its opening, and the feed with its positions; folds
/// every record again, and compares every stored entry with what the fold makes of it.
///
/// # Errors
///
/// If the database can't be read, was tampered with, or a record does not fold to what is stored.
pub async fn run(store: &Store) -> Result<(), CommandFailure> {
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
            match verify(loaded, links) {
                Ok(count) => events += count,
                Err(fault) => faults.push(format!("{}: {fault}", loaded.0.id)),
            }
        }
        records += page.len();
        progress.inc(page.len() as u64);
    }
    progress.finish_and_clear();
    output::print(format_args!("verified {records} records, {events} events; faults: {}", faults.len()))?;
    for fault in &faults {
        output::print(fault)?;
    }
    if faults.is_empty() { Ok(()) } else { Err("what is stored is not what was recorded".into()) }
}

fn verify((head, events): &Loaded, links: &[StoredLink]) -> Result<usize, CommandFailure> {
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
    Ok(stored.len())
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
