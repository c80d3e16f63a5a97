//! The moves that may come next.

use schemars::JsonSchema;
use serde::Serialize;
use strum::IntoStaticStr;

use super::moves::Move;
use super::{DancingVillager, NewDog, Phase};
use crate::game::Choices;
use crate::rules::Rules;
use crate::seat::{BySeat, Seat};
use crate::seq::Seq;
use crate::violation::Referee;

/// Legal moves of one kind.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema, IntoStaticStr)]
#[serde(tag = "type", rename_all = "snake_case")]
#[schemars(title = "DancingVillagerChoice")]
#[strum(serialize_all = "snake_case")]
pub enum Choice {
    /// Log the place of the new dog.
    PlaceDog {
        /// The seats before which it may lie.
        seats: Vec<Seat>,
    },
    /// Throw.
    Throw {
        /// By seat, how many villagers it throws; the landings add up to this number.
        villagers: BySeat<i64>,
    },
    /// Take the dogs of the field.
    TakeDogs {
        /// How many there are; all are taken, by one seat or by several.
        dogs: i64,
    },
    /// Take the fire.
    TakeFire {
        /// The seats that may be first.
        seats: Vec<Seat>,
    },
    /// Touch a dog or the fire wrongly.
    Foul {
        /// The seats that may foul.
        seats: Vec<Seat>,
    },
}

impl Choice {
    /// Its `type` in JSON.
    pub fn kind(&self) -> &'static str {
        self.into()
    }
}

impl Choices for DancingVillager {
    type Choice = Choice;

    fn choices(&self) -> Vec<Choice> {
        let seats = || self.seats.iter().collect();
        let villagers = || BySeat::new(self.seats, |seat| i64::from(self.player(seat).villagers));
        let may_place = self.throws == 0 && self.new_dog == NewDog::Came;
        let place = || may_place.then(|| Choice::PlaceDog { seats: seats() });
        let (place, next) = match self.phase {
            Phase::Throw => (place(), Choice::Throw { villagers: villagers() }),
            Phase::DogRace => (None, Choice::TakeDogs { dogs: self.field }),
            Phase::FireRace => (None, Choice::TakeFire { seats: seats() }),
            Phase::Over => return Vec::new(),
        };
        place.into_iter().chain([next, Choice::Foul { seats: seats() }]).collect()
    }

    fn matches(&self, choice: &Choice, mv: &Move) -> bool {
        choice.kind() == mv.kind() && self.play(Seq(0), mv, &mut Referee::strict()).is_ok()
    }
}
