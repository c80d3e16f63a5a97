//! Dancing Villager, a variant of "Here Comes the DOG": villagers are thrown like dice. The player
//! who first sees that the meat or the charcoal is gone takes the dogs or the fire.

mod analysis;
mod choices;
mod describe;
mod drawing;
mod forms;
mod metrics;
mod moves;
mod opening;
mod outcome;
mod policy;
mod refusals;
mod rules;
mod sample;
mod statistics;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use analysis::{Assumed, Ledger, Odds, WinShare};
pub use choices::Choice;
pub use moves::{Effect, Move, Prize, Stick, Touched};
pub use opening::Options;
pub use rules::landing::Landing;
pub use view::View;

use schemars::JsonSchema;
use serde::Serialize;

use crate::game::{Feature, Game, Meta};
use crate::picture::Picture;

use crate::rules::{Rules, RulesVersion};
use crate::seat::{Seat, Seats};
use crate::text::Text;
use crate::violation::Violation;

/// The most seats.
const MAX_SEATS: usize = 4;
/// DV-14: from this version on, a throw that brings the seventh dog ends the game. Before, its race was run first.
const SEVENTH_DOG_CALLS_OFF_THE_RACE: RulesVersion = RulesVersion::FIRST.next();
/// DV-1: the meat in the field at the start of a round.
const MEAT_PER_ROUND: i64 = 5;
/// DV-1: the charcoal in the field at the start of a round.
const CHARCOAL_PER_ROUND: i64 = 3;

/// A position of Dancing Villager.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DancingVillager {
    seats: Seats,
    version: RulesVersion,
    /// By seat; the entries beyond the table are not used.
    players: [Player; MAX_SEATS],
    phase: Phase,
    /// The round being played, from 1.
    round: u32,
    /// The throws of this round so far.
    throws: u32,
    meat: i64,
    charcoal: i64,
    /// The dogs of the field. DV-I1: the pack does not run out.
    field: i64,
    /// The seat before which the dog of the field was laid, if that was logged.
    dog_before: Option<Seat>,
    /// The facts that may be logged about the dog's place in this round.
    new_dog: NewDog,
    /// DV-14: a seat had seven dogs, and the game ends now; in version 1, after the race under way.
    decided: bool,
}

/// The belongings of a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Player {
    villagers: u8,
    dogs: i64,
}

/// The state of the new dog of this round.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NewDog {
    /// It came; its place is not logged.
    Came,
    /// None came (DV-13): the field is as it was.
    Stayed,
    /// Its place was logged.
    Placed,
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "DancingVillagerPhase")]
pub enum Phase {
    /// All seats are to throw.
    Throw,
    /// The meat is gone: the dogs are to be taken.
    DogRace,
    /// The charcoal is gone: the fire is to be taken.
    FireRace,
    /// The game is over.
    Over,
}

type Played = Result<(DancingVillager, Vec<Effect>), Violation>;

impl DancingVillager {
    /// Every seat at the table with what it has.
    fn players(&self) -> impl Iterator<Item = (Seat, &Player)> {
        self.seats.iter().zip(&self.players)
    }

    /// A seat that exists.
    fn player(&self, seat: Seat) -> Player {
        self.players[seat.index()]
    }
}

impl Game for DancingVillager {
    const META: Meta = Meta {
        slug: "dancing_villager",
        name: Text::fixed("イヌがきた Dancing Villager", "Here Comes the DOG: Dancing Villager"),
        seats: (2, 4),
        pictures: &[Picture::Dancer, Picture::RunningDog, Picture::Fire],
        has_secrets: Self::HAS_SECRETS,
        rules: &[
            Text::fixed(include_str!("rules.v1.ja.md"), include_str!("rules.v1.md")),
            Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md")),
        ],
        set_up: include_str!("set_up.json"),
        settings: &[],
        lists: &[],
        features: &[Feature::Places, Feature::Points],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
