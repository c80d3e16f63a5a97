//! The versions of records, asked for by many readers at once.
//!
//! Every read of a record asks whether it has grown. The readers of a thread and a shard that come while a question is in
//! flight share the next one. It is sent after they came, so that each sees all that was acknowledged before. Shards have
//! questions of their own: one that stands still holds up no reader of another.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use thread_local::ThreadLocal;
use tokio::sync::oneshot;
use tracing::Instrument;

use super::leader_queue::{Leader, LeaderQueue};
use super::pool::Pool;
use super::shard::KnownShards;
use super::trace_span::database_span;
use super::{GameId, Seq, Shard, StoreError, deadline};

/// How long a question may take, connecting included. Its connection is closed then.
const QUESTION_TIMEOUT: Duration = Duration::from_secs(8);

/// How long the next question waits for the one before. After that it is sent beside it, on another connection: a server
/// or a network that stands still holds up nobody but those who asked it.
const MAX_QUEUE_TIME: Duration = Duration::from_millis(50);

/// The most readers that share a question.
const MAX_READERS: usize = 1024;

queries! {
    const SELECT_RECORD_VERSIONS: VersionRow = "
        SELECT g.game_id, g.revision,
               (SELECT max(e.seq) FROM events e WHERE e.shard = $1 AND e.game_id = g.game_id) AS version
        FROM games g WHERE g.shard = $1 AND g.game_id = ANY ($2)";
}

/// The version of a record and the revision of the data beside its events. The record has changed if one of them has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordVersion {
    /// Seq of its last event.
    pub version: Seq,
    /// Counts the changes of all that is not an event.
    pub revision: i64,
}

/// Asks for the versions of records.
#[derive(Clone)]
pub(super) struct VersionQuery {
    pool: Pool,
    shards: KnownShards,
    /// By thread and shard, the readers that wait for a question to be sent. The runtime of a thread is driven as long as
    /// anything waits on it.
    queues: Arc<ThreadLocal<Vec<LeaderQueue<WaitingReader>>>>,
}

struct WaitingReader {
    game: GameId,
    answer: oneshot::Sender<VersionResult>,
}

type VersionResult = Result<Option<RecordVersion>, StoreError>;

impl VersionQuery {
    pub(super) fn new(pool: Pool, shards: KnownShards) -> Self {
        Self { pool, shards, queues: Arc::default() }
    }

    /// The version of a record, if there is one.
    pub(super) async fn version(&self, game: GameId) -> VersionResult {
        let (shards, (answer, answered)) = (self.shards.get()?, oneshot::channel());
        let queues = self.queues.get_or(|| shards.all().map(|_| LeaderQueue::default()).collect());
        let shard = shards.of(game);
        if let Some(leader) = queues[shard.index()].push(WaitingReader { game, answer }) {
            tokio::spawn(self.clone().ask_until_nobody_waits(shard, leader));
        }
        let span = database_span("query", SELECT_RECORD_VERSIONS.sql);
        let answered = deadline::wait_for(answered).instrument(span).await;
        answered.map_err(StoreError::unavailable)?.map_err(StoreError::unavailable)?
    }

    async fn ask_until_nobody_waits(self, shard: Shard, mut leader: Leader<WaitingReader>) {
        while let Some(waiting) = leader.next(MAX_READERS) {
            let question = tokio::spawn(self.clone().ask(shard, waiting));
            // One that takes longer is answered all the same.
            let _ = tokio::time::timeout(MAX_QUEUE_TIME, question).await;
        }
    }

    /// Asks for all of them and answers each.
    async fn ask(self, shard: Shard, waiting: Vec<WaitingReader>) {
        let games: Vec<_> = waiting.iter().map(|waiting| waiting.game.0).collect();
        let rows = self.rows(shard, &games).await.map_err(StoreError::of_a_read);
        let versions = rows.map(|rows| rows.into_iter().map(version).collect::<HashMap<_, _>>());
        for WaitingReader { game, answer } in waiting {
            let version = match &versions {
                Ok(versions) => versions.get(&game).cloned().transpose(),
                Err(error) => Err(error.clone()),
            };
            // The reader may have gone away.
            let _ = answer.send(version);
        }
    }

    async fn rows(&self, shard: Shard, games: &[uuid::Uuid]) -> Result<Vec<VersionRow>, StoreError> {
        let client = self.pool.get_until(Instant::now() + QUESTION_TIMEOUT).await?;
        SELECT_RECORD_VERSIONS.all(&client, &[&shard.number(), &games]).await
    }
}

type VersionRow = (GameId, i64, Result<Option<Seq>, StoreError>);

/// A record and its version; an error of that record alone, if it has lost its events.
fn version((game, revision, version): VersionRow) -> (GameId, Result<RecordVersion, StoreError>) {
    let lost = || StoreError::Corrupt(format!("the record {game} has no events"));
    let version = version.and_then(|version| version.ok_or_else(lost));
    (game, version.map(|version| RecordVersion { version, revision }))
}
