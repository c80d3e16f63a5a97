//! Bremen: a cooperative trick-taking game for three or four.

mod analysis;
mod choices;
mod describe;
mod drawing;
mod forms;
mod hindsight;
mod knowledge;
mod metrics;
mod moves;
mod opening;
mod outcome;
mod policy;
mod refusals;
mod rules;
mod sample;
mod seen;
mod statistics;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use analysis::{AnimalOdds, Ledger, Odds, SeatOdds, Solved, State};
pub use choices::{Choice, Leftover};
pub use moves::{Effect, Move};
pub use opening::Options;
pub use outcome::{Conditions, Title};
pub use rules::tile::{Animal, Tile};
pub use view::{HandView, PlacedTile, View};

use schemars::JsonSchema;
use serde::Serialize;

use crate::game::{Feature, Game, Meta};
use crate::picture::Picture;

use crate::rules::Rules;
use crate::seat::Seats;
use crate::text::Text;
use crate::violation::Violation;
use rules::table::Table;

/// A position of Bremen.
#[derive(Clone, Debug, PartialEq)]
pub struct Bremen {
    seats: Seats,
    /// How often all tiles were dealt again.
    redeals: i64,
    /// The table since the last deal; `None` before it.
    table: Option<Table>,
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "BremenPhase")]
pub enum Phase {
    /// The tiles are to be dealt.
    Deal,
    /// The first leader is to be named.
    Lead,
    /// A tile is to be played.
    Play,
    /// The last tiles are to be turned over.
    Reveal,
    /// The game is over.
    Over,
}

type Played = Result<(Bremen, Vec<Effect>), Violation>;

impl Bremen {
    fn phase(&self) -> Phase {
        match &self.table {
            None => Phase::Deal,
            Some(table) if table.left.is_some() => Phase::Over,
            Some(table) if table.is_played_out() => Phase::Reveal,
            Some(table) if table.first.is_none() => Phase::Lead,
            Some(_) => Phase::Play,
        }
    }
}

impl Game for Bremen {
    const META: Meta = Meta {
        slug: "bremen",
        name: Text::fixed("Bremen", "Bremen"),
        seats: (3, 4),
        pictures: &[Picture::Donkey, Picture::Dog, Picture::Cat, Picture::Chicken],
        has_secrets: Self::HAS_SECRETS,
        rules: &[Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md"))],
        set_up: include_str!("set_up.json"),
        settings: &[],
        lists: &[],
        features: &[Feature::Cooperative, Feature::Turns, Feature::Score],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
