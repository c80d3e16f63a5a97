//! The functions that draw; they ask for a permit.
#![expect(clippy::disallowed_methods, reason = "these functions ask for the permit")]

use kifu_chart::ChartOptions;
use kifu_engine::board::{BoardChance, Layout};
use kifu_engine::erased::{AnyGame, AnyRecord};
use kifu_engine::games;
use kifu_engine::text::{Language, Names};
use kifu_statistics::values::Statistics;

use super::{Costly, Draws, Permit, Scans, Solves};
use crate::http::problem::Problem;

/// A class whose work may draw.
pub trait MayDraw: Costly {}

impl MayDraw for Draws {}
impl MayDraw for Scans {}
impl MayDraw for Solves {}

/// The position after a step drawn; `None` if there is no such step.
pub fn board<C: MayDraw>(
    _: &Permit<C>,
    (record, step): (&dyn AnyRecord, usize),
    (names, language, layout): (&Names, Language, Layout),
) -> Option<String> {
    record.board(step, names, language, layout)
}

/// Draws the board with these chances, and with or without what became known later.
pub fn board_with_chances<C: MayDraw>(
    _: &Permit<C>,
    (record, step): (&dyn AnyRecord, usize),
    picture: (&Names, Language, Layout),
    hindsight: bool,
    chances: Vec<BoardChance>,
) -> Option<String> {
    record.board_with_chances(step, picture, hindsight, chances)
}

/// How a game is set up.
pub fn set_up<C: MayDraw>(_: &Permit<C>, game: &dyn AnyGame, language: Language) -> Option<String> {
    games::rules::set_up(game, language)
}

/// An answer of statistics as a chart.
///
/// # Errors
///
/// The errors of the chart library; they do not depend on the answer.
pub fn chart<C: MayDraw>(
    _: &Permit<C>,
    values: &Statistics,
    options: &ChartOptions,
) -> Result<String, Problem> {
    kifu_chart::draw(values, options)
        .map_err(|error| Problem::internal(format!("a chart could not be drawn: {error}")))
}
