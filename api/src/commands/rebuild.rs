//! `kifu rebuild`.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::{CommandFailure, bar, output};
use crate::projection::rebuild::{Progress, rebuild};
use kifu_store::{RebuildLock, Store};

/// How often the bar moves, and how often we look whether somebody else has finished.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Counts everything anew beside what is read meanwhile, and puts it in its place.
///
/// # Errors
///
/// If the database can't be asked, or a stored event can't be read. While another process rebuilds, this waits.
pub async fn run(store: &Store) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let mut rebuilding = wait(store).await?;
    let mut events = 0;
    for shard in store.shards()?.all() {
        events += store.latest().head(shard).await?.0.unsigned_abs();
    }
    let (progress, bar, begun) = (Progress::default(), bar(events, "counting"), Instant::now());
    tokio::select! {
        done = rebuild(store, &mut rebuilding, &progress) => done?,
        () = show(&progress, &bar) => {}
    }
    bar.finish_and_clear();
    let (records, events) = (progress.records.into_inner(), progress.events.into_inner());
    output::note(format_args!(
        "counted {records} records, {events} events, in {:.1} s",
        begun.elapsed().as_secs_f64()
    ));
    rebuilding.delete_retired().await?;
    Ok(())
}

/// For ever.
async fn show(progress: &Progress, bar: &ProgressBar) {
    loop {
        bar.set_position(progress.events.load(Ordering::Relaxed));
        tokio::time::sleep(PROGRESS_INTERVAL).await;
    }
}

async fn wait(store: &Store) -> Result<RebuildLock, CommandFailure> {
    let mut announced = false;
    loop {
        if let Some(rebuilding) = store.lock_rebuild().await? {
            return Ok(rebuilding);
        }
        if !std::mem::replace(&mut announced, true) {
            output::note("another kifu is rebuilding; waiting for it");
        }
        tokio::time::sleep(PROGRESS_INTERVAL).await;
    }
}
