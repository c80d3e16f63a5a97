//! A position as clients see it.

use schemars::JsonSchema;
use serde::Serialize;

use super::{DancingVillager, Phase, drawing};
use crate::game::{LastMove, Views};
use crate::seat::{BySeat, Seat};

/// A position of Dancing Villager: everything lies open.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "DancingVillagerView")]
pub struct View {
    /// The phase of the game.
    pub phase: Phase,
    /// How many sit at the table.
    pub seats: u8,
    /// The round being played, from 1; after the game, the last round.
    pub round: i64,
    /// The throws of this round so far.
    pub throws: i64,
    /// The meat sticks in the field.
    pub meat: i64,
    /// The charcoal sticks in the field.
    pub charcoal: i64,
    /// The dogs in the field.
    pub field: i64,
    /// The seat before which the dog of the field was laid; null if that was not logged.
    pub dog_before: Option<Seat>,
    /// By seat, the villagers it throws.
    pub villagers: BySeat<i64>,
    /// By seat, the dogs it has.
    pub dogs: BySeat<i64>,
    /// True: a seat has had seven dogs, so the game ends with the race under way or has ended.
    pub decided: bool,
    /// By seat, its place, once the game is over.
    pub places: Option<BySeat<u8>>,
}

impl Views for DancingVillager {
    type View = View;

    fn view(&self) -> View {
        View {
            phase: self.phase,
            seats: self.seats.count(),
            round: self.round.into(),
            throws: self.throws.into(),
            meat: self.meat,
            charcoal: self.charcoal,
            field: self.field,
            dog_before: self.dog_before,
            villagers: BySeat::new(self.seats, |seat| self.player(seat).villagers.into()),
            dogs: BySeat::new(self.seats, |seat| self.player(seat).dogs),
            decided: self.decided,
            places: (self.phase == Phase::Over).then(|| self.places()),
        }
    }

    fn draw(view: &View, last: Option<&LastMove<Self>>, board: &mut crate::board::Board) {
        drawing::draw(view, last, board);
    }
}
