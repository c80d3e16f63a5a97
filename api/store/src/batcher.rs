//! Group commit: the requests that come while one transaction is in flight make up the next.
//!
//! There is one queue for each shard (`leader_queue.rs`). A move that comes alone takes one plain statement instead of
//! the function, except on a cluster, where the function is run by the shard's node and every statement of ours would be
//! sent there by itself.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kifu_proofs::Digest;
use kifu_proofs::event::new_salt;
use thread_local::ThreadLocal;
use tokio::sync::{Semaphore, oneshot};
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tracing::Instrument;

use super::epoch::EpochWatch;
use super::leader_queue::{Leader, LeaderQueue};
use super::pool::Pool;
use super::session::{Client, Statements};
use super::trace_span::database_span;
use super::{
    Append, AppendOutcome, DatabaseUrl, GameId, NewEvent, Opening, Position, Seq, Shard, Shards, StoreError,
    chain, deadline,
};

/// The most requests in one transaction.
const MAX_REQUESTS_PER_BATCH: usize = 1024;

/// How long one transaction may take, connecting included. Requests that come meanwhile wait for it, but not beyond
/// their own deadlines.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(8);

/// The most requests that wait for a transaction; further callers wait for a place in the queue.
const MAX_QUEUED_REQUESTS: usize = 4096;

queries! {
    const CALL_APPEND_EVENTS: AppendOutcome = "
        SELECT outcome, first_seq AS first, last_seq AS last, first_position AS position, version, last_hash AS hash,
               revision
        FROM append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)";

    /// Appends one event that came alone, at half the cost: no arrays. It touches nothing unless the record stands at
    /// the expected version; an instance that was faster than the look shows as a duplicate `seq`.
    const INSERT_ONE_EVENT: (Seq, Position, Digest, i64) = "
        WITH last AS (
            SELECT e.seq, e.hash FROM events e WHERE e.shard = $1 AND e.game_id = $2 ORDER BY e.seq DESC LIMIT 1
        ), head AS (
            UPDATE shard_heads h SET position = h.position + 1
            WHERE h.shard = $1 AND $3 = (SELECT last.seq FROM last)
            RETURNING h.position
        )
        INSERT INTO events (shard, game_id, seq, position, type, schema_version, at, actor, payload, traceparent, salt,
                            hash)
        SELECT $1, $2, $3 + 1, head.position, $4::text, $5::int, $6::timestamptz, $7::text, $8::text::jsonb, $9::text,
               $10::bytea, sha256(last.hash || $11::bytea)
        FROM head, last
        RETURNING seq, position, hash,
                  (SELECT g.revision FROM games g WHERE g.shard = $1 AND g.game_id = $2) AS revision";
}

type AppendResult = Result<AppendOutcome, StoreError>;

struct QueuedAppend {
    append: Append,
    answer: oneshot::Sender<AppendResult>,
}

/// The queue of appends to a shard.
#[derive(Clone)]
pub(super) struct Batcher(Arc<Shared>);

struct Shared {
    shard: Shard,
    epochs: EpochWatch,
    pools: Arc<ThreadPools>,
    /// Free places in the queue.
    queue_slots: Semaphore,
    queue: LeaderQueue<QueuedAppend>,
    /// The time since when a transaction is in flight.
    committing_since: Mutex<Option<Instant>>,
    failures: Mutex<FailedCommits>,
}

/// The transactions that failed one after the other, up to now, because the database could not do what it should.
#[derive(Clone, Debug, Default)]
pub(super) struct FailedCommits {
    pub(super) count: u32,
    pub(super) last: Option<(Instant, StoreError)>,
}

/// Connections for each thread that leads, driven by that thread. The shards share them: one has at most one transaction
/// in flight, so that a thread needs as many as it leads shards at the same time.
struct ThreadPools {
    url: DatabaseUrl,
    epochs: EpochWatch,
    size: usize,
    pools: ThreadLocal<Pool>,
}

impl Batcher {
    /// One for each shard. Nothing is connected yet.
    pub(super) fn for_all(shards: Shards, url: &DatabaseUrl, epochs: &EpochWatch) -> Vec<Self> {
        let pools = Arc::new(ThreadPools {
            url: url.clone(),
            epochs: epochs.clone(),
            size: usize::from(shards.appending_connections()),
            pools: ThreadLocal::new(),
        });
        shards.all().map(|shard| Self::new(shard, &pools, epochs)).collect()
    }

    fn new(shard: Shard, pools: &Arc<ThreadPools>, epochs: &EpochWatch) -> Self {
        Self(Arc::new(Shared {
            shard,
            epochs: epochs.clone(),
            pools: Arc::clone(pools),
            queue_slots: Semaphore::new(MAX_QUEUED_REQUESTS),
            queue: LeaderQueue::default(),
            committing_since: Mutex::default(),
            failures: Mutex::default(),
        }))
    }

    /// Waits for a place in a batch, then for its commit, which goes on if the caller goes away.
    pub(super) async fn append(&self, append: Append) -> AppendResult {
        self.enqueue(append).instrument(database_span("append", CALL_APPEND_EVENTS.sql)).await
    }

    async fn enqueue(&self, append: Append) -> AppendResult {
        let slot = deadline::wait_for(self.0.queue_slots.acquire()).await.map_err(StoreError::unavailable)?;
        let _slot = slot.map_err(StoreError::unavailable)?;
        let (answer, answered) = oneshot::channel();
        if let Some(leader) = self.0.queue.push(QueuedAppend { append, answer }) {
            let batcher = self.clone();
            tokio::spawn(async move { batcher.commit_until_empty(leader).await });
        }
        // Once it is in the queue it may be written, however long that takes.
        deadline::wait_for(answered)
            .await
            .map_err(StoreError::outcome_unknown)?
            .map_err(StoreError::outcome_unknown)?
    }

    /// For how long a transaction has been in flight, if one is.
    pub(super) fn committing_for(&self) -> Option<Duration> {
        self.committing_since().map(|since| since.elapsed())
    }

    fn committing_since(&self) -> MutexGuard<'_, Option<Instant>> {
        self.0.committing_since.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The transactions that failed since the last that did not.
    pub(super) fn failures(&self) -> FailedCommits {
        self.0.failures.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, committed: Result<(), StoreError>) {
        let mut failures = self.0.failures.lock().unwrap_or_else(PoisonError::into_inner);
        match committed {
            Err(error) if error.is_of_database() => {
                failures.count = failures.count.saturating_add(1);
                failures.last = Some((Instant::now(), error));
            }
            _ => *failures = FailedCommits::default(),
        }
    }

    async fn commit_until_empty(&self, mut leader: Leader<QueuedAppend>) {
        while let Some(batch) = leader.next(MAX_REQUESTS_PER_BATCH) {
            self.commit(batch).await;
        }
    }

    async fn commit(&self, batch: Vec<QueuedAppend>) {
        let pool = self.0.pools.of_this_thread();
        *self.committing_since() = Some(Instant::now());
        let committed = match pool {
            Ok(pool) => commit(pool, self.0.shard, &self.0.epochs, batch).await,
            Err(error) => {
                send_error(batch.into_iter().map(|queued| queued.answer), &error);
                Err(error)
            }
        };
        self.note(committed);
        *self.committing_since() = None;
    }
}

impl ThreadPools {
    fn of_this_thread(&self) -> Result<&Pool, StoreError> {
        self.pools.get_or_try(|| Pool::for_appending(&self.url, self.size, &self.epochs))
    }
}

/// Commits a batch and answers everyone in it.
///
/// A statement that fails has written nothing. If the fault is in one request, the others must not suffer for it, so
/// each is tried by itself. Returns the error of the batch, if it failed.
async fn commit(
    pool: &Pool,
    shard: Shard,
    epochs: &EpochWatch,
    batch: Vec<QueuedAppend>,
) -> Result<(), StoreError> {
    let (appends, callers): (Vec<_>, Vec<_>) = batch.into_iter().map(|w| (w.append, w.answer)).unzip();
    match transact_measured(pool, shard, epochs, &appends).await {
        Ok(answers) => {
            for (caller, answer) in callers.into_iter().zip(answers) {
                // The caller may have gone away.
                let _ = caller.send(Ok(answer));
            }
            Ok(())
        }
        Err(error) if error.is_of_database() || appends.len() == 1 => {
            tracing::warn!(%error, requests = appends.len(), "an append failed");
            send_error(callers, &error);
            Err(error)
        }
        Err(error) => {
            tracing::warn!(%error, requests = appends.len(), "a batch failed; trying one by one");
            for (caller, append) in callers.into_iter().zip(appends) {
                let answer = transact_measured(pool, shard, epochs, &[append]).await;
                let answer = answer.map(|answers| answers[0]);
                let _ = caller.send(answer);
            }
            Err(error)
        }
    }
}

fn send_error(callers: impl IntoIterator<Item = oneshot::Sender<AppendResult>>, error: &StoreError) {
    for caller in callers {
        // The caller may have gone away.
        let _ = caller.send(Err(error.clone()));
    }
}

/// One call, one transaction. The rows end only when the server has committed and is ready again.
async fn transact(
    pool: &Pool,
    shard: Shard,
    epochs: &EpochWatch,
    appends: &[Append],
) -> Result<Vec<AppendOutcome>, StoreError> {
    let client = pool.get_until(Instant::now() + COMMIT_TIMEOUT).await?;
    // Only now: a new connection may have found another database.
    let count = epochs.count();
    let is_outdated = |append: &Append| append.epoch_count.is_some_and(|judged_at| judged_at != count);
    if !appends.iter().any(is_outdated) {
        return send(&client, shard, epochs, appends).await;
    }
    let current: Vec<_> = appends.iter().filter(|append| !is_outdated(append)).cloned().collect();
    let sent = if current.is_empty() { Vec::new() } else { send(&client, shard, epochs, &current).await? };
    let mut sent = sent.into_iter();
    let outcomes = appends.iter().map(|append| {
        let stale = AppendOutcome::Stale { current: append.expected.unwrap_or(Seq(0)) };
        if is_outdated(append) { Some(stale) } else { sent.next() }
    });
    outcomes.collect::<Option<_>>().ok_or_else(|| StoreError::Corrupt("an append has no outcome".into()))
}

async fn send(
    client: &Client,
    shard: Shard,
    epochs: &EpochWatch,
    appends: &[Append],
) -> Result<Vec<AppendOutcome>, StoreError> {
    if let [append] = appends
        && !epochs.are_shards_distributed()
        && let Some(accepted) = append_one(client, shard, append).await?
    {
        return Ok(vec![accepted]);
    }
    let outcomes = append_events(client.into(), shard, &BatchColumns::of(appends)?).await?;
    if outcomes.len() != appends.len() {
        return Err(StoreError::Corrupt("append_events did not answer every request".into()));
    }
    Ok(outcomes)
}

/// Calls [`transact`] and measures it.
async fn transact_measured(
    pool: &Pool,
    shard: Shard,
    epochs: &EpochWatch,
    appends: &[Append],
) -> Result<Vec<AppendOutcome>, StoreError> {
    let begun = Instant::now();
    let answers = transact(pool, shard, epochs, appends).await;
    metrics::histogram!("kifu_commit_duration_seconds").record(begun.elapsed().as_secs_f64());
    metrics::histogram!("kifu_commit_batch_requests").record(appends.len() as f64);
    answers
}

/// The function itself, as a transaction or within one; its answers are in the order of requests.
pub(super) async fn append_events(
    client: Statements<'_>,
    shard: Shard,
    columns: &BatchColumns<'_>,
) -> Result<Vec<AppendOutcome>, StoreError> {
    let shard = shard.number();
    let parameters: [&(dyn ToSql + Sync); 14] = [
        &shard,
        &columns.games,
        &columns.expected,
        &columns.keys,
        &columns.bodies,
        &columns.traces,
        &columns.request,
        &columns.kind,
        &columns.schema_version,
        &columns.at,
        &columns.actor,
        &columns.payload,
        &columns.salt,
        &columns.commitment,
    ];
    CALL_APPEND_EVENTS.all(client, &parameters).await
}

/// The common case: one event without a key, for a record that stands as expected. `None` says nothing but that
/// `append_events` has to be asked.
async fn append_one(
    client: &Client,
    shard: Shard,
    append: &Append,
) -> Result<Option<AppendOutcome>, StoreError> {
    let (Some(expected), None, [event]) = (append.expected, &append.idempotency, &append.events[..]) else {
        return Ok(None);
    };
    let statement = client.prepare_cached(INSERT_ONE_EVENT.sql).await?;
    let salt = new_salt();
    let commitment = chain::commitment(append.game, event, salt)?;
    let NewEvent { kind, schema_version, at, actor, payload } = event;
    let (shard, payload, trace) = (shard.number(), payload.as_str(), &append.traceparent);
    let (salt, commitment) = (salt.0.as_slice(), commitment.0.as_slice());
    let parameters: [&(dyn ToSql + Sync); 11] = [
        &shard,
        &append.game.0,
        &i64::from(expected),
        kind,
        schema_version,
        at,
        actor,
        &payload,
        trace,
        &salt,
        &commitment,
    ];
    let rows = match client.query(&statement, &parameters).await {
        Err(error) if error.code() == Some(&SqlState::UNIQUE_VIOLATION) => return Ok(None),
        rows => rows?,
    };
    let Some(row) = rows.first() else { return Ok(None) };
    let (seq, position, hash, revision) = INSERT_ONE_EVENT.read(row)?;
    Ok(Some(AppendOutcome::Accepted { first: seq, last: seq, position, hash, revision }))
}

/// A batch as `append_events` takes it: five arrays by request, eight by event.
#[derive(Default)]
pub(super) struct BatchColumns<'a> {
    games: Vec<uuid::Uuid>,
    expected: Vec<Option<i64>>,
    keys: Vec<Option<&'a str>>,
    bodies: Vec<Option<&'a [u8]>>,
    traces: Vec<Option<&'a str>>,
    request: Vec<i32>,
    kind: Vec<&'a str>,
    schema_version: Vec<i32>,
    at: Vec<chrono::DateTime<chrono::Utc>>,
    actor: Vec<&'a str>,
    payload: Vec<&'a str>,
    salt: Vec<Vec<u8>>,
    commitment: Vec<Vec<u8>>,
}

impl<'a> BatchColumns<'a> {
    fn of(appends: &'a [Append]) -> Result<Self, StoreError> {
        let mut columns = Self::default();
        for (request, append) in (1..).zip(appends) {
            columns.games.push(append.game.0);
            columns.expected.push(append.expected.map(i64::from));
            columns.keys.push(append.idempotency.as_ref().map(|i| i.key.as_str()));
            columns.bodies.push(append.idempotency.as_ref().map(|i| i.body.as_slice()));
            columns.traces.push(append.traceparent.as_deref());
            columns.add(request, append.game, &append.events)?;
        }
        Ok(columns)
    }

    /// A whole log, behind the opening of its record.
    pub(super) fn of_log(opening: &'a Opening, log: &'a [NewEvent]) -> Result<Self, StoreError> {
        let mut columns = Self {
            games: vec![opening.id.0],
            expected: vec![Some(0)],
            keys: vec![None],
            bodies: vec![None],
            traces: vec![opening.traceparent.as_deref()],
            ..Self::default()
        };
        columns.add(1, opening.id, log)?;
        Ok(columns)
    }

    fn add(&mut self, request: i32, game: GameId, events: &'a [NewEvent]) -> Result<(), StoreError> {
        for event in events {
            let salt = new_salt();
            self.commitment.push(chain::commitment(game, event, salt)?.0.to_vec());
            self.salt.push(salt.0.to_vec());
            self.request.push(request);
            self.kind.push(&event.kind);
            self.schema_version.push(event.schema_version);
            self.at.push(event.at);
            self.actor.push(&event.actor);
            self.payload.push(event.payload.as_str());
        }
        Ok(())
    }
}
