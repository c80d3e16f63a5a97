//! `kifu verify`: refolds everything stored, and says what does not fold.

use futures_util::{TryStreamExt, pin_mut};
use kifu_engine::seq::Seq;
use serde_json::Value;

use super::{CommandFailure, bar, output};
use crate::archive::walk::{Loaded, Selection, walk};
use crate::record_cache::LoadedRecord;
use kifu_store::Store;

/// Folds every record again, and compares every stored entry with what the fold makes of it.
///
/// # Errors
///
/// If the database can't be read, or a record does not fold to what is stored.
pub async fn run(store: &Store) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let progress = bar(store.latest().count_records().await?, "verifying");
    let (mut records, mut events, mut faults) = (0, 0, Vec::new());
    let pages = walk(store.latest().clone(), Selection::All, None);
    pin_mut!(pages);
    while let Some(page) = pages.try_next().await? {
        for loaded in &page {
            match verify(loaded) {
                Ok(count) => events += count,
                Err(fault) => faults.push(format!("{}: {fault}", loaded.0.id)),
            }
        }
        records += page.len();
        progress.inc(page.len() as u64);
    }
    progress.finish_and_clear();
    output::print(format_args!(
        "verified {records} records, {events} events; {} with a fault",
        faults.len()
    ))?;
    for fault in &faults {
        output::print(fault)?;
    }
    if faults.is_empty() { Ok(()) } else { Err("some records do not fold".into()) }
}

fn verify((head, events): &Loaded) -> Result<usize, CommandFailure> {
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
