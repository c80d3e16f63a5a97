//! What a record says of itself, under commitments that the database makes (`describe_record` in `migrations/V17`), and what
//! of them is stored.

use std::collections::{BTreeMap, HashMap};

use kifu_names::Name;
use kifu_proofs::Digest;
use kifu_proofs::description::{DescriptionChange, DescriptionProof, Details, ERASED, seat, seat_detail};
use kifu_proofs::event::Salt;
use serde_json::{Value, json};
use tokio_postgres::Row;

use super::revision_note::CALL_DESCRIBE;
use super::row::bytes;
use super::{GameId, Occupant, Position, Reader, Record, Shard, Store, StoreError};

const SELECT_DESCRIPTIONS: &str = "
    SELECT game_id, commitments::text AS commitments, salts::text AS salts, hash FROM descriptions
    WHERE shard = $1 AND game_id = ANY ($2)
    ORDER BY game_id, number";

const SELECT_HEAD: &str = "SELECT position FROM description_heads WHERE shard = $1";

const SELECT_HASHES: &str = "
    SELECT hash FROM descriptions WHERE shard = $1 AND position > $2 AND position <= $3 ORDER BY position";

/// The position of the last description that a batch has.
const SELECT_COVERED: &str = "
    SELECT description_position FROM event_batches WHERE shard = $1 AND descriptions > 0
    ORDER BY description_position DESC LIMIT 1";

/// Records of before there were descriptions; the last one that was looked at comes first in the next page.
const SELECT_UNDESCRIBED: &str = "
    SELECT g.game_id, EXISTS (SELECT FROM descriptions d WHERE d.shard = $1 AND d.game_id = g.game_id) AS described
    FROM games g WHERE g.shard = $1 AND g.game_id > $2 ORDER BY g.game_id LIMIT $3";

const LOCK_RECORD: &str = "SELECT FROM games WHERE shard = $1 AND game_id = $2 FOR NO KEY UPDATE";

/// Positions without a description, and descriptions beyond the last position.
const COUNT_MISPLACED: &str = "
    SELECT h.position - (SELECT count(*) FROM descriptions d WHERE d.shard = $1 AND d.position <= h.position) AS missing,
           (SELECT count(*) FROM descriptions d WHERE d.shard = $1 AND d.position > h.position) AS beyond
    FROM description_heads h WHERE h.shard = $1";

/// Where a look at all records of a shard goes on.
pub type RecordsAfter = uuid::Uuid;

/// The places of descriptions of a shard that are not as they were given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisplacedDescriptions {
    /// How many are missing.
    pub missing: i64,
    /// How many were put behind the end.
    pub beyond: i64,
}

impl Record {
    /// What it says of itself, as its commitments have it.
    pub fn described(&self) -> Details {
        let stored: Value = self.details.read().unwrap_or_default();
        let of_seat = |occupant: &Occupant| match occupant {
            Occupant::Erased => ERASED.into(),
            _ => seat(occupant.name().map(Name::as_str), occupant.player().map(|player| player.0)),
        };
        let seats = self.seating.iter().enumerate().map(|(seat, sits)| (seat_detail(seat), of_seat(sits)));
        let tags = stored.get("tags").cloned().unwrap_or_else(|| json!([]));
        let others = [
            ("visibility", json!(self.visibility)),
            ("place", stored["place"].clone()),
            ("played_at", stored["played_at"].clone()),
            ("tags", tags),
            ("copy_of", json!(self.copy_of)),
        ];
        let others = others.into_iter().map(|(detail, value)| (detail.to_owned(), value));
        seats.chain(others).collect()
    }
}

impl Reader {
    /// What proves what these records say of themselves; nothing of those that have no commitments.
    pub async fn descriptions(
        &self,
        games: &[GameId],
    ) -> Result<HashMap<GameId, DescriptionProof>, StoreError> {
        let mut descriptions: HashMap<GameId, DescriptionProof> = HashMap::new();
        for (shard, ids) in self.shards()?.split(games) {
            for row in &self.rows(SELECT_DESCRIPTIONS, &[&shard.number(), &ids]).await? {
                let (change, salts) = (change(row)?, by_detail::<Salt>(row, "salts")?);
                let empty = || DescriptionProof { changes: Vec::new(), salts: BTreeMap::new() };
                let description = descriptions.entry(GameId(row.try_get("game_id")?)).or_insert_with(empty);
                description.salts.retain(|detail, _| !change.commitments.contains_key(detail));
                description.salts.extend(salts);
                description.changes.push(change);
            }
        }
        Ok(descriptions)
    }

    /// The position of the last description of a shard.
    pub async fn description_head(&self, shard: Shard) -> Result<Position, StoreError> {
        let row = self.row(SELECT_HEAD, &[&shard.number()]).await?;
        row.map_or(Ok(Position::START), |row| Ok(Position(row.try_get("position")?)))
    }

    /// The position of the last description of a shard that is in a batch.
    pub async fn covered_descriptions(&self, shard: Shard) -> Result<Position, StoreError> {
        let row = self.row(SELECT_COVERED, &[&shard.number()]).await?;
        row.map_or(Ok(Position::START), |row| Ok(Position(row.try_get("description_position")?)))
    }

    /// The hashes of the descriptions of a shard after one position up to another.
    pub async fn description_hashes(
        &self,
        shard: Shard,
        after: Position,
        up_to: Position,
    ) -> Result<Vec<Digest>, StoreError> {
        let rows = self.rows(SELECT_HASHES, &[&shard.number(), &after.0, &up_to.0]).await?;
        rows.iter().map(|row| bytes(row, "hash")).collect()
    }

    /// How many places of descriptions of a shard are not as they were given out.
    pub async fn misplaced_descriptions(&self, shard: Shard) -> Result<MisplacedDescriptions, StoreError> {
        let lacking = || StoreError::Corrupt("a shard has no head of its descriptions".into());
        let row = self.row(COUNT_MISPLACED, &[&shard.number()]).await?.ok_or_else(lacking)?;
        Ok(MisplacedDescriptions { missing: row.try_get("missing")?, beyond: row.try_get("beyond")? })
    }
}

impl Store {
    /// Brings records under commitments that have none: those among the next ones of a shard, at most `limit` of them. Answers
    /// where to go on; nothing after the last.
    ///
    /// # Errors
    ///
    /// What was written by then stays.
    pub async fn describe_after(
        &self,
        shard: Shard,
        after: RecordsAfter,
        limit: u32,
    ) -> Result<Option<RecordsAfter>, StoreError> {
        let page =
            self.latest().rows(SELECT_UNDESCRIBED, &[&shard.number(), &after, &i64::from(limit)]).await?;
        for row in &page {
            if !row.try_get::<_, bool>("described")? {
                self.describe(shard, row.try_get("game_id")?).await?;
            }
        }
        page.last().map(|row| Ok(row.try_get("game_id")?)).transpose()
    }

    async fn describe(&self, shard: Shard, game: uuid::Uuid) -> Result<(), StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        for sql in [LOCK_RECORD, CALL_DESCRIBE] {
            let statement = transaction.prepare_cached(sql).await?;
            transaction.query(&statement, &[&shard.number(), &game]).await?;
        }
        Ok(transaction.commit().await?)
    }
}

fn change(row: &Row) -> Result<DescriptionChange, StoreError> {
    Ok(DescriptionChange { commitments: by_detail(row, "commitments")?, hash: bytes(row, "hash")? })
}

/// An object of hexadecimal digits by detail.
fn by_detail<T: serde::de::DeserializeOwned>(
    row: &Row,
    column: &str,
) -> Result<BTreeMap<String, T>, StoreError> {
    let corrupt = |error| StoreError::Corrupt(format!("`{column}` of a description: {error}"));
    serde_json::from_str(row.try_get(column)?).map_err(corrupt)
}
