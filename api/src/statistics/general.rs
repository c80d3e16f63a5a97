//! What is observed of every game, whichever it is.

use chrono::{DateTime, Utc};
use kifu_engine::erased::AnyRecord;
use kifu_engine::game::Outcome;
use kifu_engine::seat::{BySeat, Seat};

use super::columns::observed::{One, TABLE, Value};

/// For each seat, 1 if it won and 0 if not.
pub const WON: &str = "general.won";
/// For each seat its place, 1 the best, where the game has places.
pub const PLACE: &str = "general.place";
/// For each seat its points, where the game has points.
pub const POINTS: &str = "general.points";
/// The score of the table, where the game has one.
pub const SCORE: &str = "general.score";
/// How many moves are in force.
pub const MOVES: &str = "general.moves";
/// Minutes from the first move recorded to the last, moves that were taken back included; nothing where the times of
/// the log are all the same or go backwards, as those of many imported logs.
pub const MINUTES: &str = "general.minutes";
/// Whether the first player won, less the share of the seats that won: what the first player has over the chance.
pub const ADVANTAGE: &str = "general.first_player_advantage";

/// The order of the seats from the one that moved first, which is 1; left out where no seat moved by itself.
const TURN: &str = "turn";

/// A column that every kind of game has.
pub struct General {
    /// Its id, and its name in the columns.
    pub id: &'static str,
    /// The dimensions of its observations.
    pub dimensions: &'static [&'static str],
    /// Goes up whenever something else is observed.
    pub version: u32,
}

const fn column(id: &'static str, dimensions: &'static [&'static str]) -> General {
    General { id, dimensions, version: 1 }
}

/// All of them.
pub const METRICS: &[General] = &[
    column(WON, &[TURN]),
    column(PLACE, &[TURN]),
    column(POINTS, &[TURN]),
    column(SCORE, &[]),
    column(MOVES, &[]),
    column(MINUTES, &[]),
    column(ADVANTAGE, &[]),
];

/// When a game was played, as far as the times of its log tell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Clock {
    first: Option<DateTime<Utc>>,
    last: Option<DateTime<Utc>>,
    backwards: bool,
}

impl Clock {
    /// A move was recorded.
    pub fn moved(&mut self, at: DateTime<Utc>) {
        self.backwards |= self.last.is_some_and(|last| at < last);
        self.first.get_or_insert(at);
        self.last = Some(at);
    }

    /// How long it took, in minutes.
    pub fn minutes(&self) -> Option<f64> {
        let taken = self.last? - self.first?;
        let known = !self.backwards && taken.num_milliseconds() > 0;
        known.then(|| taken.num_milliseconds() as f64 / 60_000.0)
    }
}

/// What is observed of a record that is over, by metric.
pub fn observe(record: &dyn AnyRecord, outcome: &Outcome, clock: &Clock) -> Vec<(&'static str, Vec<One>)> {
    let seats = Seated { count: record.seats().count(), first: record.first_actor() };
    let won = |seat| Some(f64::from(u8::from(outcome.winners.contains(&seat))));
    let of_table = |number: Option<f64>| number.map(table).into_iter().collect();
    let places = outcome.places.as_ref();
    let points = outcome.points.as_ref();
    vec![
        (WON, seats.each(won)),
        (PLACE, seats.each(|seat| get(places, seat).map(f64::from))),
        (POINTS, seats.each(|seat| get(points, seat).map(|points| points as f64))),
        (SCORE, of_table(outcome.score.map(|score| score as f64))),
        (MOVES, of_table(Some(record.len() as f64))),
        (MINUTES, of_table(clock.minutes())),
        (ADVANTAGE, of_table(seats.advantage(outcome))),
    ]
}

struct Seated {
    count: u8,
    first: Option<Seat>,
}

impl Seated {
    fn each(&self, number: impl Fn(Seat) -> Option<f64>) -> Vec<One> {
        let one = |seat| {
            let value = Value::Number(number(Seat::new(seat))?);
            Some(One { seat, value, dimensions: vec![self.turn(seat)] })
        };
        (0..self.count).filter_map(one).collect()
    }

    fn turn(&self, seat: u8) -> Option<String> {
        let first = self.first?.number();
        Some((1 + (i64::from(seat) - first).rem_euclid(self.count.into())).to_string())
    }

    fn advantage(&self, outcome: &Outcome) -> Option<f64> {
        let first = f64::from(u8::from(outcome.winners.contains(&self.first?)));
        Some(first - outcome.winners.len() as f64 / f64::from(self.count))
    }
}

fn get<T: Copy>(by_seat: Option<&BySeat<T>>, seat: Seat) -> Option<T> {
    by_seat?.get(seat).copied()
}

fn table(number: f64) -> One {
    One { seat: TABLE, value: Value::Number(number), dimensions: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(seconds: &[i64]) -> Clock {
        let mut clock = Clock::default();
        seconds.iter().for_each(|at| clock.moved(DateTime::from_timestamp(*at, 0).unwrap()));
        clock
    }

    #[test]
    fn minutes_are_known_only_where_the_times_make_sense() {
        for (seconds, minutes) in [
            (&[][..], None),
            (&[5], None),
            (&[5, 5, 5], None),
            (&[0, 30, 90], Some(1.5)),
            (&[0, 90, 30], None),
        ] {
            assert_eq!(clock(seconds).minutes(), minutes, "{seconds:?}");
        }
    }

    #[test]
    fn turns_are_counted_from_whoever_moved_first() {
        let seats = Seated { count: 3, first: Some(Seat::new(1)) };
        let turns: Vec<_> = (0..3).map(|seat| seats.turn(seat).unwrap()).collect();
        assert_eq!(turns, ["3", "1", "2"]);
        assert_eq!(Seated { count: 3, first: None }.turn(0), None);
    }
}
