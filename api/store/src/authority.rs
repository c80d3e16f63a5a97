//! The authority by which something goes on by itself.
//!
//! A move is an act: it was logged while its token was valid, and stays. What acts later (a webhook, another token, a part of
//! a joint move) needs its right again every time. So it is stored with the authority of the token that made it, in a column
//! `made_by`, and every statement by which it acts asks [`authority_holds!`]. A token that is reissued hands its authority on
//! to the new one; revoked or expired, it takes along whatever it made. `tests/store/authority.rs` reads the schema: a new
//! table either has that column or is named there as one in which nothing acts by itself.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{GameId, Hash, Reader, StoreError};

/// True if the authority in a column of a statement about a shard holds in a record.
///
/// No function, because a node of a cluster calls none that reads tables.
macro_rules! authority_holds {
    ($made_by:literal, $game:literal) => {
        concat!(
            "(",
            $made_by,
            " IS NULL OR EXISTS (SELECT FROM tokens authority
              WHERE authority.shard = $1 AND authority.game_id = ",
            $game,
            " AND authority.authority_id = ",
            $made_by,
            " AND token_is_valid(authority.revoked_at, authority.expires_at)))"
        )
    };
}
pub(super) use authority_holds;

queries! {
    const SELECT_AUTHORITY: TokenAuthority = "
        SELECT authority_id AS id, expires_at FROM tokens WHERE shard = $1 AND game_id = $2 AND token_hash = $3
          AND token_is_valid(revoked_at, expires_at)";

    const SELECT_VALID_AUTHORITIES: AuthorityId = "
        SELECT DISTINCT authority_id FROM tokens
        WHERE shard = $1 AND game_id = $2 AND token_is_valid(revoked_at, expires_at)";
}

/// The authority of something that goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authority {
    /// The service's own: the operator, or whoever opened the record. It does not end.
    Service,
    /// A token's, and those' that are reissued for it.
    Token(AuthorityId),
}

/// The id of the authority that a token carries in its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AuthorityId(pub Uuid);

columns! {
    AuthorityId: Uuid => |id| Ok(Self(id));
    Authority: Option<Uuid> => |made_by| Ok(made_by.map_or(Self::Service, |id| Self::Token(AuthorityId(id))));
}

impl Authority {
    /// The authority of a request with a token in the record, or the service's own.
    pub fn of(token: Option<TokenAuthority>) -> Self {
        token.map_or(Self::Service, |token| Self::Token(token.id))
    }

    /// The value for a column `made_by`.
    pub(super) fn column(self) -> Option<Uuid> {
        match self {
            Self::Service => None,
            Self::Token(AuthorityId(id)) => Some(id),
        }
    }

    /// The token's, if it is one's.
    pub fn token(self) -> Option<AuthorityId> {
        match self {
            Self::Service => None,
            Self::Token(id) => Some(id),
        }
    }
}

/// The authority of a token that is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TokenAuthority {
    /// The id of the token's authority.
    pub id: AuthorityId,
    /// The time until which the token is valid, if that is limited.
    pub expires_at: Option<DateTime<Utc>>,
}

row!(TokenAuthority: id, expires_at);

impl Reader {
    /// The authority of a token in a record; nothing if it is for another, unknown, revoked or expired.
    pub async fn authority(&self, game: GameId, hash: &Hash) -> Result<Option<TokenAuthority>, StoreError> {
        let shard = self.shards()?.of(game).number();
        self.row(SELECT_AUTHORITY, &[&shard, &game.0, &hash.as_slice()]).await
    }

    /// The authorities that hold in a record.
    pub async fn valid_authorities(&self, game: GameId) -> Result<HashSet<AuthorityId>, StoreError> {
        let shard = self.shards()?.of(game).number();
        Ok(self.rows(SELECT_VALID_AUTHORITIES, &[&shard, &game.0]).await?.into_iter().collect())
    }
}
