//! The chain of hashes of a record, which reveals that a database was tampered with.
//!
//! `kifu-proofs` defines the hash of an event: of the hash before it in the record, of a random salt, and of what it says
//! (without its number and position). So an event can't be changed, inserted, moved or taken out of the middle without all
//! hashes after it becoming wrong. Taking away the last events, or a whole record, leaves gaps among the positions of the
//! feed, which have none otherwise.
//!
//! Whoever may write to the tables as their owner can compute a chain anew. The signed heads of the tree (`tree.rs`) show that,
//! if the key is not in the database, and hashes that somebody else holds (of a backup, of a proof).

use std::collections::HashMap;

use kifu_proofs::Digest;
use kifu_proofs::event::{EventContent, START, Salt, link, new_salt};

use super::{Event, GameId, Json, NewEvent, Position, Reader, Seq, StoreError};

queries! {
    const SELECT_LINKS: (GameId, StoredLink) = "
        SELECT game_id, seq, position, actor, schema_version, salt, hash FROM events
        WHERE shard = $1 AND game_id = ANY ($2)
        ORDER BY game_id, seq";

    const SELECT_OPENING: Json =
        "SELECT payload::text AS payload FROM events WHERE shard = $1 AND game_id = $2 AND seq = 0";

    /// Positions without an event: those between two that have one, and after the last. One statement sees one moment.
    const SELECT_GAPS: (Position, Position) = "
        SELECT before + 1 AS first, position - 1 AS last
        FROM (SELECT position, lag(position, 1, 0::bigint) OVER (ORDER BY position) AS before
              FROM (SELECT position FROM events WHERE shard = $1
                    UNION ALL SELECT position + 1 FROM shard_heads WHERE shard = $1) places) neighbours
        WHERE position > before + 1
        ORDER BY position";

    const SELECT_BEYOND_HEAD: (GameId, Seq) = "
        SELECT e.game_id, e.seq FROM events e JOIN shard_heads h ON h.shard = e.shard
        WHERE e.shard = $1 AND e.position > h.position
        ORDER BY e.position";

    /// Positions of derived data beyond the end of the feed.
    const SELECT_AHEAD: (Position, Position) = "
        SELECT max(made.position) AS position, h.position AS head FROM (
            SELECT position FROM projections WHERE shard = $1
            UNION ALL SELECT position FROM statistic_progress WHERE shard = $1
            UNION ALL SELECT position FROM statistic_clock WHERE shard = $1
        ) made, shard_heads h
        WHERE h.shard = $1 AND made.position > h.position GROUP BY h.position";

    /// Events whose record is gone.
    const SELECT_ORPHANS: GameId = "
        SELECT DISTINCT e.game_id FROM events e
        WHERE e.shard = $1 AND NOT EXISTS (SELECT FROM games g WHERE g.shard = e.shard AND g.game_id = e.game_id)
        ORDER BY e.game_id";
}

/// Returns the part of an event that enters its hash.
///
/// # Errors
///
/// If it can't be written as canonical JSON.
pub(super) fn commitment(game: GameId, event: &NewEvent, salt: Salt) -> Result<Digest, StoreError> {
    let content = EventContent {
        actor: &event.actor,
        at: event.at,
        game_id: game.0,
        kind: &event.kind,
        payload: &event.payload,
        schema_version: event.schema_version,
    };
    content.commitment(salt).map_err(|error| StoreError::unstorable(&error.to_string()))
}

/// A salt and the hash with it of the opening of a record.
///
/// # Errors
///
/// If it can't be written as canonical JSON.
pub(super) fn opening_hash(game: GameId, opening: &NewEvent) -> Result<(Salt, Digest), StoreError> {
    let salt = new_salt();
    Ok((salt, link(START, commitment(game, opening, salt)?)))
}

/// The data that proves a stored event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLink {
    /// The number of the event in its record.
    pub seq: Seq,
    /// Its place in the feed of the shard.
    pub position: Position,
    /// The actor that recorded it.
    pub actor: String,
    /// The version of the payload's schema.
    pub schema_version: i32,
    /// The random bytes in its hash.
    pub salt: Salt,
    /// Its hash.
    pub hash: Digest,
}

row!(StoredLink: seq, position, actor, schema_version, salt, hash);

/// The first thing that is wrong with a stored log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// An event is not there.
    #[error("event {0} is missing")]
    Missing(Seq),
    /// An event says something else than when it was recorded, or was put there by somebody else.
    #[error("event {0} was altered: its hash is not that of what it says")]
    Altered(Seq),
}

/// Compares a log, as it was read, with its hashes. Links of events that came later are passed over.
///
/// # Errors
///
/// The first event that is missing or was altered.
pub fn check_chain(events: &[Event], links: &[StoredLink]) -> Result<(), ChainFault> {
    let mut before = START;
    for (seq, event) in (0..).map(Seq).zip(events) {
        if event.seq != seq {
            return Err(ChainFault::Missing(seq));
        }
        let stored = links.get(seq.index()).filter(|link| link.seq == seq);
        let stored = stored.ok_or(ChainFault::Altered(seq))?;
        if hash_of(event, before, stored.salt) != Some(stored.hash) {
            return Err(ChainFault::Altered(seq));
        }
        before = stored.hash;
    }
    if events.is_empty() { Err(ChainFault::Missing(Seq(0))) } else { Ok(()) }
}

/// The hash of an event behind another one; nothing if it is no JSON.
fn hash_of(event: &Event, before: Digest, salt: Salt) -> Option<Digest> {
    let payload = event.payload.canonical().ok()?;
    let content = EventContent {
        actor: &event.actor,
        at: event.at,
        game_id: event.game.0,
        kind: &event.kind,
        payload: &payload,
        schema_version: event.schema_version,
    };
    Some(link(before, content.commitment(salt).ok()?))
}

/// A fault in the feed of a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeedFault {
    /// No event has these positions.
    #[error("events of the feed are missing: positions {first} to {last}")]
    Missing {
        /// The first of them.
        first: Position,
        /// The last.
        last: Position,
    },
    /// An event lies beyond the end of the feed.
    #[error("{game}: event {seq} lies beyond the end of the feed")]
    Beyond {
        /// Its record.
        game: GameId,
        /// Its number.
        seq: Seq,
    },
    /// More was counted and searched than there is.
    #[error(
        "events of the feed are missing: statistics, search or notices were made of those up to position {made}, there are {head}"
    )]
    Cut {
        /// How far something was made of the feed.
        made: Position,
        /// The end of the feed.
        head: Position,
    },
    /// There are events of a record that is not there.
    #[error("{0}: there are events, and no record")]
    Orphan(GameId),
}

impl Reader {
    /// Returns the payload of a record's opening event, if there is one.
    pub async fn opening_payload(&self, game: GameId) -> Result<Option<Json>, StoreError> {
        self.row(SELECT_OPENING, &[&self.shards()?.of(game).number(), &game.0]).await
    }

    /// The hashes of the events of several records, each in order.
    pub async fn links(&self, games: &[GameId]) -> Result<HashMap<GameId, Vec<StoredLink>>, StoreError> {
        let mut links: HashMap<GameId, Vec<StoredLink>> = HashMap::new();
        for (shard, ids) in self.shards()?.split(games) {
            for (game, link) in self.rows(SELECT_LINKS, &[&shard.number(), &ids]).await? {
                links.entry(game).or_default().push(link);
            }
        }
        Ok(links)
    }

    /// Finds faults in the feed: events that were taken out of it, or put there by somebody else.
    pub async fn feed_faults(&self) -> Result<Vec<FeedFault>, StoreError> {
        let mut faults = Vec::new();
        for shard in self.shards()?.all() {
            let shard = shard.number();
            let gaps = self.rows(SELECT_GAPS, &[&shard]).await?.into_iter();
            faults.extend(gaps.map(|(first, last)| FeedFault::Missing { first, last }));
            let beyond = self.rows(SELECT_BEYOND_HEAD, &[&shard]).await?.into_iter();
            faults.extend(beyond.map(|(game, seq)| FeedFault::Beyond { game, seq }));
            let ahead = self.rows(SELECT_AHEAD, &[&shard]).await?.into_iter();
            faults.extend(ahead.map(|(made, head)| FeedFault::Cut { made, head }));
            faults.extend(self.rows(SELECT_ORPHANS, &[&shard]).await?.into_iter().map(FeedFault::Orphan));
        }
        Ok(faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(seq: u64, text: &str) -> Event {
        Event {
            game: GameId(uuid::Uuid::from_u128(7)),
            seq: Seq(seq),
            position: Position(i64::from(Seq(seq)) + 1),
            kind: "annotate".into(),
            schema_version: 1,
            at: "2026-11-25T10:00:00.123456+01:00".parse().unwrap(),
            actor: "scribe".into(),
            payload: Json::from_text(format!(r#"{{"type": "annotate",   "text": "{text}"}}"#)),
        }
    }

    /// Makes the hashes of events as the database does.
    fn links(events: &[Event]) -> Vec<StoredLink> {
        let mut before = START;
        let link_of = |event: &Event| {
            let (kind, actor) = (event.kind.clone(), event.actor.clone());
            let payload = event.payload.canonical().unwrap();
            let sent = NewEvent { kind, schema_version: event.schema_version, at: event.at, actor, payload };
            let salt = new_salt();
            before = link(before, commitment(event.game, &sent, salt).unwrap());
            StoredLink {
                seq: event.seq,
                position: event.position,
                actor: event.actor.clone(),
                schema_version: event.schema_version,
                salt,
                hash: before,
            }
        };
        events.iter().map(link_of).collect()
    }

    #[test]
    fn whatever_is_altered_is_found() {
        let log = [event(0, "zero"), event(1, "one"), event(2, "two")];
        let links = links(&log);
        assert_eq!(check_chain(&log, &links), Ok(()));
        assert_eq!(check_chain(&log[..2], &links), Ok(()), "what came later is passed over");
        assert_eq!(check_chain(&[], &links), Err(ChainFault::Missing(Seq(0))));
        assert_eq!(check_chain(&log, &links[..2]), Err(ChainFault::Altered(Seq(2))));
        let changes: [fn(&mut Event); 6] = [
            |event| event.payload = Json::from_text(r#"{"type": "annotate", "text": "other"}"#.into()),
            |event| event.actor = "seat 1".into(),
            |event| event.at += chrono::Duration::microseconds(1),
            |event| event.kind = "abandon".into(),
            |event| event.schema_version = 2,
            |event| event.game = GameId(uuid::Uuid::from_u128(8)),
        ];
        for (number, change) in (0..).zip(changes) {
            let mut altered = log.clone();
            change(&mut altered[1]);
            assert_eq!(check_chain(&altered, &links), Err(ChainFault::Altered(Seq(1))), "change {number}");
        }
        let hole = [log[0].clone(), log[2].clone()];
        assert_eq!(check_chain(&hole, &links), Err(ChainFault::Missing(Seq(1))));
        let swapped = [log[0].clone(), Event { seq: Seq(1), ..log[2].clone() }];
        assert_eq!(check_chain(&swapped, &links), Err(ChainFault::Altered(Seq(1))));
    }
}
