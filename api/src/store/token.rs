//! Tokens: who holds one may act in a record. Only their hashes come here.

use tokio_postgres::Row;

use super::{GameId, Hash, Reader, Shard, Store, StoreError};

const BY_HASH: &str = "
    SELECT game_id, role, seat FROM tokens WHERE token_hash = $1 AND revoked_at IS NULL";

const OF_A_RECORD: &str = "
    SELECT game_id, role, seat FROM tokens
    WHERE shard = $1 AND game_id = $2 AND token_hash = $3 AND revoked_at IS NULL";

const INSERT: &str = "
    WITH noticed AS (UPDATE games SET revision = revision + 1 WHERE shard = $1::int AND game_id = $2::uuid)
    INSERT INTO tokens (shard, game_id, token_hash, role, seat)
    SELECT $1::int, $2::uuid, t.hash, t.role, t.seat
    FROM unnest($3::bytea[], $4::text[], $5::int[]) AS t (hash, role, seat)";

const REVOKE: &str = "
    WITH revoked AS (
        UPDATE tokens SET revoked_at = now()
        WHERE shard = $1 AND game_id = $2 AND token_hash = $3 AND revoked_at IS NULL
        RETURNING shard, game_id
    )
    UPDATE games g SET revision = g.revision + 1
    FROM revoked r WHERE g.shard = r.shard AND g.game_id = r.game_id";

/// What a token allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// To record everything.
    Scribe,
    /// To record a seat's own moves, and see what it sees.
    Seat(u8),
}

/// A token to be made valid.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The digest of the token.
    pub hash: Hash,
    /// What it allows.
    pub role: Role,
}

/// A valid token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The record it is for.
    pub game: GameId,
    /// What it allows there.
    pub role: Role,
}

impl Reader {
    /// A valid token by its hash. Asks every shard: where the record is known, ask [`Self::role`].
    pub async fn token(&self, hash: &Hash) -> Result<Option<Token>, StoreError> {
        self.row(BY_HASH, &[&hash.as_slice()]).await?.as_ref().map(from_row).transpose()
    }

    /// What a token allows in a record; nothing if it is for another, unknown or revoked.
    pub async fn role(&self, game: GameId, hash: &Hash) -> Result<Option<Role>, StoreError> {
        let row = self.row(OF_A_RECORD, &[&Shard::of(game).number(), &game.0, &hash.as_slice()]).await?;
        row.map(|row| Ok(from_row(&row)?.role)).transpose()
    }
}

impl Store {
    /// Makes tokens valid, all or none. The record must exist.
    pub async fn insert_tokens(&self, game: GameId, tokens: &[NewToken]) -> Result<(), StoreError> {
        let client = self.primary.get().await?;
        let statement = client.prepare_cached(INSERT).await?;
        let hashes: Vec<_> = tokens.iter().map(|t| t.hash.as_slice()).collect();
        let roles: Vec<_> = tokens.iter().map(|t| t.role.word()).collect();
        let seats: Vec<_> = tokens.iter().map(|t| t.role.seat_number()).collect();
        let shard = Shard::of(game).number();
        client.execute(&statement, &[&shard, &game.0, &hashes, &roles, &seats]).await?;
        Ok(())
    }

    /// Ends a token; false if it was not valid.
    pub async fn revoke_token(&self, game: GameId, hash: &Hash) -> Result<bool, StoreError> {
        let client = self.primary.get().await?;
        let statement = client.prepare_cached(REVOKE).await?;
        let shard = Shard::of(game).number();
        Ok(client.execute(&statement, &[&shard, &game.0, &hash.as_slice()]).await? == 1)
    }
}

impl Role {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Scribe => "scribe",
            Self::Seat(_) => "seat",
        }
    }

    pub(super) fn seat_number(self) -> Option<i32> {
        match self {
            Self::Scribe => None,
            Self::Seat(seat) => Some(seat.into()),
        }
    }
}

fn from_row(row: &Row) -> Result<Token, StoreError> {
    let seat: Option<i32> = row.try_get("seat")?;
    let role = match (row.try_get("role")?, seat.map(u8::try_from)) {
        ("scribe", None) => Role::Scribe,
        ("seat", Some(Ok(seat))) => Role::Seat(seat),
        (role, _) => {
            return Err(StoreError::Corrupt(format!("a token of role {role}, seat {seat:?}")));
        }
    };
    Ok(Token { game: GameId(row.try_get("game_id")?), role })
}
