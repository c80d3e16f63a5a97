//! `kifu verify`: refolds everything stored, and says what does not fold.

use kifu_engine::game::Seq;
use serde_json::Value;

use super::{Failure, all_records, bar, load};
use crate::store::{GameId, Store};

/// Folds every record again, and compares every stored entry with what the fold makes of it.
pub async fn run(store: &Store) -> Result<(), Failure> {
    store.migrate().await?;
    let records = all_records(store).await?;
    let progress = bar(records.len() as u64, "verifying");
    let (mut events, mut faults) = (0, Vec::new());
    for id in &records {
        match verify(store, *id).await {
            Ok(count) => events += count,
            Err(fault) => faults.push(format!("{id}: {fault}")),
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    println!("verified {} records, {events} events; {} with a fault", records.len(), faults.len());
    for fault in &faults {
        println!("{fault}");
    }
    if faults.is_empty() { Ok(()) } else { Err("some records do not fold".into()) }
}

async fn verify(store: &Store, id: GameId) -> Result<usize, Failure> {
    let folded = load(store, id).await?;
    if let Some(broken) = &folded.broken {
        return Err(format!("event {} no longer folds: {:?}", broken.at.0, broken.why).into());
    }
    let stored = store.latest().events(id, crate::store::Seq(1)).await?;
    let entries = folded.record.entries(Seq(1));
    if stored.len() != entries.len() {
        return Err(format!("{} events stored, {} folded", stored.len(), entries.len()).into());
    }
    for (stored, entry) in stored.iter().zip(&entries) {
        let payload: Value = stored.payload.read()?;
        if payload != entry.payload {
            return Err(format!("event {} is stored otherwise than it reads", entry.seq.0).into());
        }
    }
    Ok(stored.len())
}
