//! Plausible moves, picked by somebody outside.

use super::DancingVillager;
use super::choices::Choice;
use super::moves::{Move, Touched};
use super::opening::Options;
use super::rules::landing::Landing;
use crate::game::{RandomSource, Sampling};
use crate::seat::{BySeat, Seat};

impl Sampling for DancingVillager {
    fn sample_opening(pick: &mut dyn RandomSource) -> (u8, Options) {
        (*pick.one(&[2, 3, 4]), Options {})
    }

    fn sample(&self, choice: &Choice, pick: &mut dyn RandomSource) -> Move {
        match choice {
            Choice::PlaceDog { seats } => Move::PlaceDog { seat: *pick.one(seats) },
            Choice::Throw { villagers } => sample_throw(villagers, pick),
            Choice::TakeDogs { dogs } => Move::TakeDogs { taken: self.sample_taken(*dogs, pick) },
            Choice::TakeFire { seats } => Move::TakeFire { seat: self.richest(seats, 3, pick) },
            Choice::Foul { seats } => {
                Move::Foul { seat: self.poorest(seats, 4, pick), touched: sample_touched(pick) }
            }
        }
    }
}

impl DancingVillager {
    /// The first hand takes all the dogs, or leaves some to others.
    fn sample_taken(&self, dogs: i64, pick: &mut dyn RandomSource) -> BySeat<i64> {
        let seats: Vec<Seat> = self.seats.iter().collect();
        let mut taken = BySeat::new(self.seats, |_| 0);
        let mut seat = self.richest(&seats, 2, pick);
        for _ in 0..dogs {
            taken[seat] += 1;
            if pick.chance(2) {
                seat = *pick.one(&seats);
            }
        }
        taken
    }

    /// The one with most dogs among so many drawn: who has been quick is quick.
    fn richest(&self, seats: &[Seat], draws: usize, pick: &mut dyn RandomSource) -> Seat {
        let better = |a: Seat, b: Seat| if self.player(b).dogs > self.player(a).dogs { b } else { a };
        (1..draws).fold(*pick.one(seats), |rich, _| better(rich, *pick.one(seats)))
    }

    /// The one with fewest dogs among so many drawn: who is behind is hasty.
    fn poorest(&self, seats: &[Seat], draws: usize, pick: &mut dyn RandomSource) -> Seat {
        let worse = |a: Seat, b: Seat| if self.player(b).dogs < self.player(a).dogs { b } else { a };
        (1..draws).fold(*pick.one(seats), |poor, _| worse(poor, *pick.one(seats)))
    }
}

fn sample_touched(pick: &mut dyn RandomSource) -> Option<Touched> {
    *pick.one(&[Some(Touched::Dog), Some(Touched::Fire), None])
}

/// Villagers mostly lie; now and then all of them lie flat.
fn sample_throw(villagers: &BySeat<i64>, pick: &mut dyn RandomSource) -> Move {
    let all_flat = pick.chance(12);
    let results = villagers.map(|_, villagers| {
        let mut landing = Landing::default();
        for _ in 0..*villagers {
            let landed = if all_flat { 99 } else { pick.below(100) };
            *match landed {
                0..=23 => &mut landing.up,
                24..=43 => &mut landing.down,
                44..=50 => &mut landing.standing,
                51..=55 => &mut landing.leaning,
                _ => &mut landing.flat,
            } += 1;
        }
        landing
    });
    Move::Throw { results, stacked: pick.chance(8) }
}
