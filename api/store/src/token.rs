//! Tokens: a bearer may act in a record. Only their hashes are stored.

use chrono::{DateTime, Utc};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::{Authority, AuthorityId, GameId, Hash, Reader, RetryKey, Store, StoreError};
use kifu_names::Name;

/// The most valid tokens of a record.
const MAX_VALID_TOKENS: i32 = 1000;

queries! {
    const SELECT_ROLE: Role = "
        SELECT role, seat FROM tokens t
        WHERE shard = $1 AND game_id = $2 AND token_hash = $3 AND token_is_valid(revoked_at, expires_at)";

    const SELECT_EXPIRY: Option<DateTime<Utc>> =
        "SELECT expires_at FROM tokens WHERE shard = $1 AND game_id = $2 AND token_hash = $3";

    /// The valid tokens, then the last that are no longer valid.
    const SELECT_TOKENS: StoredToken = "
        SELECT role, seat, token_id AS id, token_hash AS hash, label, created_at, expires_at, revoked_at,
               authority_id AS authority, made_by FROM tokens t
        WHERE shard = $1 AND game_id = $2
        ORDER BY token_is_valid(revoked_at, expires_at) DESC, created_at DESC, token_id
        LIMIT $3";

    const SELECT_TOKEN: StoredToken = "
        SELECT role, seat, token_id AS id, token_hash AS hash, label, created_at, expires_at, revoked_at,
               authority_id AS authority, made_by FROM tokens
        WHERE shard = $1 AND game_id = $2 AND token_id = $3";

    const CALL_ISSUE_TOKEN: (String, Option<Vec<u8>>) = "
        SELECT outcome, answer
        FROM issue_token($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";

    /// A retry comes soon. Later a token that has ended should not lead to the one that replaced it.
    const SELECT_ISSUANCE_BY_KEY: (Vec<u8>, Vec<u8>) = "
        SELECT body_hash, sealed_answer FROM issuances
        WHERE shard = $1 AND game_id = $2 AND key_hash = $3 AND at > now() - interval '10 minutes'";

    const CALL_REVOKE_TOKEN: String = "SELECT revoke_token($1, $2, $3, $4)";
}

/// The rights of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// To record everything.
    Scribe,
    /// To record a seat's own moves, and see what it sees.
    Seat(u8),
    /// To read what lies open, also where the record is private.
    Spectator,
}

/// A token to be made valid.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The digest of the token.
    pub hash: Hash,
    /// The rights of the token.
    pub role: Role,
}

/// A token to be given out after a record was opened.
#[derive(Clone, Debug)]
pub struct Issue {
    /// The record it is for.
    pub game: GameId,
    /// The id of the token.
    pub id: Uuid,
    /// The token.
    pub token: NewToken,
    /// The name that people gave it.
    pub label: Option<Name>,
    /// The time from which it is valid.
    pub created_at: DateTime<Utc>,
    /// The time until which it is valid; until it is revoked, if left out.
    pub expires_at: Option<DateTime<Utc>>,
    /// The token that ends in the same moment, and hands its authority on.
    pub replaces: Option<Uuid>,
    /// The authority by which it is given out. The token ends with it.
    pub authority: Authority,
    /// Makes a retry safe.
    pub key: Option<RetryKey>,
}

/// The outcome of an [`Issue`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IssueOutcome {
    /// The token is valid.
    New,
    /// The key and body were used before: the answer sealed then. Nothing was written now.
    Duplicate(Vec<u8>),
    /// The key was used before with another body. Nothing was written.
    KeyReused,
    /// The token to be replaced, or the authority by which this was asked, is not valid. Nothing was written.
    Ended,
    /// The record has as many valid tokens as it may have. Nothing was written.
    TooMany,
    /// There is no such record.
    UnknownGame,
}

/// The outcome of a revocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevokeOutcome {
    /// The token is not valid, from now on or since before.
    Done,
    /// The record has no such token.
    Unknown,
    /// No lasting scribe's token would be left. Nothing was written.
    LastScribe,
}

/// A token as it is stored.
#[derive(Clone, Debug)]
pub struct StoredToken {
    /// The id of the token.
    pub id: Uuid,
    hash: Vec<u8>,
    /// The rights of the token.
    pub role: Role,
    /// The name that people gave it.
    pub label: Option<Name>,
    /// The time from which it is valid.
    pub created_at: DateTime<Utc>,
    /// The time until which it is valid.
    pub expires_at: Option<DateTime<Utc>>,
    /// When it was revoked.
    pub revoked_at: Option<DateTime<Utc>>,
    /// The authority that it carries.
    pub authority: AuthorityId,
    /// The authority by which it was given out.
    pub made_by: Authority,
}

row!(StoredToken: ..role, id, hash, label, created_at, expires_at, revoked_at, authority, made_by);

impl StoredToken {
    /// True if it is the token with this digest.
    pub fn is(&self, hash: &Hash) -> bool {
        self.hash.ct_eq(hash).into()
    }
}

impl Reader {
    /// Returns the rights of a token in a record; `None` if it is for another record, unknown, revoked or expired.
    pub async fn role(&self, game: GameId, hash: &Hash) -> Result<Option<Role>, StoreError> {
        self.row(SELECT_ROLE, &[&self.shards()?.of(game).number(), &game.0, &hash.as_slice()]).await
    }

    /// Returns the time until which a token is valid, if that is limited.
    pub async fn expiry(&self, game: GameId, hash: &Hash) -> Result<Option<DateTime<Utc>>, StoreError> {
        let shard = self.shards()?.of(game).number();
        Ok(self.row(SELECT_EXPIRY, &[&shard, &game.0, &hash.as_slice()]).await?.flatten())
    }

    /// The tokens of a record, the valid ones first, each kind newest first; twice as many at most
    /// as may be valid.
    pub async fn tokens(&self, game: GameId) -> Result<Vec<StoredToken>, StoreError> {
        let limit = 2 * i64::from(MAX_VALID_TOKENS);
        self.rows(SELECT_TOKENS, &[&self.shards()?.of(game).number(), &game.0, &limit]).await
    }

    /// A token of a record by its id, valid or not.
    pub async fn token(&self, game: GameId, id: Uuid) -> Result<Option<StoredToken>, StoreError> {
        self.row(SELECT_TOKEN, &[&self.shards()?.of(game).number(), &game.0, &id]).await
    }

    /// The digest of a recent request under a key, and the answer, sealed.
    pub async fn issuance_by_key(
        &self,
        game: GameId,
        key: &Hash,
    ) -> Result<Option<(Vec<u8>, Vec<u8>)>, StoreError> {
        let shard = self.shards()?.of(game).number();
        self.row(SELECT_ISSUANCE_BY_KEY, &[&shard, &game.0, &key.as_slice()]).await
    }
}

impl Store {
    /// Makes a token valid, and ends the one it replaces, both or neither.
    pub async fn issue_token(&self, issue: &Issue) -> Result<IssueOutcome, StoreError> {
        let client = self.primary.get().await?;
        let key = issue.key.as_ref();
        let (outcome, answer) = CALL_ISSUE_TOKEN
            .one(
                &client,
                &[
                    &self.shards()?.of(issue.game).number(),
                    &issue.game.0,
                    &issue.id,
                    &issue.token.hash.as_slice(),
                    &issue.token.role.as_str(),
                    &issue.token.role.seat_number(),
                    &issue.label.as_ref().map(Name::as_str),
                    &issue.created_at,
                    &issue.expires_at,
                    &issue.replaces,
                    &issue.authority.column(),
                    &MAX_VALID_TOKENS,
                    &key.map(|k| k.key.as_slice()),
                    &key.map(|k| k.body.as_slice()),
                    &key.map(|k| k.sealed_answer.as_slice()),
                ],
            )
            .await?;
        Ok(match (outcome.as_str(), answer) {
            ("issued", _) => IssueOutcome::New,
            ("duplicate", Some(answer)) => IssueOutcome::Duplicate(answer),
            ("key_reused", _) => IssueOutcome::KeyReused,
            ("ended", _) => IssueOutcome::Ended,
            ("too_many", _) => IssueOutcome::TooMany,
            ("unknown_game", _) => IssueOutcome::UnknownGame,
            (other, _) => return Err(StoreError::Corrupt(format!("issue_token answered {other}"))),
        })
    }

    /// Ends a token, and all that were given out by its right. The last of a scribe that never expires only if `allow_last_scribe`: nobody but
    /// the operator could give out another.
    pub async fn revoke_token(
        &self,
        game: GameId,
        id: Uuid,
        allow_last_scribe: bool,
    ) -> Result<RevokeOutcome, StoreError> {
        let client = self.primary.get().await?;
        let shard = self.shards()?.of(game).number();
        let outcome = CALL_REVOKE_TOKEN.one(&client, &[&shard, &game.0, &id, &allow_last_scribe]).await?;
        Ok(match outcome.as_str() {
            "revoked" => RevokeOutcome::Done,
            "unknown" => RevokeOutcome::Unknown,
            "last_scribe" => RevokeOutcome::LastScribe,
            other => return Err(StoreError::Corrupt(format!("revoke_token answered {other}"))),
        })
    }
}

impl Role {
    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Scribe => "scribe",
            Self::Seat(_) => "seat",
            Self::Spectator => "spectator",
        }
    }

    pub(super) fn seat_number(self) -> Option<i32> {
        match self {
            Self::Seat(seat) => Some(seat.into()),
            Self::Scribe | Self::Spectator => None,
        }
    }
}

row!(Role: (String, Option<i32>) => role);

fn role((role, seat): (String, Option<i32>)) -> Result<Role, StoreError> {
    Ok(match (role.as_str(), seat.map(u8::try_from)) {
        ("scribe", None) => Role::Scribe,
        ("spectator", None) => Role::Spectator,
        ("seat", Some(Ok(seat))) => Role::Seat(seat),
        (role, _) => {
            let seat = seat.map_or_else(|| "none".to_owned(), |seat| seat.to_string());
            return Err(StoreError::Corrupt(format!("a token of role {role}, seat {seat}")));
        }
    })
}
