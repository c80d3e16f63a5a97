//! The play that lost the game in a sentence, and the tiles that each seat took.

use strum::VariantArray;

use super::super::Bremen;
use super::super::moves::Move;
use super::super::rules::table::ROUND_COUNT;
use super::super::rules::tile::{Animal, Tile};
use super::super::words::Words;
use super::odds::{Odds, SeatOdds};
use super::verdicts::{Solved, State};
use crate::analysis::{Graph, Mark, MarkKind, Prospect, SampledChance, Table, TableCell, percent};
use crate::message::{Message, Term};

/// The mark of the play that lost the game.
pub(super) fn mark(mv: &Move, solved: &Solved) -> Option<Mark> {
    let Move::Play { seat, tile } = *mv else { return None };
    let sentence = Words::WinWentHere { seat, tile }.into();
    let kind = MarkKind::TurningPoint;
    solved.lost_it.then_some(Mark { kind, seat: Some(seat), sentence, chances: None, weight: 1.0 })
}

/// Each tile that can be played next, its result, and the chance of a win by the knowledge of its seat.
pub(super) fn alternatives(solved: &Solved) -> Vec<(Message, Prospect, Option<SampledChance>)> {
    let alternative = |tile: Tile| {
        let name = tile.to_string();
        let prospect = match solved.states.get(&name)? {
            State::Won => Prospect::Won,
            State::Lost => Prospect::Lost,
            State::Open => Prospect::Open,
        };
        Some((tile.message(), prospect, solved.as_known.get(&name).copied()))
    };
    Tile::all().filter_map(alternative).collect()
}

/// By hidden hand, the numbers of tiles of each animal that are likeliest.
pub(super) fn table(odds: &Odds) -> Table {
    let likeliest = |of: &SeatOdds, animal: &Animal| {
        let certain = of.certain.iter().filter(|tile| tile.animal() == *animal).count();
        let chances = of.animals.get(animal.word()).map(|odds| &*odds.chances).unwrap_or_default();
        let best = (0..).zip(chances).reduce(|best, other| if other.1 > best.1 { other } else { best });
        TableCell::words(best.map(|(count, chance): (usize, &f64)| Words::LikeliestCount {
            count: count + certain,
            percent: percent(*chance),
        }))
    };
    let row = |of: &SeatOdds| {
        let cells = Animal::VARIANTS.iter().map(|animal| likeliest(of, animal)).collect();
        (Words::SeatLine { seat: of.seat }.into(), cells)
    };
    Table {
        caption: Words::HiddenHandsTable.into(),
        columns: Animal::VARIANTS.iter().map(Animal::message).collect(),
        rows: odds.seats.iter().map(row).collect(),
    }
}

/// BR-10: the seat that takes most takes half of all tiles; with three seats, two thirds.
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
