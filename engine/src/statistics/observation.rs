//! Observations of a game.

use serde::Serialize;

#[cfg(doc)]
use super::MetricKind;
use super::{OTHER_SEAT, ROUND};
use crate::seat::Seat;
use crate::seq::Seq;

/// The value of one observation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    /// For [`MetricKind::Number`] and, as 0 or 1, [`MetricKind::Share`].
    Number(f64),
    /// For [`MetricKind::Category`].
    Word(String),
    /// A value that the record never learnt. A number lies between these bounds, both possible as far as anybody
    /// looked; a share lies between 0 and 1. For [`MetricKind::Category`] it is always `Between(0, 1)`: the count of
    /// each word lies there. In JSON `[low, high]`.
    Between(f64, f64),
}

/// One observation in one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Observation {
    /// The metric it belongs to.
    pub metric: &'static str,
    /// The seat of the observation; `None` for the whole table.
    pub seat: Option<Seat>,
    /// The observed value.
    pub value: Value,
    /// The dimensions the metric declares, each with its value here; those that nobody recorded are missing.
    pub dimensions: Vec<(&'static str, String)>,
    /// The event that recorded the move that it is of; `None` where the metric is not of moves.
    pub event: Option<Seq>,
}

impl Observation {
    fn new(metric: &'static str, seat: impl Into<Option<Seat>>, value: Value) -> Self {
        Self { metric, seat: seat.into(), value, dimensions: Vec::new(), event: None }
    }

    /// A number seen at a seat, or at the whole table.
    pub fn number(metric: &'static str, seat: impl Into<Option<Seat>>, value: f64) -> Self {
        Self::new(metric, seat, Value::Number(value))
    }

    /// A number that lies between two bounds, and is known where they are the same.
    pub fn between(metric: &'static str, seat: impl Into<Option<Seat>>, [low, high]: [f64; 2]) -> Self {
        let value = if low < high { Value::Between(low, high) } else { Value::Number(low) };
        Self::new(metric, seat, value)
    }

    /// A yes (1) or no (0).
    pub fn share(metric: &'static str, seat: impl Into<Option<Seat>>, yes: bool) -> Self {
        Self::number(metric, seat, f64::from(u8::from(yes)))
    }

    /// A yes or no, if it is known which.
    pub fn share_if_known(metric: &'static str, seat: impl Into<Option<Seat>>, yes: Option<bool>) -> Self {
        let bounds = yes.map_or([0.0, 1.0], |yes| [f64::from(u8::from(yes)); 2]);
        Self::between(metric, seat, bounds)
    }

    /// The success of something, as 1 or 0, less its chance; an interval if one of them is not known.
    pub fn beyond_chance(
        metric: &'static str,
        seat: impl Into<Option<Seat>>,
        succeeded: Option<bool>,
        chance: Option<f64>,
    ) -> Self {
        let [least, most] = succeeded.map_or([0.0, 1.0], |succeeded| [f64::from(u8::from(succeeded)); 2]);
        let [low, high] = chance.map_or([0.0, 1.0], |chance| [chance; 2]);
        Self::between(metric, seat, [least - high, most - low])
    }

    /// One word of several.
    pub fn word(metric: &'static str, seat: impl Into<Option<Seat>>, word: impl Into<String>) -> Self {
        Self::new(metric, seat, Value::Word(word.into()))
    }

    /// One word of several, if it is known which.
    pub fn word_if_known(
        metric: &'static str,
        seat: impl Into<Option<Seat>>,
        word: Option<impl Into<String>>,
    ) -> Self {
        Self::new(metric, seat, word.map_or(Value::Between(0.0, 1.0), |word| Value::Word(word.into())))
    }

    /// Adds the event that recorded the observed move.
    #[must_use]
    pub const fn at(mut self, event: Seq) -> Self {
        self.event = Some(event);
        self
    }

    /// Adds the round and the event of the observed move.
    #[must_use]
    pub fn in_round(self, round: impl ToString, event: Seq) -> Self {
        self.with(ROUND.name, round).at(event)
    }

    /// Adds this seat as the other one, if it is a seat.
    #[must_use]
    pub fn of_other(self, seat: impl Into<Option<Seat>>) -> Self {
        match seat.into() {
            Some(seat) => self.with(OTHER_SEAT.name, seat.number()),
            None => self,
        }
    }

    /// Adds a dimension.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "it reads better with values")]
    pub fn with(mut self, dimension: &'static str, value: impl ToString) -> Self {
        self.dimensions.push((dimension, value.to_string()));
        self
    }
}
