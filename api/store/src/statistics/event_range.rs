//! Reading the whole feed for a rebuild of the statistics.

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use uuid::Uuid;

use super::SlowObservations;
use crate::{GameId, Json, Position, Reader, Record, Shard, StoreError};

const SELECT_COUNTABLE_RECORDS: &str = "
    SELECT g.game_id, g.game, g.seats, g.options::text AS options, g.opened_at, g.details::text AS details,
        s.seat_numbers, s.players
    FROM games g
    CROSS JOIN LATERAL (
        SELECT array_agg(s.seat) AS seat_numbers, array_agg(s.player_id) AS players FROM seatings s
        WHERE s.shard = $1 AND s.game_id = g.game_id AND s.player_id IS NOT NULL) s
    WHERE g.shard = $1 AND g.game_id = ANY ($2) AND g.visibility = 'public'
      AND NOT EXISTS (SELECT FROM copies c WHERE c.shard = g.shard AND c.game_id = g.game_id)";

/// One row for all events: sending a row for each takes longer than reading them. JSON has no line breaks.
const SELECT_EVENT_RANGE: &str = "
    SELECT array_agg(game_id), array_agg(seq), array_agg(position), array_agg(at),
        string_agg(type, E'\\n'), string_agg(payload::text, E'\\n')
    FROM (
        SELECT * FROM events WHERE shard = $1 AND position > $2 AND position <= $3 ORDER BY position) e";

/// A public record, as far as statistics need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountableRecord {
    /// The record.
    pub id: GameId,
    /// The slug of its game.
    pub game: String,
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
    /// What was observed of it beside counting.
    pub slow: Option<SlowObservations>,
}

/// A range of the feed, column by column.
pub struct EventRange {
    games: Vec<Uuid>,
    seqs: Vec<i64>,
    positions: Vec<i64>,
    at: Vec<DateTime<Utc>>,
    /// The row itself. It holds the kinds and the payloads, a line for each event.
    row: Row,
}

/// An event, as far as statistics need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeEvent<'r> {
    /// Its place in the feed of the shard.
    pub position: Position,
    /// When it was recorded.
    pub at: DateTime<Utc>,
    /// The column `type`.
    pub kind: &'r str,
    /// What happened.
    pub payload: &'r str,
}

impl CountableRecord {
    /// The same of a record that was read whole, with what was observed of it.
    pub fn of(record: &Record, slow: Option<SlowObservations>) -> Self {
        Self {
            id: record.id,
            game: record.game.clone(),
            seats: record.seats,
            options: record.options.clone(),
            opened_at: record.opened_at,
            details: record.details.clone(),
            players: record.seating.iter().map(|occupant| occupant.player().map(|player| player.0)).collect(),
            slow,
        }
    }
}

impl EventRange {
    /// How many events there are, the openings included.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// The records that were opened here.
    pub fn opened(&self) -> impl Iterator<Item = GameId> {
        let events = self.games.iter().zip(&self.seqs);
        events.filter(|(_, seq)| **seq == 0).map(|(game, _)| GameId(*game))
    }

    /// The events after the openings, in the order of the feed, and their records.
    ///
    /// # Errors
    ///
    /// If an event is stored otherwise than this version writes it.
    pub fn events(&self) -> Result<impl Iterator<Item = (GameId, RangeEvent<'_>)>, StoreError> {
        let (kinds, payloads): (&str, &str) = (self.row.try_get(4)?, self.row.try_get(5)?);
        let words = kinds.split('\n').zip(payloads.split('\n'));
        let positions = self.games.iter().zip(&self.seqs).zip(self.positions.iter().zip(&self.at));
        let events = positions.zip(words).filter(|(((_, seq), _), _)| **seq > 0);
        Ok(events.map(|(((game, _), (position, at)), (kind, payload))| {
            (GameId(*game), RangeEvent { position: Position(*position), at: *at, kind, payload })
        }))
    }
}

impl Reader {
    /// Those of these records that are public and no copies, in any order.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn countable_records(
        &self,
        shard: Shard,
        games: &[Uuid],
    ) -> Result<Vec<CountableRecord>, StoreError> {
        let rows = self.rows(SELECT_COUNTABLE_RECORDS, &[&shard.number(), &games]).await?;
        let mut slow = self.slow_observations_of(shard, games).await?;
        let mut record = |row| {
            let record = countable_record(row)?;
            Ok(CountableRecord { slow: slow.remove(&record.id), ..record })
        };
        rows.iter().map(&mut record).collect()
    }

    /// The events of a shard after one position of the feed and up to another; `None` if there are none.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn event_range(
        &self,
        shard: Shard,
        after: Position,
        to: Position,
    ) -> Result<Option<EventRange>, StoreError> {
        let row = self.row(SELECT_EVENT_RANGE, &[&shard.number(), &after.0, &to.0]).await?;
        Ok(row.map(event_range).transpose()?.flatten())
    }
}

fn event_range(row: Row) -> Result<Option<EventRange>, StoreError> {
    let Some(games) = row.try_get(0)? else { return Ok(None) };
    let (seqs, positions, at) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
    Ok(Some(EventRange { games, seqs, positions, at, row }))
}

fn countable_record(row: &Row) -> Result<CountableRecord, StoreError> {
    let seats: i32 = row.try_get("seats")?;
    let seats = u8::try_from(seats).map_err(|_| StoreError::Corrupt(format!("{seats} seats")))?;
    let seat_numbers: Option<Vec<i32>> = row.try_get("seat_numbers")?;
    let players: Option<Vec<Uuid>> = row.try_get("players")?;
    let mut by_seat = vec![None; seats.into()];
    for (seat, player) in seat_numbers.unwrap_or_default().into_iter().zip(players.unwrap_or_default()) {
        if let Some(place) = usize::try_from(seat).ok().and_then(|seat| by_seat.get_mut(seat)) {
            *place = Some(player);
        }
    }
    Ok(CountableRecord {
        id: GameId(row.try_get("game_id")?),
        game: row.try_get("game")?,
        seats,
        options: Json::from_text(row.try_get("options")?),
        opened_at: row.try_get("opened_at")?,
        details: Json::from_text(row.try_get("details")?),
        players: by_seat,
        slow: None,
    })
}
