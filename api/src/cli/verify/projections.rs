//! Compares what is derived from records (statistics, search documents) with the records when they are folded again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use super::super::CommandFailure;
use super::search_documents::differing_field;
use crate::records::search::document::document;
use crate::statistics::projection::count::count;
use crate::statistics::projection::plan::read_chunks;
use crate::statistics::projection::record_locator::{Counted, RecordLocator};
use kifu_statistics::columns::GameEntry;
use kifu_statistics::shapes::fingerprint;
use kifu_store::{
    EndedRecord, GameId, GenerationProgress, GenerationState, Position, SEARCH_CHECKPOINT, Shard, Store,
    StoredChunk,
};

/// How often what differs is read anew, because a service may be writing it just now.
const READS: usize = 4;
/// How long to wait between.
const PAUSE: Duration = Duration::from_millis(500);
/// Chunks that are kept for the next records.
const KEPT_CHUNKS: usize = 16;
/// Changes that wait to be counted, more than which are not looked at.
const MAX_WAITING: u32 = 100_000;

/// The entries of a chunk by record.
type EntriesByGame = HashMap<GameId, Vec<GameEntry>>;

/// The derived data of the records of a shard, as it was read.
struct Projections {
    /// The generation of this version's definitions; nothing where another version counted.
    standing: Option<GenerationProgress>,
    chunks: Vec<StoredChunk>,
    documented: Position,
    /// Records of which something beside the events is still to be counted.
    waiting: HashSet<GameId>,
    entries: HashMap<i64, Arc<EntriesByGame>>,
}

/// Compares the projections of all records.
pub(super) struct ProjectionComparison<'s> {
    store: &'s Store,
    locator: RecordLocator,
    shards: BTreeMap<i32, Projections>,
    compared: HashSet<GameId>,
}

impl<'s> ProjectionComparison<'s> {
    pub(super) fn new(store: &'s Store) -> Self {
        Self { store, locator: RecordLocator::default(), shards: BTreeMap::new(), compared: HashSet::new() }
    }

    /// Finds the faults in search documents and counts of these records, which fold to their ends.
    pub(super) async fn check(&mut self, games: &[GameId]) -> Result<Vec<String>, CommandFailure> {
        let (shards, mut faults) = (self.store.shards()?, Vec::new());
        for shard in shards.all() {
            let of_shard = games.iter().copied().filter(|game| shards.of(*game) == shard);
            faults.extend(self.check_of_shard(shard, of_shard.collect()).await?);
        }
        Ok(faults)
    }

    async fn check_of_shard(
        &mut self,
        shard: Shard,
        mut games: Vec<GameId>,
    ) -> Result<Vec<String>, CommandFailure> {
        self.compared.extend(&games);
        let mut faults = BTreeMap::new();
        for read in 0..READS {
            if games.is_empty() {
                break;
            }
            if read > 0 {
                tokio::time::sleep(PAUSE).await;
                self.shards.remove(&shard.number());
            }
            self.look_at(shard).await?;
            faults = self.compare(shard, &games).await?;
            games.retain(|game| faults.contains_key(game));
        }
        Ok(faults.into_iter().map(|(game, fault)| format!("{game}: {fault}")).collect())
    }

    /// Reads the progress of the projections of a shard.
    async fn look_at(&mut self, shard: Shard) -> Result<(), CommandFailure> {
        if self.shards.contains_key(&shard.number()) {
            return Ok(());
        }
        let reader = self.store.latest();
        let standing = reader.generation_progress(shard, GenerationState::Live, &fingerprint()).await?;
        let chunks = match &standing {
            Some(standing) => reader.chunks(standing).await?,
            None => Vec::new(),
        };
        let documented = reader.checkpoint(SEARCH_CHECKPOINT, shard).await?;
        let waiting = reader.dirty_records(shard, None, &[], MAX_WAITING).await?;
        let waiting = waiting.into_iter().map(|dirty| dirty.game).collect();
        let entries = HashMap::new();
        let projections = Projections { standing, chunks, documented, waiting, entries };
        self.shards.insert(shard.number(), projections);
        Ok(())
    }

    /// The faults, by record.
    async fn compare(
        &mut self,
        shard: Shard,
        games: &[GameId],
    ) -> Result<BTreeMap<GameId, String>, CommandFailure> {
        let Some(projections) = self.shards.get_mut(&shard.number()) else { return Ok(BTreeMap::new()) };
        let mut faults = compare_documents(self.store, projections, games).await?;
        let Some(standing) = &projections.standing else { return Ok(faults) };
        let counted = count(self.store, games.to_vec(), standing.position, |_, _| None).await?;
        let found = self.locator.find(self.store, standing, &projections.chunks, games).await?;
        let mut stored = projections.stored_entries(self.store, &found).await?;
        for record in counted.into_iter().filter(|record| !projections.waiting.contains(&record.game)) {
            let mut stored = stored.remove(&record.game).unwrap_or_default();
            let mut expected = record.entries;
            stored.sort_by_key(|entry| entry.game.from);
            expected.sort_by_key(|entry| entry.game.from);
            if let Some(fault) = differing_entry(&stored, &expected) {
                faults.entry(record.game).or_insert(fault);
            }
        }
        Ok(faults)
    }

    /// The parts that are not compared, in words.
    pub(super) fn notes(&self) -> Vec<String> {
        let others = self.shards.iter().filter(|(_, projections)| projections.standing.is_none());
        let mut notes: Vec<_> = others
            .map(|(shard, _)| {
                format!("not checked: statistics of shard {shard}, which another version counted")
            })
            .collect();
        let waiting: usize = self.shards.values().map(|projections| projections.waiting.len()).sum();
        if waiting > 0 {
            notes.push(format!("not checked: statistics of {waiting} records that wait to be counted anew"));
        }
        notes
    }

    /// Games that statistics count and nobody recorded.
    pub(super) async fn invented(&mut self) -> Result<Vec<String>, CommandFailure> {
        for shard in self.store.shards()?.all() {
            self.look_at(shard).await?;
        }
        let mut faults = Vec::new();
        for projections in self.shards.values() {
            let Some(standing) = &projections.standing else { continue };
            for chunk in &projections.chunks {
                let entries = read(self.store, standing, chunk).await?;
                let unknown = entries.keys().filter(|game| !self.compared.contains(game)).copied();
                for game in unknown.collect::<Vec<_>>() {
                    // A service may have recorded it after the others were read.
                    if self.store.latest().record(game).await?.is_none() {
                        faults.push(format!("{game}: statistics count it, and there is no record"));
                    }
                }
            }
        }
        Ok(faults)
    }
}

/// The faults in search documents, by record.
async fn compare_documents(
    store: &Store,
    projections: &Projections,
    games: &[GameId],
) -> Result<BTreeMap<GameId, String>, CommandFailure> {
    let counted = count(store, games.to_vec(), projections.documented, document).await?;
    let stored = store.latest().search_documents(games).await?;
    let heads: HashMap<_, _> = store.latest().records(games).await?.into_iter().collect();
    let mut faults = BTreeMap::new();
    for record in counted {
        let Some(Ok(head)) = heads.get(&record.game) else { continue };
        let ended = record.document.as_ref().map(|(document, _): &EndedRecord| document);
        let fault = match stored.get(&record.game) {
            None => Some("it is missing in the search".to_owned()),
            Some(stored) => differing_field(head, ended, stored)
                .map(|field| format!("the search was altered: `{field}` is not what the record says")),
        };
        faults.extend(fault.map(|fault| (record.game, fault)));
    }
    Ok(faults)
}

impl Projections {
    /// The entries of these records, by record.
    async fn stored_entries(
        &mut self,
        store: &Store,
        found: &[Counted],
    ) -> Result<EntriesByGame, CommandFailure> {
        let mut stored = EntriesByGame::new();
        let Some(standing) = &self.standing else { return Ok(stored) };
        for Counted { game, chunk, .. } in found {
            if !self.entries.contains_key(chunk) {
                if self.entries.len() >= KEPT_CHUNKS {
                    self.entries.clear();
                }
                let Some(of_number) = self.chunks.iter().find(|other| other.chunk == *chunk) else {
                    continue;
                };
                self.entries.insert(*chunk, Arc::new(read(store, standing, of_number).await?));
            }
            let entries = self.entries.get(chunk).and_then(|entries| entries.get(game));
            stored.entry(*game).or_default().extend(entries.into_iter().flatten().cloned());
        }
        Ok(stored)
    }
}

/// The entries of a chunk that count, by record.
async fn read(
    store: &Store,
    standing: &GenerationProgress,
    chunk: &StoredChunk,
) -> Result<EntriesByGame, CommandFailure> {
    let columns = store.latest().columns(standing, &[chunk.chunk], None).await?;
    let mut entries = EntriesByGame::new();
    let Some(read) = read_chunks(columns)?.remove(&chunk.chunk) else { return Ok(entries) };
    for (row, entry) in (0..).zip(read.entries()) {
        if !chunk.tombstones.contains(&row) {
            entries.entry(GameId(entry.game.id)).or_default().push(entry);
        }
    }
    Ok(entries)
}

/// The difference between the counts and the record.
fn differing_entry(stored: &[GameEntry], expected: &[GameEntry]) -> Option<String> {
    match (stored.len(), expected.len()) {
        (0, 1..) => return Some("it is missing in the statistics".to_owned()),
        (1.., 0) => {
            return Some("statistics count it, and the record is no finished game in public".to_owned());
        }
        (stored, expected) if stored != expected => {
            return Some(format!("statistics have {stored} states of it, and the record {expected}"));
        }
        _ => {}
    }
    let (stored, expected) = stored.iter().zip(expected).find(|(stored, expected)| stored != expected)?;
    if stored.game != expected.game {
        return Some("the statistics were altered: the game is counted as another one".to_owned());
    }
    let metrics = expected.observations.keys().chain(stored.observations.keys());
    let differing = metrics
        .into_iter()
        .find(|metric| stored.observations.get(*metric) != expected.observations.get(*metric));
    differing.map(|metric| format!("the statistics were altered: `{metric}` is not what the record says"))
}
