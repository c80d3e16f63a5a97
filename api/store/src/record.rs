//! Records without their events.

use std::num::NonZeroU16;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::Visibility;
use super::{CopyOf, Event, GameId, Json, Occupant, Reader, Seq, StoreError, event, seating};

/// The columns of the record `g` in a statement about the shard $1, which may be the copy `o`. Who sits there is a JSON object
/// for every seat that has a row. No function, because a node of a cluster calls none that reads tables.
macro_rules! record_columns {
    () => {
        "g.game_id AS id, g.game, g.seats, g.options::text AS options, g.rules_version, g.opened_at,
         g.details::text AS details, g.visibility, g.revision, o.source_id, o.step,
         (SELECT json_agg(json_build_object('seat', who.seat, 'player', who.player_id,
                                            'name', coalesce(profile.name, who.guest_name), 'erased', who.erased))::text
          FROM seatings who LEFT JOIN players profile ON profile.player_id = who.player_id
          WHERE who.shard = $1 AND who.game_id = g.game_id) AS seatings,
         (SELECT max(e.seq) FROM events e WHERE e.shard = $1 AND e.game_id = g.game_id) AS version"
    };
}
pub(super) use record_columns;

queries! {
    const SELECT_RECORD: Record = concat!(
        "SELECT ",
        record_columns!(),
        " FROM games g LEFT JOIN copies o USING (shard, game_id) WHERE g.shard = $1 AND g.game_id = $2"
    );

    const SELECT_RECORDS: (GameId, Result<Record, StoreError>) = concat!(
        "SELECT ",
        record_columns!(),
        " FROM games g LEFT JOIN copies o USING (shard, game_id) WHERE g.shard = $1 AND g.game_id = ANY ($2)"
    );
}

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
    /// The occupants, by seat.
    pub seating: Vec<Occupant>,
    /// The viewers that may find and read it.
    pub visibility: Visibility,
    /// Seq of its last event.
    pub version: Seq,
    /// The source, if it is a copy.
    pub copy_of: Option<CopyOf>,
    /// Counts the changes of all that is not an event.
    pub revision: i64,
}

impl Reader {
    /// A record by id, whatever its visibility.
    pub async fn record(&self, game: GameId) -> Result<Option<Record>, StoreError> {
        self.row(SELECT_RECORD, &[&self.shards()?.of(game).number(), &game.0]).await
    }

    /// Records by id, whatever their visibility, in any order. One whose row this version can't read stops no other.
    pub async fn records(
        &self,
        games: &[GameId],
    ) -> Result<Vec<(GameId, Result<Record, StoreError>)>, StoreError> {
        let mut records = Vec::new();
        for (shard, ids) in self.shards()?.split(games) {
            records.extend(self.rows(SELECT_RECORDS, &[&shard.number(), &ids]).await?);
        }
        Ok(records)
    }

    /// A record with its events, the opening first, in one round trip.
    pub async fn record_with_events(&self, game: GameId) -> Result<Option<(Record, Vec<Event>)>, StoreError> {
        let (shard, first_seq) = (self.shards()?.of(game).number(), 0_i64);
        let (records, events) = self
            .rows_of_two(
                (SELECT_RECORD, &[&shard, &game.0]),
                (event::SELECT_EVENTS_OF_RECORD, &[&shard, &game.0, &first_seq]),
            )
            .await?;
        Ok(records.into_iter().next().map(|record| (record, events)))
    }
}

/// The stored row of a record.
struct RecordRow {
    id: GameId,
    game: String,
    seats: u8,
    options: Json,
    rules_version: NonZeroU16,
    opened_at: DateTime<Utc>,
    details: Json,
    visibility: Visibility,
    revision: i64,
    source_id: Option<Uuid>,
    step: Option<u32>,
    seatings: Option<String>,
    version: Option<Seq>,
}

row!(RecordRow: id, game, seats, options, rules_version, opened_at, details, visibility, revision, source_id,
    step, seatings, version);
row!(Record: RecordRow => record);

fn record(row: RecordRow) -> Result<Record, StoreError> {
    Ok(Record {
        id: row.id,
        game: row.game,
        seats: row.seats,
        options: row.options,
        rules_version: row.rules_version,
        opened_at: row.opened_at,
        details: row.details,
        seating: seating::read(row.seats, row.seatings.as_deref())?,
        visibility: row.visibility,
        version: row.version.ok_or_else(|| StoreError::Corrupt("a record without event 0".into()))?,
        copy_of: row.step.map(|step| CopyOf { id: row.source_id, step }),
        revision: row.revision,
    })
}
