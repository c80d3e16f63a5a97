//! `kifu upgrade`: moves the data of our own PostgreSQL to a newer one.

use std::fs;
use std::path::Path;

use kifu_embedded::{Embedded, EmbeddedError, Options};
use kifu_store::{Backup, Store, StoreConfig, verify_backup};

use super::backup::restore_shown;
use super::{CommandFailure, output, table_spinner};
use crate::operation::config::{Settings, Upgrade};
use crate::operation::database::embedded_options;

/// Holds the data on their way, in the data folder.
const FILE: &str = "upgrade.backup";

/// Backs everything up from the old server, restores it into a cluster of the new one, reads it back, and only then puts
/// the new cluster in the place of the old one, which is kept.
///
/// # Errors
///
/// If either server does not start, or the new one does not have what the old one had. Then the old cluster is as it was.
pub fn run(settings: &Settings, args: &Upgrade) -> Result<(), CommandFailure> {
    let old = Embedded::start(&embedded_options(settings))?;
    let newer = Options { binaries: args.to.clone(), ..embedded_options(settings) };
    let (from, to) = (old.version(), old.newest(&newer)?);
    if to <= from {
        output::print(format_args!(
            "nothing to do: the data are of PostgreSQL {from}, and the newest that was found is {to}\n\
             データは PostgreSQL {from} のもので、見つかった最新版は {to} です。移行は不要です。"
        ))?;
        old.stop()?;
        return Ok(());
    }
    let runtime = tokio::runtime::Runtime::new()?;
    let file = fs::canonicalize(&settings.data_dir)?.join(FILE);
    if file.exists() {
        fs::remove_file(&file)?;
    }
    let backup = runtime.block_on(write(&old, &file))?;
    let next = old.next(&newer)?;
    runtime.block_on(read(&next, &file, &backup))?;
    let old_data = next.take_place()?;
    fs::remove_file(&file)?;
    output::print(format_args!(
        "the data are of PostgreSQL {to} now: {} records, {} events; every table was read back and compared\n\
         those of PostgreSQL {from} are kept in {}; remove the folder when you are content\n\
         データを PostgreSQL {to} に移行し、全テーブルを読み戻して照合しました。\
         PostgreSQL {from} のデータは {} に残してあります。",
        backup.rows("games"),
        backup.rows("events"),
        old_data.display(),
        old_data.display()
    ))?;
    Ok(())
}

/// Nothing is migrated in the old cluster: it stays as it was for the version of Kifu that wrote it.
async fn write(old: &Embedded, file: &Path) -> Result<Backup, CommandFailure> {
    let progress = table_spinner("reading");
    store(old)?.backup(file, |table| progress.set_message(table.to_owned())).await?;
    progress.finish_and_clear();
    Ok(verify_backup(file)?)
}

async fn read(next: &Embedded, file: &Path, backup: &Backup) -> Result<(), CommandFailure> {
    Ok(restore_shown(&store(next)?, file, backup).await?)
}

fn store(server: &Embedded) -> Result<Store, CommandFailure> {
    Ok(Store::connect(StoreConfig::new(server.url().parse()?))?)
}

/// The exit code for a server's error.
pub fn exit_code(error: &(dyn std::error::Error + 'static)) -> Option<u8> {
    error.downcast_ref::<EmbeddedError>().map(EmbeddedError::exit_code)
}
