//! Moves and effects in sentences for people.

use strum::VariantArray;

use super::moves::{Effect, Move, Prize, Stick};
use super::rules::landing::{Landing, LandingKind};
use super::words::{Landed, Taker, Words};
use super::{DancingVillager, NewDog};
use crate::game::Wording;
use crate::message::{Catalogue, Message};
use crate::seat::{BySeat, Seat};

impl Wording for DancingVillager {
    fn catalogue() -> &'static Catalogue {
        Words::catalogue()
    }

    fn describe_kind(kind: &str) -> Option<Message> {
        describe_kind(kind).map(Message::from)
    }

    fn describe_effect(effect: &Effect) -> Message {
        match effect {
            Effect::SticksTaken { kind, count, left } => return describe_sticks(*kind, *count, *left),
            Effect::CancelledOut { each } => Words::CancelledOut { each: *each },
            Effect::DogsGained { seat, count, dogs } => {
                Words::DogsGained { seat: *seat, count: *count, dogs: *dogs }
            }
            Effect::DogJoined { field } => Words::DogJoined { field: *field },
            Effect::RaceStarted { prize: Prize::Dogs } => Words::DogRace,
            Effect::RaceStarted { prize: Prize::Fire } => Words::FireRace,
            Effect::DogsTaken { seat, dogs, .. } => Words::DogsTaken { seat: *seat, dogs: *dogs },
            Effect::VillagerLost { seat, villagers: 0 } => Words::LastVillagerLost { seat: *seat },
            Effect::VillagerLost { seat, villagers } => {
                Words::VillagerLost { seat: *seat, villagers: *villagers }
            }
            Effect::DogsEscaped { seat, dogs, villagers } => describe_escape(*seat, *dogs, *villagers),
            Effect::SevenDogs { seat, dogs } => Words::SevenDogs { seat: *seat, dogs: *dogs },
            Effect::RoundBegan { round, field } => Words::RoundBegan { round: *round, field: *field },
            Effect::GameEnded { winners } => Words::GameEnded { winners: winners.clone() },
        }
        .into()
    }
}

/// A kind of move in words.
pub fn describe_kind(kind: &str) -> Option<Words> {
    Some(match kind {
        "place_dog" => Words::PlaceDogKind,
        "throw" => Words::ThrowKind,
        "take_dogs" => Words::TakeDogsKind,
        "take_fire" => Words::TakeFireKind,
        "foul" => Words::FoulKind,
        _ => return None,
    })
}

pub fn describe_move(game: &DancingVillager, mv: &Move) -> Message {
    match mv {
        Move::PlaceDog { seat } => describe_place(game, *seat),
        Move::Throw { results, stacked } => return describe_throw(results, *stacked),
        Move::TakeDogs { taken } => describe_taken(taken),
        Move::TakeFire { seat } => Words::FireTaken { seat: *seat },
        Move::Foul { seat, touched: None } => Words::Foul { seat: *seat },
        Move::Foul { seat, touched: Some(touched) } => Words::FoulTouched { seat: *seat, touched: *touched },
    }
    .into()
}

fn describe_place(game: &DancingVillager, seat: Seat) -> Words {
    match game.new_dog {
        NewDog::Came if game.round == 1 => Words::FirstDogPlaced { seat },
        NewDog::Came => Words::NewDogPlaced { seat },
        NewDog::Stayed | NewDog::Placed => Words::OldDogPlaced { seat },
    }
}

fn describe_throw(results: &BySeat<Landing>, stacked: bool) -> Message {
    let all = results.values().fold(Landing::default(), |all, landing| all.and(landing));
    let landed: Vec<Landed> = LandingKind::VARIANTS
        .iter()
        .copied()
        .map(|kind| Landed { kind, count: all.count(kind) })
        .filter(|landed| landed.count > 0)
        .collect();
    let thrown = if landed.is_empty() { Words::NothingThrown } else { Words::Thrown { landed } };
    Message::from(thrown).followed_by_all(stacked.then_some(Words::Stacked))
}

fn describe_taken(taken: &BySeat<i64>) -> Words {
    let takers = taken.iter().map(|(seat, dogs)| Taker { seat, dogs: *dogs });
    let takers: Vec<Taker> = takers.filter(|taker| taker.dogs > 0).collect();
    if takers.is_empty() { Words::NoDogGrabbed } else { Words::DogsGrabbed { takers } }
}

/// The sticks taken, and how many are left. If none is left, the race that follows says so.
fn describe_sticks(stick: Stick, count: i64, left: i64) -> Message {
    let left = (left > 0).then_some(Words::SticksLeft { left });
    Message::from(Words::SticksTaken { stick, count }).followed_by_all(left)
}

fn describe_escape(seat: Seat, dogs: i64, villagers: i64) -> Words {
    match dogs {
        0 => Words::NoDogEscaped { seat, villagers },
        dogs => Words::DogsEscaped { seat, dogs, villagers },
    }
}
