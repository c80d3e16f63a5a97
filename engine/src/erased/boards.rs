//! Pictures of the positions of a record of any game.

use super::analysis;
use super::replay::view_with_hindsight;
use crate::board::{Board, BoardChance, Layout};
use crate::budget::Budget;
use crate::game::{Game, LastMove};
use crate::record::Record;
use crate::seat::Viewer;
use crate::text::{Language, Names};

/// Pictures of the positions of a record.
pub trait AnyBoards {
    /// The position after a step drawn as SVG, that at the start after step 0; `None` if there is no such step.
    fn board(&self, step: usize, names: &Names, language: Language, layout: Layout) -> Option<String>;
    /// The position after a step drawn as SVG, with what became known later.
    fn board_with_hindsight(
        &self,
        step: usize,
        names: &Names,
        language: Language,
        layout: Layout,
    ) -> Option<String>;
    /// The chances to draw on the board of a step for this viewer: how likely each hidden thing is and, with all hands
    /// open, the result of each play. Empty for a live game.
    fn board_chances(
        &self,
        step: usize,
        viewer: Viewer,
        with_solver: bool,
        budget: &dyn Budget,
    ) -> Vec<BoardChance>;
    /// The position after a step drawn with these chances, with or without hindsight.
    fn board_with_chances(
        &self,
        step: usize,
        picture: (&Names, Language, Layout),
        hindsight: bool,
        chances: Vec<BoardChance>,
    ) -> Option<String>;
}

impl<G: Game> AnyBoards for Record<G> {
    fn board(&self, step: usize, names: &Names, language: Language, layout: Layout) -> Option<String> {
        let view = self.position_at(step)?.view();
        Some(drawn(self, step, &view, Board::new(names, language, layout)))
    }

    fn board_with_hindsight(
        &self,
        step: usize,
        names: &Names,
        language: Language,
        layout: Layout,
    ) -> Option<String> {
        let view = view_with_hindsight(self, step)?;
        Some(drawn(self, step, &view, Board::new(names, language, layout)))
    }

    fn board_chances(
        &self,
        step: usize,
        viewer: Viewer,
        with_solver: bool,
        budget: &dyn Budget,
    ) -> Vec<BoardChance> {
        analysis::board_chances(self, step, (viewer, with_solver), budget)
    }

    fn board_with_chances(
        &self,
        step: usize,
        (names, language, layout): (&Names, Language, Layout),
        hindsight: bool,
        chances: Vec<BoardChance>,
    ) -> Option<String> {
        let view = if hindsight { view_with_hindsight(self, step)? } else { self.position_at(step)?.view() };
        Some(drawn(self, step, &view, Board::new(names, language, layout).with_chances(chances)))
    }
}

/// The drawing of the table after this step, with the effect of its move.
fn drawn<G: Game>(record: &Record<G>, step: usize, view: &G::View, mut board: Board) -> String {
    let last = record.step_at(step).and_then(|(before, step)| {
        let mv = step.applied_move()?.clone();
        Some(LastMove { before: before.view(), mv, effects: step.effects })
    });
    G::draw(view, last.as_ref(), &mut board);
    board.into_svg(&G::META.name)
}
