//! Adding events to a record.

use chrono::{DateTime, Utc};
use kifu_engine::canonical_json::CanonicalJson;
use kifu_proofs::Digest;

use super::{EpochCount, GameId, Hash, Position, Reader, Seq, Store, StoreError};

/// Events for one record: all are written, next to each other, or none.
#[derive(Clone, Debug)]
pub struct Append {
    /// The record.
    pub game: GameId,
    /// The version the record must stand at, if the caller cares.
    pub expected: Option<Seq>,
    /// The database's epoch count when the caller judged the events; `None` if the caller judged none. In another epoch
    /// the same version may be another log: nothing is appended then.
    pub epoch_count: Option<EpochCount>,
    /// Makes a retry safe.
    pub idempotency: Option<Idempotency>,
    /// The events; at least one.
    pub events: Vec<NewEvent>,
    /// The trace context of the request that asks for it; kept with the events, for operators.
    pub traceparent: Option<String>,
}

/// Distinguishes a retry from another request.
#[derive(Clone, Debug)]
pub struct Idempotency {
    /// The caller's key; each record has keys of its own.
    pub key: String,
    /// The digest of the request.
    pub body: Hash,
}

/// An event that has no place yet.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// The column `type`.
    pub kind: String,
    /// The version of the payload's schema.
    pub schema_version: i32,
    /// When it was recorded; kept to the microsecond.
    pub at: DateTime<Utc>,
    /// The actor that recorded it.
    pub actor: String,
    /// The payload of the event.
    pub payload: CanonicalJson,
}

/// The outcome of an [`Append`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendOutcome {
    /// The events are durable.
    Accepted {
        /// Seq of the first.
        first: Seq,
        /// Seq of the last: the record's new version.
        last: Seq,
        /// Position of the first; the others follow it.
        position: Position,
        /// The hash of the last.
        hash: Digest,
        /// The revision of the data beside the events, as the append found it.
        revision: i64,
    },
    /// The key and body were accepted before. Nothing was written now.
    Duplicate {
        /// Seq of the first event written then.
        first: Seq,
        /// Seq of the last event written then.
        last: Seq,
    },
    /// The record does not stand at the expected version, or was read from another life of the database. Nothing was
    /// written.
    Stale {
        /// The version it stands at.
        current: Seq,
    },
    /// The key was accepted before with another body. Nothing was written.
    KeyReused,
    /// There is no such record.
    UnknownGame,
}

queries! {
    const SELECT_APPEND_BY_KEY: AppendByKey = "
        SELECT body_hash AS body, first_seq AS first, last_seq AS last FROM idempotency
        WHERE shard = $1 AND game_id = $2 AND key = $3";
}

/// An append made under an idempotency key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppendByKey {
    /// Hash of the request's body.
    pub body: Vec<u8>,
    /// Its first event.
    pub first: Seq,
    /// Its last event.
    pub last: Seq,
}

row!(AppendByKey: body, first, last);

impl Reader {
    /// Returns the append made to this record under this key, if there is one.
    pub async fn append_by_key(&self, game: GameId, key: &str) -> Result<Option<AppendByKey>, StoreError> {
        self.row(SELECT_APPEND_BY_KEY, &[&self.shards()?.of(game).number(), &game.0, &key]).await
    }
}

impl Store {
    /// Appends, and returns when the events are durable.
    ///
    /// Requests made at the same time share a transaction, yet one that fails does not take others
    /// with it. A caller that stops waiting does not stop the append.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unstorable`] if there is no event. A record that has grown since, a repetition and a key that was
    /// used for something else are no errors: see [`AppendOutcome`].
    pub async fn append(&self, append: Append) -> Result<AppendOutcome, StoreError> {
        if append.events.is_empty() {
            return Err(StoreError::unstorable("an append without events"));
        }
        let game = append.game;
        let outcome = self.batchers()?[self.shards()?.of(game).index()].append(append).await?;
        self.listener.appended(game, &outcome);
        Ok(outcome)
    }
}

/// A row that `append_events` returns.
struct AppendRow {
    outcome: String,
    first: Option<Seq>,
    last: Option<Seq>,
    position: Option<Position>,
    version: Option<Seq>,
    hash: Option<Digest>,
    revision: Option<i64>,
}

row!(AppendRow: outcome, first, last, position, version, hash, revision);
// Whatever the function answers beyond the five outcomes is a fault in the schema.
row!(AppendOutcome: AppendRow => |row| {
    row.read().ok_or_else(|| StoreError::Corrupt(format!("append_events answered {}", row.outcome)))
});

impl AppendRow {
    fn read(&self) -> Option<AppendOutcome> {
        Some(match self.outcome.as_str() {
            "accepted" => AppendOutcome::Accepted {
                first: self.first?,
                last: self.last?,
                position: self.position?,
                hash: self.hash?,
                revision: self.revision?,
            },
            "duplicate" => AppendOutcome::Duplicate { first: self.first?, last: self.last? },
            "stale" => AppendOutcome::Stale { current: self.version? },
            "key_reused" => AppendOutcome::KeyReused,
            "unknown_game" => AppendOutcome::UnknownGame,
            _ => return None,
        })
    }
}
