//! The facts of games, in column groups. Each group is stored and read by itself, so that a question reads only what it
//! needs.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::dictionary_column::{DictionaryColumn, Offsets};
use super::games::Games;
use super::{decode, encode, packed};

/// A column group of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnGroup {
    /// [`BaseColumns`], which every question needs.
    Base,
    /// The records' ids.
    Ids,
    /// When they were played.
    PlayedAt,
    /// [`SetupColumns`].
    Setup,
    /// [`DetailColumns`].
    Details,
    /// The players.
    Players,
    /// [`Results`].
    Results,
}

/// The stretches of the feed in which rows count, and how many sat there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BaseColumns {
    /// The position from which each counts.
    pub from: Vec<i64>,
    /// The position from which each no longer counts.
    pub until: Vec<i64>,
    /// True for games in which a move in force broke a rule.
    #[serde(with = "packed::flags")]
    pub irregular: Vec<bool>,
    /// True for games that a program played against itself.
    #[serde(with = "packed::flags")]
    pub simulated: Vec<bool>,
    /// The offsets of each game's seats.
    pub seat_offsets: Offsets,
}

/// The game that was played, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SetupColumns {
    /// Options, as JSON with sorted names.
    pub options: DictionaryColumn<String>,
    /// The version of the rules that each was played by.
    pub rules_version: DictionaryColumn<u16>,
    /// How each ended.
    pub ending: DictionaryColumn<String>,
}

/// The details of games that people gave in words of their own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DetailColumns {
    /// Places.
    pub place: DictionaryColumn<Option<String>>,
    /// The offsets of each game's tags.
    pub tag_offsets: Offsets,
    /// Tags, game after game.
    pub tags: DictionaryColumn<String>,
}

/// The result of each seat, game after game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// True for each seat that won.
    #[serde(with = "packed::flags")]
    pub won: Vec<bool>,
    /// Its place.
    #[serde(with = "packed::bytes")]
    pub places: Vec<u8>,
}

impl ColumnGroup {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Base, Self::Ids, Self::PlayedAt, Self::Setup, Self::Details, Self::Players, Self::Results];

    /// The name of its column. Those of metrics don't begin with a dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Base => ".base",
            Self::Ids => ".ids",
            Self::PlayedAt => ".played_at",
            Self::Setup => ".setup",
            Self::Details => ".details",
            Self::Players => ".players",
            Self::Results => ".results",
        }
    }

    /// The column group that a column is of, unless it is of a metric.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column_group| column_group.name() == name)
    }
}

impl Games {
    /// One column group of games, as it is stored.
    ///
    /// # Errors
    ///
    /// If the bytes are no column group of this format.
    pub fn read(column_group: ColumnGroup, bytes: &[u8]) -> Result<Self, postcard::Error> {
        let mut games = Self::default();
        match column_group {
            ColumnGroup::Base => games.base = Arc::new(decode(bytes)?),
            ColumnGroup::Ids => games.ids = Arc::new(ids(bytes)),
            ColumnGroup::PlayedAt => games.played_at = Arc::new(decode(bytes)?),
            ColumnGroup::Setup => games.setup = Arc::new(decode(bytes)?),
            ColumnGroup::Details => games.details = Arc::new(decode(bytes)?),
            ColumnGroup::Players => games.players = Arc::new(decode(bytes)?),
            ColumnGroup::Results => games.results = Arc::new(decode(bytes)?),
        }
        Ok(games)
    }

    /// A column group to be stored.
    ///
    /// # Errors
    ///
    /// If a value can't be encoded.
    pub fn write(&self, column_group: ColumnGroup) -> Result<Vec<u8>, postcard::Error> {
        match column_group {
            ColumnGroup::Base => encode(&*self.base),
            ColumnGroup::Ids => Ok(self.ids.iter().flat_map(|id| *id.as_bytes()).collect()),
            ColumnGroup::PlayedAt => encode(&*self.played_at),
            ColumnGroup::Setup => encode(&*self.setup),
            ColumnGroup::Details => encode(&*self.details),
            ColumnGroup::Players => encode(&*self.players),
            ColumnGroup::Results => encode(&*self.results),
        }
    }

    /// Takes a column group of the same games.
    pub fn take(&mut self, column_group: ColumnGroup, of: &Self) {
        match column_group {
            ColumnGroup::Base => self.base = of.base.clone(),
            ColumnGroup::Ids => self.ids = of.ids.clone(),
            ColumnGroup::PlayedAt => self.played_at = of.played_at.clone(),
            ColumnGroup::Setup => self.setup = of.setup.clone(),
            ColumnGroup::Details => self.details = of.details.clone(),
            ColumnGroup::Players => self.players = of.players.clone(),
            ColumnGroup::Results => self.results = of.results.clone(),
        }
    }
}

/// The records' ids, of whose column nothing else is needed to find one: sixteen bytes a row.
pub fn ids(bytes: &[u8]) -> Vec<Uuid> {
    bytes.as_chunks().0.iter().map(|id| Uuid::from_bytes(*id)).collect()
}

impl BaseColumns {
    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.from.len() * (2 * size_of::<i64>() + size_of::<bool>()) + self.seat_offsets.bytes()
    }
}

impl SetupColumns {
    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.options.bytes() + self.rules_version.bytes() + self.ending.bytes()
    }
}

impl DetailColumns {
    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.place.bytes() + self.tag_offsets.bytes() + self.tags.bytes()
    }
}

impl Results {
    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.won.len() * (size_of::<bool>() + size_of::<u8>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_group_has_a_name_of_its_own() {
        for column_group in ColumnGroup::ALL {
            assert_eq!(ColumnGroup::named(column_group.name()), Some(column_group));
            assert!(column_group.name().starts_with('.'));
        }
        assert_eq!(ColumnGroup::named("common.won"), None);
    }
}
