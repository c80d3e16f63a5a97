//! Finished games as plays: in the formats of the places where many players keep theirs.

pub mod bgg;
pub mod bgstats;

use chrono::{DateTime, FixedOffset, TimeDelta, Utc};
use kifu_engine::record::Status;
use kifu_engine::seat::Seat;
use kifu_engine::text::Language;
use kifu_statistics::time_zone::TimeZone;
use uuid::Uuid;

use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;
use crate::records::cache::LoadedRecord;
use crate::records::details::Details;

/// A game takes no longer than this: a record that took longer was not logged while playing.
const MAX_DURATION: TimeDelta = TimeDelta::hours(24);

/// A record that is opened at most so long before or after the game began is logged while it is played.
const MAX_OPENING_DELAY: TimeDelta = TimeDelta::minutes(10);

/// A finished game as a play.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The record.
    pub id: Uuid,
    /// The slug of the game.
    pub slug: &'static str,
    /// The name of the game.
    pub game: String,
    /// How many can play it.
    pub seats: (u8, u8),
    /// When it was played, as the clock at the table showed it.
    pub at: DateTime<FixedOffset>,
    /// When the record was opened.
    pub opened_at: DateTime<Utc>,
    /// When its last event was logged.
    pub changed_at: DateTime<Utc>,
    /// How long it took; 0 where that is not known.
    pub minutes: i64,
    /// The place.
    pub place: Option<String>,
    /// A move in force broke a rule.
    pub irregular: bool,
    /// Everybody wins or loses together.
    pub cooperative: bool,
    /// The best have the most points; `None` where there are no points.
    pub highest_wins: Option<bool>,
    /// The title the game awarded, and where the record is.
    pub comments: String,
    /// The players by seat, clockwise.
    pub players: Vec<PlayerAtTable>,
}

/// Somebody at the table.
#[derive(Clone, Debug)]
pub struct PlayerAtTable {
    /// The name, if it is known.
    pub name: Option<String>,
    /// The seat, from 1.
    pub position: u32,
    /// The points, or those of the whole table.
    pub score: Option<i64>,
    /// The place, 1 the best.
    pub place: Option<u8>,
    /// True: this player won.
    pub won: bool,
}

impl FinishedGame {
    /// The play of a record, in a language. Only a game with a result is one. Where nobody said what the clock at the
    /// table showed, it is what clocks in this time zone showed.
    pub fn of(loaded: &LoadedRecord, language: Language, zone: TimeZone) -> Result<Self, Problem> {
        let (head, record) = (&loaded.head, &loaded.record);
        let (Some(outcome), None) = (record.outcome(), &loaded.unreplayable) else {
            return Err(not_finished(record.status()));
        };
        let details = Details::of(head);
        let changed_at = loaded.times.last().copied().unwrap_or(head.opened_at);
        let meta = record.meta();
        let everybody = outcome.winners.len() == usize::from(head.seats);
        let player = |number: u8| {
            let seat = Seat::new(number);
            PlayerAtTable {
                name: details.names.get(usize::from(number)).cloned().flatten().map(String::from),
                position: u32::from(number) + 1,
                score: outcome.points.as_ref().map(|points| points[seat]).or(outcome.score),
                place: outcome.places.as_ref().map(|places| places[seat]),
                won: outcome.winners.contains(&seat),
            }
        };
        let players: Vec<_> = (0..head.seats).map(player).collect();
        let title = outcome.title.as_ref().map(|title| format!("{}. ", title.of(language)));
        Ok(Self {
            id: head.id.0,
            slug: meta.slug,
            game: meta.name.of(language).to_owned(),
            seats: meta.seats,
            at: details.played_at.map_or_else(|| zone.at(head.opened_at), |at| at.on_clock(zone)),
            opened_at: head.opened_at,
            changed_at,
            minutes: minutes(&details, head.opened_at, changed_at),
            place: details.place.map(String::from),
            irregular: record.is_irregular(),
            cooperative: outcome.places.is_none() && (everybody || outcome.winners.is_empty()),
            highest_wins: highest_wins(&players),
            comments: format!("{}Kifu /v1/games/{}", title.unwrap_or_default(), head.id),
            players,
        })
    }
}

fn not_finished(status: Status) -> Problem {
    let message = match status {
        Status::Abandoned => Records::Abandoned,
        _ => Records::NotOverYet,
    };
    Problem::new(Code::NotFinished, message).with(serde_json::json!({ "status": status }))
}

/// A record that was played at another time than it was opened was written afterwards: then its own times say nothing.
fn minutes(details: &Details, opened_at: DateTime<Utc>, changed_at: DateTime<Utc>) -> i64 {
    let took = changed_at - opened_at;
    let apart = details.played_at.map_or(TimeDelta::zero(), |at| (at.utc() - opened_at).abs());
    let was_live = apart <= MAX_OPENING_DELAY && took >= TimeDelta::zero() && took <= MAX_DURATION;
    if was_live { (took + TimeDelta::seconds(30)).num_minutes() } else { 0 }
}

/// True if those who are first have at least as many points as the others; `None` where nobody has any.
fn highest_wins(players: &[PlayerAtTable]) -> Option<bool> {
    let best = |first: bool| {
        let of = players.iter().filter(|player| (player.won || player.place == Some(1)) == first);
        of.filter_map(|player| player.score).max()
    };
    let any = players.iter().any(|player| player.score.is_some());
    any.then(|| best(true).is_none() || best(false).is_none() || best(true) >= best(false))
}
