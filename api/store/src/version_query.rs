//! The versions of records, asked for by many readers at once.
//!
//! Every read of a record asks whether it has grown. The readers of a thread that come while a question is in flight
//! share the next one. It is sent after they came, so that each sees all that was acknowledged before it asked.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use thread_local::ThreadLocal;
use tokio::sync::oneshot;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use tracing::Instrument;

use super::leader_queue::{Leader, LeaderQueue};
use super::reader::span;
use super::{GameId, Reader, Seq, Shard, StoreError, deadline};

/// How long the next question waits for the one before. After that it is sent beside it, on another connection: a server
/// or a network that stands still holds up nobody but those who asked it.
const PATIENCE: Duration = Duration::from_millis(50);

/// The most readers that share a question.
const MAX_READERS: usize = 1024;

const SELECT_RECORD_VERSIONS: &str = "
    SELECT g.game_id, g.revision,
           (SELECT max(e.seq) FROM events e WHERE e.shard = $1 AND e.game_id = g.game_id) AS version
    FROM games g WHERE g.shard = $1 AND g.game_id = ANY ($2)";

/// The version of a record and of what is beside its events: the record has changed if one of these has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordVersion {
    /// Seq of its last event.
    pub version: Seq,
    /// Counts the changes of all that is not an event.
    pub revision: i64,
}

/// The readers of each thread that wait for a question to be sent.
pub(super) type VersionQueues = Arc<ThreadLocal<LeaderQueue<WaitingReader>>>;

pub(super) struct WaitingReader {
    game: GameId,
    deadline: Instant,
    answer: oneshot::Sender<Result<Option<RecordVersion>, StoreError>>,
}

impl Reader {
    /// The version of a record, if there is one.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn record_version(&self, game: GameId) -> Result<Option<RecordVersion>, StoreError> {
        let (answer, answered) = oneshot::channel();
        let waiting = WaitingReader { game, deadline: deadline::current(), answer };
        if let Some(leader) = self.version_queues.get_or_default().push(waiting) {
            tokio::spawn(ask_until_nobody_waits(self.clone(), leader));
        }
        let answered = deadline::wait_for(answered).instrument(span("query", SELECT_RECORD_VERSIONS)).await;
        answered.map_err(StoreError::unavailable)?.map_err(StoreError::unavailable)?
    }

    async fn record_versions(
        &self,
        games: &[GameId],
        deadline: Instant,
    ) -> Result<HashMap<GameId, RecordVersion>, StoreError> {
        let client = self.client_until(deadline).await?;
        let statement = &client.prepare_cached(SELECT_RECORD_VERSIONS).await?;
        let of_shard = async |(shard, games): (Shard, Vec<uuid::Uuid>)| {
            let parameters: [&(dyn ToSql + Sync); 2] = [&shard.number(), &games];
            client.query(statement, &parameters).await
        };
        let rows = try_join_all(self.shards()?.split(games).map(of_shard)).await?;
        rows.iter().flatten().map(from_row).collect()
    }
}

fn from_row(row: &Row) -> Result<(GameId, RecordVersion), StoreError> {
    let version = RecordVersion { version: Seq(row.try_get("version")?), revision: row.try_get("revision")? };
    Ok((GameId(row.try_get("game_id")?), version))
}

async fn ask_until_nobody_waits(reader: Reader, mut leader: Leader<WaitingReader>) {
    while let Some(waiting) = leader.next(MAX_READERS) {
        let asked = tokio::spawn(ask(reader.clone(), waiting));
        // A question that takes longer is answered all the same.
        let _ = tokio::time::timeout(PATIENCE, asked).await;
    }
}

/// Asks for all of them, and tells each.
async fn ask(reader: Reader, waiting: Vec<WaitingReader>) {
    let games: Vec<_> = waiting.iter().map(|waiting| waiting.game).collect();
    let deadline = waiting.iter().map(|waiting| waiting.deadline).max().unwrap_or_else(deadline::current);
    let versions = reader.record_versions(&games, deadline).await.map_err(StoreError::of_a_read);
    for WaitingReader { game, answer, .. } in waiting {
        let version = versions.as_ref().map(|versions| versions.get(&game).copied());
        // The reader may have gone away.
        let _ = answer.send(version.map_err(Clone::clone));
    }
}
