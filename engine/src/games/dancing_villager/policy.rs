//! `Policy`: hands that are quick, and hands that are hasty.
//!
//! A throw is no decision. Players choose only how early they reach out: a quick player gets more dogs and the fire,
//! and a hasty one fouls more often.

use super::DancingVillager;
use super::choices::Choice;
use super::moves::{Move, Touched};
use crate::game::{Chooser, Policy, Sampling};
use crate::policy::{Players, Temper};
use crate::seat::{BySeat, Seat};

/// How often a hand is the first, against the others.
fn quickness(temper: Temper) -> f64 {
    match temper {
        Temper::Random => 2.0,
        Temper::Sensible => 3.0,
        Temper::Bold => 4.0,
    }
}

/// How often a seat touches something wrongly before anything else happens.
fn hastiness(temper: Temper) -> f64 {
    match temper {
        Temper::Random => 0.03,
        Temper::Sensible => 0.005,
        Temper::Bold => 0.04,
    }
}

impl Policy for DancingVillager {
    fn policy_move(&self, players: &Players<Self>, chooser: &mut dyn Chooser) -> Option<Move> {
        let choices = self.choices_beside_fouls();
        let next = choices.first()?;
        let by_hastiness = |seat: &Seat| hastiness(players.temper(*seat));
        if let Some(seat) = self.seats.iter().find(|seat| chooser.with_probability(by_hastiness(seat))) {
            let touched = match next {
                Choice::TakeDogs { .. } => Touched::Fire,
                Choice::TakeFire { .. } => Touched::Dog,
                _ => *chooser.choose(&[Touched::Dog, Touched::Fire]),
            };
            return Some(Move::Foul { seat, touched: Some(touched) });
        }
        let weights: Vec<f64> = self.seats.iter().map(|seat| quickness(players.temper(seat))).collect();
        let seats: Vec<Seat> = self.seats.iter().collect();
        let mut first_hand = || seats[chooser.by_weight(&weights)];
        Some(match next {
            Choice::TakeDogs { dogs } => {
                let mut taken = BySeat::new(self.seats, |_| 0);
                (0..*dogs).for_each(|_| taken[first_hand()] += 1);
                Move::TakeDogs { taken }
            }
            Choice::TakeFire { .. } => Move::TakeFire { seat: first_hand() },
            Choice::PlaceDog { .. } | Choice::Throw { .. } | Choice::Foul { .. } => {
                self.sample(next, chooser)
            }
        })
    }
}

impl DancingVillager {
    fn choices_beside_fouls(&self) -> Vec<Choice> {
        use crate::game::Choices;
        self.choices().into_iter().filter(|choice| !matches!(choice, Choice::Foul { .. })).collect()
    }
}
