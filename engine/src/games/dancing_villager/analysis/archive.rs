//! Facts about throws and positions that are taken from the archive.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::DancingVillager;
use super::super::rules::landing::LandingKind;
use super::Assumed;
use crate::analysis::{ArchiveFigure, ArchiveFigures};
use crate::seat::Seat;
use strum::VariantArray;

/// Landings are scaled to this many thrown villagers.
const VILLAGERS: f64 = 10_000.0;
/// The denominator of the shares of wins.
const PARTS: u32 = 1000;
/// The numbers of one position in `wins`.
const NUMBERS: usize = 5;

pub(super) const FIGURES: &[ArchiveFigures] = &[
    ArchiveFigures {
        fact: "landings",
        metric: "landing_share",
        group_by: "landing",
        by_player: true,
        min_games: 3,
    },
    ArchiveFigures {
        fact: "wins",
        metric: "won_from_here",
        group_by: "own_dogs,top_dogs",
        by_player: false,
        min_games: 50,
    },
];

/// How often seats won from a position like that of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
#[schemars(inline)]
pub struct WinShare {
    /// The seat.
    pub seat: Seat,
    /// The share of them that won.
    pub p: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end, of 95 %.
    pub high: f64,
}

/// A fact by these figures of the archive: those of each seat, or of all tables.
pub(super) fn fact(fact: &str, figures: &[Vec<ArchiveFigure>]) -> Option<Vec<u32>> {
    match fact {
        "landings" => {
            let landings = figures.iter().flat_map(|of_seat| {
                LandingKind::VARIANTS.iter().map(|kind| {
                    let of_kind =
                        |figure: &&ArchiveFigure| figure.key.first().is_some_and(|key| key == kind.word());
                    of_seat.iter().find(of_kind).map_or(0, |figure| rounded(figure.mean * VILLAGERS))
                })
            });
            figures.iter().all(|of_seat| !of_seat.is_empty()).then(|| landings.collect())
        }
        "wins" => {
            let number = |figure: &ArchiveFigure, index: usize| figure.key.get(index)?.parse::<u32>().ok();
            let position = |figure: &ArchiveFigure| {
                let shares =
                    [figure.mean, figure.low, figure.high].map(|share| rounded(share * f64::from(PARTS)));
                Some([[number(figure, 0)?, number(figure, 1)?].as_slice(), shares.as_slice()].concat())
            };
            let wins: Vec<u32> = figures.iter().flatten().filter_map(position).flatten().collect();
            (!wins.is_empty()).then_some(wins)
        }
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of some thousands")]
fn rounded(number: f64) -> u32 {
    number.round() as u32
}

impl DancingVillager {
    /// The own dogs of a seat, and the most dogs of another one.
    pub(in super::super) fn coarse_position(&self, own: Seat) -> (i64, i64) {
        let others = self.players().filter(|(seat, _)| *seat != own);
        (self.player(own).dogs, others.map(|(_, player)| player.dogs).max().unwrap_or_default())
    }

    pub(super) fn win_shares(&self, assumed: &Assumed) -> Vec<WinShare> {
        let wins = assumed.wins.as_deref().unwrap_or_default();
        let share = |seat: Seat| {
            let position = self.coarse_position(seat);
            let numbers = wins
                .chunks_exact(NUMBERS)
                .find(|numbers| (numbers[0].into(), numbers[1].into()) == position)?;
            let [p, low, high] = [numbers[2], numbers[3], numbers[4]]
                .map(|parts| f64::from(parts.min(PARTS)) / f64::from(PARTS));
            Some(WinShare { seat, p, low, high })
        };
        self.seats.iter().filter_map(share).collect()
    }
}
