//! What is known of games, facet by facet: each is stored and read by itself, so that a question reads what it needs.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::coded::{Coded, Starts};
use super::games::Games;
use super::{decode, encode, packed};

/// A facet of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facet {
    /// [`Stays`], which every question needs.
    Stays,
    /// The records' ids.
    Ids,
    /// When they were played.
    At,
    /// [`Setup`].
    Setup,
    /// [`Scene`].
    Scene,
    /// Who sat there.
    Players,
    /// [`Results`].
    Results,
}

/// Which stretches of the feed rows are of, and how many sat there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Stays {
    /// From which position each counts.
    pub from: Vec<i64>,
    /// Until which.
    #[serde(with = "packed::ends")]
    pub until: Vec<i64>,
    /// Whether a move in force broke a rule.
    #[serde(with = "packed::flags")]
    pub irregular: Vec<bool>,
    /// Whose seats are where.
    pub seated: Starts,
}

/// What was played, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// Options, as JSON with sorted names.
    pub options: Coded<String>,
    /// How each ended.
    pub ending: Coded<String>,
}

/// What people said about games in words of their own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// Places.
    pub place: Coded<Option<String>>,
    /// Whose tags are where.
    pub tagged: Starts,
    /// Tags, game after game.
    pub tags: Coded<String>,
}

/// What became of each seat, game after game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Whether it won.
    #[serde(with = "packed::flags")]
    pub won: Vec<bool>,
    /// Its place.
    #[serde(with = "packed::bytes")]
    pub places: Vec<u8>,
}

impl Facet {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Stays, Self::Ids, Self::At, Self::Setup, Self::Scene, Self::Players, Self::Results];

    /// The name of its column. Those of metrics don't begin with a dot.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stays => ".stays",
            Self::Ids => ".ids",
            Self::At => ".at",
            Self::Setup => ".setup",
            Self::Scene => ".scene",
            Self::Players => ".players",
            Self::Results => ".results",
        }
    }

    /// The facet that a column is of, unless it is of a metric.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|facet| facet.name() == name)
    }
}

impl Games {
    /// One facet of games, as it is stored.
    pub fn read(facet: Facet, bytes: &[u8]) -> Result<Self, postcard::Error> {
        let mut games = Self::default();
        match facet {
            Facet::Stays => games.stays = Arc::new(decode(bytes)?),
            Facet::Ids => games.ids = Arc::new(ids(bytes)),
            Facet::At => games.at = Arc::new(decode(bytes)?),
            Facet::Setup => games.setup = Arc::new(decode(bytes)?),
            Facet::Scene => games.scene = Arc::new(decode(bytes)?),
            Facet::Players => games.players = Arc::new(decode(bytes)?),
            Facet::Results => games.results = Arc::new(decode(bytes)?),
        }
        Ok(games)
    }

    /// A facet to be stored.
    pub fn write(&self, facet: Facet) -> Result<Vec<u8>, postcard::Error> {
        match facet {
            Facet::Stays => encode(&*self.stays),
            Facet::Ids => Ok(self.ids.iter().flat_map(|id| *id.as_bytes()).collect()),
            Facet::At => encode(&*self.at),
            Facet::Setup => encode(&*self.setup),
            Facet::Scene => encode(&*self.scene),
            Facet::Players => encode(&*self.players),
            Facet::Results => encode(&*self.results),
        }
    }

    /// Takes a facet of the same games.
    pub fn take(&mut self, facet: Facet, of: &Self) {
        match facet {
            Facet::Stays => self.stays = of.stays.clone(),
            Facet::Ids => self.ids = of.ids.clone(),
            Facet::At => self.at = of.at.clone(),
            Facet::Setup => self.setup = of.setup.clone(),
            Facet::Scene => self.scene = of.scene.clone(),
            Facet::Players => self.players = of.players.clone(),
            Facet::Results => self.results = of.results.clone(),
        }
    }
}

/// The records' ids, of whose column nothing else is needed to find one: sixteen bytes a row.
pub fn ids(bytes: &[u8]) -> Vec<Uuid> {
    bytes.as_chunks().0.iter().map(|id| Uuid::from_bytes(*id)).collect()
}

impl Stays {
    /// About how much memory they take.
    pub fn bytes(&self) -> usize {
        self.from.len() * (2 * size_of::<i64>() + size_of::<bool>()) + self.seated.bytes()
    }
}

impl Setup {
    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.options.bytes() + self.ending.bytes()
    }
}

impl Scene {
    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        self.place.bytes() + self.tagged.bytes() + self.tags.bytes()
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
    fn every_facet_has_a_name_of_its_own() {
        for facet in Facet::ALL {
            assert_eq!(Facet::named(facet.name()), Some(facet));
            assert!(facet.name().starts_with('.'));
        }
        assert_eq!(Facet::named("general.won"), None);
    }
}
