//! Players: people with a profile of their own, under one name at every table.

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use tokio_postgres::Row;
use uuid::Uuid;

use super::{Hash, OpeningKey, PlayerId, Reader, Store, StoreError};
use kifu_names::{behind, name_key};

/// A merged profile is that of its successor, which is never merged itself.
const KNOWN: &str = "
    SELECT a.player_id AS asked, p.player_id, p.name, p.created_at
    FROM players a JOIN players p ON p.player_id = coalesce(a.merged_into, a.player_id)
    WHERE a.player_id = ANY ($1)";

const TOKENS: &str = "
    SELECT token_hash FROM players WHERE (player_id = $1 OR merged_into = $1) AND token_hash IS NOT NULL";

/// In the order of their names. A null filter lets everything through.
const PAGE: &str = "
    SELECT p.player_id, p.name, p.created_at
    FROM players p
    WHERE p.name_key IS NOT NULL
      AND ($1::text IS NULL OR (p.name_key >= $1 AND p.name_key < $2))
      AND ($3::text IS NULL OR (p.name_key, p.player_id) > ($3, $4::uuid))
      AND ($5 OR EXISTS (
          SELECT FROM seatings s JOIN games g ON g.shard = s.shard AND g.game_id = s.game_id
          WHERE s.player_id = p.player_id AND g.visibility = 'public'))
    ORDER BY p.name_key, p.player_id
    LIMIT $6";

const CREATE: &str = "
    INSERT INTO players (player_id, name, name_key, created_at, token_hash, key_hash, body_hash, sealed_answer)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (key_hash) DO NOTHING";

const CREATED: &str = "SELECT body_hash, sealed_answer FROM players WHERE key_hash = $1";

/// Nobody is seated as one of these until the transaction ends; see `hold_player`.
const LOCK: &str = "
    SELECT player_id, name FROM players WHERE player_id = ANY ($1) ORDER BY player_id FOR UPDATE";

/// In one order, as everywhere: two changes at once wait for each other.
const RECORDS: &str = "
    SELECT g.shard, g.game_id FROM games g
    WHERE (g.shard, g.game_id) IN (SELECT s.shard, s.game_id FROM seatings s WHERE s.player_id = $1)
    ORDER BY g.shard, g.game_id
    FOR NO KEY UPDATE";

const NOTICE: &str = "
    UPDATE games g SET revision = g.revision + 1
    FROM unnest($1::int[], $2::uuid[]) AS n (shard, game_id)
    WHERE g.shard = n.shard AND g.game_id = n.game_id";

const RENAME: &str = "UPDATE players SET name = $2, name_key = $3 WHERE player_id = $1";

const TOGETHER: &str = "
    SELECT count(*) FROM seatings a JOIN seatings b ON b.shard = a.shard AND b.game_id = a.game_id
    WHERE a.player_id = $1 AND b.player_id = $2";

const MOVE: &str = "UPDATE seatings SET player_id = $2 WHERE player_id = $1";

const MERGE: &str = "
    UPDATE players SET merged_into = $2, name = NULL, name_key = NULL
    WHERE player_id = $1 OR merged_into = $1";

const UNSEAT: &str = "UPDATE seatings SET player_id = NULL, erased = true WHERE player_id = $1";

const ERASE: &str = "
    UPDATE players
    SET name = NULL, name_key = NULL, merged_into = NULL, token_hash = NULL, body_hash = NULL,
        sealed_answer = NULL, erased_at = $2
    WHERE player_id = $1 OR merged_into = $1";

const NEW_TOKEN: &str = "
    UPDATE players SET token_hash = CASE WHEN player_id = $1 THEN $2::bytea END, sealed_answer = NULL
    WHERE (player_id = $1 AND name IS NOT NULL) OR merged_into = $1";

/// Somebody with a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The profile's name, for good.
    pub id: PlayerId,
    /// What the player is called.
    pub name: String,
    /// Since when.
    pub created_at: DateTime<Utc>,
}

/// What an id of a player leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// A player; the successor, if the id is of a merged profile.
    Player(Player),
    /// One who was erased.
    Erased,
}

/// A profile to be made.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// Who.
    pub player: Player,
    /// The digest of the player's token.
    pub token: Hash,
    /// Makes a retry safe.
    pub key: Option<OpeningKey>,
}

/// What became of a [`NewPlayer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerCreated {
    /// The profile is durable.
    New,
    /// The key and body were used before, for a profile with this sealed answer.
    Duplicate(Vec<u8>),
    /// The key was used before; what came of it can't be told any more.
    Gone,
    /// The key was used before with another body.
    KeyReused,
}

/// What became of a merger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merged {
    /// Both are one now.
    Done,
    /// They sat together in so many records, so they are two people.
    SatTogether(i64),
    /// One of them was merged or erased since the caller looked.
    Changed,
}

/// Which players to list.
#[derive(Clone, Debug, Default)]
pub struct PlayerQuery {
    /// Whose name begins so, whatever its case, width and kana.
    pub name: Option<String>,
    /// Also those who are in no public record.
    pub hidden: bool,
    /// After this one.
    pub after: Option<PlayerCursor>,
    /// At most so many.
    pub limit: u32,
}

/// A place in the list of players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerCursor {
    /// The key of the name.
    pub key: String,
    /// The player.
    pub id: PlayerId,
}

impl Player {
    /// Where the list goes on after this player.
    pub fn cursor(&self) -> PlayerCursor {
        PlayerCursor { key: name_key(&self.name), id: self.id }
    }
}

impl Reader {
    /// Who an id leads to.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn player(&self, id: PlayerId) -> Result<Option<Known>, StoreError> {
        Ok(self.players(&[id]).await?.pop().map(|(_, known)| known))
    }

    /// Who these ids lead to, in any order; ids of nobody are left out.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn players(&self, ids: &[PlayerId]) -> Result<Vec<(PlayerId, Known)>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        let known = |row: &Row| Ok((PlayerId(row.try_get("asked")?), known(row)?));
        self.rows(KNOWN, &[&ids]).await?.iter().map(known).collect()
    }

    /// The digests of the tokens that act for a player: the player's own and those of merged profiles.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn player_tokens(&self, id: PlayerId) -> Result<Vec<Vec<u8>>, StoreError> {
        let rows = self.rows(TOKENS, &[&id.0]).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// A page of players in the order of their names.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn list_players(&self, query: &PlayerQuery) -> Result<Vec<Player>, StoreError> {
        let from = query.name.as_deref().map(name_key);
        let to = from.as_deref().map(behind);
        let (key, id) = query.after.as_ref().map(|cursor| (&cursor.key, cursor.id.0)).unzip();
        let limit = i64::from(query.limit);
        let rows = self.rows(PAGE, &[&from, &to, &key, &id, &query.hidden, &limit]).await?;
        rows.iter().map(from_row).collect()
    }
}

impl Store {
    /// Makes a profile.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::Unavailable`]
    /// something may have been written.
    pub async fn create_player(&self, new: &NewPlayer) -> Result<PlayerCreated, StoreError> {
        let client = self.primary.get().await?;
        let create = client.prepare_cached(CREATE).await?;
        let (player, key) = (&new.player, new.key.as_ref());
        let key_hash = key.map(|key| key.key.as_slice());
        let body = key.map(|key| key.body.as_slice());
        let answer = key.map(|key| key.sealed_answer.as_slice());
        let (name_key, token) = (name_key(&player.name), new.token.as_slice());
        let made = client
            .execute(
                &create,
                &[
                    &player.id.0,
                    &player.name,
                    &name_key,
                    &player.created_at,
                    &token,
                    &key_hash,
                    &body,
                    &answer,
                ],
            )
            .await?;
        if made == 1 {
            return Ok(PlayerCreated::New);
        }
        let created = client.prepare_cached(CREATED).await?;
        let row = client.query_one(&created, &[&key_hash]).await?;
        let first: Option<&[u8]> = row.try_get("body_hash")?;
        let answer: Option<Vec<u8>> = row.try_get("sealed_answer")?;
        Ok(match answer {
            _ if first.is_some() && first != body => PlayerCreated::KeyReused,
            Some(answer) => PlayerCreated::Duplicate(answer),
            None => PlayerCreated::Gone,
        })
    }

    /// Calls a player otherwise, in every record. False if the player was merged or erased meanwhile.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::Unavailable`]
    /// something may have been written.
    pub async fn rename_player(&self, id: PlayerId, name: &str) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !lock(&transaction, &[id]).await? {
            return Ok(false);
        }
        let records = Records::of(&transaction, id).await?;
        execute(&transaction, RENAME, &[&id.0, &name, &name_key(name)]).await?;
        records.notice(&transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Makes two profiles of one person one: the records, the tokens and the id of the first lead
    /// to the second from now on.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::Unavailable`]
    /// something may have been written.
    pub async fn merge_players(&self, id: PlayerId, into: PlayerId) -> Result<Merged, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !lock(&transaction, &[id, into]).await? {
            return Ok(Merged::Changed);
        }
        let together = transaction.prepare_cached(TOGETHER).await?;
        let records: i64 = transaction.query_one(&together, &[&id.0, &into.0]).await?.try_get(0)?;
        if records > 0 {
            return Ok(Merged::SatTogether(records));
        }
        let records = Records::of(&transaction, id).await?;
        execute(&transaction, MOVE, &[&id.0, &into.0]).await?;
        execute(&transaction, MERGE, &[&id.0, &into.0]).await?;
        records.notice(&transaction).await?;
        transaction.commit().await?;
        Ok(Merged::Done)
    }

    /// Erases a player and what was merged into the profile: the name, the tokens and where the
    /// player sat go; that it was taken by somebody who was erased stays. False if the player was
    /// merged or erased meanwhile.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::Unavailable`]
    /// something may have been written.
    pub async fn erase_player(&self, id: PlayerId, at: DateTime<Utc>) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !lock(&transaction, &[id]).await? {
            return Ok(false);
        }
        let records = Records::of(&transaction, id).await?;
        execute(&transaction, UNSEAT, &[&id.0]).await?;
        execute(&transaction, ERASE, &[&id.0, &at]).await?;
        records.notice(&transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Gives a player a new token; all earlier ones open nothing any more. False if the player was
    /// merged or erased meanwhile.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or can't hold what is to be written. Only after [`StoreError::Unavailable`]
    /// something may have been written.
    pub async fn replace_player_token(&self, id: PlayerId, token: &Hash) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !lock(&transaction, &[id]).await? {
            return Ok(false);
        }
        execute(&transaction, NEW_TOKEN, &[&id.0, &token.as_slice()]).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// Whether all of these are players still; then they stay so until the transaction ends.
async fn lock(transaction: &Transaction<'_>, ids: &[PlayerId]) -> Result<bool, StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let lock = transaction.prepare_cached(LOCK).await?;
    let rows = transaction.query(&lock, &[&ids]).await?;
    let mut living = 0;
    for row in rows {
        living += usize::from(row.try_get::<_, Option<&str>>("name")?.is_some());
    }
    Ok(living == ids.len())
}

/// The records that a player sits in, held until the transaction ends.
struct Records {
    shards: Vec<i32>,
    games: Vec<Uuid>,
}

impl Records {
    async fn of(transaction: &Transaction<'_>, player: PlayerId) -> Result<Self, StoreError> {
        let statement = transaction.prepare_cached(RECORDS).await?;
        let rows = transaction.query(&statement, &[&player.0]).await?;
        let mut records = Self { shards: Vec::new(), games: Vec::new() };
        for row in rows {
            records.shards.push(row.try_get("shard")?);
            records.games.push(row.try_get("game_id")?);
        }
        Ok(records)
    }

    /// Says that their people have changed: instances that keep one folded read it anew. This comes
    /// last, so that whatever else follows revisions finds the people as they are now.
    async fn notice(&self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        execute(transaction, NOTICE, &[&self.shards, &self.games]).await
    }
}

async fn execute(
    transaction: &Transaction<'_>,
    sql: &str,
    parameters: super::reader::Parameters<'_>,
) -> Result<(), StoreError> {
    let statement = transaction.prepare_cached(sql).await?;
    transaction.execute(&statement, parameters).await?;
    Ok(())
}

fn known(row: &Row) -> Result<Known, StoreError> {
    let name: Option<&str> = row.try_get("name")?;
    Ok(if name.is_some() { Known::Player(from_row(row)?) } else { Known::Erased })
}

fn from_row(row: &Row) -> Result<Player, StoreError> {
    Ok(Player {
        id: PlayerId(row.try_get("player_id")?),
        name: row.try_get("name")?,
        created_at: row.try_get("created_at")?,
    })
}
