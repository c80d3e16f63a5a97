//! Parts of joint moves, which seats have entered and nobody else may see yet.

use super::authority::authority_holds;
use super::{Authority, GameId, Json, Reader, Seq, Store, StoreError};

queries! {
    const CALL_ENTER_PART: bool = "SELECT enter_part($1, $2, $3, $4, $5, $6, $7)";

    const DELETE_PARTS: () = "DELETE FROM joint_parts WHERE shard = $1 AND game_id = $2 AND since < $3";

    const SELECT_PARTS: StoredPart = concat!(
        "SELECT seat, part::text AS part FROM joint_parts j
        WHERE j.shard = $1 AND j.game_id = $2 AND j.since = $3 AND ",
        authority_holds!("j.made_by", "j.game_id"),
        " ORDER BY seat"
    );

    const SELECT_RECORDS_WITH_PARTS: GameId = "SELECT DISTINCT game_id FROM joint_parts WHERE shard = $1";
}

/// The joint move that parts are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JointMove {
    /// The record.
    pub game: GameId,
    /// The public event since which the move is due.
    pub since: Seq,
    /// How many take part.
    pub seats: u8,
}

/// A seat's part of a joint move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPart {
    /// The seat.
    pub seat: u8,
    /// Its part.
    pub part: Json,
}

row!(StoredPart: seat, part);

impl Reader {
    /// Returns the parts entered for a joint move, by seat.
    pub async fn parts(&self, joint: JointMove) -> Result<Vec<StoredPart>, StoreError> {
        let shard = self.shards()?.of(joint.game).number();
        self.rows(SELECT_PARTS, &[&shard, &joint.game.0, &i64::from(joint.since)]).await
    }

    /// The records for which anything was entered.
    pub async fn records_with_parts(&self) -> Result<Vec<GameId>, StoreError> {
        let mut games = Vec::new();
        for shard in self.shards()?.all() {
            games.extend(self.rows(SELECT_RECORDS_WITH_PARTS, &[&shard.number()]).await?);
        }
        Ok(games)
    }
}

impl Store {
    /// Enters a seat's part, in place of what it entered before, or withdraws that. False, and nothing
    /// happened, if all parts were in already. A part counts as long as the authority holds by which it was entered.
    pub async fn enter_part(
        &self,
        joint: JointMove,
        seat: u8,
        part: Option<&Json>,
        authority: Authority,
    ) -> Result<bool, StoreError> {
        let client = self.primary.get().await?;
        let JointMove { game, since, seats } = joint;
        let part = part.map(Json::as_str);
        CALL_ENTER_PART
            .one(
                &client,
                &[
                    &self.shards()?.of(game).number(),
                    &game.0,
                    &i64::from(since),
                    &i32::from(seat),
                    &part,
                    &i32::from(seats),
                    &authority.column(),
                ],
            )
            .await
    }

    /// Removes the parts of joint moves that were due since an event before this one.
    pub async fn delete_parts_before(&self, game: GameId, event: Seq) -> Result<(), StoreError> {
        let client = self.primary.get().await?;
        DELETE_PARTS
            .execute(&client, &[&self.shards()?.of(game).number(), &game.0, &i64::from(event)])
            .await?;
        Ok(())
    }
}
