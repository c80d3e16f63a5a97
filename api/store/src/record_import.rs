//! Bringing in many records with their logs, beside those who record at a table.
//!
//! A statement writes some records of one shard (`import_records` in `migrations/V13`); how many, and when the next may
//! begin, says `import_pace.rs`. Imports of one process take turns.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use kifu_proofs::Digest;
use kifu_proofs::event::{Salt, link, new_salt};
use tokio::sync::Mutex;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::import_pace::{ImportPace, Measured};
use super::opening::OPENED;
use super::seating::SeatColumns;
use super::{CopyOf, GameId, Position, RecordWithLog, Shard, Shards, Store, StoreError, chain};

queries! {
    const CALL_IMPORT_RECORDS: ImportRow = "
        SELECT written, head_before, head_after, held
        FROM import_records($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                            $20, $21, $22, $23, $24, $25, $26, $27)";
}

/// The outcome of an import of records. Records that are not named were here already.
#[derive(Debug, Default)]
pub struct ImportedRecords {
    /// The records that are new here, and on disk.
    pub written: Vec<GameId>,
    /// The records that the database can't hold, and the errors.
    pub unstorable: Vec<(GameId, StoreError)>,
}

/// How fast each shard takes records, for all imports of a process.
#[derive(Clone)]
pub(super) struct ImportPaces(Arc<Vec<Mutex<ImportPace>>>);

impl Default for ImportPaces {
    fn default() -> Self {
        Self(Arc::new((0..Shards::MAX).map(|_| Mutex::default()).collect()))
    }
}

impl Store {
    /// Writes the records that are not there yet, some at a time: a record is written whole or not at all. Their ids differ
    /// from each other, and they have neither idempotency keys nor tokens.
    ///
    /// # Errors
    ///
    /// If it fails, the records written by then stay. To try again is safe, because records that are here already are
    /// left as they are.
    pub async fn write_with_logs(&self, records: &[&RecordWithLog]) -> Result<ImportedRecords, StoreError> {
        let (mut imported, shards) = (ImportedRecords::default(), self.shards()?);
        for shard in shards.all() {
            let of_shard = records.iter().copied().filter(|record| shards.of(record.opening.id) == shard);
            let of_shard: Vec<_> = of_shard.collect();
            if !of_shard.is_empty() {
                self.import_to_shard(shard, &of_shard, &mut imported).await?;
            }
        }
        Ok(imported)
    }

    async fn import_to_shard(
        &self,
        shard: Shard,
        mut records: &[&RecordWithLog],
        imported: &mut ImportedRecords,
    ) -> Result<(), StoreError> {
        let mut pace = self.import_paces.0[shard.index()].lock().await;
        while !records.is_empty() {
            if let Some(end) = pace.rest_until() {
                tokio::time::sleep_until(end.into()).await;
            }
            let lengths = records.iter().map(|record| record.log.len() + 1);
            let (batch, rest) = records.split_at(pace.batch(lengths, Instant::now()));
            match self.import_batch(shard, batch, &mut pace).await {
                // The fault is in one of them: then each is tried by itself.
                Err(StoreError::Unstorable(_)) => {
                    for record in batch {
                        match self.import_batch(shard, &[record], &mut pace).await {
                            Err(error @ StoreError::Unstorable(_)) => {
                                imported.unstorable.push((record.opening.id, error));
                            }
                            written => imported.written.extend(written?),
                        }
                    }
                }
                written => imported.written.extend(written?),
            }
            records = rest;
        }
        Ok(())
    }

    async fn import_batch(
        &self,
        shard: Shard,
        batch: &[&RecordWithLog],
        pace: &mut ImportPace,
    ) -> Result<Vec<GameId>, StoreError> {
        let columns = ImportColumns::of(batch)?;
        let client = self.primary.get().await?;
        // The next statement is measured.
        client.prepare_cached(CALL_IMPORT_RECORDS.sql).await?;
        let begun = Instant::now();
        let answer = CALL_IMPORT_RECORDS.one(&client, &columns.parameters(&shard.number())).await?;
        if let Some(measured) = answer.measured(begun.elapsed())? {
            pace.note(measured, Instant::now());
        }
        Ok(answer.written)
    }
}

/// A row that `import_records` returns.
struct ImportRow {
    written: Vec<GameId>,
    head_before: Option<Position>,
    head_after: Option<Position>,
    held: Option<f64>,
}

row!(ImportRow: written, head_before, head_after, held);

impl ImportRow {
    /// Returns `None` where nothing was written.
    fn measured(&self, took: Duration) -> Result<Option<Measured>, StoreError> {
        let (Some(before), Some(after), Some(held)) = (self.head_before, self.head_after, self.held) else {
            return Ok(None);
        };
        let events = u32::try_from(after.0 - before.0)
            .map_err(|_| StoreError::Corrupt(format!("import_records wrote from {before} to {after}")))?;
        // The server's clock may have been put back meanwhile.
        let held = Duration::from_secs_f64(held.clamp(0.0, took.as_secs_f64()));
        Ok(Some(Measured { before, after, events, held, took }))
    }
}

/// Records as `import_records` takes them.
#[derive(Default)]
struct ImportColumns<'a> {
    ids: Vec<Uuid>,
    games: Vec<&'a str>,
    seats: Vec<i32>,
    options: Vec<&'a str>,
    rules_versions: Vec<i32>,
    opened_at: Vec<DateTime<Utc>>,
    details: Vec<&'a str>,
    visibilities: Vec<&'a str>,
    traces: Vec<Option<&'a str>>,
    copy_sources: Vec<Option<Uuid>>,
    copy_steps: Vec<Option<i32>>,
    seat_records: Vec<i32>,
    seating: SeatColumns<'a>,
    event_records: Vec<i32>,
    seqs: Vec<i64>,
    kinds: Vec<&'a str>,
    schema_versions: Vec<i32>,
    at: Vec<DateTime<Utc>>,
    actors: Vec<&'a str>,
    payloads: Vec<&'a str>,
    salts: Vec<Vec<u8>>,
    hashes: Vec<Vec<u8>>,
}

impl<'a> ImportColumns<'a> {
    fn of(records: &[&'a RecordWithLog]) -> Result<Self, StoreError> {
        let mut columns = Self::default();
        for (number, record) in (1..).zip(records) {
            columns.add(number, record)?;
        }
        let seats = records.iter().flat_map(|record| (0..).zip(&record.opening.seating));
        columns.seating = SeatColumns::of(seats.filter(|(_, occupant)| occupant.has_row()));
        Ok(columns)
    }

    fn add(&mut self, number: i32, record: &'a RecordWithLog) -> Result<(), StoreError> {
        let RecordWithLog { opening, log, copy_of } = record;
        self.ids.push(opening.id.0);
        self.games.push(&opening.game);
        self.seats.push(opening.seats.into());
        self.options.push(opening.options.as_str());
        self.rules_versions.push(opening.rules_version.get().into());
        self.opened_at.push(opening.opened_at);
        self.details.push(opening.details.as_str());
        self.visibilities.push(opening.visibility.as_str());
        self.traces.push(opening.traceparent.as_deref());
        self.copy_sources.push(copy_of.and_then(|of| of.id));
        self.copy_steps.push(copy_of.map(CopyOf::stored_step).transpose()?);
        let seated = opening.seating.iter().filter(|occupant| occupant.has_row());
        self.seat_records.extend(seated.map(|_| number));

        let (salt, hash) = chain::opening_hash(opening.id, &opening.event())?;
        self.kinds.push(OPENED);
        self.schema_versions.push(opening.schema_version);
        self.at.push(opening.opened_at);
        self.actors.push(&opening.actor);
        self.payloads.push(opening.payload.as_str());
        self.add_place(number, 0, (salt, hash));
        let mut before = hash;
        for (seq, event) in (1..).zip(log) {
            let salt = new_salt();
            before = link(before, chain::commitment(opening.id, event, salt)?);
            self.kinds.push(&event.kind);
            self.schema_versions.push(event.schema_version);
            self.at.push(event.at);
            self.actors.push(&event.actor);
            self.payloads.push(event.payload.as_str());
            self.add_place(number, seq, (salt, before));
        }
        Ok(())
    }

    fn add_place(&mut self, number: i32, seq: i64, (salt, hash): (Salt, Digest)) {
        self.event_records.push(number);
        self.seqs.push(seq);
        self.salts.push(salt.0.to_vec());
        self.hashes.push(hash.0.to_vec());
    }

    fn parameters<'p>(&'p self, shard: &'p i32) -> [&'p (dyn ToSql + Sync); 27] {
        [
            shard,
            &self.ids,
            &self.games,
            &self.seats,
            &self.options,
            &self.rules_versions,
            &self.opened_at,
            &self.details,
            &self.visibilities,
            &self.traces,
            &self.copy_sources,
            &self.copy_steps,
            &self.seat_records,
            &self.seating.seat,
            &self.seating.player,
            &self.seating.name,
            &self.seating.key,
            &self.seating.erased,
            &self.event_records,
            &self.seqs,
            &self.kinds,
            &self.schema_versions,
            &self.at,
            &self.actors,
            &self.payloads,
            &self.salts,
            &self.hashes,
        ]
    }
}
