//! `kifu observations`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use chrono::SecondsFormat;
use futures_util::{TryStreamExt, pin_mut};
use kifu_engine::erased::AnyGame;
use kifu_engine::games;
use kifu_statistics::bulk::{FilePeriod, ParquetPart, Rows, digest, parts, write};
use kifu_statistics::chunk::{ChunkId, ChunkSet};
use kifu_store::{GameId, Record, Store};

use super::{CommandFailure, bar, output, passed_over};
use crate::http::cost::{Folds, Permit, Scans, Slot};
use crate::http::credentials::Access;
use crate::operation::config::{Destination, FilePeriod as Period, Observations};
use crate::operation::object_storage::{StorageBucket, StorageError};
use crate::records::archive::walk::{Selection, walk};
use crate::records::opening::find_game;
use crate::statistics::answers::archive::Archive;
use crate::statistics::bulk::{PARQUET, read_games, read_games_of_chunks, read_games_unobserved};
use crate::statistics::projection::count::counts;
use crate::statistics::projection::{self, rebuild};

/// Columns kept in memory: each is read once, so none need be.
const COLUMN_CACHE_BYTES: u64 = 1 << 20;

/// The place that files are written to.
enum Target {
    /// All of them.
    Folder(PathBuf),
    /// A bucket: only new or changed files are written.
    Bucket(StorageBucket),
}

/// The sources of files.
struct Source<'s> {
    store: &'s Store,
    slot: Slot<Scans>,
    archive: Archive,
    period: FilePeriod,
}

/// The counts of what a command did with files.
#[derive(Default)]
struct Tally {
    written: usize,
    unchanged: usize,
    removed: usize,
    /// The games that are in files.
    games: HashSet<GameId>,
}

impl Tally {
    fn note_games(&mut self, set: &ChunkSet) {
        for chunk in &set.chunks {
            let rows = (0..)
                .zip(chunk.games.ids.iter())
                .filter(|(row, _)| chunk.tombstones.binary_search(row).is_err());
            self.games.extend(rows.map(|(_, id)| GameId(*id)));
        }
    }
}

/// Writes a file for each kind of game and month, day or hour below a folder or into a bucket, as tools for partitioned
/// Parquet expect it. In a bucket only those are written that are new or have changed, and those of times that are gone are
/// removed.
///
/// # Errors
///
/// If the game is not known, the archive can't be read, or a file can't be written. Also if a record could not be read to its
/// end and is in no file, once all the others are written.
pub async fn run(store: &Store, args: &Observations) -> Result<(), CommandFailure> {
    store.migrate().await?;
    let only = args.game_kind.as_deref().map(find_game).transpose()?;
    let kinds: Vec<_> = games::ALL
        .iter()
        .map(|game| game.meta().slug)
        .filter(|slug| only.is_none_or(|only| only.meta().slug == *slug))
        .collect();
    let target = Target::open(&args.destination)?;
    // Without a service nothing has counted these records yet.
    rebuild::make_live(store).await?;
    projection::catch_up(store).await?;
    let progress = bar(kinds.len() as u64, "writing");
    let period = match args.file_period {
        Period::Month => FilePeriod::Month,
        Period::Day => FilePeriod::Day,
        Period::Hour => FilePeriod::Hour,
    };
    let (archive, slot) = (Archive::new(COLUMN_CACHE_BYTES), super::admission().slot().await?);
    let source = Source { store, slot, archive, period };
    let mut tally = Tally::default();
    for kind in kinds {
        match &target {
            Target::Folder(folder) => source.fill_folder(kind, folder, &mut tally).await?,
            Target::Bucket(bucket) => source.renew_bucket(kind, bucket, &mut tally).await?,
        }
        progress.inc(1);
    }
    progress.finish_and_clear();
    let Tally { written, unchanged, removed, games } = tally;
    match target {
        Target::Folder(_) => output::note(format_args!("wrote {written} files")),
        Target::Bucket(_) => output::note(format_args!(
            "wrote {written} files, left {unchanged} that are unchanged, removed {removed}"
        )),
    }
    passed_over::end(name_damaged(store, only, games).await?)
}

/// Names the records that are in no file because they can't be read to their end, and says how many there are.
async fn name_damaged(
    store: &Store,
    only: Option<&'static dyn AnyGame>,
    games: HashSet<GameId>,
) -> Result<u64, CommandFailure> {
    let progress = bar(store.latest().count_records().await?, "looking for damaged records");
    let pages = walk(super::admission(), store.latest().clone(), Selection::Except(Arc::new(games)), None);
    pin_mut!(pages);
    #[expect(clippy::disallowed_methods, reason = "this is a command")]
    let permit = Permit::<Folds>::unattended();
    let mut passed_over = 0;
    while let Some(page) = pages.try_next().await? {
        progress.inc(page.len() as u64);
        for stored in page.into_iter().filter(|stored| may_be_in_files(stored.head(), only)) {
            if let Err(damaged) = stored.fold(&permit) {
                passed_over::name(&damaged.seen_by(Access::Scribe), &progress);
                passed_over += 1;
            }
        }
    }
    progress.finish_and_clear();
    Ok(passed_over)
}

/// True if a record would be in a file once it is over, or if nothing is known of the record.
fn may_be_in_files(head: Option<&Record>, only: Option<&'static dyn AnyGame>) -> bool {
    head.is_none_or(|head| counts(head) && only.is_none_or(|only| only.meta().slug == head.game))
}

impl Target {
    fn open(destination: &Destination) -> Result<Self, CommandFailure> {
        Ok(match destination {
            Destination::Folder(folder) => {
                empty(folder)?;
                Self::Folder(folder.clone())
            }
            Destination::Bucket(place) => Self::Bucket(StorageBucket::open(place)?),
        })
    }
}

impl Source<'_> {
    async fn fill_folder(&self, kind: &str, folder: &Path, tally: &mut Tally) -> Result<(), CommandFailure> {
        let set = read_games(&self.archive, (self.store, &self.slot), kind, None).await?;
        tally.note_games(&set);
        for (part, rows) in parts(&set, self.period) {
            let folder = part.folder().into_iter().fold(folder.to_owned(), |folder, name| folder.join(name));
            fs::create_dir_all(&folder)?;
            fs::write(folder.join(part.file_name()), file(&set, &rows)?)?;
            tally.written += 1;
        }
        Ok(())
    }

    async fn renew_bucket(
        &self,
        kind: &str,
        bucket: &StorageBucket,
        tally: &mut Tally,
    ) -> Result<(), CommandFailure> {
        let set = read_games_unobserved(&self.archive, (self.store, &self.slot), kind).await?;
        tally.note_games(&set);
        let parts: BTreeMap<ParquetPart, Rows> = parts(&set, self.period);
        for (part, rows) in &parts {
            let digest = digest(&set, part, rows)?;
            if bucket.digest(&object_name(part)).await?.as_ref() == Some(&digest) {
                tally.unchanged += 1;
                continue;
            }
            let chunks = rows.keys().map(|chunk| set.chunks[*chunk].id).collect();
            if let Some((digest, bytes)) = self.part(part, &digest, &chunks).await? {
                bucket.put(&object_name(part), PARQUET, digest, bytes).await?;
                tally.written += 1;
            }
        }
        tally.removed += remove_others(bucket, kind, parts.keys()).await?;
        Ok(())
    }

    /// The file of a part that was found in these chunks, and the digest of its content. If chunks were merged or
    /// games counted meanwhile, it is of all current chunks; `None` if nothing of it is left.
    async fn part(
        &self,
        part: &ParquetPart,
        found: &str,
        chunks: &BTreeSet<ChunkId>,
    ) -> Result<Option<(String, Vec<u8>)>, CommandFailure> {
        let set = read_games_of_chunks(&self.archive, (self.store, &self.slot), &part.game, chunks).await?;
        if let Some(rows) = parts(&set, self.period).remove(part)
            && digest(&set, part, &rows)? == found
        {
            return Ok(Some((found.to_owned(), file(&set, &rows)?)));
        }
        let set = read_games(&self.archive, (self.store, &self.slot), &part.game, None).await?;
        let Some(rows) = parts(&set, self.period).remove(part) else { return Ok(None) };
        Ok(Some((digest(&set, part, &rows)?, file(&set, &rows)?)))
    }
}

/// The name of a part's object below the prefix.
fn object_name(part: &ParquetPart) -> String {
    let [game, month] = part.folder();
    format!("{game}/{month}/{}", part.file_name())
}

/// Removes the objects of a kind of game whose parts are not among these, and returns their number.
async fn remove_others(
    bucket: &StorageBucket,
    kind: &str,
    parts: impl Iterator<Item = &ParquetPart>,
) -> Result<usize, StorageError> {
    let current: Vec<_> = parts.map(object_name).collect();
    let mut others = bucket.list(&format!("game={kind}")).await?;
    let is_ours = |name: &String| name.rsplit('/').next().is_some_and(ParquetPart::may_have_file);
    others.retain(|name| is_ours(name) && !current.contains(name));
    bucket.remove(&others).await?;
    Ok(others.len())
}

/// A file of the moment at which its games were read.
fn file(set: &ChunkSet, rows: &Rows) -> Result<Vec<u8>, CommandFailure> {
    let as_of = set.snapshot.as_of.to_rfc3339_opts(SecondsFormat::Micros, true);
    Ok(write(set, rows, Some(&as_of))?)
}

/// Makes the folder. What an earlier archive left there would be counted with this one.
fn empty(folder: &Path) -> Result<(), CommandFailure> {
    fs::create_dir_all(folder)?;
    if fs::read_dir(folder)?.next().is_some() {
        return Err(format!("{} is not empty", folder.display()).into());
    }
    Ok(())
}

#[cfg(all(test, feature = "s3"))]
mod tests {
    use super::*;

    fn part(game: &str, month: &str) -> ParquetPart {
        ParquetPart::of_month(game, month)
    }

    #[tokio::test]
    async fn months_that_are_gone_are_removed_and_nothing_else() {
        let bucket = StorageBucket::in_memory("archive");
        let day = ParquetPart { time_in_month: Some("07".into()), ..part("bremen", "2026-05") };
        let [may, june, other] = [("bremen", "2026-05"), ("bremen", "2026-06"), ("bremen_2", "2026-05")]
            .map(|(game, month)| part(game, month));
        for part in [&may, &day, &june, &other] {
            bucket.put(&object_name(part), PARQUET, "digest".into(), vec![1]).await.unwrap();
        }
        let note = "game=bremen/observations-by-hand.parquet";
        bucket.put_new(note, "by hand".into()).await.unwrap();
        assert_eq!(remove_others(&bucket, "bremen", [&june].into_iter()).await.unwrap(), 2);
        for part in [&may, &day] {
            assert_eq!(bucket.digest(&object_name(part)).await.unwrap(), None);
        }
        for part in [&june, &other] {
            assert!(bucket.digest(&object_name(part)).await.unwrap().is_some());
        }
        assert!(bucket.get(note).await.is_ok());
    }
}
