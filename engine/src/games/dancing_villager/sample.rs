//! Plausible moves, drawn with a chooser from outside.

use super::DancingVillager;
use super::choices::Choice;
use super::moves::{Move, Touched};
use super::opening::Options;
use super::rules::landing::Landing;
use crate::game::{Chooser, Sampling};
use crate::seat::{BySeat, Seat};

impl Sampling for DancingVillager {
    fn sample_opening(chooser: &mut dyn Chooser) -> (u8, Options) {
        (*chooser.choose(&[2, 3, 4]), Options {})
    }

    fn sample(&self, choice: &Choice, chooser: &mut dyn Chooser) -> Move {
        match choice {
            Choice::PlaceDog { seats } => Move::PlaceDog { seat: *chooser.choose(seats) },
            Choice::Throw { villagers } => sample_throw(villagers, chooser),
            Choice::TakeDogs { dogs } => Move::TakeDogs { taken: self.sample_taken(*dogs, chooser) },
            Choice::TakeFire { seats } => Move::TakeFire { seat: self.richest(seats, 3, chooser) },
            Choice::Foul { seats } => {
                Move::Foul { seat: self.poorest(seats, 4, chooser), touched: sample_touched(chooser) }
            }
        }
    }
}

impl DancingVillager {
    /// The first hand takes all the dogs, or leaves some to others.
    fn sample_taken(&self, dogs: i64, chooser: &mut dyn Chooser) -> BySeat<i64> {
        let seats: Vec<Seat> = self.seats.iter().collect();
        let mut taken = BySeat::new(self.seats, |_| 0);
        let mut seat = self.richest(&seats, 2, chooser);
        for _ in 0..dogs {
            taken[seat] += 1;
            if chooser.chance(2) {
                seat = *chooser.choose(&seats);
            }
        }
        taken
    }

    /// The seat with most dogs among this many drawn: a seat that was quick before is likely to be quick again.
    fn richest(&self, seats: &[Seat], draws: usize, chooser: &mut dyn Chooser) -> Seat {
        let better = |a: Seat, b: Seat| if self.player(b).dogs > self.player(a).dogs { b } else { a };
        (1..draws).fold(*chooser.choose(seats), |rich, _| better(rich, *chooser.choose(seats)))
    }

    /// The seat with fewest dogs among this many drawn: a seat that is behind is hasty.
    fn poorest(&self, seats: &[Seat], draws: usize, chooser: &mut dyn Chooser) -> Seat {
        let worse = |a: Seat, b: Seat| if self.player(b).dogs < self.player(a).dogs { b } else { a };
        (1..draws).fold(*chooser.choose(seats), |poor, _| worse(poor, *chooser.choose(seats)))
    }
}

fn sample_touched(chooser: &mut dyn Chooser) -> Option<Touched> {
    *chooser.choose(&[Some(Touched::Dog), Some(Touched::Fire), None])
}

/// A throw in which villagers mostly lie; now and then all lie flat.
fn sample_throw(villagers: &BySeat<i64>, chooser: &mut dyn Chooser) -> Move {
    let all_flat = chooser.chance(12);
    let results = villagers.map(|_, villagers| {
        let mut landing = Landing::default();
        for _ in 0..*villagers {
            let landed = if all_flat { 99 } else { chooser.below(100) };
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
    Move::Throw { results, stacked: chooser.chance(8) }
}
