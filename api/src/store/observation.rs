//! Observations: what a game says about itself, derived from its events by a follower of the feed.

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use tokio_postgres::Row;

use super::{Card, GameId, Happening, Json, Position, Reader, Shard, Store, StoreError, card};

const CHECKPOINT: &str = "SELECT position FROM projections WHERE name = $1 AND shard = $2";

/// Moves a checkpoint from $3 to $4, or touches nothing if it is elsewhere. The first time it is at 0.
pub(super) const ADVANCE: &str = "
    INSERT INTO projections AS p (name, shard, position)
    SELECT $1::text, $2::int, $4::bigint
    WHERE $3::bigint = 0 OR EXISTS (SELECT FROM projections q WHERE q.name = $1 AND q.shard = $2)
    ON CONFLICT (name, shard) DO UPDATE SET position = excluded.position WHERE p.position = $3::bigint";

const CLEAR: &str = "DELETE FROM observations WHERE shard = $1 AND game_id = ANY ($2)";

const INSERT: &str = "
    INSERT INTO observations (shard, game_id, metric, n, game, seat, number, word, dims, at)
    SELECT $1::int, o.game_id, o.metric, o.n, o.game, o.seat, o.number, o.word, o.dims::jsonb, o.at
    FROM unnest($2::uuid[], $3::text[], $4::int[], $5::text[], $6::int[], $7::float8[], $8::text[], $9::text[],
                $10::timestamptz[])
             AS o (game_id, game, n, metric, seat, number, word, dims, at)";

const BY_METRIC: &str = "
    SELECT game_id, game, seat, number, word, dims::text AS dims, at
    FROM observations
    WHERE shard = $1 AND metric = $2 AND ($3::text IS NULL OR game = $3)
    ORDER BY game_id, n";

/// One thing observed in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct NewObservation {
    /// What is observed.
    pub metric: String,
    /// Of whom, if of one seat.
    pub seat: Option<u8>,
    /// The value, if a number.
    pub number: Option<f64>,
    /// The value, if a word.
    pub word: Option<String>,
    /// What it may be grouped or filtered by: an object.
    pub dims: Json,
    /// When it happened.
    pub at: DateTime<Utc>,
}

/// All that is derived from one game, its observations in an order that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct GameObservations {
    /// The record.
    pub game: GameId,
    /// The slug of its game.
    pub slug: String,
    /// Everything, old and new.
    pub observations: Vec<NewObservation>,
    /// What became of it and all that happened in it, if it has ended.
    pub card: Option<(Card, Vec<Happening>)>,
}

/// A stored observation of the metric asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The record.
    pub game: GameId,
    /// The slug of its game.
    pub slug: String,
    /// Of whom, if of one seat.
    pub seat: Option<u8>,
    /// The value, if a number.
    pub number: Option<f64>,
    /// The value, if a word.
    pub word: Option<String>,
    /// What it may be grouped or filtered by.
    pub dims: Json,
    /// When it happened.
    pub at: DateTime<Utc>,
}

impl Reader {
    /// How far a follower has come in a shard; the start if it has never been seen.
    pub async fn checkpoint(&self, name: &str, shard: Shard) -> Result<Position, StoreError> {
        match self.row(CHECKPOINT, &[&name, &shard.number()]).await? {
            Some(row) => Ok(Position(row.try_get(0)?)),
            None => Ok(Position::START),
        }
    }

    /// The observations of a metric, of one kind of game or of all, game by game.
    pub async fn observations(
        &self,
        metric: &str,
        slug: Option<&str>,
    ) -> Result<Vec<Observation>, StoreError> {
        let mut observations = Vec::new();
        for shard in Shard::all() {
            for row in self.rows(BY_METRIC, &[&shard.number(), &metric, &slug]).await? {
                observations.push(from_row(&row)?);
            }
        }
        Ok(observations)
    }
}

impl Store {
    /// Replaces all observations and the cards of some games of a shard and moves the follower's checkpoint, in
    /// one transaction. False, and nothing changed, if the checkpoint was not at `from`: another
    /// follower of that name is at work.
    pub async fn replace_observations(
        &self,
        name: &str,
        shard: Shard,
        from: Position,
        to: Position,
        games: &[GameObservations],
    ) -> Result<bool, StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        let number = shard.number();
        let advance = transaction.prepare_cached(ADVANCE).await?;
        if transaction.execute(&advance, &[&name, &number, &from.0, &to.0]).await? == 0 {
            return Ok(false);
        }
        let ids: Vec<_> = games.iter().map(|game| game.game.0).collect();
        let clear = transaction.prepare_cached(CLEAR).await?;
        transaction.execute(&clear, &[&number, &ids]).await?;
        insert(&transaction, shard, games).await?;
        replace_cards(&transaction, shard, games).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

async fn replace_cards(
    transaction: &Transaction<'_>,
    shard: Shard,
    games: &[GameObservations],
) -> Result<(), StoreError> {
    let (ended, live): (Vec<_>, Vec<_>) = games.iter().partition(|game| game.card.is_some());
    let live: Vec<_> = live.iter().map(|game| game.game).collect();
    let ended: Vec<_> = ended.iter().filter_map(|game| game.card.as_ref()).collect();
    let happened = ended.iter().flat_map(|(_, happened)| happened).collect();
    let cards: Vec<_> = ended.iter().map(|(card, _)| card).collect();
    card::replace(transaction, shard, &cards, &live, happened).await
}

async fn insert(
    transaction: &Transaction<'_>,
    shard: Shard,
    games: &[GameObservations],
) -> Result<(), StoreError> {
    let of: Vec<_> =
        games.iter().flat_map(|game| (0..).zip(&game.observations).map(move |o| (game, o))).collect();
    if of.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = of.iter().map(|(game, _)| game.game.0).collect();
    let slugs: Vec<_> = of.iter().map(|(game, _)| game.slug.as_str()).collect();
    let places: Vec<i32> = of.iter().map(|(_, (n, _))| *n).collect();
    let metrics: Vec<_> = of.iter().map(|(_, (_, o))| o.metric.as_str()).collect();
    let seats: Vec<_> = of.iter().map(|(_, (_, o))| o.seat.map(i32::from)).collect();
    let numbers: Vec<_> = of.iter().map(|(_, (_, o))| o.number).collect();
    let words: Vec<_> = of.iter().map(|(_, (_, o))| o.word.as_deref()).collect();
    let dims: Vec<_> = of.iter().map(|(_, (_, o))| o.dims.as_str()).collect();
    let times: Vec<_> = of.iter().map(|(_, (_, o))| o.at).collect();
    let insert = transaction.prepare_cached(INSERT).await?;
    transaction
        .execute(
            &insert,
            &[&shard.number(), &ids, &slugs, &places, &metrics, &seats, &numbers, &words, &dims, &times],
        )
        .await?;
    Ok(())
}

fn from_row(row: &Row) -> Result<Observation, StoreError> {
    let seat: Option<i32> = row.try_get("seat")?;
    let seat =
        seat.map(u8::try_from).transpose().map_err(|_| StoreError::Corrupt(format!("seat {seat:?}")))?;
    Ok(Observation {
        game: GameId(row.try_get("game_id")?),
        slug: row.try_get("game")?,
        seat,
        number: row.try_get("number")?,
        word: row.try_get("word")?,
        dims: Json::from_text(row.try_get("dims")?),
        at: row.try_get("at")?,
    })
}
