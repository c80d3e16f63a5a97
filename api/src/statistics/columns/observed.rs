//! The observations of one metric over the games of a chunk.

use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::coded::{Coded, Coder, Starts};
use super::packed;

/// The seat of an observation of the whole table.
pub const TABLE: u8 = u8::MAX;

/// What was observed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Value {
    /// A number, or 0 or 1 of a share.
    Number(f64),
    /// One word of several.
    Word(String),
    /// A number that was never revealed and lies between these.
    Between(f64, f64),
}

/// One observation.
#[derive(Clone, Debug, PartialEq)]
pub struct One {
    /// Whose; [`TABLE`] if nobody's.
    pub seat: u8,
    /// What.
    pub value: Value,
    /// In the order in which the metric declares its dimensions.
    pub dimensions: Vec<Option<String>>,
}

/// The observations, game after game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Observed {
    /// Whose observations are where; a row for each game of the chunk.
    pub games: Starts,
    /// Whose seat.
    #[serde(with = "packed::bytes")]
    pub seats: Vec<u8>,
    /// What.
    pub values: Coded<Value>,
    /// A column for each dimension that the metric declares.
    pub dimensions: Vec<Coded<Option<String>>>,
}

/// Makes [`Observed`] game by game.
pub struct Builder {
    observed: Observed,
    values: Coder<Value>,
    dimensions: Vec<Coder<Option<String>>>,
}

impl Observed {
    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        let dimensions: usize = self.dimensions.iter().map(Coded::bytes).sum();
        self.games.bytes() + self.seats.len() + self.values.bytes() + dimensions
    }

    /// The observations of a game as they were put in.
    pub fn get(&self, game: usize) -> Vec<One> {
        let one = |row| One {
            seat: self.seats[row],
            value: self.values.get(row).clone(),
            dimensions: self.dimensions.iter().map(|column| column.get(row).clone()).collect(),
        };
        self.games.of(game).map(one).collect()
    }
}

impl Builder {
    /// For a metric with this many dimensions.
    pub fn new(dimensions: usize) -> Self {
        Self {
            observed: Observed::default(),
            values: Coder::default(),
            dimensions: std::iter::repeat_with(Coder::default).take(dimensions).collect(),
        }
    }

    /// Adds a game with its observations, of which there may be none.
    pub fn push(&mut self, observations: &[One]) {
        self.observed.games.push(observations.len());
        for one in observations {
            self.observed.seats.push(one.seat);
            self.values.push(&one.value);
            for (column, word) in self.dimensions.iter_mut().zip(&one.dimensions) {
                column.push(word);
            }
        }
    }

    /// Adds a game with its observations in another column.
    pub fn copy(&mut self, other: &Observed, game: usize) {
        let rows = other.games.of(game);
        self.observed.games.push(rows.len());
        self.observed.seats.extend_from_slice(&other.seats[rows.clone()]);
        self.values.extend(&other.values, rows.clone());
        for (column, other) in self.dimensions.iter_mut().zip(&other.dimensions) {
            column.extend(other, rows.clone());
        }
    }

    /// The observations.
    pub fn finish(self) -> Observed {
        Observed {
            values: self.values.finish(),
            dimensions: self.dimensions.into_iter().map(Coder::finish).collect(),
            ..self.observed
        }
    }
}

/// Numbers are the same if their bits are: they are keys here, not quantities.
impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.to_bits() == b.to_bits(),
            (Self::Word(a), Self::Word(b)) => a == b,
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
            Self::Between(low, high) => (low.to_bits(), high.to_bits()).hash(state),
        }
    }
}
