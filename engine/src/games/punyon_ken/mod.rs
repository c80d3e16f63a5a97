//! Punyon-ken: rock-paper-scissors for two kinds of points, kept on the fingers and the palm of
//! the other hand.

mod analysis;
mod choices;
mod describe;
mod drawing;
mod forms;
mod metrics;
mod moves;
mod opening;
mod outcome;
mod part;
mod policy;
mod refusals;
mod rules;
mod sample;
mod statistics;
#[cfg(test)]
mod tests;
mod view;
mod words;

pub use analysis::{JudgedThrow, Ledger, Odds};
pub use choices::Choice;
pub use moves::{Effect, Move};
pub use opening::Options;
pub use outcome::WinPath;
pub use part::Part;
pub use rules::score::{Palm, Score};
pub use rules::throwing::Throw;
pub use view::{Phase, ScoreView, View};

use crate::game::{Feature, Game, Meta};
use crate::picture::Picture;

use crate::rules::Rules;
use crate::seat::{Seat, Seats};
use crate::text::Text;

/// PK-1: two play.
const TWO_SEATS: Seats = Seats::new(2);

/// A position of Punyon-ken: two score hands, and the win once there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PunyonKen {
    scores: [Score; 2],
    won: Option<(Seat, WinPath)>,
}

impl Game for PunyonKen {
    const META: Meta = Meta {
        slug: "punyon_ken",
        name: Text::fixed("ぷにょん拳", "Punyon-ken"),
        seats: (2, 2),
        pictures: &[Picture::Rock, Picture::Scissors, Picture::Paper],
        has_secrets: Self::HAS_SECRETS,
        rules: &[Text::fixed(include_str!("rules.ja.md"), include_str!("rules.md"))],
        set_up: include_str!("set_up.json"),
        settings: &[],
        lists: &[],
        features: &[Feature::Places],
        endings: metrics::ENDINGS,
        metrics: metrics::METRICS,
    };
}
