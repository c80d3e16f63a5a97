//! `kifu backup` and `kifu restore`.

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use super::{CommandFailure, bar, output, table_spinner};
use crate::operation::config::Restore;
use kifu_store::{Backup, BackupError, RestoreProgress, Store, verify_backup};

/// The interval of progress lines of a restoration without a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(30);

/// Writes everything into one file, reads it again, and describes its content.
///
/// # Errors
///
/// If the database can't be read or the file can't be written.
pub async fn write(store: &Store, path: &Path) -> Result<(), CommandFailure> {
    let progress = table_spinner("reading");
    let backup = store.backup(path, |table| progress.set_message(table.to_owned())).await?;
    progress.finish_and_clear();
    output::print(format_args!("wrote {}", path.display()))?;
    say(&backup)?;
    output::print(
        "verified: the file was read again; every part, row and count is as it was read from the database",
    )?;
    Ok(())
}

/// Reads a file before a database is started for it.
///
/// # Errors
///
/// If it can't be restored.
pub fn look(restore: &Restore) -> Result<Backup, CommandFailure> {
    let backup = verify_backup(&restore.file)?;
    if restore.dry_run {
        output::print(format_args!("{} can be restored", restore.file.display()))?;
        say(&backup)?;
        output::print("verified: every part, row and count is as the manifest says")?;
    }
    Ok(backup)
}

/// Puts a file that was looked at into an empty database.
///
/// # Errors
///
/// If the database is not empty or in use, or does not hold the file's content afterwards.
pub async fn restore(store: &Store, path: &Path, backup: &Backup) -> Result<(), CommandFailure> {
    restore_shown(store, path, backup).await?;
    output::print(format_args!("restored {}", path.display()))?;
    say(backup)?;
    output::print("verified: every table was read back from the database and has the rows of the backup")?;
    Ok(())
}

/// Restores, and shows how far that has come: on a terminal by a bar, elsewhere by a line now and then.
///
/// # Errors
///
/// As for [`Store::restore`].
pub(super) async fn restore_shown(store: &Store, path: &Path, backup: &Backup) -> Result<(), BackupError> {
    let (progress, said) = (bar(0, "restoring"), Cell::new(Instant::now()));
    let show = |RestoreProgress { table, done, total }: RestoreProgress<'_>| {
        progress.set_length(total);
        progress.set_position(done);
        progress.set_message(format!("restoring {table}"));
        if progress.is_hidden() && said.get().elapsed() >= LINE_INTERVAL {
            said.set(Instant::now());
            output::note(format_args!("restoring {table}: {} %", 100 * done / total.max(1)));
        }
    };
    store.restore(path, backup, show).await?;
    progress.finish_and_clear();
    Ok(())
}

fn say(backup: &Backup) -> std::io::Result<()> {
    let rows = |table| backup.rows(table);
    output::print(format_args!(
        "  {} records, {} events, {} players, {} tokens, {} webhooks",
        rows("games"),
        rows("events"),
        rows("players"),
        rows("tokens"),
        rows("webhooks")
    ))?;
    output::print(format_args!(
        "  of {}; schema {}, kifu {}, PostgreSQL {}; {} tables with {} rows",
        backup.taken_at.format("%Y-%m-%d %H:%M:%S UTC"),
        backup.schema,
        backup.kifu,
        backup.postgresql,
        backup.tables.len(),
        backup.tables.iter().map(|table| table.rows).sum::<u64>()
    ))?;
    output::print("  left out: statistics, which the service counts anew")
}
