//! Records as a rebuild of the statistics reads them, many at once.

use std::num::NonZeroU16;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::SlowObservations;
use crate::{GameId, Json, Reader, Record, Shard, StoreError};

queries! {
    const SELECT_COUNTABLE_RECORDS: (GameId, Result<CountableRecord, StoreError>) = "
        SELECT g.game_id AS id, g.game, g.seats, g.options::text AS options, g.rules_version, g.opened_at,
            g.details::text AS details,
            s.seat_numbers, s.players
        FROM games g
        CROSS JOIN LATERAL (
            SELECT array_agg(s.seat) AS seat_numbers, array_agg(s.player_id) AS players FROM seatings s
            WHERE s.shard = $1 AND s.game_id = g.game_id AND s.player_id IS NOT NULL) s
        WHERE g.shard = $1 AND g.game_id = ANY ($2) AND g.visibility = 'public'
          AND NOT EXISTS (SELECT FROM copies c WHERE c.shard = g.shard AND c.game_id = g.game_id)";
}

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
    /// The version of the rules that it is played by.
    pub rules_version: NonZeroU16,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// Place, time, tags.
    pub details: Json,
    /// The players, by seat.
    pub players: Vec<Option<Uuid>>,
    /// Slow observations of it, which are made apart from counting.
    pub slow: Option<SlowObservations>,
}

impl CountableRecord {
    /// Makes one of a record that was read whole and its slow observations.
    pub fn of(record: &Record, slow: Option<SlowObservations>) -> Self {
        Self {
            id: record.id,
            game: record.game.clone(),
            seats: record.seats,
            options: record.options.clone(),
            rules_version: record.rules_version,
            opened_at: record.opened_at,
            details: record.details.clone(),
            players: record.seating.iter().map(|occupant| occupant.player().map(|player| player.0)).collect(),
            slow,
        }
    }
}

impl Reader {
    /// Returns those of these records that are public and no copies, in any order; only the id, if this version can't
    /// read the row.
    pub async fn countable_records(
        &self,
        shard: Shard,
        games: &[Uuid],
    ) -> Result<Vec<Result<CountableRecord, GameId>>, StoreError> {
        let rows = self.rows(SELECT_COUNTABLE_RECORDS, &[&shard.number(), &games]).await?;
        let mut slow = self.slow_observations_of(shard, games).await?;
        let records = rows.into_iter().map(|(id, record)| {
            record.map(|record| CountableRecord { slow: slow.remove(&id), ..record }).map_err(|_| id)
        });
        Ok(records.collect())
    }
}

/// The stored row of a countable record.
struct CountableRow {
    id: GameId,
    game: String,
    seats: u8,
    options: Json,
    rules_version: NonZeroU16,
    opened_at: DateTime<Utc>,
    details: Json,
    seat_numbers: Option<Vec<i32>>,
    players: Option<Vec<Uuid>>,
}

row!(CountableRow: id, game, seats, options, rules_version, opened_at, details, seat_numbers, players);
row!(CountableRecord: CountableRow => |row| Ok(countable_record(row)));

fn countable_record(row: CountableRow) -> CountableRecord {
    let mut players = vec![None; row.seats.into()];
    for (seat, player) in row.seat_numbers.into_iter().flatten().zip(row.players.into_iter().flatten()) {
        if let Some(place) = usize::try_from(seat).ok().and_then(|seat| players.get_mut(seat)) {
            *place = Some(player);
        }
    }
    CountableRecord {
        id: row.id,
        game: row.game,
        seats: row.seats,
        options: row.options,
        rules_version: row.rules_version,
        opened_at: row.opened_at,
        details: row.details,
        players,
        slow: None,
    }
}
