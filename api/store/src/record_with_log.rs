//! Writing records together with their logs: copies and imports.

use deadpool_postgres::Transaction;
use futures_util::future::try_join_all;

use super::batcher::{BatchColumns, append_events};
use super::{CopyOf, GameId, NewEvent, OpenOutcome, Opening, Shard, Store, StoreError, copy, opening};

/// Locks a shard's head: reads after it see what was committed before.
const LOCK_SHARD_HEAD: &str = "SELECT position FROM shard_heads WHERE shard = $1 FOR UPDATE";

const SELECT_EXISTING_RECORDS: &str = "SELECT game_id FROM games WHERE shard = $1 AND game_id = ANY ($2)";

/// A record with its log.
#[derive(Clone, Debug)]
pub struct RecordWithLog {
    /// How it starts.
    pub opening: Opening,
    /// The events after event 0.
    pub log: Vec<NewEvent>,
    /// What it is a copy of, if it is one.
    pub copy_of: Option<CopyOf>,
}

impl Store {
    /// Starts a record that has a log already: all of it or nothing.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::OutcomeUnknown`]
    /// something may have been written.
    pub async fn open_with_log(&self, record: &RecordWithLog) -> Result<OpenOutcome, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let opened = opening::open((&transaction).into(), self.shards()?, &record.opening).await?;
        if let OpenOutcome::New { .. } = opened {
            write_logs(&transaction, self.shards()?.of(record.opening.id), &[record]).await?;
            transaction.commit().await?;
        }
        Ok(opened)
    }

    /// Writes the records that are not there yet, in one transaction for each shard, and returns their ids.
    /// Their ids differ from each other and they have no idempotency keys.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Each shard is a transaction: the records of
    /// the shards before it are written. To try again is safe, because records that are here already are left out.
    pub async fn write_with_logs(&self, records: &[&RecordWithLog]) -> Result<Vec<GameId>, StoreError> {
        let (mut written, shards) = (Vec::new(), self.shards()?);
        for shard in shards.all() {
            let records_of_shard: Vec<_> =
                records.iter().copied().filter(|record| shards.of(record.opening.id) == shard).collect();
            if !records_of_shard.is_empty() {
                written.extend(self.write_to_shard(shard, records_of_shard).await?);
            }
        }
        Ok(written)
    }

    async fn write_to_shard(
        &self,
        shard: Shard,
        mut records: Vec<&RecordWithLog>,
    ) -> Result<Vec<GameId>, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let existing = lock(&transaction, shard, &records).await?;
        records.retain(|record| !existing.contains(&record.opening.id));
        let shards = self.shards()?;
        let openings = records.iter().map(|record| &record.opening);
        try_join_all(openings.map(|opening| opening::open((&transaction).into(), shards, opening))).await?;
        write_logs(&transaction, shard, &records).await?;
        transaction.commit().await?;
        Ok(records.iter().map(|record| record.opening.id).collect())
    }
}

/// Keeps others from appending to a shard, and says which of these records it has.
async fn lock(
    transaction: &Transaction<'_>,
    shard: Shard,
    records: &[&RecordWithLog],
) -> Result<Vec<GameId>, StoreError> {
    let statement = transaction.prepare_cached(LOCK_SHARD_HEAD).await?;
    transaction.query(&statement, &[&shard.number()]).await?;
    let ids: Vec<_> = records.iter().map(|record| record.opening.id.0).collect();
    let statement = transaction.prepare_cached(SELECT_EXISTING_RECORDS).await?;
    let rows = transaction.query(&statement, &[&shard.number(), &ids]).await?;
    rows.iter().map(|row| Ok(GameId(row.try_get(0)?))).collect()
}

async fn write_logs(
    transaction: &Transaction<'_>,
    shard: Shard,
    records: &[&RecordWithLog],
) -> Result<(), StoreError> {
    let copies: Vec<_> =
        records.iter().filter_map(|record| Some((record.opening.id, record.copy_of?))).collect();
    copy::insert(transaction, shard, &copies).await?;
    let logs = records.iter().filter(|record| !record.log.is_empty());
    let logs: Vec<_> = logs.map(|record| (&record.opening, record.log.as_slice())).collect();
    if logs.is_empty() {
        return Ok(());
    }
    let columns = BatchColumns::of_logs(&logs)?;
    let rows = append_events(transaction.into(), shard, &columns).await?;
    let accepted =
        |row: &tokio_postgres::Row| row.try_get::<_, &str>("outcome").is_ok_and(|o| o == "accepted");
    if rows.len() == logs.len() && rows.iter().all(accepted) {
        return Ok(());
    }
    Err(StoreError::Corrupt("a log was not taken behind its own opening".into()))
}
