//! The filter of a reader of the feed. It decides by the public facts of a record.

use std::collections::BTreeSet;

use kifu_engine::games::slugs;
use kifu_engine::vocabulary;
use kifu_names::NameKey;
use uuid::Uuid;

use crate::http::contract::Parameter;
use crate::http::problem::Problem;
use crate::http::query_params::QueryParams;
use kifu_store::{OPENED, Occupant};

/// The items that a reader wants.
#[derive(Clone, Debug, Default)]
pub struct FeedFilter {
    /// The games; all games, if it is empty.
    games: Vec<String>,
    /// Items of these types; of all, if there is none.
    types: Vec<String>,
    /// Only tables at which all of these sit.
    people: Vec<PlayerFilter>,
}

#[derive(Clone, Debug)]
enum PlayerFilter {
    Player(Uuid),
    /// A person with this key of a name.
    Named(NameKey),
}

impl FeedFilter {
    /// The parameters.
    pub fn parameters() -> [Parameter; 3] {
        [
            Parameter::words("game", slugs, "Only records of these kinds of games.").repeated(),
            Parameter::words("type", types, "Only items of these types: `opened`, or the type of an entry.").repeated(),
            Parameter::text("player", "Only records with this player (an id) or somebody of this name at the table; repeated, with all of them.").repeated(),
        ]
    }

    /// Reads them.
    pub fn read(params: QueryParams<'_>) -> Result<Self, Problem> {
        let person = |who: String| {
            who.parse().map_or_else(|_| PlayerFilter::Named(NameKey::of(&who)), PlayerFilter::Player)
        };
        Ok(Self {
            games: params.words("game", &slugs())?,
            types: params.words("type", &types())?,
            people: params.texts("player")?.into_iter().map(person).collect(),
        })
    }

    /// True if items of this record are wanted.
    pub fn wants_record(&self, game: &str, table: &[Occupant]) -> bool {
        let is_game = self.games.is_empty() || self.games.iter().any(|requested| requested == game);
        is_game && self.people.iter().all(|person| table.iter().any(|sitter| person.is(sitter)))
    }

    /// True if this item of such a record is wanted.
    pub fn wants_item(&self, kind: &str) -> bool {
        self.types.is_empty() || self.types.iter().any(|event_type| event_type == kind)
    }
}

impl PlayerFilter {
    fn is(&self, sitter: &Occupant) -> bool {
        match self {
            Self::Player(id) => sitter.player().is_some_and(|player| player.0 == *id),
            Self::Named(key) => sitter.name().is_some_and(|name| name.key() == *key),
        }
    }
}

fn types() -> Vec<String> {
    let entries: BTreeSet<_> = vocabulary::entries();
    [OPENED.to_owned()].into_iter().chain(entries).collect()
}
