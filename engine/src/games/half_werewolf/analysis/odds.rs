//! The odds of the roles, of the camps, and of the winners of each execution.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use strum::VariantArray;

use super::super::knowledge::clue::Place;
use super::super::moves::{CardPlace, Target};
use super::super::outcome::Verdict;
use super::super::rules::camps::{Camp, Hands};
use super::super::rules::role::Role;
use super::worlds::Known;
use crate::analysis::WhyNull;
use crate::seat::Seat;

/// The odds of the cards, by the knowledge of a viewer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfOdds")]
pub struct Odds {
    /// The number of possible arrangements of the cards, all equally likely: a decimal number.
    pub worlds: String,
    /// For each face-down card in its place now, the chance of each role.
    pub holds: Vec<PlaceOdds>,
    /// By seat, the chance of each camp.
    pub camps: Vec<CampOdds>,
    /// By target, the chances to win if it is executed now.
    pub wins: Vec<WinOdds>,
}

/// The odds of a card.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfPlaceOdds")]
pub struct PlaceOdds {
    /// Its place.
    pub place: CardPlace,
    /// The chance of each role; they sum to 1.
    pub roles: BTreeMap<&'static str, f64>,
}

/// The odds of a seat's camp.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfCampOdds")]
pub struct CampOdds {
    /// The seat.
    pub seat: Seat,
    /// The chance of each camp; they sum to 1.
    pub camps: BTreeMap<&'static str, f64>,
}

/// The chances to win if a target is executed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "HalfWerewolfWinOdds")]
pub struct WinOdds {
    /// The target.
    pub target: Target,
    /// By seat, the chance that it wins.
    pub seats: Vec<f64>,
}

/// Sums of the weights of worlds.
struct Sums {
    all: u64,
    roles: Vec<[u64; 8]>,
    camps: Vec<[u64; 3]>,
    wins: Vec<Vec<u64>>,
}

impl Odds {
    /// The odds from the knowledge of a viewer.
    ///
    /// # Errors
    ///
    /// If no world agrees with it.
    pub(super) fn of(knowledge: &Known) -> Result<Self, WhyNull> {
        let setup = knowledge.table.setup;
        let seats: Vec<Seat> = setup.seats.iter().collect();
        let slots = seats.iter().flat_map(|seat| [Place::Slot(*seat, 0), Place::Slot(*seat, 1)]);
        let places: Vec<Place> = slots.chain((0..setup.graveyard()).map(Place::Grave)).collect();
        let targets: Vec<Target> =
            seats.iter().copied().map(Target::Seat).chain([Target::Graveyard]).collect();
        let mut sums = Sums {
            all: 0,
            roles: vec![[0; 8]; places.len()],
            camps: vec![[0; 3]; seats.len()],
            wins: vec![vec![0; seats.len()]; targets.len()],
        };
        knowledge.each_world(|world, weight| {
            let hands = Hands::at_the_end(setup.seats, world);
            sums.all += weight;
            for (place, roles) in places.iter().zip(&mut sums.roles) {
                roles[world.card_now(*place) as usize] += weight;
            }
            for (seat, camps) in seats.iter().zip(&mut sums.camps) {
                camps[hands.camp(*seat) as usize] += weight;
            }
            for (target, wins) in targets.iter().zip(&mut sums.wins) {
                for winner in hands.result(Verdict::Executed(*target)).1 {
                    wins[winner.index()] += weight;
                }
            }
        });
        sums.odds(&places, &seats, &targets, knowledge)
    }
}

impl Sums {
    fn odds(
        &self,
        places: &[Place],
        seats: &[Seat],
        targets: &[Target],
        knowledge: &Known,
    ) -> Result<Odds, WhyNull> {
        if self.all == 0 {
            return Err(WhyNull::NoWorldFits);
        }
        let even = even_slots(knowledge);
        let chance = |weight: u64| weight as f64 / self.all as f64;
        let roles_of = |index: usize| -> BTreeMap<&'static str, f64> {
            let partner = even.iter().find(|pair| pair.contains(&places[index]));
            let other = partner.and_then(|pair| {
                places.iter().position(|place| pair.contains(place) && *place != places[index])
            });
            let roles = knowledge.table.setup.roles();
            let chance_of = |role: Role| match other {
                Some(other) => chance(self.roles[index][role as usize])
                    .midpoint(chance(self.roles[other][role as usize])),
                None => chance(self.roles[index][role as usize]),
            };
            roles.map(|role| (role.word(), chance_of(role))).collect()
        };
        let camps = |camps: &[u64; 3]| {
            Camp::VARIANTS.iter().map(|camp| (camp.word(), chance(camps[*camp as usize]))).collect()
        };
        Ok(Odds {
            worlds: self.all.to_string(),
            holds: (0..places.len())
                .map(|i| PlaceOdds { place: places[i].into(), roles: roles_of(i) })
                .collect(),
            camps: seats
                .iter()
                .zip(&self.camps)
                .map(|(seat, of)| CampOdds { seat: *seat, camps: camps(of) })
                .collect(),
            wins: targets
                .iter()
                .zip(&self.wins)
                .map(|(target, of)| WinOdds {
                    target: *target,
                    seats: of.iter().copied().map(chance).collect(),
                })
                .collect(),
        })
    }
}

/// The pairs of slots that no move told apart. The worlds fill them in one order only, so both slots get the average
/// of their odds.
fn even_slots(knowledge: &Known) -> Vec<[Place; 2]> {
    let table = &knowledge.table;
    let mut apart: Vec<Place> = table.look.map(|(_, place)| place).into_iter().collect();
    apart.extend(table.dig.map(|(_, seat, slot)| Place::Slot(seat, slot)));
    let pairs = table.setup.seats.iter().map(|seat| [Place::Slot(seat, 0), Place::Slot(seat, 1)]);
    let graveyard =
        (table.setup.graveyard() == 2 && table.dig.is_none()).then_some([Place::Grave(0), Place::Grave(1)]);
    pairs.chain(graveyard).filter(|pair| !pair.iter().any(|place| apart.contains(place))).collect()
}
