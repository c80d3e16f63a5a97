//! Games played at random.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::super::moves::Move;
use super::super::opening::starting_villagers;
use super::super::rules::throwing::DOGS_TO_END;
use super::super::{DancingVillager, Phase};
use crate::game::{Choices, Chooser, Sampling};
use crate::rules::{Rules, RulesVersion};
use crate::seq::Seq;
use crate::violation::Referee;

struct Die(SmallRng);

impl Chooser for Die {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

/// Plays a whole game; answers every move with the position after it.
fn whole_game(seed: u64) -> Vec<(DancingVillager, Move)> {
    let mut die = Die(SmallRng::seed_from_u64(seed));
    let (seats, options) = DancingVillager::sample_opening(&mut die);
    let mut game = DancingVillager::new(seats, &options, RulesVersion::FIRST).unwrap();
    let mut steps = Vec::new();
    while game.outcome().is_none() {
        let choices = game.choices();
        let chooser: &mut dyn Chooser = &mut die;
        let choice = chooser.choose(&choices);
        let mv = game.sample(choice, chooser);
        assert!(game.matches(choice, &mv), "seed {seed}: {choice:?} {mv:?}");
        let (after, _) = game.play(Seq(1), &mv, &mut Referee::strict()).unwrap();
        steps.push((after, mv));
        game = after;
        assert!(steps.len() < 2000, "seed {seed} does not end");
    }
    steps
}

#[test]
fn random_games_end_in_reasonable_length() {
    let mut lengths: Vec<usize> = (0..400).map(|seed| whole_game(seed).len()).collect();
    lengths.sort_unstable();
    let (median, long) = (lengths[200], lengths[396]);
    assert!(median < 80 && long < 300, "median {median}, one in a hundred {long}");
}

#[test]
fn dv_12_dv_14_invariants_of_a_random_game() {
    for seed in 0..200 {
        for (game, mv) in whole_game(seed) {
            let most = starting_villagers(game.seats);
            assert!(game.players().all(|(_, player)| (1..=most).contains(&player.villagers)), "{mv:?}");
            assert!(game.field > 0 || game.phase == Phase::Over, "{mv:?}");
            match game.phase {
                Phase::Throw => assert!(game.meat > 0 && game.charcoal > 0, "{mv:?}"),
                Phase::DogRace => assert!(game.meat == 0 && game.charcoal > 0, "{mv:?}"),
                Phase::FireRace => assert!(game.meat > 0 && game.charcoal == 0, "{mv:?}"),
                Phase::Over => assert!(game.decided, "{mv:?}"),
            }
            let rich = game.players().any(|(_, player)| player.dogs >= DOGS_TO_END);
            assert!(!rich || game.decided, "{mv:?}");
        }
    }
}
