//! The columns of a file, filled row by row.

use std::collections::HashMap;
use std::str::FromStr;
use std::sync::Arc;

use kifu_engine::statistics::{Metric, ROUND};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};

use crate::catalogue;
use crate::chunk::LoadedChunk;
use crate::columns::games::Games;
use crate::columns::observations::{Dimension, ObservationColumns, Value, WHOLE_TABLE};
use crate::definitions::{COMMON, OPPONENTS};
use crate::question::PlayerRedirects;
use crate::shapes::{EVENT, STEP, dimensions, id};

/// Values of one leaf of the schema, with the levels by which Parquet encodes nulls and lists (its format's
/// "nested encoding").
pub struct Leaf<T: DataType> {
    /// Those that are there.
    pub values: Vec<T::T>,
    /// How much of the path to the leaf is there.
    pub definitions: Vec<i16>,
    /// 1 for what goes on with the list of the element before.
    pub repetitions: Vec<i16>,
}

/// One row for each observation. The fields are the leaves of the schema, in its order.
#[derive(Default)]
pub struct Columns {
    /// The record's id.
    pub record: Leaf<ByteArrayType>,
    /// When it was played, in milliseconds since 1970.
    pub played_at: Leaf<Int64Type>,
    /// How many seats it had.
    pub seats: Leaf<Int32Type>,
    /// True: a move in force broke a rule.
    pub irregular: Leaf<BoolType>,
    /// The word for how it ended.
    pub ending: Leaf<ByteArrayType>,
    /// Its options as JSON.
    pub options: Leaf<ByteArrayType>,
    /// The place where it was played.
    pub place: Leaf<ByteArrayType>,
    /// Its tags.
    pub tags: Leaf<ByteArrayType>,
    /// The metric's id.
    pub metric: Leaf<ByteArrayType>,
    /// The version of its definition.
    pub version: Leaf<Int32Type>,
    /// The seat observed.
    pub seat: Leaf<Int32Type>,
    /// The player who sat there.
    pub player: Leaf<ByteArrayType>,
    /// The value, if a number that is known.
    pub number: Leaf<DoubleType>,
    /// The least it can be.
    pub low: Leaf<DoubleType>,
    /// The most it can be.
    pub high: Leaf<DoubleType>,
    /// The value, if a word.
    pub word: Leaf<ByteArrayType>,
    /// Names of dimensions.
    pub dimensions: Leaf<ByteArrayType>,
    /// Their values.
    pub dimension_values: Leaf<ByteArrayType>,
    /// The round, if the metric is of moves in rounds.
    pub round: Leaf<Int32Type>,
    /// The number of the move in force that it is of, from 1, if the metric is of moves.
    pub step: Leaf<Int32Type>,
    /// The event that recorded that move.
    pub event: Leaf<Int64Type>,
    /// The version of the rules that the game was played by.
    pub rules_version: Leaf<Int32Type>,
}

impl<T: DataType> Default for Leaf<T> {
    fn default() -> Self {
        Self { values: Vec::new(), definitions: Vec::new(), repetitions: Vec::new() }
    }
}

impl<T: DataType> Leaf<T> {
    /// A row of a leaf that may not be null.
    fn push(&mut self, value: T::T) {
        self.values.push(value);
    }

    /// A row of a leaf that may be null.
    fn push_option(&mut self, value: Option<T::T>) {
        self.definitions.push(i16::from(value.is_some()));
        self.values.extend(value);
    }

    /// A row of a list whose elements, where `nullable`, may be null.
    fn push_list(&mut self, values: impl Iterator<Item = Option<T::T>>, nullable: bool) {
        let mut first = true;
        for value in values {
            self.definitions.push(1 + i16::from(nullable && value.is_some()));
            self.repetitions.push(i16::from(!first));
            self.values.extend(value);
            first = false;
        }
        if first {
            self.definitions.push(0);
            self.repetitions.push(0);
        }
    }
}

/// Words that the rows of one chunk share, each stored once.
struct Words {
    options: Vec<ByteArray>,
    places: Vec<Option<ByteArray>>,
    tags: Vec<ByteArray>,
    endings: Vec<ByteArray>,
    players: Vec<Option<ByteArray>>,
    /// The id of the metric of opponents, which is made of who sat where.
    opponents: ByteArray,
    opponents_version: i32,
}

/// A metric of a chunk.
struct MetricColumns<'r> {
    id: ByteArray,
    version: i32,
    observations: &'r ObservationColumns,
    /// By name; those that join observations of one move besides.
    dimensions: Vec<(&'static str, &'r Dimension)>,
    words: HashMap<u32, ByteArray>,
}

impl Columns {
    /// How many rows.
    pub fn len(&self) -> usize {
        self.record.values.len()
    }

    /// Adds all observations in these games of a chunk.
    pub fn add(&mut self, chunk: &LoadedChunk, rows: &[u32], redirects: &PlayerRedirects) {
        let words = Words::of(&chunk.games, redirects);
        let metrics: Vec<MetricColumns> = chunk
            .observations
            .iter()
            .filter_map(|(id, observations)| MetricColumns::of(id, observations))
            .collect();
        for row in rows {
            let row = *row as usize;
            let id = text(&chunk.games.ids[row].to_string());
            for columns in &metrics {
                for observation in columns.observations.games.of(row) {
                    self.game(&chunk.games, &words, row, &id);
                    self.observation(columns, observation);
                    self.whose(&chunk.games, &words, row, columns.observations.seats[observation]);
                }
            }
            self.opponents(&chunk.games, &words, row, &id);
        }
    }

    /// Everybody known at the table of a game, for everybody else there.
    fn opponents(&mut self, games: &Games, words: &Words, row: usize, id: &ByteArray) {
        let table = games.players.codes[games.base.seat_offsets.of(row)].iter();
        let table: Vec<(u8, ByteArray)> = (0..)
            .zip(table)
            .filter_map(|(seat, code)| Some((seat, words.players[*code as usize].clone()?)))
            .collect();
        for (seat, _) in &table {
            for (_, opponent) in table.iter().filter(|(other, _)| other != seat) {
                self.game(games, words, row, id);
                self.metric.push(words.opponents.clone());
                self.version.push(words.opponents_version);
                for number in [&mut self.number, &mut self.low, &mut self.high] {
                    number.push_option(None);
                }
                self.word.push_option(Some(opponent.clone()));
                for list in [&mut self.dimensions, &mut self.dimension_values] {
                    list.push_list(std::iter::empty(), false);
                }
                for number in [&mut self.round, &mut self.step] {
                    number.push_option(None);
                }
                self.event.push_option(None);
                self.whose(games, words, row, *seat);
            }
        }
    }

    fn game(&mut self, games: &Games, words: &Words, row: usize, id: &ByteArray) {
        self.record.push(id.clone());
        self.played_at.push(games.played_at[row]);
        self.seats.push(games.seats(row).into());
        self.irregular.push(games.base.irregular[row]);
        self.ending.push(words.endings[games.setup.ending.codes[row] as usize].clone());
        self.rules_version.push(i32::from(*games.setup.rules_version.get(row)));
        self.options.push(words.options[games.setup.options.codes[row] as usize].clone());
        self.place.push_option(words.places[games.details.place.codes[row] as usize].clone());
        let tags = games.details.tags.codes[games.details.tag_offsets.of(row)].iter();
        self.tags.push_list(tags.map(|tag| Some(words.tags[*tag as usize].clone())), false);
    }

    fn observation(&mut self, columns: &MetricColumns, row: usize) {
        self.metric.push(columns.id.clone());
        self.version.push(columns.version);
        let code = columns.observations.values.codes[row];
        let (number, low, high) = match columns.observations.values.values[code as usize] {
            Value::Number(number) => (Some(number), Some(number), Some(number)),
            Value::Between(low, high) => (None, Some(low), Some(high)),
            Value::Word(_) | Value::Player(_) => (None, None, None),
        };
        self.number.push_option(number);
        self.low.push_option(low);
        self.high.push_option(high);
        self.word.push_option(columns.words.get(&code).cloned());
        self.dimensions.push_list(columns.groupings().map(|(name, _)| Some(text(name))), false);
        let values = columns.groupings().map(|(_, column)| column.get(row).as_deref().map(text));
        self.dimension_values.push_list(values, true);
        self.round.push_option(columns.number(ROUND.name, row));
        self.step.push_option(columns.number(STEP, row));
        self.event.push_option(columns.number(EVENT, row));
    }

    fn whose(&mut self, games: &Games, words: &Words, row: usize, seat: u8) {
        let seat = (seat != WHOLE_TABLE).then_some(seat);
        let sitting = seat.and_then(|seat| games.base.seat_offsets.of(row).nth(seat.into()));
        self.seat.push_option(seat.map(i32::from));
        self.player
            .push_option(sitting.and_then(|at| words.players[games.players.codes[at] as usize].clone()));
    }
}

impl Words {
    fn of(games: &Games, redirects: &PlayerRedirects) -> Self {
        let now =
            |id: &Option<uuid::Uuid>| id.and_then(|id| redirects.now(id)).map(|id| text(&id.to_string()));
        let opponents = id(COMMON, OPPONENTS);
        Self {
            options: games.setup.options.values.iter().map(|options| text(options)).collect(),
            places: games.details.place.values.iter().map(|place| place.as_deref().map(text)).collect(),
            tags: games.details.tags.values.iter().map(|tag| text(tag)).collect(),
            endings: games.setup.ending.values.iter().map(|ending| text(ending)).collect(),
            players: games.players.values.iter().map(now).collect(),
            opponents: text(&opponents),
            opponents_version: catalogue::find(&opponents).map_or(1, |entry| version(entry.metric)),
        }
    }
}

impl<'r> MetricColumns<'r> {
    /// `None` for a metric that this service no longer defines.
    fn of(id: &str, observations: &'r ObservationColumns) -> Option<Self> {
        let metric = catalogue::find(id)?.metric;
        let words = (0..).zip(&observations.values.values);
        let words = words.filter_map(|(code, value)| match value {
            Value::Word(word) => Some((code, text(word))),
            _ => None,
        });
        Some(Self {
            id: text(id),
            version: version(metric),
            observations,
            dimensions: dimensions(metric).zip(observations.dimensions.iter().map(Arc::as_ref)).collect(),
            words: words.collect(),
        })
    }

    /// The dimensions that the metric can be grouped by.
    fn groupings(&self) -> impl Iterator<Item = (&'static str, &'r Dimension)> {
        self.dimensions.iter().copied().filter(|(name, _)| ![STEP, EVENT].contains(name))
    }

    /// The value of a dimension of numbers.
    fn number<N: FromStr>(&self, name: &str, row: usize) -> Option<N> {
        let (_, column) = self.dimensions.iter().find(|(dimension, _)| *dimension == name)?;
        column.get(row).as_deref()?.parse().ok()
    }
}

fn version(metric: &Metric) -> i32 {
    metric.version.cast_signed()
}

fn text(text: &str) -> ByteArray {
    text.as_bytes().to_vec().into()
}
