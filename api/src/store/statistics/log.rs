//! Reading everything there is to count, as fast as it can be read.

use std::ops::Range;

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use uuid::Uuid;

use crate::store::{GameId, Json, Position, Reader, Shard, StoreError};

const HEADS: &str = "
    SELECT g.game_id, g.seats, g.options::text AS options, g.opened_at, g.details::text AS details, s.seated, s.players
    FROM games g
    CROSS JOIN LATERAL (
        SELECT array_agg(s.seat) AS seated, array_agg(s.player_id) AS players FROM seatings s
        WHERE s.shard = g.shard AND s.game_id = g.game_id AND s.player_id IS NOT NULL) s
    WHERE g.shard = $1 AND g.game = $2 AND g.game_id > $3 AND g.visibility = 'public'
      AND NOT EXISTS (SELECT FROM copies c WHERE c.shard = g.shard AND c.game_id = g.game_id)
    ORDER BY g.game_id
    LIMIT $4";

/// One record after the other, so that nothing has to be sorted.
const LOGS: &str = "
    SELECT k.n, e.position, e.at, e.type, e.payload::text AS payload
    FROM unnest($2::uuid[]) WITH ORDINALITY AS k (game_id, n)
    CROSS JOIN LATERAL (
        SELECT * FROM events e WHERE e.shard = $1 AND e.game_id = k.game_id AND e.seq > 0 ORDER BY e.seq) e";

const TO_COUNT: &str = "
    SELECT count(*) FROM games g
    WHERE g.shard = $1 AND g.visibility = 'public'
      AND NOT EXISTS (SELECT FROM copies c WHERE c.shard = g.shard AND c.game_id = g.game_id)";

/// A public record, as far as counting needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedHead {
    /// The record.
    pub id: GameId,
    /// How many seats.
    pub seats: u8,
    /// The game's options.
    pub options: Json,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// Place, time, tags.
    pub details: Json,
    /// Who sits where, by seat.
    pub players: Vec<Option<Uuid>>,
}

/// The events of some records behind their openings, still as they came.
pub struct Logs {
    rows: Vec<Row>,
    /// Where the rows of each record are.
    records: Vec<Range<usize>>,
}

/// An event, as far as counting needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entered<'r> {
    /// Its place in the feed of the shard.
    pub position: Position,
    /// When it was recorded.
    pub at: DateTime<Utc>,
    /// The column `type`.
    pub kind: &'r str,
    /// What happened.
    pub payload: &'r str,
}

impl Logs {
    /// `rows` are those of so many records, one after the other, each beginning with the number of its record.
    fn new(rows: Vec<Row>, count: usize) -> Result<Self, StoreError> {
        let mut records = vec![0..0; count];
        for (place, row) in rows.iter().enumerate() {
            let number: i64 = row.try_get(0)?;
            let record = usize::try_from(number - 1).ok().and_then(|number| records.get_mut(number));
            let record = record.ok_or_else(|| StoreError::Corrupt("an event of no record".into()))?;
            *record = match record.end {
                0 => place..place + 1,
                end if end == place => record.start..place + 1,
                _ => return Err(StoreError::Corrupt("the events of a record are not together".into())),
            };
        }
        Ok(Self { rows, records })
    }

    /// How many events there are, the openings included.
    pub fn events(&self) -> usize {
        self.rows.len() + self.records.len()
    }

    /// The events of a record, in their order.
    pub fn of(&self, record: usize) -> Result<Vec<Entered<'_>>, StoreError> {
        self.rows[self.records[record].clone()].iter().map(entered).collect()
    }
}

impl Reader {
    /// How many records of a shard are public and no copies.
    pub async fn count_public(&self, shard: Shard) -> Result<u64, StoreError> {
        let row = self.row(TO_COUNT, &[&shard.number()]).await?;
        let count: i64 = row.map(|row| row.try_get(0)).transpose()?.unwrap_or_default();
        Ok(u64::try_from(count).unwrap_or_default())
    }

    /// The next public records of a kind in the order of their ids, at most `limit`; no copies.
    pub async fn heads_to_count(
        &self,
        shard: Shard,
        game: &str,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<CountedHead>, StoreError> {
        let after = after.map_or(Uuid::nil(), |id| id.0);
        let rows = self.rows(HEADS, &[&shard.number(), &game, &after, &i64::from(limit)]).await?;
        rows.iter().map(head).collect()
    }

    /// The events of these records behind their openings.
    pub async fn logs_to_count(&self, shard: Shard, games: &[Uuid]) -> Result<Logs, StoreError> {
        Logs::new(self.rows(LOGS, &[&shard.number(), &games]).await?, games.len())
    }
}

fn entered(row: &Row) -> Result<Entered<'_>, StoreError> {
    Ok(Entered {
        position: Position(row.try_get(1)?),
        at: row.try_get(2)?,
        kind: row.try_get(3)?,
        payload: row.try_get(4)?,
    })
}

fn head(row: &Row) -> Result<CountedHead, StoreError> {
    let seats: i32 = row.try_get("seats")?;
    let seats = u8::try_from(seats).map_err(|_| StoreError::Corrupt(format!("{seats} seats")))?;
    let seated: Option<Vec<i32>> = row.try_get("seated")?;
    let players: Option<Vec<Uuid>> = row.try_get("players")?;
    let mut by_seat = vec![None; seats.into()];
    for (seat, player) in seated.unwrap_or_default().into_iter().zip(players.unwrap_or_default()) {
        if let Some(place) = usize::try_from(seat).ok().and_then(|seat| by_seat.get_mut(seat)) {
            *place = Some(player);
        }
    }
    Ok(CountedHead {
        id: GameId(row.try_get("game_id")?),
        seats,
        options: Json::from_text(row.try_get("options")?),
        opened_at: row.try_get("opened_at")?,
        details: Json::from_text(row.try_get("details")?),
        players: by_seat,
    })
}
