//! A migrated store, and records and moves to put into it.

use std::num::NonZeroU16;
use std::sync::atomic::{AtomicI64, Ordering};

use chrono::Utc;
use kifu_engine::canonical_json::CanonicalJson;
use kifu_engine::seq::Seq;
use kifu_names::Name;
use kifu_store::{
    Append, GameId, Idempotency, NewEvent, OpenOutcome, Opening, Position, Shard, Shards, Sitter, Store,
    StoreConfig, Visibility,
};
use serde_json::json;

use crate::postgres::Database;

/// A migrated store and the database under it.
pub struct Fixture {
    pub store: Store,
    pub database: Database,
}

impl Fixture {
    /// With as many shards as `TEST_SHARDS` says.
    pub async fn new() -> Self {
        let shards = std::env::var("TEST_SHARDS").ok();
        Self::with_shards(shards.map_or(1, |count| count.parse().unwrap())).await
    }

    pub async fn with_shards(count: u16) -> Self {
        let database = tokio::task::spawn_blocking(Database::create).await.unwrap();
        let store = Store::connect(StoreConfig { shards: Shards::new(count), ..config(&database) }).unwrap();
        store.migrate().await.unwrap();
        Self { store, database }
    }

    /// The version a record stands at.
    pub async fn version(&self, game: GameId) -> Option<Seq> {
        self.store.latest().record_version(game).await.unwrap().map(|stands| stands.version)
    }

    /// Opens a record and returns its id.
    pub async fn open(&self) -> GameId {
        self.open_as(opening()).await
    }

    /// Opens a record that lies in the shard.
    pub async fn open_in(&self, shard: Shard) -> GameId {
        let shards = self.store.shards().unwrap();
        let drawn = std::iter::repeat_with(opening).find(|opening| shards.of(opening.id) == shard);
        self.open_as(drawn.unwrap()).await
    }

    async fn open_as(&self, opening: Opening) -> GameId {
        let opened = self.store.open_game(&opening).await.unwrap();
        assert!(matches!(opened, OpenOutcome::New { position } if position > Position::START));
        opening.id
    }

    /// A connection of the owner, beside the store.
    pub async fn owner(&self) -> tokio_postgres::Client {
        let (client, connection) =
            tokio_postgres::connect(&self.database.url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client
    }

    /// A further service on the same database.
    pub async fn beside(&self) -> Store {
        let store = Store::connect(config(&self.database)).unwrap();
        store.check_schema().await.unwrap();
        store
    }

    /// Every (position, game, seq) in the feed, shard by shard.
    pub async fn feed(&self) -> Vec<(Position, GameId, Seq)> {
        let mut feed = Vec::new();
        for shard in self.store.shards().unwrap().all() {
            let events = self.store.latest().feed(shard, Position::START, 1_000_000).await.unwrap();
            feed.extend(events.into_iter().map(|e| (e.event.position, e.event.game, e.event.seq)));
        }
        feed
    }
}

pub fn config(database: &Database) -> StoreConfig {
    StoreConfig::new(database.url.parse().unwrap())
}

pub fn opening() -> Opening {
    Opening {
        id: GameId::generate(),
        game: "go".into(),
        seats: 2,
        options: json!({"size": 9}).into(),
        rules_version: NonZeroU16::MIN,
        opened_at: Utc::now(),
        details: json!({"tags": ["club"]}).into(),
        seating: vec![Sitter::guest(Name::stored("Ann")), Sitter::guest(Name::stored("Ben"))],
        visibility: Visibility::Public,
        actor: "scribe".into(),
        schema_version: 1,
        payload: CanonicalJson::of(&json!({"seats": 2})).unwrap(),
        tokens: Vec::new(),
        key: None,
        traceparent: None,
    }
}

/// A move unlike every other.
pub fn event() -> NewEvent {
    static NEXT: AtomicI64 = AtomicI64::new(0);
    let n = NEXT.fetch_add(1, Ordering::Relaxed);
    NewEvent {
        kind: "play".into(),
        schema_version: 1,
        at: Utc::now(),
        actor: "scribe".into(),
        payload: CanonicalJson::of(&json!({"type": "stone", "n": n})).unwrap(),
    }
}

pub fn append(game: GameId, events: usize) -> Append {
    Append {
        epoch_count: None,
        game,
        expected: None,
        idempotency: None,
        events: std::iter::repeat_with(event).take(events).collect(),
        traceparent: None,
    }
}

pub fn expecting(version: u64, append: Append) -> Append {
    Append { expected: Some(Seq(version)), ..append }
}

pub fn keyed(key: &str, body: u8, append: Append) -> Append {
    Append { idempotency: Some(Idempotency { key: key.into(), body: [body; 32] }), ..append }
}

pub fn with_payload(payload: &serde_json::Value, append: Append) -> Append {
    let payload = CanonicalJson::of(payload).unwrap();
    let events = append.events.into_iter().map(|e| NewEvent { payload: payload.clone(), ..e }).collect();
    Append { events, ..append }
}

/// The right to scan, which a test has.
pub struct Scanner;

impl kifu_store::MayScan for Scanner {}
