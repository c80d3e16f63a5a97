//! The description of a record, under commitments that the database makes (`describe_record` in `migrations/V17`), and
//! how it is stored.

use std::collections::{BTreeMap, HashMap};

use kifu_names::Name;
use kifu_proofs::Digest;
use kifu_proofs::description::{DescriptionChange, DescriptionProof, Details, ERASED, seat, seat_detail};
use kifu_proofs::event::Salt;
use serde_json::{Value, json};

use super::revision_note::CALL_DESCRIBE;
use super::{GameId, Json, Occupant, Position, Reader, Record, Shard, Store, StoreError};

queries! {
    const SELECT_DESCRIPTIONS: (GameId, Json, Json, Digest) = "
        SELECT game_id, commitments::text AS commitments, salts::text AS salts, hash FROM descriptions
        WHERE shard = $1 AND game_id = ANY ($2)
        ORDER BY game_id, number";

    const SELECT_HEAD: Position = "SELECT position FROM description_heads WHERE shard = $1";

    const SELECT_HASHES: Digest = "
        SELECT hash FROM descriptions WHERE shard = $1 AND position > $2 AND position <= $3 ORDER BY position";

    /// The position of the last description that a batch has.
    const SELECT_COVERED: Position = "
        SELECT description_position FROM event_batches WHERE shard = $1 AND descriptions > 0
        ORDER BY description_position DESC LIMIT 1";

    /// Records of before there were descriptions; the last one that was looked at comes first in the next page.
    const SELECT_UNDESCRIBED: (GameId, bool) = "
        SELECT g.game_id, EXISTS (SELECT FROM descriptions d WHERE d.shard = $1 AND d.game_id = g.game_id) AS described
        FROM games g WHERE g.shard = $1 AND g.game_id > $2 ORDER BY g.game_id LIMIT $3";

    const LOCK_RECORD: () = "SELECT FROM games WHERE shard = $1 AND game_id = $2 FOR NO KEY UPDATE";

    /// Positions without a description, and descriptions beyond the last position.
    const COUNT_MISPLACED: MisplacedDescriptions = "
        SELECT h.position - (SELECT count(*) FROM descriptions d WHERE d.shard = $1 AND d.position <= h.position) AS missing,
               (SELECT count(*) FROM descriptions d WHERE d.shard = $1 AND d.position > h.position) AS beyond
        FROM description_heads h WHERE h.shard = $1";
}

/// The record after which a scan of a shard's records goes on.
pub type RecordsAfter = uuid::Uuid;

/// The places of descriptions of a shard that are not as they were given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MisplacedDescriptions {
    /// How many are missing.
    pub missing: i64,
    /// How many were put behind the end.
    pub beyond: i64,
}

row!(MisplacedDescriptions: missing, beyond);

impl Record {
    /// The details of the record, as its commitments have them.
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
    /// Returns the proofs of the descriptions of these records; records without commitments are left out.
    pub async fn descriptions(
        &self,
        games: &[GameId],
    ) -> Result<HashMap<GameId, DescriptionProof>, StoreError> {
        let mut descriptions: HashMap<GameId, DescriptionProof> = HashMap::new();
        for (shard, ids) in self.shards()?.split(games) {
            let rows = self.rows(SELECT_DESCRIPTIONS, &[&shard.number(), &ids]).await?;
            for (game, commitments, salts, hash) in rows {
                let commitments: BTreeMap<_, _> = by_detail("commitments", &commitments)?;
                let empty = || DescriptionProof { changes: Vec::new(), salts: BTreeMap::new() };
                let description = descriptions.entry(game).or_insert_with(empty);
                description.salts.retain(|detail, _| !commitments.contains_key(detail));
                description.salts.extend(by_detail::<Salt>("salts", &salts)?);
                description.changes.push(DescriptionChange { commitments, hash });
            }
        }
        Ok(descriptions)
    }

    /// The position of the last description of a shard.
    pub async fn description_head(&self, shard: Shard) -> Result<Position, StoreError> {
        Ok(self.row(SELECT_HEAD, &[&shard.number()]).await?.unwrap_or(Position::START))
    }

    /// The position of the last description of a shard that is in a batch.
    pub async fn covered_descriptions(&self, shard: Shard) -> Result<Position, StoreError> {
        Ok(self.row(SELECT_COVERED, &[&shard.number()]).await?.unwrap_or(Position::START))
    }

    /// The hashes of the descriptions of a shard after one position up to another.
    pub async fn description_hashes(
        &self,
        shard: Shard,
        after: Position,
        up_to: Position,
    ) -> Result<Vec<Digest>, StoreError> {
        self.rows(SELECT_HASHES, &[&shard.number(), &after.0, &up_to.0]).await
    }

    /// How many places of descriptions of a shard are not as they were given out.
    pub async fn misplaced_descriptions(&self, shard: Shard) -> Result<MisplacedDescriptions, StoreError> {
        let lacking = || StoreError::Corrupt("a shard has no head of its descriptions".into());
        self.row(COUNT_MISPLACED, &[&shard.number()]).await?.ok_or_else(lacking)
    }
}

impl Store {
    /// Brings records under commitments that have none: those among the next ones of a shard, at most `limit` of them.
    /// Returns where to go on; `None` after the last.
    ///
    /// # Errors
    ///
    /// If it fails, the descriptions written by then stay.
    pub async fn describe_after(
        &self,
        shard: Shard,
        after: RecordsAfter,
        limit: u32,
    ) -> Result<Option<RecordsAfter>, StoreError> {
        let page =
            self.latest().rows(SELECT_UNDESCRIBED, &[&shard.number(), &after, &i64::from(limit)]).await?;
        for (game, is_described) in &page {
            if !is_described {
                self.describe(shard, *game).await?;
            }
        }
        Ok(page.last().map(|(game, _)| game.0))
    }

    async fn describe(&self, shard: Shard, game: GameId) -> Result<(), StoreError> {
        let mut client = self.primary.get().await?;
        let transaction = client.transaction().await?;
        for statement in [LOCK_RECORD, CALL_DESCRIBE] {
            statement.all(&transaction, &[&shard.number(), &game.0]).await?;
        }
        Ok(transaction.commit().await?)
    }
}

/// An object of hexadecimal digits by detail.
fn by_detail<T: serde::de::DeserializeOwned>(
    column: &str,
    object: &Json,
) -> Result<BTreeMap<String, T>, StoreError> {
    object.read().map_err(|error| StoreError::Corrupt(format!("`{column}` of a description: {error}")))
}
