//! The tables being played: records folded and kept in memory, never ahead of the store.
//!
//! A table may be behind the store (another instance appended); every use catches up first. It
//! can never be ahead: an entry is folded here only together with its acknowledgement, and a
//! table whose append did not end cleanly is read anew.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyGame, AnyRecord, Opening, Rejected};
use kifu_engine::game::Seq;
use kifu_engine::games;
use kifu_engine::record::{Refusal, Status};
use kifu_engine::text::Names;
use quick_cache::sync::Cache;
use serde_json::Value;
use tokio::sync::{Mutex, OwnedMutexGuard};

use crate::details::names;
use crate::problem::{Code, Problem};
use crate::store::{self, Event, GameId, Hash, NewToken, Role, Stands, Store, StoreError};

/// How many tables are kept folded.
const KEPT: usize = 20_000;
/// How long a token is believed without asking the store again.
const TOKEN_BELIEVED: Duration = Duration::from_secs(1);

/// All tables in use by this instance.
pub struct Tables {
    store: Store,
    kept: Cache<GameId, Arc<Table>>,
}

/// One record, shared by all requests for it.
pub struct Table {
    /// The record.
    pub id: GameId,
    game: &'static dyn AnyGame,
    folded: Arc<Mutex<Option<Folded>>>,
    roles: std::sync::Mutex<HashMap<Hash, (Role, Instant)>>,
}

/// A record folded from its events.
pub struct Folded {
    /// What is known of it beside its events.
    pub head: store::Record,
    /// What the seats are called.
    pub names: Names,
    /// The record; what could be read of it, if it is broken.
    pub record: Box<dyn AnyRecord>,
    /// When each event was logged, the opening first.
    pub times: Vec<DateTime<Utc>>,
    /// Why it stops short of the last event, where it does.
    pub broken: Option<Broken>,
}

/// A stored log that no longer folds.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The first event that was refused.
    pub at: Seq,
    /// Why.
    pub why: Rejected,
}

impl Tables {
    /// No table is kept yet.
    pub fn new(store: Store) -> Self {
        Self { store, kept: Cache::new(KEPT) }
    }

    /// The store behind the tables.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The table of a record, if there is such a record.
    pub async fn find(&self, id: GameId) -> Result<Option<Arc<Table>>, Problem> {
        // One load however many ask at once: two tables of one record would outrun each other.
        let load = async {
            match self.store.latest().whole(id).await {
                Ok(Some((head, events))) => Ok(Arc::new(Table::of(head, &events).map_err(Some)?)),
                Ok(None) => Err(None),
                Err(error) => Err(Some(error.into())),
            }
        };
        match self.kept.get_or_insert_async(&id, load).await {
            Ok(table) => Ok(Some(table)),
            Err(None) => Ok(None),
            Err(Some(problem)) => Err(problem),
        }
    }

    /// Keeps the table of a record that was just opened, for the moves that will come, with the
    /// tokens that were given out.
    pub fn keep(&self, folded: Folded, tokens: &[NewToken]) -> Result<(), Problem> {
        let table = Table::new(folded)?;
        for token in tokens {
            table.believe(token.hash, token.role);
        }
        self.kept.get_or_insert_with(&table.id.clone(), || Ok(Arc::new(table))).map(|_| ())
    }

    /// Takes a table for one request: nobody else reads or appends until it is given back.
    /// It is as new as the store.
    pub async fn sit(&self, table: Arc<Table>) -> Result<Sitting, Problem> {
        let mut guard = table.folded.clone().lock_owned().await;
        table.catch_up(&self.store, &mut guard).await?;
        Ok(Sitting { table, guard })
    }

    /// Takes a table that knows this event: it may be behind the store in what came later.
    pub async fn sit_at(&self, table: Arc<Table>, seq: store::Seq) -> Result<Sitting, Problem> {
        let mut sitting = self.sit_to_append(table).await?;
        if sitting.folded()?.last() < seq.0 {
            sitting.catch_up(&self.store).await?;
        }
        Ok(sitting)
    }

    /// Takes a table to append to: it may be behind the store, which will then say so.
    pub async fn sit_to_append(&self, table: Arc<Table>) -> Result<Sitting, Problem> {
        let mut guard = table.folded.clone().lock_owned().await;
        if guard.is_none() {
            table.catch_up(&self.store, &mut guard).await?;
        }
        Ok(Sitting { table, guard })
    }

    /// Whether a table is known to be live, at this event or a later one: it says nothing yet. False where that takes
    /// more than a look.
    pub fn is_live_at(&self, id: GameId, seq: store::Seq) -> bool {
        let Some(table) = self.kept.peek(&id) else { return false };
        let Ok(folded) = table.folded.try_lock() else { return false };
        let live = |folded: &Folded| folded.last() >= seq.0 && folded.record.status() == Status::Live;
        folded.as_ref().is_some_and(live)
    }

    /// The role that a token has at a table.
    pub async fn role(&self, table: &Table, token: &Hash) -> Result<Option<Role>, StoreError> {
        if let Some(role) = table.believed(token) {
            return Ok(Some(role));
        }
        let role = self.store.latest().role(table.id, token).await?;
        if let Some(role) = role {
            table.believe(*token, role);
        }
        Ok(role)
    }
}

impl Table {
    fn of(head: store::Record, events: &[Event]) -> Result<Self, Problem> {
        Self::new(Folded::new(head, events)?)
    }

    fn new(folded: Folded) -> Result<Self, Problem> {
        let (id, game) = (folded.head.id, find_game(&folded.head)?);
        Ok(Self { id, game, folded: Arc::new(Mutex::new(Some(folded))), roles: std::sync::Mutex::default() })
    }

    /// The kind of game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    async fn catch_up(&self, store: &Store, folded: &mut Option<Folded>) -> Result<(), Problem> {
        let gone = || Problem::plain(Code::NotFound);
        let Some(known) = folded else {
            let (head, events) = store.latest().whole(self.id).await?.ok_or_else(gone)?;
            self.forget_roles();
            *folded = Some(Folded::new(head, &events)?);
            return Ok(());
        };
        let Stands { version, revision } = store.latest().stands(self.id).await?.ok_or_else(gone)?;
        if revision != known.head.revision {
            known.set_head(store.latest().game(self.id).await?.ok_or_else(gone)?);
            self.forget_roles();
        }
        if version.0 != known.last() {
            known.fold(&store.latest().events(self.id, store::Seq(known.last() + 1)).await?);
        }
        Ok(())
    }

    /// Believes no token any longer without asking the store.
    pub fn forget_roles(&self) {
        if let Ok(mut roles) = self.roles.lock() {
            roles.clear();
        }
    }

    fn believed(&self, token: &Hash) -> Option<Role> {
        let roles = self.roles.lock().ok()?;
        let (role, since) = roles.get(token)?;
        (since.elapsed() < TOKEN_BELIEVED).then_some(*role)
    }

    fn believe(&self, token: Hash, role: Role) {
        if let Ok(mut roles) = self.roles.lock() {
            roles.retain(|_, (_, since)| since.elapsed() < TOKEN_BELIEVED);
            roles.insert(token, (role, Instant::now()));
        }
    }
}

impl Folded {
    /// Folds a whole log, its opening event first.
    pub fn new(head: store::Record, events: &[Event]) -> Result<Self, Problem> {
        let game = find_game(&head)?;
        let options: Value = head.options.read().map_err(|_| Problem::plain(Code::Internal))?;
        let record = game.open(&Opening { seats: head.seats, options }).map_err(|why| {
            tracing::error!(id = %head.id, ?why, "a stored record no longer opens");
            Problem::plain(Code::Internal)
        })?;
        let mut folded = Self { names: names(&head.seating), head, record, times: Vec::new(), broken: None };
        folded.fold(events);
        Ok(folded)
    }

    /// A record just opened.
    pub fn opened(head: store::Record, record: Box<dyn AnyRecord>) -> Self {
        Self { names: names(&head.seating), times: vec![head.opened_at], head, record, broken: None }
    }

    fn set_head(&mut self, head: store::Record) {
        self.names = names(&head.seating);
        self.head = head;
    }

    /// Folds the events that follow.
    pub fn fold(&mut self, events: &[Event]) {
        for event in events {
            self.times.push(event.at);
            if event.seq.0 == 0 || self.broken.is_some() {
                continue;
            }
            if let Err(why) = self.record.append_stored(event.payload.as_str()) {
                let at = Seq(u64::try_from(event.seq.0).unwrap_or_default());
                tracing::warn!(game = %event.game, seq = event.seq.0, ?why, "a stored log no longer folds");
                self.broken = Some(Broken { at, why });
            }
        }
    }

    /// The number of the last event known, whether or not it folds.
    pub fn last(&self) -> i64 {
        i64::try_from(self.times.len()).unwrap_or(i64::MAX) - 1
    }
}

impl Broken {
    /// The rule that stands against it, if it is one.
    pub fn refusal(&self) -> Option<&Refusal> {
        match &self.why {
            Rejected::Refused(refusal) => Some(refusal),
            Rejected::Malformed(_) => None,
        }
    }
}

fn find_game(head: &store::Record) -> Result<&'static dyn AnyGame, Problem> {
    games::find(&head.game).ok_or_else(|| {
        tracing::error!(game = head.game, id = %head.id, "a stored record is of an unknown game");
        Problem::plain(Code::Internal)
    })
}

/// A table while one request uses it.
pub struct Sitting {
    table: Arc<Table>,
    guard: OwnedMutexGuard<Option<Folded>>,
}

impl Sitting {
    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The record as folded.
    pub fn folded(&self) -> Result<&Folded, Problem> {
        self.guard.as_ref().ok_or_else(|| Problem::plain(Code::Internal))
    }

    /// Takes the folded record out to append to it. Unless it is [put back](Self::put_back), as
    /// when the request is dropped midway, the next one reads the store anew.
    pub fn take(&mut self) -> Result<Folded, Problem> {
        self.guard.take().ok_or_else(|| Problem::plain(Code::Internal))
    }

    /// The record stands as the store has it.
    pub fn put_back(&mut self, folded: Folded) {
        *self.guard = Some(folded);
    }

    /// Reads the head of a record that was taken out, and nothing that others appended.
    pub async fn renew_head(&self, store: &Store, folded: &mut Folded) -> Result<(), Problem> {
        let head = store.latest().game(self.table.id).await?;
        folded.set_head(head.ok_or_else(|| Problem::plain(Code::NotFound))?);
        self.table.forget_roles();
        Ok(())
    }

    /// Reads what others appended meanwhile.
    pub async fn catch_up(&mut self, store: &Store) -> Result<(), Problem> {
        self.table.catch_up(store, &mut self.guard).await
    }
}
