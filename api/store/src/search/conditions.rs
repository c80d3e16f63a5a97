//! The conditions of a search as SQL.

use std::fmt::Write;

use chrono::{DateTime, Utc};
use tokio_postgres::types::{ToSql, Type};

use super::{Search, SortPosition};
use crate::{Json, PlayerId, Shard, Visibility};
use kifu_names::NameKey;

/// The most ids that are compared with a record's ids one by one; more are looked up in a table.
const MAX_IDS_FOR_OVERLAP: usize = 4;

/// A condition of a search.
#[derive(Clone, Debug, PartialEq)]
pub enum Filter {
    /// One of these kinds of games.
    Games(Vec<String>),
    /// One of these visibilities.
    Visibilities(Vec<Visibility>),
    /// One of these numbers of seats.
    Seats(Vec<i32>),
    /// No copies of other records.
    ExcludeCopies,
    /// This player at the table.
    Player(PlayerId),
    /// Somebody of this name at the table.
    Named(NameKey),
    /// Somebody of this name among the winners.
    Winner(NameKey),
    /// Played here.
    Place(NameKey),
    /// This tag.
    Tag(NameKey),
    /// Not this tag.
    WithoutTag(NameKey),
    /// This text in a name, the place or a tag.
    Words(NameKey),
    /// Played then or later.
    From(DateTime<Utc>),
    /// Played before.
    Before(DateTime<Utc>),
    /// Options that contain this.
    Option(Json),
    /// A score within this.
    Score(Range),
    /// The most points of any seat within this.
    Points(Range),
    /// A number of moves within this.
    Moves(Range),
    /// One of these words about the result.
    Result(Vec<String>),
    /// These search terms in the log.
    Terms(TermFilter),
}

/// Ids of search terms. The log must have a term of each list. A term of the last list fulfils all conditions by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermFilter {
    /// For each condition, the terms that fulfil it.
    pub per_condition: Vec<Vec<i64>>,
    /// The terms that fulfil all of them.
    pub all_conditions: Option<Vec<i64>>,
}

/// Whole numbers from here to there, both included; no bound where there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub min: Option<i64>,
    /// The greatest.
    pub max: Option<i64>,
}

/// Builds a statement; values go in as parameters only.
pub(super) struct Sql {
    parameters: Vec<(Box<dyn ToSql + Sync + Send>, Type)>,
}

impl Sql {
    /// The first parameter is the shard.
    pub(super) fn new(shard: Shard) -> Self {
        Self { parameters: vec![(Box::new(shard.number()), Type::INT4)] }
    }

    /// Adds a parameter and says how it is written.
    pub(super) fn bind(&mut self, value: impl ToSql + Sync + Send + 'static, as_type: Type) -> String {
        self.parameters.push((Box::new(value), as_type));
        format!("${}", self.parameters.len())
    }

    /// The parameters with their types, so that the statement is planned for these values: rare and frequent values
    /// need different plans.
    pub(super) fn typed(&self) -> Vec<(&(dyn ToSql + Sync), Type)> {
        let typed =
            self.parameters.iter().map(|(value, kind)| (&**value as &(dyn ToSql + Sync), kind.clone()));
        typed.collect()
    }

    /// The condition for records that have the sort key and come after the last page.
    pub(super) fn bounds(&mut self, search: &Search) -> String {
        let key = search.sort.key;
        let mut text = format!("AND c.{} IS NOT NULL", key.column());
        if let Some(SortPosition { key: value, id }) = search.after {
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

    pub(super) fn conditions<'f>(&mut self, filters: impl IntoIterator<Item = &'f Filter>) -> String {
        and(filters.into_iter().map(|filter| self.condition(filter)))
    }

    /// The conditions for a search that uses no index: making bigrams takes longer than looking for the text.
    pub(super) fn conditions_of_few<'f>(&mut self, filters: impl IntoIterator<Item = &'f Filter>) -> String {
        and(filters.into_iter().map(|filter| match filter {
            Filter::Words(words) => self.contains(words),
            Filter::Terms(TermFilter { per_condition, all_conditions }) => {
                let lists: Vec<_> =
                    per_condition.iter().chain(all_conditions).map(|ids| self.one_of(ids)).collect();
                lists.join(" AND ")
            }
            other => self.condition(other),
        }))
    }

    /// The condition that two lists overlap; for long lists in a form that does not compare all pairs.
    fn one_of(&mut self, ids: &[i64]) -> String {
        let is_short = ids.len() <= MAX_IDS_FOR_OVERLAP;
        let ids = self.bind(ids.to_vec(), Type::INT8_ARRAY);
        if is_short {
            return format!("c.terms && {ids}");
        }
        format!("EXISTS (SELECT FROM unnest(c.terms) h (id) WHERE h.id = ANY ({ids}))")
    }

    fn terms(&mut self, terms: &TermFilter) -> String {
        let per_condition = terms
            .per_condition
            .iter()
            .map(|ids| format!("c.terms && {}", self.bind(ids.clone(), Type::INT8_ARRAY)));
        let mut all: Vec<_> = per_condition.collect();
        all.extend(terms.all_conditions.as_ref().map(|ids| self.one_of(ids)));
        all.join(" AND ")
    }

    fn contains(&mut self, words: &NameKey) -> String {
        format!("strpos(c.words, {}) > 0", self.key(words))
    }

    fn condition(&mut self, filter: &Filter) -> String {
        match filter {
            // An index keeps its order behind one value, not behind one of several.
            Filter::Games(games) if games.len() == 1 => format!("c.game = {}", self.text(&games[0])),
            Filter::Games(games) => self.any_of("game", games.clone(), Type::TEXT_ARRAY),
            Filter::Visibilities(visibilities) => {
                let words: Vec<_> = visibilities.iter().map(|visibility| visibility.as_str()).collect();
                self.any_of("visibility", words, Type::TEXT_ARRAY)
            }
            Filter::Seats(seats) => self.any_of("seats", seats.clone(), Type::INT4_ARRAY),
            Filter::ExcludeCopies => "NOT c.is_copy".to_owned(),
            Filter::Player(player) => {
                format!("c.players @> ARRAY[{}]", self.bind(player.0, Type::UUID))
            }
            Filter::Named(name) => format!("c.names @> ARRAY[{}]", self.key(name)),
            Filter::Winner(name) => {
                let name = self.key(name);
                format!(
                    "(c.names @> ARRAY[{name}] AND EXISTS (
                         SELECT FROM unnest(c.winners) w (seat) WHERE c.names[w.seat + 1] = {name}))"
                )
            }
            Filter::Place(place) => format!("c.place = {}", self.key(place)),
            Filter::Tag(tag) => format!("c.tags @> ARRAY[{}]", self.key(tag)),
            Filter::WithoutTag(tag) => format!("NOT c.tags @> ARRAY[{}]", self.key(tag)),
            Filter::Words(words) => {
                format!(
                    "bigrams(c.words) @> bigrams_to_match({}) AND {}",
                    self.key(words),
                    self.contains(words)
                )
            }
            Filter::From(time) => format!("c.played_at >= {}", self.bind(*time, Type::TIMESTAMPTZ)),
            Filter::Before(time) => format!("c.played_at < {}", self.bind(*time, Type::TIMESTAMPTZ)),
            Filter::Option(options) => format!("c.options @> {}::text::jsonb", self.text(options.as_str())),
            Filter::Score(range) => self.within("c.score", *range),
            Filter::Moves(range) => self.within("c.moves", *range),
            Filter::Points(range) => self.within("c.points", *range),
            Filter::Result(words) => format!("c.result && {}", self.bind(words.clone(), Type::TEXT_ARRAY)),
            Filter::Terms(terms) => self.terms(terms),
        }
    }

    fn any_of(&mut self, column: &str, values: impl ToSql + Sync + Send + 'static, as_type: Type) -> String {
        format!("c.{column} = ANY ({})", self.bind(values, as_type))
    }

    fn key(&mut self, key: &NameKey) -> String {
        self.text(key.as_str())
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
}

fn and(conditions: impl Iterator<Item = String>) -> String {
    conditions.map(|condition| [" AND ", &condition].concat()).collect()
}
