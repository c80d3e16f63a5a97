//! Which group an observation of a page belongs to.

use std::borrow::Cow;
use std::collections::HashMap;

use super::Page;
use super::question::{By, Key, Part, Question};
use crate::statistics::columns::coded::Coded;
use crate::statistics::columns::games::Games;
use crate::statistics::columns::observed::TABLE;

/// The groups of a page, numbered from 1 in the order they are met.
pub struct Keys<'p> {
    page: &'p Page,
    ways: Vec<Way<'p>>,
    slots: HashMap<Vec<u32>, usize>,
    met: Vec<Key>,
    /// The last key asked for, and its slot: neighbours are often alike.
    last: (Vec<u32>, usize),
}

/// One way to group, with the parts of keys that the page has.
struct Way<'p> {
    parts: Vec<Part>,
    /// Of each code, the first one with the same part: merged players, say, are one.
    same: Vec<u32>,
    source: Source<'p>,
}

/// Where the code of a part is found.
enum Source<'p> {
    /// By game.
    Game(Cow<'p, [u32]>),
    /// By the seat observed; the last code is for the whole table.
    Seat,
    /// By who sat at the seat observed; the last code is for the whole table.
    Player(&'p [u32]),
    /// By observation.
    Observation(&'p [u32]),
}

impl<'p> Keys<'p> {
    /// The ways to group of this question on this page.
    pub fn new(page: &'p Page, question: &Question) -> Self {
        let ways = question.by.iter().map(|by| Way::new(page, by, question)).collect();
        Self { page, ways, slots: HashMap::new(), met: Vec::new(), last: (Vec::new(), 0) }
    }

    /// The slot of an observation, and whether it is a new one.
    pub fn slot(&mut self, game: usize, row: usize) -> (usize, bool) {
        let code = |way: &Way| way.code(self.page, game, row);
        if self.last.1 > 0 && self.ways.iter().map(code).eq(self.last.0.iter().copied()) {
            return (self.last.1, false);
        }
        let codes: Vec<u32> = self.ways.iter().map(code).collect();
        let known = self.slots.get(&codes).copied();
        let slot = known.unwrap_or_else(|| {
            let key = self.ways.iter().zip(&codes).map(|(way, code)| way.parts[*code as usize].clone());
            self.met.push(key.collect());
            self.slots.insert(codes.clone(), self.met.len());
            self.met.len()
        });
        self.last = (codes, slot);
        (slot, known.is_none())
    }

    /// The key of a slot.
    pub fn key(&self, slot: usize) -> Key {
        self.met[slot - 1].clone()
    }
}

impl<'p> Way<'p> {
    fn new(page: &'p Page, by: &By, question: &Question) -> Self {
        let games = &*page.games;
        match by {
            By::Seat => {
                let seats = (0..TABLE).map(|seat| Part::Number(seat.into()));
                Self::made_of(seats.chain([Part::Nothing]).collect(), Source::Seat)
            }
            By::Player => {
                let players = question.people.parts(&games.players.values);
                Self::made_of(players, Source::Player(&games.players.codes))
            }
            By::Seats => {
                Self::by_game(games, |game| Part::Number(games.seats(game).try_into().unwrap_or(i64::MAX)))
            }
            By::Game => Self::by_game(games, |_| Part::Word(page.game.to_string())),
            By::Option(name) => Self::by_column(&games.options, |options| option(options, name)),
            By::Place => {
                Self::by_column(&games.place, |place| place.clone().map_or(Part::Nothing, Part::Word))
            }
            By::Ending => Self::by_column(&games.ending, |ending| Part::Word(ending.clone())),
            By::Time(period) => {
                Self::by_game(games, |game| period.of(games.at[game]).map_or(Part::Nothing, Part::Word))
            }
            By::Dimension(index) => {
                let column = &page.observed.dimensions[*index];
                let parts = column.values.iter();
                let parts = parts.map(|word| word.as_deref().map_or(Part::Nothing, Part::read)).collect();
                Self::made_of(parts, Source::Observation(&column.codes))
            }
        }
    }

    fn by_column<T>(column: &'p Coded<T>, part: impl Fn(&T) -> Part) -> Self {
        let parts = column.values.iter().map(part).collect();
        Self::made_of(parts, Source::Game(Cow::Borrowed(&column.codes)))
    }

    fn by_game(games: &Games, part: impl Fn(usize) -> Part) -> Self {
        let mut known = HashMap::new();
        let mut parts = Vec::new();
        let codes = (0..games.len()).map(|game| {
            let part = part(game);
            *known.entry(part.clone()).or_insert_with(|| {
                parts.push(part);
                u32::try_from(parts.len() - 1).unwrap_or(u32::MAX)
            })
        });
        let codes = codes.collect();
        Self::made_of(parts, Source::Game(Cow::Owned(codes)))
    }

    fn made_of(parts: Vec<Part>, source: Source<'p>) -> Self {
        let mut first = HashMap::new();
        let same = (0..).zip(&parts).map(|(code, part)| *first.entry(part).or_insert(code)).collect();
        Self { parts, same, source }
    }

    fn code(&self, page: &Page, game: usize, row: usize) -> u32 {
        self.same[self.found(page, game, row) as usize]
    }

    fn nobody(&self) -> u32 {
        u32::try_from(self.parts.len() - 1).unwrap_or(u32::MAX)
    }

    fn found(&self, page: &Page, game: usize, row: usize) -> u32 {
        match &self.source {
            Source::Game(codes) => codes[game],
            Source::Observation(codes) => codes[row],
            Source::Seat => u32::from(page.observed.seats[row]),
            Source::Player(codes) => {
                let (seats, seat) = (page.games.seated.of(game), page.observed.seats[row]);
                seats.into_iter().nth(seat.into()).map_or(self.nobody(), |at| codes[at])
            }
        }
    }
}

fn option(options: &str, name: &str) -> Part {
    let options: serde_json::Value = serde_json::from_str(options).unwrap_or_default();
    match options.get(name) {
        None | Some(serde_json::Value::Null) => Part::Nothing,
        Some(serde_json::Value::Number(number)) => {
            number.as_i64().map_or_else(|| Part::Word(number.to_string()), Part::Number)
        }
        Some(serde_json::Value::String(word)) => Part::Word(word.clone()),
        Some(other) => Part::Word(other.to_string()),
    }
}
