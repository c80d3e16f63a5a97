//! The facts of each counted game beside its observations: questions filter and group by them.

use std::sync::Arc;

use uuid::Uuid;

use super::column_groups::{BaseColumns, DetailColumns, Results, SetupColumns};
use super::dictionary_column::{DictionaryBuilder, DictionaryColumn, Offsets};
use kifu_names::NameKey;

/// The tag of games that a program played against itself.
pub const SIMULATED_TAG: &str = "simulated";

/// The end of an entry that no later event has changed.
pub const OPEN_ENDED: i64 = i64::MAX;

/// The state of a record between two positions of the feed. Its intervals follow from its events alone. The players,
/// and everything else that is no event, are given as they are now.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The record.
    pub id: Uuid,
    /// The position of the feed from which it counts so.
    pub from: i64,
    /// The position from which it no longer does; [`OPEN_ENDED`] if it does.
    pub until: i64,
    /// When it was played, in milliseconds since 1970.
    pub played_at: i64,
    /// True: a move in force broke a rule.
    pub irregular: bool,
    /// Its options, as JSON with sorted names.
    pub options: String,
    /// The version of the rules that it was played by.
    pub rules_version: u16,
    /// The place where it was played.
    pub place: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// The players, by seat; `None` if nobody who is known.
    pub players: Vec<Option<Uuid>>,
    /// True for each seat that won.
    pub won: Vec<bool>,
    /// The place of each seat, 1 the best; 2 for losers of games without places.
    pub places: Vec<u8>,
    /// The word of the game for how it ended.
    pub ending: String,
}

impl Game {
    fn is_simulated(&self) -> bool {
        self.tags.iter().any(|tag| NameKey::of(tag).as_str() == SIMULATED_TAG)
    }
}

/// The games of a chunk, sorted by id, then by position: column group by column group, those that were not read empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Games {
    /// The interval of the feed in which each is valid, and its number of seats. Every question needs it.
    pub base: Arc<BaseColumns>,
    /// The records.
    pub ids: Arc<Vec<Uuid>>,
    /// When each was played, in milliseconds since 1970.
    pub played_at: Arc<Vec<i64>>,
    /// The game that was played, and how it ended.
    pub setup: Arc<SetupColumns>,
    /// The details that people gave in words of their own.
    pub details: Arc<DetailColumns>,
    /// The players, game after game, seat after seat.
    pub players: Arc<DictionaryColumn<Option<Uuid>>>,
    /// The result of each seat.
    pub results: Arc<Results>,
}

/// Makes [`Games`] one by one, in their order.
#[derive(Default)]
pub struct GamesBuilder {
    base: BaseColumns,
    ids: Vec<Uuid>,
    played_at: Vec<i64>,
    tag_offsets: Offsets,
    results: Results,
    options: DictionaryBuilder<String>,
    rules_version: DictionaryBuilder<u16>,
    place: DictionaryBuilder<Option<String>>,
    tags: DictionaryBuilder<String>,
    players: DictionaryBuilder<Option<Uuid>>,
    ending: DictionaryBuilder<String>,
}

impl Games {
    /// How many.
    pub fn len(&self) -> usize {
        self.base.from.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many seats a game had.
    pub fn seats(&self, game: usize) -> u8 {
        u8::try_from(self.base.seat_offsets.of(game).len()).expect("a table has at most 255 seats")
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.base.bytes()
            + self.ids.len() * size_of::<Uuid>()
            + self.played_at.len() * size_of::<i64>()
            + self.setup.bytes()
            + self.details.bytes()
            + self.players.bytes()
            + self.results.bytes()
    }

    /// A game as it was put in.
    pub fn get(&self, row: usize) -> Game {
        let Self { base, setup, details, results, .. } = self;
        let seats = base.seat_offsets.of(row);
        Game {
            id: self.ids[row],
            from: base.from[row],
            until: base.until[row],
            played_at: self.played_at[row],
            irregular: base.irregular[row],
            options: setup.options.get(row).clone(),
            rules_version: *setup.rules_version.get(row),
            place: details.place.get(row).clone(),
            tags: details.tag_offsets.of(row).map(|tag| details.tags.get(tag).clone()).collect(),
            players: seats.clone().map(|seat| *self.players.get(seat)).collect(),
            won: results.won[seats.clone()].to_vec(),
            places: results.places[seats].to_vec(),
            ending: setup.ending.get(row).clone(),
        }
    }
}

impl GamesBuilder {
    /// Adds a game.
    pub fn push(&mut self, game: &Game) {
        self.ids.push(game.id);
        self.base.from.push(game.from);
        self.base.until.push(game.until);
        self.base.irregular.push(game.irregular);
        self.base.simulated.push(game.is_simulated());
        self.base.seat_offsets.push(game.players.len());
        self.played_at.push(game.played_at);
        self.options.push(&game.options);
        self.rules_version.push(&game.rules_version);
        self.ending.push(&game.ending);
        self.place.push(&game.place);
        self.tag_offsets.push(game.tags.len());
        game.tags.iter().for_each(|tag| self.tags.push(tag));
        game.players.iter().for_each(|player| self.players.push(player));
        self.results.won.extend_from_slice(&game.won);
        self.results.places.extend_from_slice(&game.places);
    }

    /// The games.
    pub fn finish(self) -> Games {
        let Self { base, ids, played_at, tag_offsets, results, .. } = self;
        let Self { options, rules_version, place, tags, players, ending, .. } = self;
        Games {
            base: base.into(),
            ids: ids.into(),
            played_at: played_at.into(),
            setup: SetupColumns {
                options: options.finish(),
                rules_version: rules_version.finish(),
                ending: ending.finish(),
            }
            .into(),
            details: DetailColumns { place: place.finish(), tag_offsets, tags: tags.finish() }.into(),
            players: players.finish().into(),
            results: results.into(),
        }
    }
}
