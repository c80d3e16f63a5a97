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
use tokio::sync::{Mutex, MutexGuard};

use crate::details::Details;
use crate::problem::{Code, Problem};
use crate::store::{self, Event, GameId, Hash, Role, Store, StoreError};

/// How many tables are kept folded.
const KEPT: usize = 20_000;
/// How long a token is believed without asking the store again.
const TOKEN_BELIEVED: Duration = Duration::from_secs(5);

/// All tables in use by this instance.
pub struct Tables {
    store: Store,
    kept: Cache<GameId, Arc<Table>>,
}

/// One record, shared by all requests for it.
pub struct Table {
    /// What was said when it was opened; names and place may have changed since.
    pub head: store::Record,
    game: &'static dyn AnyGame,
    names: Names,
    folded: Mutex<Option<Folded>>,
    roles: std::sync::Mutex<HashMap<Hash, (Role, Instant)>>,
}

/// A record folded from its events.
pub struct Folded {
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
            match self.store.latest().game(id).await {
                Ok(Some(head)) => Ok(Arc::new(Table::new(head).map_err(Some)?)),
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

    /// Takes a table for one request: nobody else reads or appends until it is given back.
    /// It is as new as the store.
    pub async fn sit<'t>(&self, table: &'t Table) -> Result<Sitting<'t>, Problem> {
        let mut guard = table.folded.lock().await;
        table.catch_up(&self.store, &mut guard).await?;
        Ok(Sitting { table, guard })
    }

    /// Takes a table to append to: it may be behind the store, which will then say so.
    pub async fn sit_to_append<'t>(&self, table: &'t Table) -> Result<Sitting<'t>, Problem> {
        let mut guard = table.folded.lock().await;
        if guard.is_none() {
            table.catch_up(&self.store, &mut guard).await?;
        }
        Ok(Sitting { table, guard })
    }

    /// The kind of game at a table that is known to be live, at this event or a later one: it says nothing yet.
    /// `None` where that takes more than a look.
    pub fn live_at(&self, id: GameId, seq: store::Seq) -> Option<String> {
        let table = self.kept.peek(&id)?;
        let folded = table.folded.try_lock().ok()?;
        let folded = folded.as_ref()?;
        let live = folded.last() >= seq.0 && folded.record.status() == Status::Live;
        live.then(|| table.head.game.clone())
    }

    /// The role that a token has at a table.
    pub async fn role(&self, table: &Table, token: &Hash) -> Result<Option<Role>, StoreError> {
        if let Some(role) = table.believed(token) {
            return Ok(Some(role));
        }
        let role = self.store.latest().role(table.head.id, token).await?;
        if let Some(role) = role {
            table.believe(*token, role);
        }
        Ok(role)
    }
}

impl Table {
    fn new(head: store::Record) -> Result<Self, Problem> {
        let Some(game) = games::find(&head.game) else {
            tracing::error!(game = head.game, id = %head.id, "a stored record is of an unknown game");
            return Err(Problem::plain(Code::Internal));
        };
        let names = Details::read(&head.details).names(head.seats);
        Ok(Self { head, game, names, folded: Mutex::new(None), roles: std::sync::Mutex::default() })
    }

    /// The kind of game.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// Who sits where, when, and so on.
    pub fn details(&self) -> Details {
        Details::read(&self.head.details)
    }

    /// What the seats are called.
    pub fn names(&self) -> &Names {
        &self.names
    }

    async fn catch_up(&self, store: &Store, folded: &mut Option<Folded>) -> Result<(), Problem> {
        let from = match folded {
            Some(known) => {
                let stored = store.latest().version(self.head.id).await?;
                if stored.is_some_and(|stored| stored.0 == known.last()) {
                    return Ok(());
                }
                store::Seq(known.last() + 1)
            }
            None => store::Seq(0),
        };
        let events = store.latest().events(self.head.id, from).await?;
        match folded {
            Some(known) => known.fold(&events),
            None => *folded = Some(Folded::new(self.game, &self.head, &events)?),
        }
        Ok(())
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
    pub fn new(game: &dyn AnyGame, head: &store::Record, events: &[Event]) -> Result<Self, Problem> {
        let options: Value = head.options.read().map_err(|_| Problem::plain(Code::Internal))?;
        let record = game.open(&Opening { seats: head.seats, options }).map_err(|why| {
            tracing::error!(id = %head.id, ?why, "a stored record no longer opens");
            Problem::plain(Code::Internal)
        })?;
        let mut folded = Self { record, times: Vec::new(), broken: None };
        folded.fold(events);
        Ok(folded)
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
    fn last(&self) -> i64 {
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

/// A table while one request uses it.
pub struct Sitting<'t> {
    table: &'t Table,
    guard: MutexGuard<'t, Option<Folded>>,
}

impl Sitting<'_> {
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

    /// Reads what others appended meanwhile.
    pub async fn catch_up(&mut self, store: &Store) -> Result<(), Problem> {
        self.table.catch_up(store, &mut self.guard).await
    }
}
