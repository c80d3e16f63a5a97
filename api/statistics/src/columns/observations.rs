//! The observations of one metric over the games of a chunk.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::dictionary_column::{DictionaryBuilder, DictionaryColumn, Offsets};
use super::packed;

/// The seat of an observation of the whole table.
pub const WHOLE_TABLE: u8 = u8::MAX;

/// The value of an observation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Value {
    /// A number, or 0 or 1 of a share.
    Number(f64),
    /// One word of several.
    Word(String),
    /// A number that was never revealed and lies between these.
    Between(f64, f64),
    /// A player, as a word; never stored.
    Player(Uuid),
}

/// One observation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredObservation {
    /// The seat observed; [`WHOLE_TABLE`] if it is of no seat.
    pub seat: u8,
    /// The value.
    pub value: Value,
    /// In the order in which the metric declares its dimensions.
    pub dimensions: Vec<Option<String>>,
}

/// The observations, game after game. Dimensions are stored by themselves: most questions need none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObservationColumns {
    /// The offsets of each game's observations; a row for each game of the chunk.
    pub games: Arc<Offsets>,
    /// The seat of each observation.
    #[serde(with = "packed::bytes")]
    pub seats: Arc<Vec<u8>>,
    /// The value of each observation.
    pub values: Arc<DictionaryColumn<Value>>,
    /// In the order in which the metric declares them; one that was not read is empty, or missing behind the others.
    #[serde(skip)]
    pub dimensions: Vec<Arc<Dimension>>,
}

/// A dimension of all observations.
pub type Dimension = DictionaryColumn<Option<String>>;

/// The name of the column of a dimension, by the metric and its place among its dimensions.
pub fn dimension(metric: &str, place: usize) -> String {
    format!("{metric}/{place}")
}

/// The metric and the place of the dimension that a column is of, if it is of one.
pub fn dimension_named(name: &str) -> Option<(&str, usize)> {
    let (metric, place) = name.split_once('/')?;
    Some((metric, place.parse().ok()?))
}

/// Makes [`ObservationColumns`] game by game.
pub struct ObservationColumnsBuilder {
    games: Offsets,
    seats: Vec<u8>,
    values: DictionaryBuilder<Value>,
    dimensions: Vec<DictionaryBuilder<Option<String>>>,
}

impl ObservationColumns {
    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        let dimensions: usize = self.dimensions.iter().map(|dimension| dimension.bytes()).sum();
        self.games.bytes() + self.seats.len() + self.values.bytes() + dimensions
    }

    /// Takes a dimension of the same observations.
    pub fn take(&mut self, place: usize, dimension: Arc<Dimension>) {
        if self.dimensions.len() <= place {
            self.dimensions.resize_with(place + 1, Arc::default);
        }
        self.dimensions[place] = dimension;
    }

    /// The observations of a game as they were put in.
    pub fn get(&self, game: usize) -> Vec<StoredObservation> {
        let one = |row| StoredObservation {
            seat: self.seats[row],
            value: self.values.get(row).clone(),
            dimensions: self.dimensions.iter().map(|column| column.get(row).clone()).collect(),
        };
        self.games.of(game).map(one).collect()
    }
}

impl ObservationColumnsBuilder {
    /// For a metric with this many dimensions.
    pub fn new(dimensions: usize) -> Self {
        Self {
            games: Offsets::default(),
            seats: Vec::new(),
            values: DictionaryBuilder::default(),
            dimensions: std::iter::repeat_with(DictionaryBuilder::default).take(dimensions).collect(),
        }
    }

    /// Adds a game with its observations, of which there may be none.
    pub fn push(&mut self, observations: &[StoredObservation]) {
        self.games.push(observations.len());
        for one in observations {
            self.seats.push(one.seat);
            self.values.push(&one.value);
            for (column, word) in self.dimensions.iter_mut().zip(&one.dimensions) {
                column.push(word);
            }
        }
    }

    /// Adds a game with its observations in another column.
    pub fn copy(&mut self, other: &ObservationColumns, game: usize) {
        let rows = other.games.of(game);
        self.games.push(rows.len());
        self.seats.extend_from_slice(&other.seats[rows.clone()]);
        self.values.extend(&other.values, rows.clone());
        for (column, other) in self.dimensions.iter_mut().zip(&other.dimensions) {
            column.extend(other, rows.clone());
        }
    }

    /// The observations.
    pub fn finish(self) -> ObservationColumns {
        ObservationColumns {
            games: self.games.into(),
            seats: self.seats.into(),
            values: self.values.finish().into(),
            dimensions: self.dimensions.into_iter().map(|column| column.finish().into()).collect(),
        }
    }
}

/// Numbers are the same if their bits are: they are keys here, not quantities.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.to_bits() == b.to_bits(),
            (Self::Word(a), Self::Word(b)) => a == b,
            (Self::Player(a), Self::Player(b)) => a == b,
            (Self::Between(a, b), Self::Between(c, d)) => {
                (a.to_bits(), b.to_bits()) == (c.to_bits(), d.to_bits())
            }
            _ => false,
        }
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Number(number) => number.to_bits().hash(state),
            Self::Word(word) => word.hash(state),
            Self::Player(id) => id.hash(state),
            Self::Between(low, high) => (low.to_bits(), high.to_bits()).hash(state),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_dimensions_are_told_by_their_names() {
        assert_eq!(dimension_named(&dimension("go.moves", 2)), Some(("go.moves", 2)));
        assert_eq!(dimension_named("go.moves"), None);
    }
}
