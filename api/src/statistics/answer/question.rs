//! What is asked of the columns: a metric, which games, and how to group.

use chrono::{DateTime, Datelike, Utc};
use std::collections::HashMap;

use uuid::Uuid;

use crate::statistics::columns::games::Games;

/// A question about one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The metric's name in the columns.
    pub metric: String,
    /// Which games.
    pub filter: Filter,
    /// By what the observations are grouped; the groups' keys have a part for each.
    pub by: Vec<By>,
    /// Two groups to be compared, one less the other.
    pub compare: Option<[Key; 2]>,
    /// The position of the feed up to which the archive is asked.
    pub as_of: i64,
    /// Who is who by now.
    pub people: People,
}

/// Players who are not, or no longer, called by the id that the columns have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct People(HashMap<Uuid, Option<Uuid>>);

/// Which games count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Played at or after, in milliseconds since 1970.
    pub from: Option<i64>,
    /// Played before.
    pub to: Option<i64>,
    /// Played here.
    pub place: Option<String>,
    /// With all of these tags.
    pub tags: Vec<String>,
    /// With this many seats.
    pub seats: Option<usize>,
    /// With these options: name, and value as JSON.
    pub options: Vec<(String, serde_json::Value)>,
    /// With all of these players at the table.
    pub players: Vec<Uuid>,
    /// Only observations of the seats of these players; of all, if empty.
    pub of: Vec<Uuid>,
    /// That ended so.
    pub ending: Option<String>,
    /// Games in which a rule was broken: left out unless asked.
    pub irregular: Irregular,
}

/// What happens to games in which a rule was broken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Irregular {
    /// They don't count.
    #[default]
    Out,
    /// They count like others.
    In,
    /// Nothing else counts.
    Only,
}

/// A way to group observations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// The seat observed.
    Seat,
    /// Who sat there.
    Player,
    /// How many seats the table had.
    Seats,
    /// The kind of game.
    Game,
    /// An option of the game.
    Option(String),
    /// Where it was played.
    Place,
    /// When it was played.
    Time(Period),
    /// How the game ended.
    Ending,
    /// A dimension of the metric, by its place among them.
    Dimension(usize),
}

/// A stretch of time, by the calendar in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// A date: `2026-11-21`.
    Day,
    /// A week as ISO 8601 counts: `2026-W47`.
    Week,
    /// `2026-11`.
    Month,
    /// `2026`.
    Year,
}

/// What a group has in common, a part for each way to group.
pub type Key = Vec<Part>;

/// One part of a key; numbers come before words, nothing comes last.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A number.
    Number(i64),
    /// A word.
    Word(String),
    /// A player.
    Player(Uuid),
    /// No value.
    Nothing,
}

impl Part {
    /// A word, or the number it spells.
    pub fn read(word: &str) -> Self {
        word.parse().map_or_else(|_| Self::Word(word.to_owned()), Self::Number)
    }
}

impl Period {
    /// The stretch that a time lies in; `None` beyond the calendar.
    pub fn of(self, millis: i64) -> Option<String> {
        let time: DateTime<Utc> = DateTime::from_timestamp_millis(millis)?;
        let week = time.iso_week();
        Some(match self {
            Self::Day => time.format("%Y-%m-%d").to_string(),
            Self::Week => format!("{:04}-W{:02}", week.year(), week.week()),
            Self::Month => time.format("%Y-%m").to_string(),
            Self::Year => time.format("%Y").to_string(),
        })
    }
}

impl Filter {
    /// Says of each game of a chunk whether it counts.
    pub fn passes(&self, games: &Games, people: &People) -> Vec<bool> {
        let options: Vec<bool> =
            games.options.values.iter().map(|options| self.has_options(options)).collect();
        let tags: Vec<Option<u32>> = self.tags.iter().map(|tag| code(&games.tags.values, tag)).collect();
        let players: Vec<Vec<bool>> =
            self.players.iter().map(|player| people.who_are(&games.players.values, &[*player])).collect();
        let seated = |row: usize, is: &[bool]| {
            games.players.codes[games.seated.of(row)].iter().any(|code| is[*code as usize])
        };
        let passes = |row: usize| {
            self.at_the_time(games.at[row])
                && match self.irregular {
                    Irregular::Out => !games.irregular[row],
                    Irregular::In => true,
                    Irregular::Only => games.irregular[row],
                }
                && options[games.options.codes[row] as usize]
                && self.seats.is_none_or(|seats| games.seats(row) == seats)
                && self.place.as_ref().is_none_or(|place| games.place.get(row).as_ref() == Some(place))
                && self.ending.as_ref().is_none_or(|ending| games.ending.get(row) == ending)
                && all_in(&tags, &games.tags.codes[games.tagged.of(row)])
                && players.iter().all(|is| seated(row, is))
        };
        (0..games.len()).map(passes).collect()
    }

    /// By code: the players whose observations are asked for; `None` for all.
    pub fn observed_players(&self, games: &Games, people: &People) -> Option<Vec<bool>> {
        (!self.of.is_empty()).then(|| people.who_are(&games.players.values, &self.of))
    }

    fn at_the_time(&self, at: i64) -> bool {
        self.from.is_none_or(|from| from <= at) && self.to.is_none_or(|to| at < to)
    }

    fn has_options(&self, options: &str) -> bool {
        if self.options.is_empty() {
            return true;
        }
        let options: serde_json::Value = serde_json::from_str(options).unwrap_or_default();
        self.options.iter().all(|(name, value)| options.get(name) == Some(value))
    }
}

impl People {
    /// Merged profiles stand for their successors, erased ones for nobody.
    pub fn new(changed: impl IntoIterator<Item = (Uuid, Option<Uuid>)>) -> Self {
        Self(changed.into_iter().collect())
    }

    /// Parts of keys for these players, and one more for nobody.
    pub fn parts(&self, players: &[Option<Uuid>]) -> Vec<Part> {
        let part =
            |player: &Option<Uuid>| player.and_then(|id| self.now(id)).map_or(Part::Nothing, Part::Player);
        players.iter().map(part).chain([Part::Nothing]).collect()
    }

    /// Of each player, whether it is one of those wanted.
    pub fn who_are(&self, players: &[Option<Uuid>], wanted: &[Uuid]) -> Vec<bool> {
        let is_wanted = |id| self.now(id).is_some_and(|id| wanted.contains(&id));
        players.iter().map(|player| player.is_some_and(is_wanted)).collect()
    }

    fn now(&self, id: Uuid) -> Option<Uuid> {
        self.0.get(&id).copied().unwrap_or(Some(id))
    }
}

/// The code of a value; `None` if no row has it.
fn code<T: PartialEq>(values: &[T], wanted: &T) -> Option<u32> {
    values.iter().position(|value| value == wanted).and_then(|code| u32::try_from(code).ok())
}

fn all_in(wanted: &[Option<u32>], codes: &[u32]) -> bool {
    wanted.iter().all(|wanted| wanted.is_some_and(|wanted| codes.contains(&wanted)))
}
