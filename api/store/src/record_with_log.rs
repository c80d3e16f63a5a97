//! A record together with its log, and starting a copy of a record with it.

use deadpool_postgres::Transaction;

use super::batcher::{BatchColumns, append_events};
use super::{AppendOutcome, CopyOf, NewEvent, OpenOutcome, Opening, Shard, Store, StoreError, copy, opening};

/// The transaction has the lock of a shard's head from its first statement to its end: should this process stand still
/// meanwhile, others wait no longer than this.
const END_SOON: &str = "SET LOCAL idle_in_transaction_session_timeout = '2s'";

/// A record with its log.
#[derive(Clone, Debug)]
pub struct RecordWithLog {
    /// How it starts.
    pub opening: Opening,
    /// The events after event 0.
    pub log: Vec<NewEvent>,
    /// The source, if it is a copy.
    pub copy_of: Option<CopyOf>,
}

impl Store {
    /// Starts a record that has a log already: all of it or nothing.
    pub async fn open_with_log(&self, record: &RecordWithLog) -> Result<OpenOutcome, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        transaction.batch_execute(END_SOON).await?;
        let opened = opening::open((&transaction).into(), self.shards()?, &record.opening).await?;
        if let OpenOutcome::New { .. } = opened {
            write_log(&transaction, self.shards()?.of(record.opening.id), record).await?;
            transaction.commit().await?;
        }
        Ok(opened)
    }
}

async fn write_log(
    transaction: &Transaction<'_>,
    shard: Shard,
    record: &RecordWithLog,
) -> Result<(), StoreError> {
    if let Some(of) = record.copy_of {
        copy::insert(transaction, shard, record.opening.id, of).await?;
    }
    if record.log.is_empty() {
        return Ok(());
    }
    let columns = BatchColumns::of_log(&record.opening, &record.log)?;
    match append_events(transaction.into(), shard, &columns).await?[..] {
        [AppendOutcome::Accepted { .. }] => Ok(()),
        _ => Err(StoreError::Corrupt("a log was not taken behind its own opening".into())),
    }
}
