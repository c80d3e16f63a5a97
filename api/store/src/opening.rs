//! Starting a record.

use std::num::NonZeroU16;

use chrono::{DateTime, Utc};
use kifu_engine::canonical_json::CanonicalJson;

use super::chain;
use super::session::Statements;
use super::{
    GameId, Hash, Json, NewEvent, NewToken, Position, Reader, Record, RetryKey, Seq, Shards, Sitter, Store,
    StoreError, Visibility, seating,
};

queries! {
    const CALL_OPEN_GAME: OpenOutcome = "
        SELECT outcome, opened_game, answer, opened_position
        FROM open_game($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
                       $20, $21, $22, $23, $24, $25, $26, $27)";

    const SELECT_OPENING_BY_KEY: OpeningByKey = "
        SELECT body_hash AS body, game_id AS game, sealed_answer FROM openings WHERE shard = $1 AND key_hash = $2";
}

/// The type of event 0.
pub const OPENED: &str = "opened";

/// A record to start.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Its name, made by the caller ([`GameId::generate`]).
    pub id: GameId,
    /// The slug of the game.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// The game's options.
    pub options: Json,
    /// The rules it is played by, for good.
    pub rules_version: NonZeroU16,
    /// When; also the time of event 0.
    pub opened_at: DateTime<Utc>,
    /// Place, time, tags: an object.
    pub details: Json,
    /// The sitters, by seat; seats left out have nobody with a name.
    pub seating: Vec<Sitter>,
    /// The viewers that may find and read it.
    pub visibility: Visibility,
    /// The actor that opens it.
    pub actor: String,
    /// The version of the payload's schema.
    pub schema_version: i32,
    /// The payload of event 0, of type `opened`.
    pub payload: CanonicalJson,
    /// Tokens that will open the record.
    pub tokens: Vec<NewToken>,
    /// Makes a retry safe.
    pub key: Option<RetryKey>,
    /// The trace context of the request that opens it; kept with its events, for operators.
    pub traceparent: Option<String>,
}

/// The outcome of an [`Opening`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenOutcome {
    /// The record is durable, at version 0.
    New {
        /// Position of event 0.
        position: Position,
    },
    /// The key and body were used before. Nothing was written now.
    Duplicate {
        /// The record opened then.
        game: GameId,
        /// The answer sealed then.
        sealed_answer: Vec<u8>,
    },
    /// The key was used before with another body. Nothing was written.
    KeyReused,
}

/// A past opening, as its key finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningByKey {
    /// The digest of the request.
    pub body: Vec<u8>,
    /// The record opened.
    pub game: GameId,
    /// The answer, sealed.
    pub sealed_answer: Vec<u8>,
}

row!(OpeningByKey: body, game, sealed_answer);

impl Store {
    /// Starts a record: its row, event 0, its tokens and the answer to a retry, all or nothing.
    ///
    /// # Errors
    ///
    /// A repetition and a key that was used for something else are no errors: see [`OpenOutcome`].
    pub async fn open_game(&self, opening: &Opening) -> Result<OpenOutcome, StoreError> {
        let client = self.primary.get().await?;
        let opened = open((&client).into(), self.shards()?, opening).await?;
        self.listener.opened(opening, &opened);
        Ok(opened)
    }
}

/// Starts a record, within a transaction or as one.
pub(super) async fn open(
    client: Statements<'_>,
    shards: Shards,
    opening: &Opening,
) -> Result<OpenOutcome, StoreError> {
    let (salt, hash) = chain::opening_hash(opening.id, &opening.event())?;
    let hashes: Vec<_> = opening.tokens.iter().map(|t| t.hash.as_slice()).collect();
    let roles: Vec<_> = opening.tokens.iter().map(|t| t.role.as_str()).collect();
    let seats: Vec<_> = opening.tokens.iter().map(|t| t.role.seat_number()).collect();
    let people = seating::SeatColumns::of((0..).zip(&opening.seating).filter(|(_, sitter)| sitter.has_row()));
    let rules_version = i32::from(opening.rules_version.get());
    let key = opening.key.as_ref();
    CALL_OPEN_GAME
        .one(
            client,
            &[
                &shards.of(opening.id).number(),
                &opening.id.0,
                &opening.game,
                &i32::from(opening.seats),
                &opening.options.as_str(),
                &rules_version,
                &opening.opened_at,
                &opening.details.as_str(),
                &opening.visibility.as_str(),
                &opening.actor,
                &opening.schema_version,
                &opening.payload.as_str(),
                &opening.traceparent,
                &salt.0.as_slice(),
                &hash.0.as_slice(),
                &hashes,
                &roles,
                &seats,
                &key.map(|k| shards.of_digest(&k.key).number()),
                &key.map(|k| k.key.as_slice()),
                &key.map(|k| k.body.as_slice()),
                &key.map(|k| k.sealed_answer.as_slice()),
                &people.seat,
                &people.player,
                &people.name,
                &people.key,
                &people.erased,
            ],
        )
        .await
}

impl Opening {
    /// Event 0.
    pub(super) fn event(&self) -> NewEvent {
        NewEvent {
            kind: OPENED.to_owned(),
            schema_version: self.schema_version,
            at: self.opened_at,
            actor: self.actor.clone(),
            payload: self.payload.clone(),
        }
    }

    /// The record that it starts.
    pub fn into_record(self) -> Record {
        Record {
            id: self.id,
            game: self.game,
            seats: self.seats,
            options: self.options,
            rules_version: self.rules_version,
            opened_at: self.opened_at,
            details: self.details,
            seating: seating::complete(
                self.seats,
                self.seating.iter().map(|sitter| sitter.occupant().clone()).collect(),
            ),
            visibility: self.visibility,
            version: Seq(0),
            revision: 0,
            copy_of: None,
        }
    }
}

impl Reader {
    /// The opening made under a key, if any.
    pub async fn opening_by_key(&self, key: &Hash) -> Result<Option<OpeningByKey>, StoreError> {
        let shard = self.shards()?.of_digest(key).number();
        self.row(SELECT_OPENING_BY_KEY, &[&shard, &key.as_slice()]).await
    }
}

type OpenRow = (String, Option<GameId>, Option<Vec<u8>>, Option<Position>);

row!(OpenOutcome: OpenRow => outcome);

fn outcome(row: OpenRow) -> Result<OpenOutcome, StoreError> {
    Ok(match (row.0.as_str(), row.1, row.2, row.3) {
        ("opened", _, _, Some(position)) => OpenOutcome::New { position },
        ("duplicate", Some(game), Some(sealed_answer), _) => OpenOutcome::Duplicate { game, sealed_answer },
        ("key_reused", ..) => OpenOutcome::KeyReused,
        (other, ..) => return Err(StoreError::Corrupt(format!("open_game answered {other}"))),
    })
}
