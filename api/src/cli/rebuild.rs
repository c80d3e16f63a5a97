//! `kifu rebuild`.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::{CommandFailure, bar, output, passed_over};
use crate::http::cost::{Folds, Permit};
use crate::http::credentials::Access;
use crate::records::archive::walk::load;
use crate::statistics::projection::rebuild::{Progress, rebuild};
use kifu_store::{RebuildLock, Store};

/// How often the bar moves, and how often we look whether somebody else has finished.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(200);

/// Damaged records that are read at once.
const RECORDS_PER_READ: usize = 64;

/// Counts everything anew beside current reads, and then replaces the old counts.
///
/// # Errors
///
/// If a record could not be read to its end and was passed over, once all the others are counted. While another
/// process rebuilds, this waits.
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
    let (records, events) =
        (progress.records.load(Ordering::Relaxed), progress.events.load(Ordering::Relaxed));
    output::note(format_args!(
        "counted {records} records, {events} events, in {:.1} s",
        begun.elapsed().as_secs_f64()
    ));
    rebuilding.delete_retired().await?;
    #[expect(clippy::disallowed_methods, reason = "this is a command")]
    let permit = Permit::<Folds>::unattended();
    let mut passed_over = 0;
    for page in progress.damaged().chunks(RECORDS_PER_READ) {
        for damaged in
            load(store.latest(), page).await?.into_iter().filter_map(|stored| stored.fold(&permit).err())
        {
            passed_over::name(&damaged.seen_by(Access::Scribe), &bar);
            passed_over += 1;
        }
    }
    passed_over::end(passed_over)
}

/// Shows the progress, and never returns.
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
