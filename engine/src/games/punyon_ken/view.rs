//! A position as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use super::outcome::WinPath;
use super::rules::score::Palm;
use super::{PunyonKen, TWO_SEATS, drawing};
use crate::game::{LastMove, Views};
use crate::seat::{BySeat, Seat};

/// The phase of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PunyonKenPhase")]
pub enum Phase {
    /// Both seats are to throw.
    Throw,
    /// The game is over.
    Over,
}

/// A position of Punyon-ken.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "PunyonKenView")]
pub struct View {
    /// The phase of the game.
    pub phase: Phase,
    /// How many sit at the table.
    pub seats: u8,
    /// By seat, its score hand.
    pub scores: BySeat<ScoreView>,
    /// The winner; null until the game is over.
    pub winner: Option<Seat>,
    /// How the game was won; null until it is over.
    pub won_by: Option<WinPath>,
}

/// The hand on which a seat keeps its score.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "PunyonKenScoreView")]
pub struct ScoreView {
    /// How many of its five fingers are bent.
    #[schemars(range(min = 0, max = 5))]
    pub bent: i64,
    /// The direction of its palm.
    pub palm: Palm,
}

impl Views for PunyonKen {
    type View = View;

    fn view(&self) -> View {
        let scores = self.scores.map(|score| ScoreView { bent: i64::from(score.bent), palm: score.palm });
        View {
            phase: if self.won.is_some() { Phase::Over } else { Phase::Throw },
            seats: TWO_SEATS.count(),
            scores: scores.to_vec().into(),
            winner: self.won.map(|(seat, _)| seat),
            won_by: self.won.map(|(_, path)| path),
        }
    }

    fn draw(view: &View, last: Option<&LastMove<Self>>, board: &mut crate::board::Board) {
        drawing::draw(view, last, board);
    }
}
