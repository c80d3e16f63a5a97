//! Records without their events.

use super::row::{from_stored, number};
use std::num::NonZeroU16;

use chrono::{DateTime, Utc};
use tokio_postgres::Row;

use super::Visibility;
use super::seating::{self, seatings};
use super::{CopyOf, Event, GameId, Json, Occupant, Reader, Seq, StoreError, copy, event};

const SELECT_RECORD: &str = concat!(
    "
    SELECT g.game_id, g.game, g.seats, g.options::text AS options, g.rules_version, g.opened_at,
           g.details::text AS details, g.visibility, g.revision, c.source_id, c.step, ",
    seatings!(),
    ",
           (SELECT max(e.seq) FROM events e WHERE e.shard = $1 AND e.game_id = g.game_id) AS version
    FROM games g LEFT JOIN copies c USING (shard, game_id)
    WHERE g.shard = $1 AND g.game_id = $2"
);

const SELECT_RECORDS: &str = concat!(
    "
    SELECT g.game_id, g.game, g.seats, g.options::text AS options, g.rules_version, g.opened_at,
           g.details::text AS details, g.visibility, g.revision, c.source_id, c.step, ",
    seatings!(),
    ",
           (SELECT max(e.seq) FROM events e WHERE e.shard = $1 AND e.game_id = g.game_id) AS version
    FROM games g LEFT JOIN copies c USING (shard, game_id)
    WHERE g.shard = $1 AND g.game_id = ANY ($2)"
);

/// A record, without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its name.
    pub id: GameId,
    /// The slug of the game.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// The game's options.
    pub options: Json,
    /// The rules it is played by.
    pub rules_version: NonZeroU16,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// Place, time, tags.
    pub details: Json,
    /// Who sits where, by seat.
    pub seating: Vec<Occupant>,
    /// Who may find and read it.
    pub visibility: Visibility,
    /// Seq of its last event.
    pub version: Seq,
    /// What it is a copy of, if it is one.
    pub copy_of: Option<CopyOf>,
    /// Counts the changes of all that is not an event.
    pub revision: i64,
}

impl Reader {
    /// A record by name, whatever its visibility.
    pub async fn record(&self, game: GameId) -> Result<Option<Record>, StoreError> {
        let row = self.row(SELECT_RECORD, &[&self.shards()?.of(game).number(), &game.0]).await?;
        row.as_ref().map(from_row).transpose()
    }

    /// Records by name, whatever their visibility, in any order. One whose row this version can't read stops no other.
    pub async fn records(
        &self,
        games: &[GameId],
    ) -> Result<Vec<(GameId, Result<Record, StoreError>)>, StoreError> {
        let mut records = Vec::new();
        for (shard, ids) in self.shards()?.split(games) {
            for row in &self.rows(SELECT_RECORDS, &[&shard.number(), &ids]).await? {
                records.push((GameId(row.try_get("game_id")?), from_row(row)));
            }
        }
        Ok(records)
    }

    /// A record with its events, the opening first, in one round trip.
    pub async fn record_with_events(&self, game: GameId) -> Result<Option<(Record, Vec<Event>)>, StoreError> {
        let (shard, first_seq) = (self.shards()?.of(game).number(), 0_i64);
        let [records, events] = self
            .rows_of_two(
                [SELECT_RECORD, event::SELECT_EVENTS_OF_RECORD],
                [&[&shard, &game.0], &[&shard, &game.0, &first_seq]],
            )
            .await?;
        let Some(record) = records.first() else { return Ok(None) };
        let events = events.iter().map(event::from_row).collect::<Result<_, _>>()?;
        Ok(Some((from_row(record)?, events)))
    }
}

/// By which version of the rules a record is played.
pub(super) fn rules_version(row: &Row) -> Result<NonZeroU16, StoreError> {
    from_stored(number::<i32, u16>(row, "rules_version")?)
}

pub(super) fn from_row(row: &Row) -> Result<Record, StoreError> {
    let seats = number::<i32, _>(row, "seats")?;
    let version: Option<i64> = row.try_get("version")?;
    Ok(Record {
        id: GameId(row.try_get("game_id")?),
        game: row.try_get("game")?,
        seats,
        options: Json::from_text(row.try_get("options")?),
        rules_version: rules_version(row)?,
        opened_at: row.try_get("opened_at")?,
        details: Json::from_text(row.try_get("details")?),
        seating: seating::read(seats, row.try_get("seatings")?)?,
        visibility: Visibility::parse(row.try_get("visibility")?)?,
        version: from_stored(version.ok_or_else(|| StoreError::Corrupt("a record without event 0".into()))?)?,
        copy_of: copy::from_row(row)?,
        revision: row.try_get("revision")?,
    })
}
