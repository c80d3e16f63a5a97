//! Reading the whole feed, range by range.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{GameId, Position, Reader, Shard, StoreError};

queries! {
    /// One row for all events: sending a row for each takes longer than reading them. JSON has no line breaks.
    const SELECT_EVENT_RANGE: EventRange = "
        SELECT array_agg(game_id) AS games, array_agg(seq) AS seqs, array_agg(position) AS positions, array_agg(at) AS at,
            string_agg(type, E'\\n') AS kinds, string_agg(payload::text, E'\\n') AS payloads
        FROM (
            SELECT * FROM events WHERE shard = $1 AND position > $2 AND position <= $3 ORDER BY position) e
        HAVING count(*) > 0";
}

/// A range of the feed, column by column.
pub struct EventRange {
    games: Vec<Uuid>,
    seqs: Vec<i64>,
    positions: Vec<i64>,
    at: Vec<DateTime<Utc>>,
    /// A line for each event.
    kinds: String,
    payloads: String,
}

row!(EventRange: games, seqs, positions, at, kinds, payloads);

/// An event of a range, with only the columns that readers of the whole feed need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RangeEvent<'r> {
    /// Its number in its record.
    pub seq: i64,
    /// Its place in the feed of the shard.
    pub position: Position,
    /// When it was recorded.
    pub at: DateTime<Utc>,
    /// The column `type`.
    pub kind: &'r str,
    /// The payload of the event.
    pub payload: &'r str,
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
    pub fn events(&self) -> impl Iterator<Item = (GameId, RangeEvent<'_>)> {
        let words = self.kinds.split('\n').zip(self.payloads.split('\n'));
        let positions = self.games.iter().zip(&self.seqs).zip(self.positions.iter().zip(&self.at));
        let events = positions.zip(words).filter(|(((_, seq), _), _)| **seq > 0);
        events.map(|(((game, seq), (position, at)), (kind, payload))| {
            (GameId(*game), RangeEvent { seq: *seq, position: Position(*position), at: *at, kind, payload })
        })
    }
}

impl Reader {
    /// The events of a shard after one position of the feed and up to another; `None` if there are none.
    pub async fn event_range(
        &self,
        shard: Shard,
        after: Position,
        to: Position,
    ) -> Result<Option<EventRange>, StoreError> {
        self.row(SELECT_EVENT_RANGE, &[&shard.number(), &after.0, &to.0]).await
    }
}
