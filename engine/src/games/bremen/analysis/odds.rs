//! The odds of the tiles that a viewer does not see.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::super::rules::table::{HAND_SIZE, Table, first_donkey};
use super::super::rules::tile::{Animal, Tile, Tiles};
use super::record_hands::RecordHands;
use super::shares::{Counts, Hidden, Ways, count};
use crate::analysis::WhyNull;
use crate::seat::Seat;

/// The odds of the hidden tiles.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BremenOdds")]
pub struct Odds {
    /// The number of ways they can be held, all equally likely: a decimal number.
    pub worlds: String,
    /// The hands that are not seen.
    pub seats: Vec<SeatOdds>,
}

/// The odds of a hidden hand.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BremenSeatOdds")]
pub struct SeatOdds {
    /// The seat of the hand.
    pub seat: Seat,
    /// The tiles that it certainly holds (the first leader's donkey); the odds below leave them out.
    pub certain: Vec<Tile>,
    /// The other tiles, by animal.
    pub animals: BTreeMap<&'static str, AnimalOdds>,
}

/// The odds of one animal in a hidden hand.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "BremenAnimalOdds")]
pub struct AnimalOdds {
    /// The chance that any one hidden tile of this animal is in this hand.
    pub each: f64,
    /// The chance of each number of its tiles, from 0 on; they sum to 1.
    pub chances: Vec<f64>,
}

/// The tiles that a viewer does not see.
pub(super) struct Unseen<'t> {
    pub(super) table: &'t Table,
    viewer: Option<Seat>,
    tiles: Tiles,
    /// The first leader's donkey, if another seat still holds it.
    pub(super) donkey: Option<(Seat, Tile)>,
}

impl RecordHands<'_> {
    /// The odds of the tiles that a seat, or the public, does not see.
    pub(super) fn odds(&self, step: usize, viewer: Option<Seat>) -> Result<Odds, WhyNull> {
        self.unseen(step, viewer)?.odds()
    }

    /// The tiles that a seat, or the public, does not see.
    pub(super) fn unseen(&self, step: usize, viewer: Option<Seat>) -> Result<Unseen<'_>, WhyNull> {
        let table = self.hidden_table(step)?;
        let own = match viewer {
            Some(seat) => self.held(step, seat).ok_or(WhyNull::OwnCardNotRecorded)?,
            None => Tiles::default(),
        };
        let tiles = table.in_game().without(table.open()).without(own);
        let donkey = first_donkey(table.seats, table.center);
        let donkey = table.first.filter(|_| tiles.contains(donkey)).map(|leader| (leader, donkey));
        Ok(Unseen { table, viewer, tiles, donkey })
    }
}

impl Unseen<'_> {
    fn odds(&self) -> Result<Odds, WhyNull> {
        let (hidden, needs) = self.to_share();
        let deals = count(&hidden, needs);
        if deals.total == 0 {
            return Err(WhyNull::NoWorldFits);
        }
        let others = self.table.seats.iter().filter(|seat| Some(*seat) != self.viewer);
        let seat = |seat: Seat| self.seat(seat, needs[seat.index()], &hidden, &deals);
        Ok(Odds { worlds: deals.total.to_string(), seats: others.map(seat).collect() })
    }

    /// The hidden tiles beside the first leader's donkey.
    pub(super) fn rest(&self) -> Tiles {
        self.tiles.without(self.donkey.map(|(_, tile)| tile).into_iter().collect())
    }

    /// These tiles by animal, and how many of them each hand gets.
    pub(super) fn to_share(&self) -> ([Hidden; 4], Counts) {
        let rest = self.rest();
        let mut needs = [0; 4];
        for (seat, hand) in self.table.hands.iter().filter(|(seat, _)| Some(*seat) != self.viewer) {
            needs[seat.index()] = HAND_SIZE - hand.played.len();
        }
        if let Some((leader, _)) = self.donkey {
            needs[leader.index()] -= 1;
        }
        let hidden = std::array::from_fn(|animal| Hidden {
            tiles: rest.count(Animal::VARIANTS[animal]),
            most: self.most(Animal::VARIANTS[animal]),
        });
        (hidden, needs)
    }

    /// How many more tiles of an animal each hand can hold (BR-2, BR-6).
    fn most(&self, animal: Animal) -> [usize; 4] {
        let mut most = [0; 4];
        for (seat, hand) in self.table.hands.iter() {
            most[seat.index()] = match animal {
                _ if hand.lacks[animal.index()].is_some() => 0,
                Animal::Chicken => hand.room_for_chickens(),
                _ => HAND_SIZE,
            };
        }
        most
    }

    fn seat(&self, seat: Seat, needs: usize, hidden: &[Hidden; 4], deals: &Ways) -> SeatOdds {
        let animal = |animal: &Animal| {
            let tiles = hidden[animal.index()].tiles;
            let having = &deals.having[animal.index()][seat.index()];
            let chances: Vec<f64> = having[..=tiles.min(needs)]
                .iter()
                .map(|ways_to| *ways_to as f64 / deals.total as f64)
                .collect();
            let expected: f64 = (0..).zip(&chances).map(|(count, chance)| f64::from(count) * chance).sum();
            let each = if tiles == 0 { 0.0 } else { expected / tiles as f64 };
            (animal.word(), AnimalOdds { each, chances })
        };
        let certain = self.donkey.filter(|(leader, _)| *leader == seat).map(|(_, tile)| tile);
        SeatOdds {
            seat,
            certain: certain.into_iter().collect(),
            animals: Animal::VARIANTS.iter().map(animal).collect(),
        }
    }
}
