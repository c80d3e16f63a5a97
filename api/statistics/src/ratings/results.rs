//! The results of players, read from ratings and summed up.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use kifu_engine::game::Feature;
use kifu_engine::games;
use schemars::JsonSchema;
use serde::Serialize;
use uuid::Uuid;

use super::definition::Rating;
use super::game_ratings::{GameRatings, RatingStep, Seat};
use crate::definitions::{PLACE, POINTS, range};
use crate::estimate::{ClusterSums, Estimand, Interval, Sums};

/// A mean or a share, a value a game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// How many games it is of.
    pub n: u64,
    /// The mean; of wins, the share that was won.
    pub mean: f64,
    /// Its 95 % interval; from two games on, and of means only where the games differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

impl Estimate {
    /// The estimate from these sums; `None` without a game.
    pub fn of(sums: &Sums, estimand: Estimand) -> Option<Self> {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it counts games")]
        let n = sums.games as u64;
        Some(Self { n, mean: sums.mean()?, interval: sums.interval(estimand) })
    }

    /// The estimate for a common metric: the interval lies within what is possible.
    fn of_metric(name: &str, sums: &Sums) -> Option<Self> {
        let found = Self::of(sums, Estimand::Mean)?;
        let interval = found.interval.map(|interval| interval.within(range(name)));
        Some(Self { interval, ..found })
    }
}

/// Adds a value of one game.
fn add(sums: &mut Sums, value: f64) {
    let mut share = ClusterSums::default();
    share.add(value);
    sums.add(share);
}

fn add_won(sums: &mut Sums, won: bool) {
    add(sums, f64::from(u8::from(won)));
}

/// The games of a player, summed up.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PlayerNumbers {
    /// How many games count.
    pub games: u64,
    /// The share of games won, alone or with others.
    pub wins: Option<Estimate>,
    /// The mean place, where the game ranks its seats; 1 is the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Estimate>,
    /// The mean points, where the game counts them seat by seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Estimate>,
    /// When the first of them was played.
    pub first_played: Option<DateTime<Utc>>,
    /// When the last of them was.
    pub last_played: Option<DateTime<Utc>>,
}

impl PlayerNumbers {
    /// The results of all games of a history.
    pub fn of(ratings: &GameRatings, history: &[RatingStep], has_places: bool) -> Self {
        let [mut wins, mut places, mut points] = [Sums::default(); 3];
        for step in history {
            let (_, seat) = ratings.game(step);
            add_won(&mut wins, seat.won);
            if has_places {
                add(&mut places, seat.place.into());
            }
            if let Some(number) = seat.points {
                add(&mut points, number);
            }
        }
        let at = |step: Option<&RatingStep>| step.and_then(|step| time(ratings.game(step).0.played_at));
        Self {
            games: history.len() as u64,
            wins: Estimate::of(&wins, Estimand::Share),
            place: Estimate::of_metric(PLACE, &places),
            points: Estimate::of_metric(POINTS, &points),
            first_played: at(history.first()),
            last_played: at(history.last()),
        }
    }
}

/// The result of a seat.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "SeatResult")]
pub struct SeatResult {
    /// True if the seat won.
    pub won: bool,
    /// Its place, where the game ranks its seats.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u8>,
    /// Its points, where the game counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<f64>,
}

impl SeatResult {
    /// The result of this seat.
    pub fn of(seat: &Seat, has_places: bool) -> Self {
        Self { won: seat.won, place: has_places.then_some(seat.place), points: seat.points }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PlayedRecord")]
pub struct PlayedRecord {
    /// The record.
    pub id: Uuid,
    /// The URL of the record.
    pub url: String,
    /// When it was played.
    pub played_at: Option<DateTime<Utc>>,
    /// How many seats.
    pub seats: usize,
}

impl PlayedRecord {
    /// The game of a step.
    pub fn of(ratings: &GameRatings, step: &RatingStep) -> Self {
        let (game, _) = ratings.game(step);
        Self {
            id: game.id,
            url: format!("/v1/games/{}", game.id),
            played_at: time(game.played_at),
            seats: game.seats.len(),
        }
    }
}

/// The result of a player in one game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PlayerResult")]
pub struct PlayerResult {
    /// The record.
    pub record: PlayedRecord,
    /// The result of the player's seat.
    #[serde(flatten)]
    pub result: SeatResult,
    /// The player's rating after it.
    pub rating: Rating,
}

impl PlayerResult {
    /// The result of this step.
    pub fn of(ratings: &GameRatings, step: &RatingStep, has_places: bool) -> Self {
        Self {
            record: PlayedRecord::of(ratings, step),
            result: SeatResult::of(ratings.game(step).1, has_places),
            rating: step.rating.into(),
        }
    }
}

/// Games of two players at one table, being summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairTotals {
    wins: Sums,
    their_wins: Sums,
    cooperative: Sums,
    ahead: u64,
    behind: u64,
    level: u64,
    last: i64,
}

/// Games of a player with another one at the table.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "Pairing")]
pub struct Pairing {
    /// How many, with or against each other.
    pub games: u64,
    /// Games in which everybody plays for themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<AgainstEachOther>,
    /// Games that all win or lose together: how many, and the share won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cooperative: Option<Estimate>,
    /// When they last played.
    pub last_played: Option<DateTime<Utc>>,
}

/// Games of a player against another one; both may win, or neither.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct AgainstEachOther {
    /// How many.
    pub games: u64,
    /// The share that the player won.
    pub wins: Estimate,
    /// The share that the other one won.
    pub their_wins: Estimate,
    /// In how many the player's place was better.
    pub ahead: u64,
    /// In how many the other one's was.
    pub behind: u64,
    /// In how many they had the same place.
    pub level: u64,
}

impl PairTotals {
    /// Adds one game: the results of the player's seat and the other one's.
    pub fn add(&mut self, at: i64, [own, other]: [&Seat; 2], cooperative: bool) {
        self.last = self.last.max(at);
        if cooperative {
            add_won(&mut self.cooperative, own.won);
            return;
        }
        add_won(&mut self.wins, own.won);
        add_won(&mut self.their_wins, other.won);
        match own.place.cmp(&other.place) {
            std::cmp::Ordering::Less => self.ahead += 1,
            std::cmp::Ordering::Greater => self.behind += 1,
            std::cmp::Ordering::Equal => self.level += 1,
        }
    }

    /// How many there were.
    pub fn games(&self) -> u64 {
        self.ahead + self.behind + self.level + self.cooperative_games()
    }

    fn cooperative_games(&self) -> u64 {
        Estimate::of(&self.cooperative, Estimand::Share).map_or(0, |cooperative| cooperative.n)
    }

    /// When the last one was played, in milliseconds since 1970.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// The summary of their games.
    pub fn pairing(&self) -> Pairing {
        let share = |sums| Estimate::of(sums, Estimand::Share);
        let against =
            share(&self.wins).zip(share(&self.their_wins)).map(|(wins, their_wins)| AgainstEachOther {
                games: wins.n,
                wins,
                their_wins,
                ahead: self.ahead,
                behind: self.behind,
                level: self.level,
            });
        Pairing {
            games: self.games(),
            against,
            cooperative: share(&self.cooperative),
            last_played: time(self.last).filter(|_| self.games() > 0),
        }
    }
}

impl std::ops::AddAssign for PairTotals {
    fn add_assign(&mut self, more: Self) {
        self.wins += more.wins;
        self.their_wins += more.their_wins;
        self.cooperative += more.cooperative;
        self.ahead += more.ahead;
        self.behind += more.behind;
        self.level += more.level;
        self.last = self.last.max(more.last);
    }
}

/// The totals of a player with each opponent in games of these ratings.
pub fn opponents_of(ratings: &GameRatings, player: Uuid, cooperative: bool) -> HashMap<Uuid, PairTotals> {
    let mut totals: HashMap<Uuid, PairTotals> = HashMap::new();
    for step in ratings.history(player) {
        let (game, seat) = ratings.game(step);
        for (other, their_seat) in ratings.others(step) {
            totals.entry(other).or_default().add(game.played_at, [seat, their_seat], cooperative);
        }
    }
    totals
}

/// True if a kind of game ranks its seats.
pub fn has_places(game: &str) -> bool {
    has(game, Feature::Places)
}

/// True if all win or lose a kind of game together.
pub fn is_cooperative(game: &str) -> bool {
    has(game, Feature::Cooperative)
}

fn has(game: &str, feature: Feature) -> bool {
    games::find(game).is_some_and(|game| game.meta().features.contains(&feature))
}

/// A time of the columns.
pub fn time(millis: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_millis(millis)
}
