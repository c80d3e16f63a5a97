//! Players: people with a profile of their own, under one name at every table.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use kifu_engine::count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::revision_note::CALL_NOTE_REVISIONS;
use super::stored_answer::store_answer;
use super::{
    GameId, Hash, KeyedOutcome, MayScan, PlayerId, Reader, RetryKey, Shard, Shards, Store, StoreError,
};
use kifu_names::{Name, NameKey};

queries! {
    /// A merged profile is that of its successor, which is never merged itself.
    const SELECT_PLAYERS: (PlayerId, PlayerLookup) = "
        SELECT a.player_id AS requested_id, p.player_id AS id, p.name, p.created_at, p.seated_by
        FROM players a JOIN players p ON p.player_id = coalesce(a.merged_into, a.player_id)
        WHERE a.player_id = ANY ($1)";

    const SELECT_TOKENS: Vec<u8> = "
        SELECT token_hash FROM players WHERE (player_id = $1 OR merged_into = $1) AND token_hash IS NOT NULL";

    /// In the order of their names. A null filter lets everything through.
    const SELECT_PLAYER_PAGE: Player = "
        SELECT p.player_id AS id, p.name, p.created_at, p.seated_by
        FROM players p
        WHERE p.name_key IS NOT NULL
          AND ($1::text IS NULL OR (p.name_key >= $1 AND p.name_key < $2))
          AND ($3::text IS NULL OR (p.name_key, p.player_id) > ($3, $4::uuid))
        ORDER BY p.name_key, p.player_id
        LIMIT $5";

    /// Those of these players who are in a public record.
    const SELECT_PUBLIC_PLAYERS: PlayerId = "
        SELECT DISTINCT s.player_id FROM seatings s JOIN games g ON g.shard = s.shard AND g.game_id = s.game_id
        WHERE s.player_id = ANY ($1) AND g.visibility = 'public'";

    const INSERT_PLAYER: () = "
        INSERT INTO players (player_id, name, name_key, created_at, token_hash, key_hash, body_hash, sealed_answer)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (key_hash) DO NOTHING";

    const SELECT_PLAYER_BY_KEY: (Option<Vec<u8>>, Option<Vec<u8>>) =
        "SELECT body_hash, sealed_answer FROM players WHERE key_hash = $1";

    /// Keeps anybody from being seated as one of these until the transaction ends; see `lock_player`. A player who was
    /// merged or erased has no name.
    const LOCK_PLAYERS: bool = "
        SELECT name IS NOT NULL FROM players WHERE player_id = ANY ($1) ORDER BY player_id FOR UPDATE";

    /// Records of the player. The player is locked, so nobody is seated as that player meanwhile.
    const SELECT_RECORDS_OF_PLAYER: GameId = "SELECT DISTINCT game_id FROM seatings WHERE player_id = $1";

    /// Locks records of one shard. The order is the same everywhere: two changes at once wait for each other.
    const LOCK_RECORDS: () = "
        SELECT FROM games WHERE shard = $1 AND game_id = ANY ($2) ORDER BY game_id FOR NO KEY UPDATE";

    const INCREMENT_REVISIONS: () =
        "UPDATE games SET revision = revision + 1 WHERE shard = $1 AND game_id = ANY ($2)";

    const UPDATE_SEATED_BY: () = "UPDATE players SET seated_by = $2 WHERE player_id = $1";

    const UPDATE_NAME: () = "UPDATE players SET name = $2, name_key = $3 WHERE player_id = $1";

    const COUNT_SHARED_RECORDS: i64 = "
        SELECT count(*) FROM seatings a JOIN seatings b ON b.shard = a.shard AND b.game_id = a.game_id
        WHERE a.player_id = $1 AND b.player_id = $2";

    const MOVE_SEATINGS: () = "UPDATE seatings SET player_id = $2 WHERE player_id = $1";

    const MERGE_PLAYER: () = "
        UPDATE players SET merged_into = $2, name = NULL, name_key = NULL
        WHERE player_id = $1 OR merged_into = $1";

    const ERASE_SEATINGS: () = "UPDATE seatings SET player_id = NULL, erased = true WHERE player_id = $1";

    const ERASE_PLAYER: () = "
        UPDATE players
        SET name = NULL, name_key = NULL, merged_into = NULL, token_hash = NULL, body_hash = NULL,
            sealed_answer = NULL, erased_at = $2
        WHERE player_id = $1 OR merged_into = $1";

    const REPLACE_TOKEN: () = "
        UPDATE players SET token_hash = CASE WHEN player_id = $1 THEN $2::bytea END, sealed_answer = NULL
        WHERE (player_id = $1 AND name IS NOT NULL) OR merged_into = $1";
}

/// How many players are looked at together where some of them are in no public record: few at first, and more and more
/// where most are.
const LOOK_RANGE: [i64; 2] = [64, 8192];

/// Somebody with a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The profile's name, for good.
    pub id: PlayerId,
    /// The player's name.
    pub name: Name,
    /// When the profile was made.
    pub created_at: DateTime<Utc>,
    /// The people who may put the player on a seat.
    pub seated_by: SeatedBy,
}

row!(Player: id, name, created_at, seated_by);

/// The people who may put a player on a seat. The operator always may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatedBy {
    /// Whoever shows the player's token.
    #[default]
    TokenHolders,
    /// Anybody who knows the player's id.
    Anybody,
}

columns!(SeatedBy: &'r str => Self::parse);

impl SeatedBy {
    fn as_str(self) -> &'static str {
        match self {
            Self::TokenHolders => "token_holders",
            Self::Anybody => "anybody",
        }
    }

    fn parse(word: &str) -> Result<Self, StoreError> {
        [Self::TokenHolders, Self::Anybody]
            .into_iter()
            .find(|rule| rule.as_str() == word)
            .ok_or_else(|| StoreError::Corrupt(format!("a player seated by {word}")))
    }
}

/// A change of a player; `None` leaves a field as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerChange {
    /// The player's name.
    pub name: Option<Name>,
    /// The people who may put the player on a seat.
    pub seated_by: Option<SeatedBy>,
}

/// The result of looking up a player's id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerLookup {
    /// A player; the successor, if the id is of a merged profile.
    Player(Player),
    /// One who was erased.
    Erased,
}

/// A profile to be made.
#[derive(Clone, Debug)]
pub struct NewPlayer {
    /// The player.
    pub player: Player,
    /// The digest of the player's token.
    pub token: Hash,
    /// Makes a retry safe.
    pub key: Option<RetryKey>,
}

/// The outcome of a [`NewPlayer`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CreatePlayerOutcome {
    /// The profile is durable.
    New,
    /// The key and body were used before, for a profile with this sealed answer.
    Duplicate(Vec<u8>),
    /// The key was used before; the answer can't be repeated, because the token was replaced or the player erased.
    AnswerLost,
    /// The key was used before with another body.
    KeyReused,
}

/// The outcome of a merger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeOutcome {
    /// Both are one now.
    Done,
    /// They sat at the same table in this many records, so they are two people.
    SharedRecords(i64),
    /// One of them was merged or erased since the caller looked.
    Conflict,
}

/// A query for a list of players.
#[derive(Clone, Debug, Default)]
pub struct PlayerQuery {
    /// The beginning of the name.
    pub name: Option<NameKey>,
    /// Include players who are in no public record.
    pub hidden: bool,
    /// Only players after this one.
    pub after: Option<PlayerCursor>,
    /// The limit of players.
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
    /// The cursor with which the list goes on after this player.
    pub fn cursor(&self) -> PlayerCursor {
        PlayerCursor { key: self.name.key().into(), id: self.id }
    }
}

impl Reader {
    /// Looks up the player of an id.
    pub async fn player(&self, id: PlayerId) -> Result<Option<PlayerLookup>, StoreError> {
        Ok(self.players(&[id]).await?.pop().map(|(_, lookup)| lookup))
    }

    /// Looks up the players of these ids, in any order; ids of nobody are left out.
    pub async fn players(&self, ids: &[PlayerId]) -> Result<Vec<(PlayerId, PlayerLookup)>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        self.rows(SELECT_PLAYERS, &[&ids]).await
    }

    /// The digests of the tokens that act for a player: the player's own and those of merged profiles.
    pub async fn player_tokens(&self, id: PlayerId) -> Result<Vec<Vec<u8>>, StoreError> {
        self.rows(SELECT_TOKENS, &[&id.0]).await
    }

    /// A page of players in the order of their names.
    pub async fn list_players(
        &self,
        query: &PlayerQuery,
        _: &impl MayScan,
    ) -> Result<Vec<Player>, StoreError> {
        let limit = query.limit as usize;
        let mut page: Vec<Player> = Vec::new();
        let mut after = query.after.clone();
        let [least, most] = if query.hidden { [0; 2] } else { LOOK_RANGE };
        let mut look = i64::from(query.limit).max(least);
        while page.len() < limit {
            let mut players = self.players_after(query.name.as_ref(), after.as_ref(), look).await?;
            let is_last = count::to_i64(players.len()) < look;
            after = players.last().map(Player::cursor);
            if !query.hidden && !players.is_empty() {
                let public = self.public_players(&players).await?;
                players.retain(|player| public.contains(&player.id));
            }
            page.extend(players);
            if is_last {
                break;
            }
            look = look.max((2 * look).min(most));
        }
        page.truncate(limit);
        Ok(page)
    }

    async fn players_after(
        &self,
        name: Option<&NameKey>,
        after: Option<&PlayerCursor>,
        limit: i64,
    ) -> Result<Vec<Player>, StoreError> {
        let from = name.map(NameKey::as_str);
        let to = name.map(|key| String::from(key.behind()));
        let (key, id) = after.map(|cursor| (&cursor.key, cursor.id.0)).unzip();
        self.rows(SELECT_PLAYER_PAGE, &[&from, &to, &key, &id, &limit]).await
    }

    async fn public_players(&self, players: &[Player]) -> Result<HashSet<PlayerId>, StoreError> {
        let ids: Vec<_> = players.iter().map(|player| player.id.0).collect();
        Ok(self.rows(SELECT_PUBLIC_PLAYERS, &[&ids]).await?.into_iter().collect())
    }
}

impl Store {
    /// Makes a profile.
    pub async fn create_player(&self, new: &NewPlayer) -> Result<CreatePlayerOutcome, StoreError> {
        let client = self.primary.get().await?;
        let (player, key) = (&new.player, new.key.as_ref());
        let key_hash = key.map(|key| key.key.as_slice());
        let body = key.map(|key| key.body.as_slice());
        let answer = key.map(|key| key.sealed_answer.as_slice());
        let (name, name_key) = (player.name.as_str(), player.name.key());
        let token = new.token.as_slice();
        let inserted = INSERT_PLAYER
            .execute(
                &client,
                &[
                    &player.id.0,
                    &name,
                    &name_key.as_str(),
                    &player.created_at,
                    &token,
                    &key_hash,
                    &body,
                    &answer,
                ],
            )
            .await?;
        if inserted == 1 {
            return Ok(CreatePlayerOutcome::New);
        }
        let (first, answer) = SELECT_PLAYER_BY_KEY.one(&client, &[&key_hash]).await?;
        Ok(match answer {
            _ if first.is_some() && first.as_deref() != body => CreatePlayerOutcome::KeyReused,
            Some(answer) => CreatePlayerOutcome::Duplicate(answer),
            None => CreatePlayerOutcome::AnswerLost,
        })
    }

    /// Changes a player; another name is there in every record at once. False if the player was merged or erased meanwhile.
    pub async fn change_player(&self, id: PlayerId, change: &PlayerChange) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !lock(&transaction, &[id]).await? {
            return Ok(false);
        }
        if let Some(seated_by) = change.seated_by {
            UPDATE_SEATED_BY.execute(&transaction, &[&id.0, &seated_by.as_str()]).await?;
        }
        if let Some(name) = &change.name {
            let records = LockedRecords::of(&transaction, self.shards()?, id).await?;
            UPDATE_NAME.execute(&transaction, &[&id.0, &name.as_str(), &name.key().as_str()]).await?;
            records.increment_revisions(&transaction).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Makes two profiles of one person one: the records, the tokens and the id of the first lead
    /// to the second from now on.
    pub async fn merge_players(&self, id: PlayerId, into: PlayerId) -> Result<MergeOutcome, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !lock(&transaction, &[id, into]).await? {
            return Ok(MergeOutcome::Conflict);
        }
        let records = COUNT_SHARED_RECORDS.one(&transaction, &[&id.0, &into.0]).await?;
        if records > 0 {
            return Ok(MergeOutcome::SharedRecords(records));
        }
        let records = LockedRecords::of(&transaction, self.shards()?, id).await?;
        MOVE_SEATINGS.execute(&transaction, &[&id.0, &into.0]).await?;
        MERGE_PLAYER.execute(&transaction, &[&id.0, &into.0]).await?;
        records.increment_revisions(&transaction).await?;
        transaction.commit().await?;
        Ok(MergeOutcome::Done)
    }

    /// Erases a player and what was merged into the profile: the name, the tokens and where the
    /// player sat go; that it was taken by somebody who was erased stays. False if the player was
    /// merged or erased meanwhile.
    pub async fn erase_player(&self, id: PlayerId, at: DateTime<Utc>) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !lock(&transaction, &[id]).await? {
            return Ok(false);
        }
        let records = LockedRecords::of(&transaction, self.shards()?, id).await?;
        ERASE_SEATINGS.execute(&transaction, &[&id.0]).await?;
        ERASE_PLAYER.execute(&transaction, &[&id.0, &at]).await?;
        records.increment_revisions(&transaction).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Gives a player a new token; all earlier ones open nothing any more. The player is gone if it was merged or erased
    /// meanwhile.
    pub async fn replace_player_token(
        &self,
        id: PlayerId,
        token: &Hash,
        key: Option<&RetryKey>,
    ) -> Result<KeyedOutcome, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        if !lock(&transaction, &[id]).await? {
            return Ok(KeyedOutcome::Gone);
        }
        if !store_answer(&transaction, key).await? {
            return Ok(KeyedOutcome::KeyUsed);
        }
        REPLACE_TOKEN.execute(&transaction, &[&id.0, &token.as_slice()]).await?;
        transaction.commit().await?;
        Ok(KeyedOutcome::Done)
    }
}

/// True if all of these are still players; if so, they are locked until the transaction ends.
async fn lock(transaction: &Transaction<'_>, ids: &[PlayerId]) -> Result<bool, StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows = LOCK_PLAYERS.all(transaction, &[&ids]).await?;
    Ok(rows.into_iter().filter(|is_player| *is_player).count() == ids.len())
}

/// The records that a player sits in, held until the transaction ends.
struct LockedRecords(Vec<(Shard, Vec<Uuid>)>);

impl LockedRecords {
    async fn of(transaction: &Transaction<'_>, shards: Shards, player: PlayerId) -> Result<Self, StoreError> {
        let games = SELECT_RECORDS_OF_PLAYER.all(transaction, &[&player.0]).await?;
        let records = Self(shards.split(&games).collect());
        for (shard, games) in &records.0 {
            LOCK_RECORDS.execute(transaction, &[&shard.number(), games]).await?;
        }
        Ok(records)
    }

    /// Gives each record its next revision, because its people have changed: instances that cache the record read it
    /// again. This comes last, so that what follows from it is made of the new people.
    async fn increment_revisions(&self, transaction: &Transaction<'_>) -> Result<(), StoreError> {
        for (shard, games) in &self.0 {
            INCREMENT_REVISIONS.execute(transaction, &[&shard.number(), games]).await?;
            // One statement, because others wait for the lock under which descriptions are numbered.
            CALL_NOTE_REVISIONS.execute(transaction, &[&shard.number(), games]).await?;
        }
        Ok(())
    }
}

type LookupRow = (PlayerId, Option<Name>, DateTime<Utc>, SeatedBy);

row!(PlayerLookup: LookupRow => |row| Ok(lookup(row)));

fn lookup((id, name, created_at, seated_by): LookupRow) -> PlayerLookup {
    let player = name.map(|name| PlayerLookup::Player(Player { id, name, created_at, seated_by }));
    player.unwrap_or(PlayerLookup::Erased)
}
