//! Half Werewolf (ハーフ人狼): each seat has two cards, its parents, one of them passed on by its
//! neighbour. Then the village executes somebody.

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
mod part;
mod policy;
mod refusals;
mod rules;
mod sample;
mod seen;
mod settings;
mod statistics;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use analysis::{BestTarget, CampOdds, JudgedBallot, Ledger, Odds, Pivotal, PlaceOdds, Vote, WinOdds};
pub use choices::{BallotChoice, Choice, LookChoice, RoleCount};
pub use moves::{Ability, CardPlace, Count, Effect, GraveSlot, Move, SeatSlot, Target};
pub use opening::Options;
pub use outcome::Ending;
pub use part::Part;
pub use rules::camps::Camp;
pub use rules::role::{Role, Variant};
pub use view::{AbilityState, DigView, HandView, LookView, StatementView, View, VoteView};

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;

use crate::game::{Game, Meta};
use crate::picture::Picture;

use crate::rules::Rules;
use crate::seat::{BySeat, Seats};
use crate::shared::Shared;
use crate::text::Text;
use crate::violation::Violation;
use knowledge::Knowledge;
use knowledge::world::World;
use outcome::{End, Verdict};
use rules::role::Setup;

/// A position of Half Werewolf.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfWerewolf {
    setup: Setup,
    phase: Phase,
    knowledge: Knowledge,
    /// By seat, its last statement.
    statements: BySeat<Option<Arc<Statement>>>,
    /// The first vote, then the runoff.
    votes: Shared<Ballots>,
    verdict: Option<Verdict>,
    end: Option<Arc<End>>,
}

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "HalfWerewolfPhase")]
pub enum Phase {
    /// The cards are to be dealt.
    Deal,
    /// Each seat is to pass a card.
    Pass,
    /// The seer is to come forward.
    Seer,
    /// The gravedigger is to come forward.
    Gravedigger,
    /// The seats talk until the five minutes are over.
    Day,
    /// All seats vote.
    Vote,
    /// All seats vote among the tied targets.
    Runoff,
    /// The cards are to be turned over.
    Reveal,
    /// The game is over.
    Over,
}

type Ballots = BySeat<Option<Target>>;
type Played = Result<(HalfWerewolf, Vec<Effect>), Violation>;

/// A statement.
#[derive(Clone, Debug, PartialEq)]
struct Statement {
    text: Option<String>,
    claims_role: Option<Role>,
}

impl HalfWerewolf {
    fn seats(&self) -> Seats {
        self.setup.seats
    }
}

impl Game for HalfWerewolf {
    const META: Meta = Meta {
        slug: "half_werewolf",
        name: Text::fixed("ハーフ人狼", "Half Werewolf"),
        seats: (4, 6),
        pictures: &[Picture::Werewolf, Picture::Seer, Picture::Villager],
        has_secrets: Self::HAS_SECRETS,
        rules: &[Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md"))],
        set_up: include_str!("set_up.json"),
        settings: settings::SETTINGS,
        lists: &[],
        features: &[],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
