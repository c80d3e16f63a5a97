//! The chain of hashes of a record, and what a database that was tampered with shows by it.
//!
//! The content of an event is its canonical JSON (RFC 8785) without its number: the record, the kind, the version of the
//! schema, the time, who recorded it, and the payload. An event's hash is the SHA-256 of the hash before it in the record
//! and of the SHA-256 of its content. So an event can't be changed, inserted, moved or taken out of the middle without
//! all hashes after it becoming wrong. Taking away the last events, or a whole record, leaves gaps among the positions
//! of the feed, which have none otherwise.
//!
//! Whoever may write to the tables as their owner can compute a chain anew. Hashes that somebody else holds (of a backup,
//! of an export) show that.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{Event, GameId, Hash, Json, NewEvent, Position, Reader, Seq, Shard, StoreError, shard};

/// The hash before the opening.
const START: Hash = [0; 32];

const SELECT_LINKS: &str = "
    SELECT game_id, seq, hash FROM events
    WHERE shard = $1 AND game_id = ANY ($2)
    ORDER BY game_id, seq";

/// Positions without an event: those between two that have one, and after the last. One statement sees one moment.
const SELECT_GAPS: &str = "
    SELECT before + 1 AS first, position - 1 AS last
    FROM (SELECT position, lag(position, 1, 0::bigint) OVER (ORDER BY position) AS before
          FROM (SELECT position FROM events WHERE shard = $1
                UNION ALL SELECT position + 1 FROM shard_heads WHERE shard = $1) places) neighbours
    WHERE position > before + 1
    ORDER BY position";

const SELECT_BEYOND_HEAD: &str = "
    SELECT e.game_id, e.seq FROM events e JOIN shard_heads h ON h.shard = e.shard
    WHERE e.shard = $1 AND e.position > h.position
    ORDER BY e.position";

/// Events whose record is gone.
const SELECT_ORPHANS: &str = "
    SELECT DISTINCT e.game_id FROM events e
    WHERE e.shard = $1 AND NOT EXISTS (SELECT FROM games g WHERE g.shard = e.shard AND g.game_id = e.game_id)
    ORDER BY e.game_id";

/// What an event says, as it is hashed.
pub(super) struct Content<'e> {
    pub(super) game: GameId,
    pub(super) kind: &'e str,
    pub(super) schema_version: i32,
    pub(super) at: DateTime<Utc>,
    pub(super) actor: &'e str,
    pub(super) payload: &'e Json,
}

impl Content<'_> {
    /// The SHA-256 of the canonical JSON.
    fn hash(&self) -> Result<Hash, serde_json::Error> {
        let payload: serde_json::Value = self.payload.read()?;
        let content = json!({
            "actor": self.actor,
            "at": self.at.to_rfc3339_opts(SecondsFormat::Micros, true),
            "game_id": self.game,
            "payload": payload,
            "schema_version": self.schema_version,
            "type": self.kind,
        });
        Ok(Sha256::digest(serde_json_canonicalizer::to_vec(&content)?).into())
    }
}

/// The hash of what an event is to say.
///
/// # Errors
///
/// If its payload is no JSON.
pub(super) fn content_hash(game: GameId, event: &NewEvent) -> Result<Hash, StoreError> {
    let NewEvent { kind, schema_version, at, actor, payload } = event;
    let content = Content { game, kind, schema_version: *schema_version, at: *at, actor, payload };
    content.hash().map_err(|error| StoreError::unstorable(&error.to_string()))
}

/// The hash of the opening of a record.
///
/// # Errors
///
/// If its payload is no JSON.
pub(super) fn opening_hash(opening: &Content<'_>) -> Result<Hash, StoreError> {
    let content = opening.hash().map_err(|error| StoreError::unstorable(&error.to_string()))?;
    Ok(link(&START, &content))
}

/// The hash of an event behind another one.
fn link(before: &Hash, content: &Hash) -> Hash {
    Sha256::new().chain_update(before).chain_update(content).finalize().into()
}

/// A number and a hash as they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredLink {
    /// The number of the event in its record.
    pub seq: Seq,
    /// Its hash.
    pub hash: Hash,
}

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
        let content = Content {
            game: event.game,
            kind: &event.kind,
            schema_version: event.schema_version,
            at: event.at,
            actor: &event.actor,
            payload: &event.payload,
        };
        let hash =
            content.hash().map(|content| link(&before, &content)).map_err(|_| ChainFault::Altered(seq))?;
        let stored = links.get(usize::try_from(seq.0).unwrap_or(usize::MAX));
        if stored != Some(&StoredLink { seq, hash }) {
            return Err(ChainFault::Altered(seq));
        }
        before = hash;
    }
    if events.is_empty() { Err(ChainFault::Missing(Seq(0))) } else { Ok(()) }
}

/// What is wrong with the feed of a shard.
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
    /// There are events of a record that is not there.
    #[error("{0}: there are events, and no record")]
    Orphan(GameId),
}

impl Reader {
    /// The hashes of the events of several records, each in order.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn links(&self, games: &[GameId]) -> Result<HashMap<GameId, Vec<StoredLink>>, StoreError> {
        let mut links: HashMap<GameId, Vec<StoredLink>> = HashMap::new();
        for (shard, ids) in shard::by_shard(games) {
            for row in &self.rows(SELECT_LINKS, &[&shard.number(), &ids]).await? {
                let hash: Vec<u8> = row.try_get("hash")?;
                let hash =
                    hash.try_into().map_err(|_| StoreError::Corrupt("a hash has not 32 bytes".into()))?;
                let link = StoredLink { seq: Seq(row.try_get("seq")?), hash };
                links.entry(GameId(row.try_get("game_id")?)).or_default().push(link);
            }
        }
        Ok(links)
    }

    /// What is wrong with the feed: what was taken out of it, or put there by somebody else.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn feed_faults(&self) -> Result<Vec<FeedFault>, StoreError> {
        let mut faults = Vec::new();
        for shard in Shard::all() {
            let shard = shard.number();
            for row in &self.rows(SELECT_GAPS, &[&shard]).await? {
                let (first, last) = (Position(row.try_get("first")?), Position(row.try_get("last")?));
                faults.push(FeedFault::Missing { first, last });
            }
            for row in &self.rows(SELECT_BEYOND_HEAD, &[&shard]).await? {
                let (game, seq) = (GameId(row.try_get("game_id")?), Seq(row.try_get("seq")?));
                faults.push(FeedFault::Beyond { game, seq });
            }
            for row in &self.rows(SELECT_ORPHANS, &[&shard]).await? {
                faults.push(FeedFault::Orphan(GameId(row.try_get("game_id")?)));
            }
        }
        Ok(faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(seq: i64, text: &str) -> Event {
        Event {
            game: GameId(uuid::Uuid::from_u128(7)),
            seq: Seq(seq),
            position: Position(seq + 1),
            kind: "annotate".into(),
            schema_version: 1,
            at: "2026-11-25T10:00:00.123456+01:00".parse().unwrap(),
            actor: "scribe".into(),
            payload: Json::from_text(format!(r#"{{"type": "annotate",   "text": "{text}"}}"#)),
        }
    }

    /// Hashes as the database makes them of what the service sends.
    fn links(events: &[Event]) -> Vec<StoredLink> {
        let mut before = START;
        let link_of = |event: &Event| {
            let (kind, actor, payload) = (event.kind.clone(), event.actor.clone(), event.payload.clone());
            let sent = NewEvent { kind, schema_version: event.schema_version, at: event.at, actor, payload };
            before = link(&before, &content_hash(event.game, &sent).unwrap());
            StoredLink { seq: event.seq, hash: before }
        };
        events.iter().map(link_of).collect()
    }

    fn hex(hash: &Hash) -> String {
        blake3::Hash::from(*hash).to_hex().to_string()
    }

    #[test]
    fn a_hash_can_be_made_with_any_other_tool() {
        // By Python: sha256(bytes(32) + sha256(json.dumps(…, sort_keys=True, separators=(",", ":"), ensure_ascii=False))).
        let made = "ed9c6c34ab166d2c47d98ab070d237c0d3893c72651a1c38f02108551b3019f8";
        assert_eq!(hex(&links(&[event(0, "狼")])[0].hash), made);
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
