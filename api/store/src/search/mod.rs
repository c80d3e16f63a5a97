//! Finding records by their search documents.
//!
//! It is not known beforehand whether few or many records fit a search, and the estimate of the database
//! can be wrong by orders of magnitude. So a page is searched in three ways, each bounded but the last:
//! first along the requested order, which finds frequent matches; then by content, which finds all of
//! a few matches; and if there are too many of them, along the order to the end.

mod conditions;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kifu_engine::count;
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use conditions::Sql;
pub use conditions::{Filter, Range, TermFilter};

use super::record::record_columns;
use super::session::Client;
use super::{GameId, Json, MayScan, Reader, Record, Shard, StoreError};

/// The most records that are looked at along the order before the content is searched.
const MAX_WALKED_RECORDS: i64 = 1000;
/// The most records that are sorted.
const MAX_SORTED_RECORDS: i64 = 4000;

queries! {
    const SELECT_TERM_IDS: i64 = "
        SELECT id FROM search_terms
        WHERE shard = $1 AND game = $2 AND type = $3 AND field IS NOT DISTINCT FROM $4 AND fields @? $5::text::jsonpath";

    const SELECT_HITS: (GameId, Result<FoundRecord, StoreError>) = concat!(
        "SELECT ",
        record_columns!(),
        ", c.status, c.irregular, c.moves, c.ended_at, c.outcome::text AS outcome
        FROM search_documents c JOIN games g ON g.shard = c.shard AND g.game_id = c.game_id
        LEFT JOIN copies o ON o.shard = c.shard AND o.game_id = c.game_id
        WHERE c.shard = $1 AND c.game_id = ANY ($2)"
    );
}

/// Makes the database use the index on the content, however many matches it expects.
const FORCE_CONTENT_INDEX: &str = "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off";

/// The key that records are sorted by; records without it are not listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// When they were opened.
    Opened,
    /// When they were played.
    Played,
    /// When they ended.
    Ended,
    /// How many moves they have.
    Moves,
    /// The most points of any seat.
    Points,
    /// The score of the table.
    Score,
}

/// An order of records; equals by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    /// The sort key.
    pub key: SortKey,
    /// Put the greatest first.
    pub descending: bool,
}

/// The place of a record in an order: its key (of times, microseconds since 1970) and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortPosition {
    /// The value of the sort key.
    pub key: i64,
    /// Its id.
    pub id: GameId,
}

/// A search: which records, in which order.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The filters; a record must pass all of them.
    pub filters: Vec<Filter>,
    /// Their order.
    pub sort: Sort,
    /// Only records after this position.
    pub after: Option<SortPosition>,
    /// The limit of records.
    pub limit: usize,
}

/// A record that fits.
#[derive(Clone, Debug)]
pub struct SearchHit {
    /// Its place in the order.
    pub position: SortPosition,
    /// The record, or an error if this version can't read its row.
    pub found: Result<FoundRecord, StoreError>,
}

/// A record that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundRecord {
    /// Its head.
    pub record: Record,
    /// `live`, `over` or `abandoned`.
    pub status: String,
    /// The result, if the record has ended.
    pub ended: Option<RecordResult>,
}

/// The result of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordResult {
    /// When.
    pub at: DateTime<Utc>,
    /// True: a move in force broke a rule.
    pub irregular: bool,
    /// How many moves are in force.
    pub moves: i32,
    /// The result, if there is one.
    pub outcome: Option<Json>,
}

impl SortKey {
    /// The value as a number, and its column.
    const fn column(self) -> &'static str {
        match self {
            Self::Opened => "opened_at",
            Self::Played => "played_at",
            Self::Ended => "ended_at",
            Self::Moves => "moves",
            Self::Points => "points",
            Self::Score => "score",
        }
    }

    const fn is_time(self) -> bool {
        matches!(self, Self::Opened | Self::Played | Self::Ended)
    }
}

impl Reader {
    /// The ids of everything of this type that happened in some record of a game and fits a path of
    /// SQL/JSON over one field, or over all of them.
    pub async fn search_terms(
        &self,
        game: &str,
        kind: &str,
        field: Option<&str>,
        path: &str,
    ) -> Result<Vec<i64>, StoreError> {
        let mut ids = Vec::new();
        for shard in self.shards()?.all() {
            ids.extend(self.rows(SELECT_TERM_IDS, &[&shard.number(), &game, &kind, &field, &path]).await?);
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// A page of records, merged over all shards.
    pub async fn search(&self, search: &Search, _: &impl MayScan) -> Result<Vec<SearchHit>, StoreError> {
        self.find(search).await.map_err(StoreError::of_a_read)
    }

    async fn find(&self, search: &Search) -> Result<Vec<SearchHit>, StoreError> {
        let (mut client, shards) = (self.client().await?, self.shards()?);
        let mut positions = Vec::new();
        for shard in shards.all() {
            positions.extend(first_positions(&mut client, shard, search).await?);
        }
        positions.sort_by_key(|position| (position.key, position.id));
        if search.sort.descending {
            positions.reverse();
        }
        positions.truncate(search.limit);
        // Only those of the page are read.
        let games: Vec<_> = positions.iter().map(|position| position.id).collect();
        let mut found = HashMap::new();
        for (shard, ids) in shards.split(&games) {
            found.extend(SELECT_HITS.all(&client, &[&shard.number(), &ids]).await?);
        }
        let page = positions.into_iter().filter_map(|position| Some((position, found.remove(&position.id)?)));
        Ok(page.map(|(position, found)| SearchHit { position, found }).collect())
    }

    /// How many records a search finds after its position; counted up to `max`, which is below [`MAX_SORTED_RECORDS`].
    pub async fn count_hits(
        &self,
        search: &Search,
        max: usize,
        _: &impl MayScan,
    ) -> Result<usize, StoreError> {
        self.count(search, max).await.map_err(StoreError::of_a_read)
    }

    async fn count(&self, search: &Search, max: usize) -> Result<usize, StoreError> {
        let mut client = self.client().await?;
        let mut count = 0;
        for shard in self.shards()?.all() {
            if count >= max {
                break;
            }
            let capped = Search { limit: max, ..search.clone() };
            let walked = walk(&client, shard, &capped, Some(10 * count::to_i64(max))).await?.len();
            count += if walked < max {
                count::from_i64(gather(&mut client, shard, search).await?.1)
            } else {
                walked
            };
        }
        Ok(count.min(max))
    }
}

/// The first records of a shard in the order asked for.
async fn first_positions(
    client: &mut Client,
    shard: Shard,
    search: &Search,
) -> Result<Vec<SortPosition>, StoreError> {
    let positions = walk(client, shard, search, Some(MAX_WALKED_RECORDS)).await?;
    if positions.len() >= search.limit {
        return Ok(positions);
    }
    let (positions, total) = gather(client, shard, search).await?;
    if total <= MAX_SORTED_RECORDS {
        return Ok(positions);
    }
    walk(client, shard, search, None).await
}

/// Looks along the order, at so many records at most, or to its end.
async fn walk(
    client: &Client,
    shard: Shard,
    search: &Search,
    max_rows: Option<i64>,
) -> Result<Vec<SortPosition>, StoreError> {
    let mut sql = Sql::new(shard);
    let (along, beside): (Vec<_>, Vec<_>) =
        search.filters.iter().partition(|filter| is_along(filter, search.sort));
    let bounds = sql.bounds(search);
    let along = sql.conditions(along);
    let (key, order) = (search.sort.key.column(), order(search.sort));
    let documents = match max_rows {
        Some(max_rows) => {
            let max_rows = sql.bind(max_rows, Type::INT8);
            format!(
                "(SELECT c.* FROM search_documents c WHERE c.shard = $1 {bounds} {along} ORDER BY {order} LIMIT {max_rows}) c WHERE true"
            )
        }
        None => format!("search_documents c WHERE c.shard = $1 {bounds} {along}"),
    };
    let beside = sql.conditions_of_few(beside);
    let limit = sql.bind(count::to_i64(search.limit), Type::INT8);
    let text =
        format!("SELECT c.game_id, c.{key} AS key FROM {documents} {beside} ORDER BY {order} LIMIT {limit}");
    read_positions(&client.query_typed(&text, &sql.typed()).await?, search.sort.key)
}

/// Finds all records that fit, unless they are too many, and sorts them; the first of them, and how many they are.
async fn gather(
    client: &mut Client,
    shard: Shard,
    search: &Search,
) -> Result<(Vec<SortPosition>, i64), StoreError> {
    let mut sql = Sql::new(shard);
    let bounds = sql.bounds(search);
    let conditions = sql.conditions(&search.filters);
    let (key, order) = (search.sort.key.column(), order(search.sort));
    let max = sql.bind(MAX_SORTED_RECORDS + 1, Type::INT8);
    let limit = sql.bind(count::to_i64(search.limit), Type::INT8);
    let text = format!(
        "SELECT c.game_id, c.{key} AS key, count(*) OVER () AS found
         FROM (SELECT c.game_id, c.{key} FROM search_documents c WHERE c.shard = $1 {bounds} {conditions} LIMIT {max}) c
         ORDER BY {order} LIMIT {limit}"
    );
    let transaction = client.transaction().await?;
    transaction.batch_execute(FORCE_CONTENT_INDEX).await?;
    let rows = transaction.query_typed(&text, &sql.typed()).await?;
    transaction.rollback().await?;
    let total = rows.first().map_or(Ok(0), |row| row.try_get("found"))?;
    Ok((read_positions(&rows, search.sort.key)?, total))
}

/// True if an index in this order finds the matching records without looking at anything else.
fn is_along(filter: &Filter, sort: Sort) -> bool {
    matches!(filter, Filter::Games(games) if games.len() == 1 && sort.key == SortKey::Opened)
}

fn order(sort: Sort) -> String {
    let direction = if sort.descending { "DESC" } else { "ASC" };
    format!("c.{} {direction}, c.game_id {direction}", sort.key.column())
}

fn read_positions(rows: &[Row], key: SortKey) -> Result<Vec<SortPosition>, StoreError> {
    let position = |row: &Row| {
        let key = match key {
            key if key.is_time() => row.try_get::<_, DateTime<Utc>>("key")?.timestamp_micros(),
            SortKey::Moves => row.try_get::<_, i32>("key")?.into(),
            _ => row.try_get("key")?,
        };
        Ok(SortPosition { key, id: GameId(row.try_get("game_id")?) })
    };
    rows.iter().map(position).collect()
}

/// The columns found beside the record.
struct ResultRow {
    status: String,
    irregular: Option<bool>,
    moves: Option<i32>,
    ended_at: Option<DateTime<Utc>>,
    outcome: Option<Json>,
}

row!(ResultRow: status, irregular, moves, ended_at, outcome);
row!(FoundRecord: (Record, ResultRow) => found_record);

fn found_record((record, row): (Record, ResultRow)) -> Result<FoundRecord, StoreError> {
    let ended = match (row.ended_at, row.irregular, row.moves) {
        (None, ..) => None,
        (Some(at), Some(irregular), Some(moves)) => {
            Some(RecordResult { at, irregular, moves, outcome: row.outcome })
        }
        _ => return Err(StoreError::Corrupt("a record that has ended without a result".into())),
    };
    Ok(FoundRecord { record, status: row.status, ended })
}
