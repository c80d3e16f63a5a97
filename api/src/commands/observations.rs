//! `kifu observations`.

use std::fs;
use std::path::Path;

use kifu_engine::games;

use super::{CommandFailure, bar, output};
use crate::config::Observations;
use crate::counting::archive::Archive;
use crate::opening::find_game;
use crate::projection::{self, rebuild};
use crate::statistics::bulk::read_games;
use chrono::SecondsFormat;
use kifu_statistics::bulk::{parts, write};
use kifu_store::Store;

/// Columns kept in memory: each is read once, so none need be.
const COLUMN_CACHE_BYTES: u64 = 1 << 20;

/// Writes a file for each kind of game and month below a folder, as tools for partitioned Parquet expect it.
///
/// # Errors
///
/// If the game is not known, the archive can't be read, or a file can't be written.
pub async fn run(store: &Store, args: &Observations) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let only = args.game_kind.as_deref().map(find_game).transpose()?;
    let kinds: Vec<_> = games::ALL
        .iter()
        .map(|game| game.meta().slug)
        .filter(|slug| only.is_none_or(|only| only.meta().slug == *slug))
        .collect();
    empty(&args.folder)?;
    // Without a service nobody has counted what is here.
    rebuild::make_live(store).await?;
    projection::catch_up(store).await?;
    let progress = bar(kinds.len() as u64, "writing");
    let (archive, mut files) = (Archive::new(COLUMN_CACHE_BYTES), 0);
    for kind in kinds {
        let rolls = read_games(&archive, store, kind, None).await?;
        for (part, rows) in parts(&rolls) {
            let folder =
                args.folder.join(format!("game={}", part.game)).join(format!("month={}", part.month));
            fs::create_dir_all(&folder)?;
            let as_of = rolls.snapshot.as_of.to_rfc3339_opts(SecondsFormat::Micros, true);
            fs::write(folder.join("observations.parquet"), write(&rolls, &rows, Some(&as_of))?)?;
            files += 1;
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    output::note(format_args!("wrote {files} files"));
    Ok(())
}

/// Makes the folder. What an earlier archive left there would be counted with this one.
fn empty(folder: &Path) -> Result<(), CommandFailure> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(format!("{} is not empty", folder.display()).into());
    }
    Ok(())
}
