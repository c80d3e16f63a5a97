//! The records in use: loaded and kept in memory, never ahead of the store.
//!
//! A reader takes an immutable [snapshot](RecordSnapshot) and waits for no writer. A writer takes the record's
//! [lock](RecordGuard), makes the next snapshot and publishes it when the store has acknowledged it. A
//! snapshot may be behind the store (another instance appended, or a request was dropped midway); every use catches up
//! first. It can never be ahead.

mod answers;
pub mod limits;
mod loaded;
mod views;

use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use kifu_engine::erased::AnyGame;
use kifu_engine::record::Status;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::{Mutex, OwnedMutexGuard};

pub use answers::{RecordQuestion, WrittenAnswer};
pub use loaded::{LoadedRecord, ReplayError, Unfoldable, stored_opening};

use crate::http::cost::{Admission, Folds, Permit, Slot};
use crate::http::problem::{Code, Problem};
use crate::operation::weighted_cache::{CacheSize, Eviction, weighted_cache};
use kifu_store::{
    Epoch, EpochCount, Event, GameId, Hash, NewToken, RecordVersion, Role, Store, StoreError, deadline,
};

/// The size of a small record: a guess for the size of the cache's tables.
const TYPICAL_RECORD_BYTES: u64 = 16 << 10;
/// How long a token is trusted without asking the store again.
const TOKEN_CACHE_TTL: Duration = Duration::from_secs(1);

/// The records in use by this instance, in as much memory as it was given.
pub struct RecordCache {
    store: Store,
    records: Cache<GameId, Weighed, ByMemory>,
}

/// A cached record with the memory that it took when that was last looked at.
#[derive(Clone)]
struct Weighed {
    record: Arc<CachedRecord>,
    memory: usize,
}

#[derive(Clone)]
struct ByMemory;

impl Weighter<GameId, Weighed> for ByMemory {
    fn weight(&self, _: &GameId, weighed: &Weighed) -> u64 {
        weighed.memory as u64
    }
}

/// One record, shared by all requests for it.
pub struct CachedRecord {
    /// The record.
    pub id: GameId,
    game: &'static dyn AnyGame,
    /// Held for the moment that it takes to copy or replace the pointer.
    newest: RwLock<Arc<LoadedRecord>>,
    writing: Arc<Mutex<()>>,
    /// The roles of tokens that were used in the last moments.
    roles: std::sync::Mutex<Vec<TrustedToken>>,
}

/// A token whose role the store has told.
struct TrustedToken {
    token: Hash,
    role: Role,
    since: Instant,
}

/// A record as it stood when it was asked for. It never changes.
#[derive(Clone)]
pub struct RecordSnapshot {
    cached: Arc<CachedRecord>,
    loaded: Arc<LoadedRecord>,
}

/// The right to append to a record, one request at a time, with the snapshot to append to.
pub struct RecordGuard {
    snapshot: RecordSnapshot,
    _writing: OwnedMutexGuard<()>,
}

impl RecordCache {
    /// An empty cache of records with this limit of bytes.
    pub fn new(store: Store, memory: u64) -> Self {
        let size = CacheSize { bytes: memory, typical_value_bytes: TYPICAL_RECORD_BYTES, shards: 1 };
        Self { store, records: weighted_cache(size, Eviction::LeastUsed, ByMemory) }
    }

    /// The store behind the cache.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The cached record, if there is such a record.
    pub async fn find(
        &self,
        admission: &Admission,
        id: GameId,
    ) -> Result<Option<Arc<CachedRecord>>, Problem> {
        // A stranger has a slot before it loads anything: a table that wants the same record waits for the load, and
        // not for the strangers before it.
        let is_cached = self.records.peek(&id).is_some();
        let slot =
            if is_cached || !admission.is_of_stranger() { None } else { Some(admission.slot().await?) };
        // One load however many ask at once.
        let load = async {
            let read_at = self.store.epoch_and_count();
            match self.store.latest().record_with_events(id).await {
                Ok(Some((head, events))) => {
                    let folded = Self::fold((admission, slot), read_at, head, events).await;
                    folded.and_then(Weighed::of).map_err(Some)
                }
                Ok(None) => Err(None),
                Err(error) => Err(Some(error.into())),
            }
        };
        match self.records.get_or_insert_async(&id, load).await {
            Ok(Weighed { record, memory }) => {
                self.weigh_again(&record, memory);
                Ok(Some(record))
            }
            Err(None) => Ok(None),
            Err(Some(problem)) => Err(problem),
        }
    }

    /// Folds a log, in this slot if there is one already.
    async fn fold(
        (admission, slot): (&Admission, Option<Slot<Folds>>),
        (epoch, epoch_count): (Epoch, EpochCount),
        head: kifu_store::Record,
        events: Vec<Event>,
    ) -> Result<LoadedRecord, Problem> {
        let is_long = is_long(&events);
        let fold = move |permit: &Permit<Folds>| LoadedRecord::new(head, &events, permit);
        let loaded = match slot {
            Some(slot) if is_long => slot.run(fold).await?,
            _ => admission.run_if(is_long, fold).await?,
        };
        Ok(LoadedRecord { epoch, epoch_count, ..loaded? })
    }

    /// A record that grew, or of which views were made, takes more memory than before.
    fn weigh_again(&self, record: &Arc<CachedRecord>, weighed: usize) {
        let memory = record.newest().memory();
        if memory > weighed + weighed / 4 || memory < weighed / 2 {
            // It may have been evicted meanwhile; then it is weighed when it is loaded.
            let _ = self.records.replace(record.id, Weighed { record: Arc::clone(record), memory }, true);
        }
    }

    /// Keeps a record that was just opened, for the moves that will come, with the tokens that were given out.
    pub fn keep(&self, loaded: LoadedRecord, tokens: &[NewToken]) -> Result<(), Problem> {
        let (epoch, epoch_count) = self.store.epoch_and_count();
        let loaded = LoadedRecord { epoch, epoch_count, ..loaded };
        let memory = loaded.memory();
        let record = CachedRecord::new(loaded)?;
        for token in tokens {
            record.trust(token.hash, token.role);
        }
        let (id, record) = (record.id, Arc::new(record));
        self.records.get_or_insert_with(&id, || Ok(Weighed { record, memory })).map(|_| ())
    }

    /// The record as the store has it.
    pub async fn read(
        &self,
        admission: &Admission,
        cached: Arc<CachedRecord>,
    ) -> Result<RecordSnapshot, Problem> {
        let snapshot = RecordSnapshot::newest(cached);
        if self.missing(&snapshot.loaded).await?.is_none() {
            return Ok(snapshot);
        }
        Ok(self.lock(admission, snapshot.cached).await?.snapshot)
    }

    /// The record, with this event at least: it may lack later ones.
    pub async fn read_at(
        &self,
        admission: &Admission,
        cached: Arc<CachedRecord>,
        seq: Seq,
    ) -> Result<RecordSnapshot, Problem> {
        let snapshot = RecordSnapshot::newest(cached);
        if snapshot.loaded.last() < seq || self.is_outdated(&snapshot.loaded) {
            self.read(admission, snapshot.cached).await
        } else {
            Ok(snapshot)
        }
    }

    /// Locks a record that is as new as the store.
    pub async fn lock(
        &self,
        admission: &Admission,
        cached: Arc<CachedRecord>,
    ) -> Result<RecordGuard, Problem> {
        let mut guard = self.lock_for_append(cached).await?;
        self.catch_up(admission, &mut guard).await?;
        Ok(guard)
    }

    /// Locks a record to append to it: it may be behind the store, which will then say so. Waiting for others counts
    /// against the deadline of the request.
    pub async fn lock_for_append(&self, cached: Arc<CachedRecord>) -> Result<RecordGuard, Problem> {
        let writing = deadline::wait_for(Arc::clone(&cached.writing).lock_owned()).await;
        let writing = writing.map_err(|_| Problem::plain(Code::Unavailable))?;
        Ok(RecordGuard { snapshot: RecordSnapshot::newest(cached), _writing: writing })
    }

    /// Reads what others appended or changed meanwhile.
    pub async fn catch_up(&self, admission: &Admission, guard: &mut RecordGuard) -> Result<(), Problem> {
        let Some(missing) = self.missing(&guard.loaded).await? else { return Ok(()) };
        let Missing::Tail { head, events } = missing else { return self.load_again(admission, guard).await };
        if head.is_some() {
            guard.cached.forget_roles();
        }
        let before = Arc::clone(&guard.loaded);
        let large = before.is_large() || is_long(&events);
        let loaded = move |permit: &Permit<Folds>| {
            let mut loaded = LoadedRecord::clone(&before);
            if let Some(head) = head {
                loaded.set_head(head);
            }
            if !events.is_empty() {
                loaded.fold(&events, permit);
            }
            loaded
        };
        guard.publish(admission.run_if(large, loaded).await?);
        Ok(())
    }

    /// Reads a record anew, because its log is not the one that was read before.
    async fn load_again(&self, admission: &Admission, guard: &mut RecordGuard) -> Result<(), Problem> {
        let read_at = self.store.epoch_and_count();
        guard.cached.forget_roles();
        let whole = self.store.latest().record_with_events(guard.cached.id).await?;
        let (head, events) = whole.ok_or_else(|| Problem::plain(Code::NotFound))?;
        guard.publish(Self::fold((admission, None), read_at, head, events).await?);
        Ok(())
    }

    /// True if a record was read from another epoch of the database.
    fn is_outdated(&self, loaded: &LoadedRecord) -> bool {
        loaded.epoch_count != self.store.epoch_count()
    }

    /// The part in the store beyond this snapshot; `None` if there is none.
    async fn missing(&self, loaded: &LoadedRecord) -> Result<Option<Missing>, Problem> {
        let (id, latest) = (loaded.head.id, self.store.latest());
        let gone = || Problem::plain(Code::NotFound);
        let RecordVersion { version, revision } = latest.record_version(id).await?.ok_or_else(gone)?;
        if version < loaded.last() && !self.is_outdated(loaded) {
            // The connection that answered looked at the epoch: the files themselves went back.
            self.store.note_regression();
        }
        if self.is_outdated(loaded) {
            return Ok(Some(Missing::Everything));
        }
        if (version, revision) == (loaded.last(), loaded.head.revision) {
            return Ok(None);
        }
        let (mut head, mut events) = (None, Vec::new());
        if revision != loaded.head.revision {
            head = Some(latest.record(id).await?.ok_or_else(gone)?);
        }
        if version != loaded.last() {
            events = latest.events(id, Seq(loaded.last().0 + 1)).await?;
        }
        Ok(Some(Missing::Tail { head, events }))
    }

    /// Reads the head of a record anew, and nothing that others appended.
    pub async fn renew_head(&self, cached: &CachedRecord, loaded: &mut LoadedRecord) -> Result<(), Problem> {
        let head = self.store.latest().record(cached.id).await?;
        loaded.set_head(head.ok_or_else(|| Problem::plain(Code::NotFound))?);
        cached.forget_roles();
        Ok(())
    }

    /// True if a record is known to be live at this event or a later one. False where that takes more than a look in
    /// memory.
    pub fn is_live_at(&self, id: GameId, seq: Seq) -> bool {
        let Some(Weighed { record, .. }) = self.records.peek(&id) else { return false };
        let loaded = record.newest();
        !self.is_outdated(&loaded) && loaded.last() >= seq && loaded.record.status() == Status::Live
    }

    /// The role that a token has in a record.
    pub async fn role(&self, cached: &CachedRecord, token: &Hash) -> Result<Option<Role>, StoreError> {
        if let Some(role) = cached.trusted(token) {
            return Ok(Some(role));
        }
        let role = self.store.latest().role(cached.id, token).await?;
        if let Some(role) = role {
            cached.trust(*token, role);
        }
        Ok(role)
    }
}

impl Weighed {
    fn of(loaded: LoadedRecord) -> Result<Self, Problem> {
        Ok(Self { memory: loaded.memory(), record: Arc::new(CachedRecord::new(loaded)?) })
    }
}

/// The part of a record in the store beyond a snapshot.
enum Missing {
    /// Later events.
    Tail { head: Option<kifu_store::Record>, events: Vec<Event> },
    /// Another log than the one that was read.
    Everything,
}

/// True if folding these would take a thread that serves too long.
fn is_long(events: &[Event]) -> bool {
    const MIN_LONG_EVENTS: usize = 200;
    events.len() > MIN_LONG_EVENTS
}

impl TrustedToken {
    fn is_fresh(&self) -> bool {
        self.since.elapsed() < TOKEN_CACHE_TTL
    }
}

impl CachedRecord {
    fn new(loaded: LoadedRecord) -> Result<Self, Problem> {
        Ok(Self {
            id: loaded.head.id,
            game: loaded::find_game(&loaded.head)?,
            newest: RwLock::new(Arc::new(loaded)),
            writing: Arc::default(),
            roles: std::sync::Mutex::default(),
        })
    }

    /// The kind of game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    fn newest(&self) -> Arc<LoadedRecord> {
        Arc::clone(&self.newest.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Trusts no token any longer without asking the store.
    pub fn forget_roles(&self) {
        if let Ok(mut roles) = self.roles.lock() {
            roles.clear();
        }
    }

    fn trusted(&self, token: &Hash) -> Option<Role> {
        let roles = self.roles.lock().ok()?;
        let trusted = roles.iter().find(|trusted| trusted.token == *token)?;
        trusted.is_fresh().then_some(trusted.role)
    }

    fn trust(&self, token: Hash, role: Role) {
        if let Ok(mut roles) = self.roles.lock() {
            roles.retain(|trusted| trusted.is_fresh() && trusted.token != token);
            roles.push(TrustedToken { token, role, since: Instant::now() });
            roles.shrink_to_fit();
        }
    }
}

impl RecordSnapshot {
    fn newest(cached: Arc<CachedRecord>) -> Self {
        Self { loaded: cached.newest(), cached }
    }

    /// The cached record that this was taken of.
    pub fn cached(&self) -> &Arc<CachedRecord> {
        &self.cached
    }

    /// The record as loaded.
    pub fn loaded(&self) -> &Arc<LoadedRecord> {
        &self.loaded
    }

    /// Runs what a request needs of the record: beside the threads that serve, if the record is large.
    pub async fn compute<T: Send + 'static>(
        &self,
        admission: &Admission,
        work: impl FnOnce(&LoadedRecord) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let loaded = Arc::clone(&self.loaded);
        let work = move |_: &Permit<Folds>| work(&loaded);
        admission.run_if(self.loaded.is_large(), work).await
    }

    /// The answer to a question of a viewer, written when it is first asked.
    pub async fn answer(
        &self,
        admission: &Admission,
        viewer: Viewer,
        question: RecordQuestion,
        write: impl FnOnce(&Arc<LoadedRecord>) -> Result<WrittenAnswer, Problem> + Send + 'static,
    ) -> Result<WrittenAnswer, Problem> {
        if let Some(answer) = self.loaded.answers.get(viewer, question) {
            return Ok(answer);
        }
        let loaded = Arc::clone(&self.loaded);
        let answer = self.compute(admission, move |_| write(&loaded)).await??;
        self.loaded.answers.keep(viewer, question, answer.clone());
        Ok(answer)
    }
}

impl Deref for RecordGuard {
    type Target = RecordSnapshot;

    fn deref(&self) -> &RecordSnapshot {
        &self.snapshot
    }
}

impl RecordGuard {
    /// The record stands so in the store: from now on everybody reads this.
    pub fn publish(&mut self, loaded: LoadedRecord) {
        self.snapshot.loaded = Arc::new(loaded);
        let mut newest = self.cached.newest.write().unwrap_or_else(PoisonError::into_inner);
        *newest = Arc::clone(&self.snapshot.loaded);
    }
}
