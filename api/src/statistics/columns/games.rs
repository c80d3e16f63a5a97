//! What is known of each counted game beside its observations: what questions filter and group by.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::coded::{Coded, Coder, Starts};
use super::packed;

/// Stands still: no later event has changed what the record says.
pub const STILL: i64 = i64::MAX;

/// What a record said between two positions of the feed. Which stretches it has follows from its events alone; who
/// sat there, and whatever else is no event, is told as it is by now.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The record.
    pub id: Uuid,
    /// The position of the feed from which it counts so.
    pub from: i64,
    /// The position from which it no longer does; [`STILL`] if it does.
    pub until: i64,
    /// When it was played, in milliseconds since 1970.
    pub at: i64,
    /// Whether a move in force broke a rule.
    pub irregular: bool,
    /// Its options, as JSON with sorted names.
    pub options: String,
    /// Where it was played.
    pub place: Option<String>,
    /// Words to find it by.
    pub tags: Vec<String>,
    /// Who sat where; nobody who is known, if `None`.
    pub players: Vec<Option<Uuid>>,
    /// Whether each seat won.
    pub won: Vec<bool>,
    /// The place of each seat, 1 the best; 2 for losers of games without places.
    pub places: Vec<u8>,
    /// The word of the game for how it ended.
    pub ending: String,
}

/// The games of a chunk, sorted by id, then by position.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Games {
    /// The records.
    #[serde(with = "packed::ids")]
    pub ids: Vec<Uuid>,
    /// From which position each counts.
    pub from: Vec<i64>,
    /// Until which.
    #[serde(with = "packed::ends")]
    pub until: Vec<i64>,
    /// When each was played, in milliseconds since 1970.
    pub at: Vec<i64>,
    /// Whether a move in force broke a rule.
    #[serde(with = "packed::flags")]
    pub irregular: Vec<bool>,
    /// Options.
    pub options: Coded<String>,
    /// Places.
    pub place: Coded<Option<String>>,
    /// Whose tags are where.
    pub tagged: Starts,
    /// Tags, game after game.
    pub tags: Coded<String>,
    /// Whose seats are where.
    pub seated: Starts,
    /// Who sat there, game after game, seat after seat.
    pub players: Coded<Option<Uuid>>,
    /// Whether that seat won.
    #[serde(with = "packed::flags")]
    pub won: Vec<bool>,
    /// The place of that seat.
    #[serde(with = "packed::bytes")]
    pub places: Vec<u8>,
    /// How each ended.
    pub ending: Coded<String>,
}

/// Makes [`Games`] one by one, in their order.
#[derive(Default)]
pub struct Builder {
    games: Games,
    options: Coder<String>,
    place: Coder<Option<String>>,
    tags: Coder<String>,
    players: Coder<Option<Uuid>>,
    ending: Coder<String>,
}

impl Games {
    /// How many.
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// How many seats a game had.
    pub fn seats(&self, game: usize) -> usize {
        self.seated.of(game).len()
    }

    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        let of_game = size_of::<Uuid>() + 3 * size_of::<i64>() + size_of::<bool>();
        let of_seat = size_of::<bool>() + size_of::<u8>();
        let coded = self.options.bytes() + self.place.bytes() + self.tags.bytes() + self.ending.bytes();
        let lists = self.tagged.bytes() + self.seated.bytes() + self.players.bytes();
        self.len() * of_game + self.won.len() * of_seat + coded + lists
    }

    /// A game as it was put in.
    pub fn get(&self, row: usize) -> Game {
        let seats = self.seated.of(row);
        Game {
            id: self.ids[row],
            from: self.from[row],
            until: self.until[row],
            at: self.at[row],
            irregular: self.irregular[row],
            options: self.options.get(row).clone(),
            place: self.place.get(row).clone(),
            tags: self.tagged.of(row).map(|tag| self.tags.get(tag).clone()).collect(),
            players: seats.clone().map(|seat| *self.players.get(seat)).collect(),
            won: self.won[seats.clone()].to_vec(),
            places: self.places[seats].to_vec(),
            ending: self.ending.get(row).clone(),
        }
    }
}

impl Builder {
    /// Adds a game.
    pub fn push(&mut self, game: &Game) {
        self.games.ids.push(game.id);
        self.games.from.push(game.from);
        self.games.until.push(game.until);
        self.games.at.push(game.at);
        self.games.irregular.push(game.irregular);
        self.options.push(&game.options);
        self.place.push(&game.place);
        self.games.tagged.push(game.tags.len());
        game.tags.iter().for_each(|tag| self.tags.push(tag));
        self.games.seated.push(game.players.len());
        game.players.iter().for_each(|player| self.players.push(player));
        self.games.won.extend_from_slice(&game.won);
        self.games.places.extend_from_slice(&game.places);
        self.ending.push(&game.ending);
    }

    /// The games.
    pub fn finish(self) -> Games {
        Games {
            options: self.options.finish(),
            place: self.place.finish(),
            tags: self.tags.finish(),
            players: self.players.finish(),
            ending: self.ending.finish(),
            ..self.games
        }
    }
}
