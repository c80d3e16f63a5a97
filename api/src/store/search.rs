//! Finding records by their cards.
//!
//! Whether few records fit a search or many, nobody knows beforehand, and what the database guesses
//! can be wrong by orders of magnitude. So a page is looked for in three ways, each bounded but the
//! last: first along the order asked for, which finds what is frequent; then by what the records must
//! have, which finds all of what is rare; and where that are too many, along the order to the end.

use std::fmt::Write;

use chrono::{DateTime, Utc};
use deadpool_postgres::Client;
use tokio_postgres::Row;
use tokio_postgres::types::{ToSql, Type};
use uuid::Uuid;

use super::{GameId, Json, PlayerId, Reader, Record, Shard, StoreError, Visibility, record};

/// Records looked at along the order before anything else is tried.
const WALKED: i64 = 1000;
/// Records that are sorted at most.
const GATHERED: i64 = 4000;

/// So many ids are compared with all of a record's one by one; more are looked up in a table of them.
const FEW: usize = 4;

const HAPPENINGS: &str = "
    SELECT id FROM happenings
    WHERE shard = $1 AND game = $2 AND type = $3 AND field IS NOT DISTINCT FROM $4 AND fields @? $5::text::jsonpath";

/// All that fit are found by what they must have, whatever the database thinks of how many they are.
const BY_CONTENT: &str = "SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off";

const HEADS: &str = "
    SELECT g.game_id, g.game, g.seats, g.options::text AS options, g.rules_version, g.opened_at,
           g.details::text AS details, g.visibility, g.revision, o.copied, o.step,
           seated(g.shard, g.game_id) AS seated,
           (SELECT max(e.seq) FROM events e WHERE e.shard = g.shard AND e.game_id = g.game_id) AS version,
           c.status, c.irregular, c.moves, c.ended_at, c.outcome::text AS outcome
    FROM cards c JOIN games g ON g.shard = c.shard AND g.game_id = c.game_id
    LEFT JOIN copies o ON o.shard = c.shard AND o.game_id = c.game_id
    WHERE c.shard = $1 AND c.game_id = ANY ($2)";

/// What a record must be or have.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// One of these kinds of games.
    Games(Vec<String>),
    /// One of these visibilities.
    Visibilities(Vec<Visibility>),
    /// So many seats, one of these.
    Seats(Vec<i32>),
    /// What was played, no copies.
    Played,
    /// This player at the table.
    Player(PlayerId),
    /// Somebody of this name at the table.
    Named(String),
    /// Somebody of this name among the winners.
    Winner(String),
    /// Played here.
    Place(String),
    /// This tag.
    Tag(String),
    /// This text in a name, the place or a tag.
    Words(String),
    /// Played then or later.
    From(DateTime<Utc>),
    /// Played before.
    Before(DateTime<Utc>),
    /// Options that contain this.
    Option(Json, WhereUnsaid),
    /// A score within this.
    Score(Range),
    /// The most points of any seat within this.
    Points(Range),
    /// So many moves.
    Moves(Range),
    /// One of these words about what became of it.
    Result(Vec<String>),
    /// This in the log.
    Happened(Happened),
}

/// Happenings by their ids: one of each of these lists must be in the log, whose conditions one and the
/// same fulfils if it is of the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {
    /// For each condition, all that fulfil it.
    pub each: Vec<Vec<i64>>,
    /// All that fulfil all of them.
    pub together: Option<Vec<i64>>,
}

/// The records that leave an option out and mean the value asked for: those of games where it is the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhereUnsaid {
    /// The option.
    pub option: String,
    /// The games.
    pub games: Vec<String>,
}

/// Whole numbers from here to there, both included; no bound where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub min: Option<i64>,
    /// The greatest.
    pub max: Option<i64>,
}

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

fn and(conditions: impl Iterator<Item = String>) -> String {
    conditions.map(|condition| [" AND ", &condition].concat()).collect()
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
    pub async fn happenings(
        &self,
        game: &str,
        kind: &str,
        field: Option<&str>,
        path: &str,
    ) -> Result<Vec<i64>, StoreError> {
        let mut ids = Vec::new();
        for shard in Shard::all() {
            let rows = self.rows(HAPPENINGS, &[&shard.number(), &game, &kind, &field, &path]).await?;
            for row in rows {
                ids.push(row.try_get(0)?);
            }
        }
        ids.sort_unstable();
        ids.dedup();
        Ok(ids)
    }

    /// A page of records, merged over all shards.
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
    let cards = match far {
        Some(far) => {
            let far = sql.bind(far, Type::INT8);
            format!(
                "(SELECT c.* FROM cards c WHERE c.shard = $1 {bounds} {along} ORDER BY {order} LIMIT {far}) c WHERE true"
            )
        }
        None => format!("cards c WHERE c.shard = $1 {bounds} {along}"),
    };
    let beside = sql.conditions_of_few(beside);
    let limit = sql.bind(search.limit, Type::INT8);
    let text =
        format!("SELECT c.game_id, c.{key} AS key FROM {cards} {beside} ORDER BY {order} LIMIT {limit}");
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
         FROM (SELECT c.game_id, c.{key} FROM cards c WHERE c.shard = $1 {bounds} {conditions} LIMIT {most}) c
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

/// A statement being put together: values go in as parameters only.
struct Sql {
    parameters: Vec<(Box<dyn ToSql + Sync + Send>, Type)>,
}

impl Sql {
    /// The first parameter is the shard.
    fn new(shard: Shard) -> Self {
        Self { parameters: vec![(Box::new(shard.number()), Type::INT4)] }
    }

    /// Adds a parameter and says how it is written.
    fn bind(&mut self, value: impl ToSql + Sync + Send + 'static, as_type: Type) -> String {
        self.parameters.push((Box::new(value), as_type));
        format!("${}", self.parameters.len())
    }

    /// The parameters of a statement that is planned for their values: what is rare and what is frequent want
    /// other plans.
    fn typed(&self) -> Vec<(&(dyn ToSql + Sync), Type)> {
        let typed =
            self.parameters.iter().map(|(value, kind)| (&**value as &(dyn ToSql + Sync), kind.clone()));
        typed.collect()
    }

    /// Records that have what is sorted by and come after the last page.
    fn bounds(&mut self, search: &Search) -> String {
        let key = search.sort.key;
        let mut text = format!("AND c.{} IS NOT NULL", key.column());
        if let Some(Place { key: value, id }) = search.after {
            let value = if key.is_time() {
                self.bind(DateTime::from_timestamp_micros(value).unwrap_or_default(), Type::TIMESTAMPTZ)
            } else {
                self.bind(value, Type::INT8)
            };
            let id = self.bind(id.0, Type::UUID);
            let sign = if search.sort.descending { '<' } else { '>' };
            let _ = write!(text, " AND (c.{}, c.game_id) {sign} ({value}, {id})", key.column());
        }
        text
    }

    fn conditions<'f>(&mut self, filters: impl IntoIterator<Item = &'f Filter>) -> String {
        and(filters.into_iter().map(|filter| self.condition(filter)))
    }

    /// The same where no index is used: taking words apart would take longer than looking for them.
    fn conditions_of_few<'f>(&mut self, filters: impl IntoIterator<Item = &'f Filter>) -> String {
        and(filters.into_iter().map(|filter| match filter {
            Filter::Words(words) => self.contains(words),
            Filter::Happened(Happened { each, together }) => {
                let lists: Vec<_> = each.iter().chain(together).map(|ids| self.one_of(ids)).collect();
                lists.join(" AND ")
            }
            other => self.condition(other),
        }))
    }

    /// An overlap of lists; where both are long, in a form that doesn't compare all with all.
    fn one_of(&mut self, ids: &[i64]) -> String {
        let few = ids.len() <= FEW;
        let ids = self.bind(ids.to_vec(), Type::INT8_ARRAY);
        if few {
            return format!("c.happened && {ids}");
        }
        format!("EXISTS (SELECT FROM unnest(c.happened) h (id) WHERE h.id = ANY ({ids}))")
    }

    fn happened(&mut self, happened: &Happened) -> String {
        let each = happened
            .each
            .iter()
            .map(|ids| format!("c.happened && {}", self.bind(ids.clone(), Type::INT8_ARRAY)));
        let mut all: Vec<_> = each.collect();
        all.extend(happened.together.as_ref().map(|ids| self.one_of(ids)));
        all.join(" AND ")
    }

    fn contains(&mut self, words: &str) -> String {
        format!("strpos(c.words, folded({})) > 0", self.text(words))
    }

    fn condition(&mut self, filter: &Filter) -> String {
        match filter {
            // An index keeps its order behind one value, not behind one of several.
            Filter::Games(games) if games.len() == 1 => format!("c.game = {}", self.text(&games[0])),
            Filter::Games(games) => self.any_of("game", games.clone(), Type::TEXT_ARRAY),
            Filter::Visibilities(visibilities) => {
                let words: Vec<_> = visibilities.iter().map(|visibility| visibility.word()).collect();
                self.any_of("visibility", words, Type::TEXT_ARRAY)
            }
            Filter::Seats(seats) => self.any_of("seats", seats.clone(), Type::INT4_ARRAY),
            Filter::Played => "NOT c.copy".to_owned(),
            Filter::Player(player) => {
                format!("c.players @> ARRAY[{}]", self.bind(player.0, Type::UUID))
            }
            Filter::Named(name) => format!("c.names @> ARRAY[folded({})]", self.text(name)),
            Filter::Winner(name) => {
                let name = self.text(name);
                format!(
                    "(c.names @> ARRAY[folded({name})] AND EXISTS (
                         SELECT FROM unnest(c.winners) w (seat) WHERE c.names[w.seat + 1] = folded({name})))"
                )
            }
            Filter::Place(place) => format!("c.place = folded({})", self.text(place)),
            Filter::Tag(tag) => format!("c.tags @> ARRAY[folded({})]", self.text(tag)),
            Filter::Words(words) => {
                format!(
                    "grams(c.words) @> grams_sought(folded({})) AND {}",
                    self.text(words),
                    self.contains(words)
                )
            }
            Filter::From(time) => format!("c.played_at >= {}", self.bind(*time, Type::TIMESTAMPTZ)),
            Filter::Before(time) => format!("c.played_at < {}", self.bind(*time, Type::TIMESTAMPTZ)),
            Filter::Option(options, unsaid) => self.option(options, unsaid),
            Filter::Score(range) => self.within("c.score", *range),
            Filter::Moves(range) => self.within("c.moves", *range),
            Filter::Points(range) => self.within("c.points", *range),
            Filter::Result(words) => format!("c.result && {}", self.bind(words.clone(), Type::TEXT_ARRAY)),
            Filter::Happened(happened) => self.happened(happened),
        }
    }

    fn any_of(&mut self, column: &str, values: impl ToSql + Sync + Send + 'static, as_type: Type) -> String {
        format!("c.{column} = ANY ({})", self.bind(values, as_type))
    }

    fn text(&mut self, text: &str) -> String {
        self.bind(text.to_owned(), Type::TEXT)
    }

    fn within(&mut self, column: &str, range: Range) -> String {
        let mut text = format!("{column} IS NOT NULL");
        if let Some(min) = range.min {
            let _ = write!(text, " AND {column} >= {}", self.bind(min, Type::INT8));
        }
        if let Some(max) = range.max {
            let _ = write!(text, " AND {column} <= {}", self.bind(max, Type::INT8));
        }
        text
    }

    fn option(&mut self, options: &Json, unsaid: &WhereUnsaid) -> String {
        let contains = format!("c.options @> {}::text::jsonb", self.text(options.as_str()));
        if unsaid.games.is_empty() {
            return contains;
        }
        let games = self.any_of("game", unsaid.games.clone(), Type::TEXT_ARRAY);
        format!("({contains} OR ({games} AND NOT c.options ? {}))", self.text(&unsaid.option))
    }
}
