//! The effect of the last move on a seat: landed villagers, dogs gained, villagers lost.

use strum::VariantArray;

use super::super::DancingVillager;
use super::super::moves::{Effect, Move};
use super::super::rules::landing::{Landing, LandingKind};
use crate::board::Sign;
use crate::game::LastMove;
use crate::picture::Picture;
use crate::seat::Seat;

/// The signs of a seat for the last move.
pub fn signs(seat: Seat, last: Option<&LastMove<DancingVillager>>) -> Vec<Sign> {
    let Some(LastMove { mv, effects, .. }) = last else { return Vec::new() };
    let landed = match mv {
        Move::Throw { results, .. } => results.get(seat).map(landed).unwrap_or_default(),
        Move::TakeFire { seat: taker } if *taker == seat => vec![Sign::Picture(Picture::Fire)],
        _ => Vec::new(),
    };
    landed.into_iter().chain(effects.iter().flat_map(|effect| followed(seat, effect))).collect()
}

/// How many villagers landed each way.
fn landed(landing: &Landing) -> Vec<Sign> {
    let kinds = LandingKind::VARIANTS.iter().map(|kind| (*kind, landing.count(*kind)));
    kinds
        .filter(|(_, count)| *count > 0)
        .flat_map(|(kind, count)| [Sign::Words(count.to_string()), sign(kind)])
        .collect()
}

/// The sign of a landing: meat for a hand up, charcoal for a hand down; the others are villagers as they lie.
const fn sign(kind: LandingKind) -> Sign {
    match kind {
        LandingKind::Up => Sign::Picture(Picture::Meat),
        LandingKind::Down => Sign::Picture(Picture::Charcoal),
        LandingKind::Standing => Sign::Picture(Picture::Dancer),
        LandingKind::Flat => Sign::Turned(Picture::Dancer, 90),
        LandingKind::Leaning => Sign::Turned(Picture::Dancer, 45),
    }
}

fn followed(seat: Seat, effect: &Effect) -> Vec<Sign> {
    match effect {
        Effect::DogsGained { seat: of, count, .. } | Effect::DogsTaken { seat: of, count, .. }
            if *of == seat && *count > 0 =>
        {
            vec![Sign::Words(format!("+{count}")), Sign::Picture(Picture::RunningDog)]
        }
        Effect::VillagerLost { seat: of, .. } if *of == seat => vec![Sign::Crossed(Picture::Dancer)],
        Effect::DogsEscaped { seat: of, .. } if *of == seat => vec![Sign::Crossed(Picture::RunningDog)],
        _ => Vec::new(),
    }
}
