//! Finding records by their search documents.
//!
//! Whether few records fit a search or many, nobody knows beforehand, and what the database guesses
//! can be wrong by orders of magnitude. So a page is looked for in three ways, each bounded but the
//! last: first along the order asked for, which finds what is frequent; then by what the records must
//! have, which finds all of what is rare; and where that are too many, along the order to the end.

mod conditions;

use chrono::{DateTime, Utc};
use deadpool_postgres::Client;
use tokio_postgres::Row;
use tokio_postgres::types::Type;
use uuid::Uuid;

use conditions::Sql;
pub use conditions::{Filter, Happened, Range, WhereUnsaid};

use super::{GameId, Json, Reader, Record, Shard, StoreError, record};

/// Records looked at along the order before anything else is tried.
const WALKED: i64 = 1000;
/// Records that are sorted at most.
const GATHERED: i64 = 4000;

const TERMS: &str = "
    SELECT id FROM search_terms
    WHERE shard = $1 AND game = $2 AND type = $3 AND field IS NOT DISTINCT FROM $4 AND fields @? $5::text::jsonpath";

/// All that fit are found by what they must have, whatever the database thinks of how many they are.
const BY_CONTENT: &str = "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off";

const HEADS: &str = "
    SELECT g.game_id, g.game, g.seats, g.options::text AS options, g.rules_version, g.opened_at,
           g.details::text AS details, g.visibility, g.revision, o.copied, o.step,
           seated(g.shard, g.game_id) AS seated,
           (SELECT max(e.seq) FROM events e WHERE e.shard = g.shard AND e.game_id = g.game_id) AS version,
           c.status, c.irregular, c.moves, c.ended_at, c.outcome::text AS outcome
    FROM search_documents c JOIN games g ON g.shard = c.shard AND g.game_id = c.game_id
    LEFT JOIN copies o ON o.shard = c.shard AND o.game_id = c.game_id
    WHERE c.shard = $1 AND c.game_id = ANY ($2)";

/// What records are sorted by; records without it are not listed.
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
    /// By what.
    pub key: SortKey,
    /// The greatest first.
    pub descending: bool,
}

/// The place of a record in an order: its key (of times, microseconds since 1970) and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// What it is sorted by.
    pub key: i64,
    /// Its id.
    pub id: GameId,
}

/// Which records, in which order.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// What all of them must be.
    pub filters: Vec<Filter>,
    /// Their order.
    pub sort: Sort,
    /// After this one.
    pub after: Option<Place>,
    /// At most so many.
    pub limit: i64,
}

/// A record that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its place in the order.
    pub place: Place,
    /// Its head.
    pub record: Record,
    /// `live`, `over` or `abandoned`.
    pub status: String,
    /// What became of it, if it has ended.
    pub ended: Option<Ended>,
}

/// What became of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// When.
    pub at: DateTime<Utc>,
    /// Whether a move in force broke a rule.
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
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn search_terms(
        &self,
        game: &str,
        kind: &str,
        field: Option<&str>,
        path: &str,
    ) -> Result<Vec<i64>, StoreError> {
        let mut ids = Vec::new();
        for shard in Shard::all() {
            let rows = self.rows(TERMS, &[&shard.number(), &game, &kind, &field, &path]).await?;
            for row in rows {
                ids.push(row.try_get(0)?);
            }
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// A page of records, merged over all shards.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn search(&self, search: &Search) -> Result<Vec<Found>, StoreError> {
        let mut client = self.client().await?;
        let mut found = Vec::new();
        for shard in Shard::all() {
            let places = places(&mut client, shard, search).await?;
            found.extend(heads(&client, shard, places).await?);
        }
        found.sort_by_key(|found| (found.place.key, found.place.id));
        if search.sort.descending {
            found.reverse();
        }
        found.truncate(usize::try_from(search.limit).unwrap_or(usize::MAX));
        Ok(found)
    }

    /// How many records a search finds after its place; counted up to `most`, which is less than are sorted.
    ///
    /// # Errors
    ///
    /// If the database can't be asked, or holds what this version can't read.
    pub async fn count(&self, search: &Search, most: i64) -> Result<i64, StoreError> {
        let mut client = self.client().await?;
        let mut count = 0;
        for shard in Shard::all() {
            let many = Search { limit: most, ..search.clone() };
            let walked = walk(&client, shard, &many, Some(10 * most)).await?.len();
            let walked = i64::try_from(walked).unwrap_or(i64::MAX);
            count += if walked < most { gather(&mut client, shard, search).await?.1 } else { walked };
        }
        Ok(count.min(most))
    }
}

/// The first records of a shard in the order asked for.
async fn places(client: &mut Client, shard: Shard, search: &Search) -> Result<Vec<Place>, StoreError> {
    let places = walk(client, shard, search, Some(WALKED)).await?;
    if places.len() >= usize::try_from(search.limit).unwrap_or(usize::MAX) {
        return Ok(places);
    }
    let (places, all) = gather(client, shard, search).await?;
    if all <= GATHERED {
        return Ok(places);
    }
    walk(client, shard, search, None).await
}

/// Looks along the order, at so many records at most, or to its end.
async fn walk(
    client: &Client,
    shard: Shard,
    search: &Search,
    far: Option<i64>,
) -> Result<Vec<Place>, StoreError> {
    let mut sql = Sql::new(shard);
    let (along, beside): (Vec<_>, Vec<_>) =
        search.filters.iter().partition(|filter| is_along(filter, search.sort));
    let bounds = sql.bounds(search);
    let along = sql.conditions(along);
    let (key, order) = (search.sort.key.column(), order(search.sort));
    let documents = match far {
        Some(far) => {
            let far = sql.bind(far, Type::INT8);
            format!(
                "(SELECT c.* FROM search_documents c WHERE c.shard = $1 {bounds} {along} ORDER BY {order} LIMIT {far}) c WHERE true"
            )
        }
        None => format!("search_documents c WHERE c.shard = $1 {bounds} {along}"),
    };
    let beside = sql.conditions_of_few(beside);
    let limit = sql.bind(search.limit, Type::INT8);
    let text =
        format!("SELECT c.game_id, c.{key} AS key FROM {documents} {beside} ORDER BY {order} LIMIT {limit}");
    read_places(&client.query_typed(&text, &sql.typed()).await?, search.sort.key)
}

/// Finds all records that fit, unless they are too many, and sorts them; the first of them, and how many they are.
async fn gather(client: &mut Client, shard: Shard, search: &Search) -> Result<(Vec<Place>, i64), StoreError> {
    let mut sql = Sql::new(shard);
    let bounds = sql.bounds(search);
    let conditions = sql.conditions(&search.filters);
    let (key, order) = (search.sort.key.column(), order(search.sort));
    let most = sql.bind(GATHERED + 1, Type::INT8);
    let limit = sql.bind(search.limit, Type::INT8);
    let text = format!(
        "SELECT c.game_id, c.{key} AS key, count(*) OVER () AS found
         FROM (SELECT c.game_id, c.{key} FROM search_documents c WHERE c.shard = $1 {bounds} {conditions} LIMIT {most}) c
         ORDER BY {order} LIMIT {limit}"
    );
    let transaction = client.transaction().await?;
    transaction.batch_execute(BY_CONTENT).await?;
    let rows = transaction.query_typed(&text, &sql.typed()).await?;
    transaction.rollback().await?;
    let all = rows.first().map_or(Ok(0), |row| row.try_get("found"))?;
    Ok((read_places(&rows, search.sort.key)?, all))
}

/// Whether an index in this order finds what fits without looking at anything else.
fn is_along(filter: &Filter, sort: Sort) -> bool {
    matches!(filter, Filter::Games(games) if games.len() == 1 && sort.key == SortKey::Opened)
}

fn order(sort: Sort) -> String {
    let direction = if sort.descending { "DESC" } else { "ASC" };
    format!("c.{} {direction}, c.game_id {direction}", sort.key.column())
}

fn read_places(rows: &[Row], key: SortKey) -> Result<Vec<Place>, StoreError> {
    let place = |row: &Row| {
        let key = match key {
            key if key.is_time() => row.try_get::<_, DateTime<Utc>>("key")?.timestamp_micros(),
            SortKey::Moves => row.try_get::<_, i32>("key")?.into(),
            _ => row.try_get("key")?,
        };
        Ok(Place { key, id: GameId(row.try_get("game_id")?) })
    };
    rows.iter().map(place).collect()
}

/// The records at these places.
async fn heads(client: &Client, shard: Shard, places: Vec<Place>) -> Result<Vec<Found>, StoreError> {
    let ids: Vec<Uuid> = places.iter().map(|place| place.id.0).collect();
    let statement = client.prepare_cached(HEADS).await?;
    let rows = client.query(&statement, &[&shard.number(), &ids]).await?;
    let found = rows.iter().filter_map(|row| {
        let id = GameId(row.get("game_id"));
        let place = places.iter().find(|place| place.id == id)?;
        Some(found(*place, row))
    });
    found.collect()
}

fn found(place: Place, row: &Row) -> Result<Found, StoreError> {
    let ended_at: Option<DateTime<Utc>> = row.try_get("ended_at")?;
    let ended = ended_at.map(|at| {
        let outcome: Option<String> = row.try_get("outcome")?;
        Ok::<_, StoreError>(Ended {
            at,
            irregular: row.try_get("irregular")?,
            moves: row.try_get("moves")?,
            outcome: outcome.map(Json::from_text),
        })
    });
    Ok(Found {
        place,
        record: record::from_row(row)?,
        status: row.try_get("status")?,
        ended: ended.transpose()?,
    })
}
