//! The play that lost the game in a sentence, and the tiles that everybody took.

use super::super::Bremen;
use super::super::moves::Move;
use super::super::rules::table::ROUND_COUNT;
use super::super::rules::tile::Tile;
use super::super::words::Words;
use super::verdicts::{Solved, State};
use crate::analysis::{Graph, Mark, MarkKind, Prospect};
use crate::message::{Message, Term};

/// The play that lost it.
pub(super) fn mark(mv: &Move, solved: &Solved) -> Option<Mark> {
    let Move::Play { seat, tile } = *mv else { return None };
    let sentence = Words::WinWentHere { seat, tile }.into();
    let kind = MarkKind::TurningPoint;
    solved.lost_it.then_some(Mark { kind, seat: Some(seat), sentence, chances: None, weight: 1.0 })
}

/// Each tile that can be played next, and whether all can still win after it.
pub(super) fn alternatives(solved: &Solved) -> Vec<(Message, Prospect)> {
    let state = |tile: Tile| Some((tile, *solved.states.get(&tile.to_string())?));
    let prospect = |(tile, state): (Tile, State)| {
        let prospect = match state {
            State::Won => Prospect::Won,
            State::Lost => Prospect::Lost,
            State::Open => Prospect::Open,
        };
        (tile.message(), prospect)
    };
    Tile::all().filter_map(state).map(prospect).collect()
}

/// BR-10: whoever takes most of them takes half of all tiles, with three two thirds.
#[expect(clippy::cast_precision_loss, reason = "tiles are few")]
pub(super) fn graph(start: &Bremen) -> Graph {
    let series = start.seats.iter().map(|seat| Words::SeatLine { seat }.into()).collect();
    let most = (ROUND_COUNT * start.seats.len()) as f64;
    Graph { caption: Words::TilesTakenGraph.into(), series, most, is_chance: false }
}

/// By seat, the tiles that it took.
#[expect(clippy::cast_precision_loss, reason = "tiles are few")]
pub(super) fn values(position: &Bremen) -> Vec<Option<f64>> {
    let Some(table) = &position.table else { return Vec::new() };
    table.seats.iter().map(|seat| Some(table.taken(seat) as f64)).collect()
}
