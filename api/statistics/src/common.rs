//! The observations made of every kind of game; [`definitions`](super::definitions) says what they mean.

use chrono::{DateTime, Utc};
use kifu_engine::count;
use kifu_engine::erased::AnyRecord;
use kifu_engine::outcome::Outcome;
use kifu_engine::seat::{BySeat, Seat};
use kifu_engine::seq::Seq;
use kifu_engine::statistics::Metric;

use super::columns::observations::{StoredObservation, Value, WHOLE_TABLE};
use super::definitions::{
    FIRST_PLAYER_ADVANTAGE, MINUTES, MOVES, PLACE, POINTS, SCORE, TURN, WON, WON_ABOVE_CHANCE,
};

/// Where moves follow each other faster in the mean, they were not logged as they were made.
const LEAST_MILLISECONDS_A_MOVE: i64 = 1000;

/// A record that is over.
pub struct FinishedRecord<'r> {
    /// The record.
    pub record: &'r dyn AnyRecord,
    /// Its result.
    pub outcome: &'r Outcome,
    /// The seat that had the first turn.
    pub first: Option<Seat>,
    /// When each event behind the opening was logged.
    pub times: &'r [DateTime<Utc>],
}

impl FinishedRecord<'_> {
    /// Observes it for a common metric.
    pub fn observe(&self, metric: &Metric) -> Vec<StoredObservation> {
        let Outcome { winners, places, points, score, .. } = self.outcome;
        match metric.name {
            WON => self.each(metric, |seat| Some(f64::from(u8::from(winners.contains(&seat))))),
            WON_ABOVE_CHANCE => {
                let share = self.share_of_winners();
                self.each(metric, |seat| Some(f64::from(u8::from(winners.contains(&seat))) - share))
            }
            PLACE => self.each(metric, |seat| get(places.as_ref(), seat).map(f64::from)),
            POINTS => self.each(metric, |seat| get(points.as_ref(), seat).map(|points| points as f64)),
            SCORE => one(WHOLE_TABLE, score.map(|score| score as f64)),
            MOVES => one(WHOLE_TABLE, Some(self.record.len() as f64)),
            MINUTES => one(WHOLE_TABLE, self.minutes()),
            FIRST_PLAYER_ADVANTAGE => self.advantage(),
            _ => Vec::new(),
        }
    }

    fn each(&self, metric: &Metric, number: impl Fn(Seat) -> Option<f64>) -> Vec<StoredObservation> {
        let turns = metric.dimensions.contains(&TURN);
        let one = |seat: Seat| {
            let dimensions = if turns { vec![self.turn(seat)] } else { Vec::new() };
            Some(StoredObservation { seat: seat.as_u8()?, value: Value::Number(number(seat)?), dimensions })
        };
        self.record.seats().iter().filter_map(one).collect()
    }

    fn turn(&self, seat: Seat) -> Option<String> {
        Some(turn(self.first?, seat, self.record.seats().count()).to_string())
    }

    /// By the times of the first and the last move in force; nothing if moves came faster than people make them.
    fn minutes(&self) -> Option<f64> {
        let [first, last] = self.record.span()?;
        let time = |event: Seq| self.times.get(event.index().checked_sub(1)?);
        let taken = (*time(last)? - *time(first)?).num_milliseconds();
        let between_moves = count::to_i64(self.record.len()) - 1;
        let as_played = taken > 0 && taken >= between_moves * LEAST_MILLISECONDS_A_MOVE;
        as_played.then(|| taken as f64 / 60_000.0)
    }

    fn advantage(&self) -> Vec<StoredObservation> {
        let Some((first, seat)) = self.first.and_then(|first| Some((first, first.as_u8()?))) else {
            return Vec::new();
        };
        let winners = &self.outcome.winners;
        let won = f64::from(u8::from(winners.contains(&first)));
        one(seat, Some(won - self.share_of_winners()))
    }

    fn share_of_winners(&self) -> f64 {
        self.outcome.winners.len() as f64 / f64::from(self.record.seats().count())
    }
}

/// Counted clockwise from who had the first turn, who is 1.
fn turn(first: Seat, seat: Seat, seats: u8) -> i64 {
    1 + (seat.number() - first.number()).rem_euclid(seats.into())
}

fn get<T: Copy>(by_seat: Option<&BySeat<T>>, seat: Seat) -> Option<T> {
    by_seat?.get(seat).copied()
}

fn one(seat: u8, number: Option<f64>) -> Vec<StoredObservation> {
    let one =
        number.map(|number| StoredObservation { seat, value: Value::Number(number), dimensions: Vec::new() });
    one.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_clockwise_from_the_first_player() {
        let turns: Vec<_> = (0..3).map(|seat| turn(Seat::new(1), Seat::new(seat), 3)).collect();
        assert_eq!(turns, [3, 1, 2]);
    }
}
