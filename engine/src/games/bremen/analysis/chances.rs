//! The chances that are drawn on the board: the animals in hidden hands, and with all hands open the effect of each
//! tile.

use strum::VariantArray;

use super::super::rules::tile::{Animal, Tile};
use super::super::words::Words;
use super::odds::{Odds, SeatOdds};
use super::verdicts::{Solved, State};
use crate::analysis::percent;
use crate::board::{BoardChance, Likelihood};

/// By hidden hand and animal, the chance that the hand holds at least one.
pub(super) fn of_hands(odds: &Odds) -> Vec<BoardChance> {
    let chance = |of: &SeatOdds, animal: Animal| {
        let is_certain = of.certain.iter().any(|tile| tile.animal() == animal);
        let none = of.animals.get(animal.word()).and_then(|odds| odds.chances.first()).copied();
        // The chances of all numbers sum to 1 only up to rounding.
        let share = if is_certain { 1.0 } else { (1.0 - none?).clamp(0.0, 1.0) };
        let percent = percent(share);
        Some(BoardChance {
            place: format!("hand-{}-{}", of.seat.number(), animal.word()),
            what: animal.word().to_owned(),
            picture: Some(animal.picture()),
            likelihood: Likelihood::Chance { share, percent },
            sentence: Words::HoldsChance { seat: of.seat, animal, percent }.into(),
        })
    };
    let of_hand =
        |of: &SeatOdds| Animal::VARIANTS.iter().filter_map(|animal| chance(of, *animal)).collect::<Vec<_>>();
    odds.seats.iter().flat_map(of_hand).collect()
}

/// By legal tile, the result of playing it; empty if the game is lost already.
pub(super) fn of_plays(solved: &Solved) -> Vec<BoardChance> {
    if !solved.states.values().any(|state| *state == State::Won) {
        return Vec::new();
    }
    let verdict = |tile: Tile| {
        let (likelihood, sentence) = match solved.states.get(&tile.to_string())? {
            State::Won => (Likelihood::Wins, Words::TileWins { tile }),
            State::Lost => (Likelihood::Loses, Words::TileLoses { tile }),
            State::Open => return None,
        };
        let (place, what) = (format!("tile-{tile}"), tile.to_string());
        Some(BoardChance { place, what, picture: None, likelihood, sentence: sentence.into() })
    };
    Tile::all().filter_map(verdict).collect()
}
