//! Search documents, by which records that have ended are found. `migrations/V8__search.sql` describes their content.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use deadpool_postgres::Transaction;
use serde_json::{Map, Value, json};

use super::{GameId, Json, Position, Reader, Shard, StoreError, checkpoint};

/// The name of the checkpoint of the follower that writes search documents.
pub const CHECKPOINT: &str = "search_documents";

queries! {
    const UPDATE_DOCUMENTS: () = "
        UPDATE search_documents c
        SET status = n.status, irregular = n.irregular, moves = n.moves, ended_at = n.ended_at, outcome = n.outcome,
            winners = n.winners, points = n.points, score = n.score, result = n.result, terms = n.terms
        FROM jsonb_to_recordset($2::text::jsonb)
                 AS n (game_id uuid, status text, irregular boolean, moves int, ended_at timestamptz, outcome jsonb,
                       winners int[], points bigint, score bigint, result text[], terms bigint[])
        WHERE c.shard = $1 AND c.game_id = n.game_id";

    const RESET_DOCUMENTS: () = "
        UPDATE search_documents
        SET status = 'live', irregular = NULL, moves = NULL, ended_at = NULL, outcome = NULL, winners = NULL,
            points = NULL, score = NULL, result = DEFAULT, terms = NULL
        WHERE shard = $1 AND game_id = ANY ($2) AND status <> 'live'";

    /// Times as microseconds since 1970.
    const SELECT_DOCUMENTS: (GameId, Json) = "
        SELECT game_id, json_build_object(
            'game', game, 'seats', seats, 'options', options, 'visibility', visibility, 'names', names, 'players', players,
            'tags', tags, 'place', place, 'words', words, 'is_copy', is_copy, 'status', status, 'irregular', irregular,
            'moves', moves, 'outcome', outcome, 'winners', winners, 'points', points, 'score', score, 'result', result,
            'terms', terms, 'opened_at', (extract(epoch FROM opened_at) * 1000000)::bigint,
            'played_at', (extract(epoch FROM played_at) * 1000000)::bigint,
            'ended_at', (extract(epoch FROM ended_at) * 1000000)::bigint)::text AS document
        FROM search_documents WHERE shard = $1 AND game_id = ANY ($2)";

    const INSERT_TERMS: () = "
        INSERT INTO search_terms (shard, id, game, type, field, fields)
        SELECT $1::int, h.id, h.game, h.type, h.field, h.fields::jsonb
        FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[]) AS h (id, game, type, field, fields)
        ON CONFLICT DO NOTHING";
}

/// How a record ended, as search finds it.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchDocument {
    /// The record.
    pub game: GameId,
    /// `over` or `abandoned`.
    pub status: &'static str,
    /// True: a move in force broke a rule.
    pub irregular: bool,
    /// How many moves are in force.
    pub moves: usize,
    /// When it ended.
    pub ended_at: DateTime<Utc>,
    /// The result as it is shown.
    pub outcome: Option<Json>,
    /// The seats that won.
    pub winners: Vec<u8>,
    /// The most points that anybody got.
    pub points: Option<i64>,
    /// One score for the whole table.
    pub score: Option<i64>,
    /// One-word facts about the outcome, the status included.
    pub result: Vec<String>,
    /// Ids of its search terms.
    pub terms: Vec<i64>,
}

/// A move, effect or breach with its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTerm {
    /// A digest of the rest.
    pub id: i64,
    /// The slug of the game.
    pub game: String,
    /// The type of move, effect or breach.
    pub kind: String,
    /// The only field of the term; all fields are in `fields` if there is none.
    pub field: Option<String>,
    /// Its fields: an object.
    pub fields: Json,
}

/// A record that has ended, as search finds it.
pub type EndedRecord = (SearchDocument, Vec<SearchTerm>);

/// Search documents to be filled and emptied.
#[derive(Clone, Debug)]
pub struct SearchUpdate {
    /// The checkpoint's position before.
    pub from: Position,
    /// The checkpoint's position after.
    pub position: Position,
    /// The records that have ended.
    pub ended: Vec<EndedRecord>,
    /// Records that have not.
    pub live: Vec<GameId>,
}

impl Reader {
    /// The search documents of these records, as objects of their columns.
    pub async fn search_documents(
        &self,
        games: &[GameId],
    ) -> Result<HashMap<GameId, Map<String, Value>>, StoreError> {
        let corrupt = |error| StoreError::Corrupt(format!("a search document: {error}"));
        let mut documents = HashMap::new();
        for (shard, ids) in self.shards()?.split(games) {
            for (game, document) in self.rows(SELECT_DOCUMENTS, &[&shard.number(), &ids]).await? {
                documents.insert(game, document.read().map_err(corrupt)?);
            }
        }
        Ok(documents)
    }
}

/// Fills and empties documents, and moves the checkpoint. False, and nothing changed, if that has moved meanwhile.
pub(super) async fn write(
    transaction: &Transaction<'_>,
    shard: Shard,
    update: &SearchUpdate,
) -> Result<bool, StoreError> {
    let SearchUpdate { from, position, ended, live } = update;
    if !checkpoint::advance(transaction, CHECKPOINT, shard, *from, *position).await? {
        return Ok(false);
    }
    let number = shard.number();
    if !live.is_empty() {
        let ids: Vec<_> = live.iter().map(|game| game.0).collect();
        RESET_DOCUMENTS.execute(transaction, &[&number, &ids]).await?;
    }
    if ended.is_empty() {
        return Ok(true);
    }
    let documents = Value::Array(ended.iter().map(|(document, _)| to_json(document)).collect()).to_string();
    UPDATE_DOCUMENTS.execute(transaction, &[&number, &documents]).await?;
    let mut terms: Vec<_> = ended.iter().flat_map(|(_, terms)| terms).collect();
    terms.sort_by_key(|term| term.id);
    terms.dedup_by_key(|term| term.id);
    let ids: Vec<_> = terms.iter().map(|term| term.id).collect();
    let games: Vec<_> = terms.iter().map(|term| term.game.as_str()).collect();
    let kinds: Vec<_> = terms.iter().map(|term| term.kind.as_str()).collect();
    let single_fields: Vec<_> = terms.iter().map(|term| term.field.as_deref()).collect();
    let fields: Vec<_> = terms.iter().map(|term| term.fields.as_str()).collect();
    INSERT_TERMS.execute(transaction, &[&number, &ids, &games, &kinds, &single_fields, &fields]).await?;
    Ok(true)
}

fn to_json(document: &SearchDocument) -> Value {
    let outcome: Option<Value> = document.outcome.as_ref().and_then(|outcome| outcome.read().ok());
    json!({
        "game_id": document.game, "status": document.status, "irregular": document.irregular, "moves": document.moves,
        "ended_at": document.ended_at, "outcome": outcome, "winners": document.winners, "points": document.points,
        "score": document.score, "result": document.result, "terms": document.terms,
    })
}
