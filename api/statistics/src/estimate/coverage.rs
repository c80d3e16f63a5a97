//! How often the intervals hold the truth, measured over simulated games whose observations hang together.
//!
//! The dice are seeded, so that the same numbers come out every time. The limits leave room for what is known of such
//! intervals (few and unequal games: somewhat less than 95 %) and for the chance of the simulation itself.

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};

use super::{ClusterSums, Estimand, PairedSums, Sums};

/// Studies of few games; of many, fewer studies.
const STUDY_COUNT: u32 = 2000;
const MAX_GAMES_PER_STUDY: u32 = 100_000;

fn studies(games: u32) -> u32 {
    STUDY_COUNT.min(MAX_GAMES_PER_STUDY / games)
}

/// A number like a normal one: the sum of three uniform ones, with mean 0 and variance 1.
fn normal(dice: &mut StdRng) -> f64 {
    2.0 * (dice.random::<f64>() + dice.random::<f64>() + dice.random::<f64>()) - 3.0
}

/// How many observations a game has: 4 to 12, and in every tenth game three times as many.
fn size(dice: &mut StdRng) -> u32 {
    let usual = dice.random_range(4..=12);
    if dice.random_bool(0.1) { 3 * usual } else { usual }
}

/// A game whose values are those of its table and of each observation, half each; mean 3.
fn numbers(dice: &mut StdRng) -> ClusterSums {
    let table = 3.0 + normal(dice);
    let mut game = ClusterSums::default();
    (0..size(dice)).for_each(|_| game.add(table + normal(dice)));
    game
}

/// The same with values that are never negative and have a long tail; mean 3.
fn skewed(dice: &mut StdRng) -> ClusterSums {
    let mut exponential = || -dice.random::<f64>().max(1e-12).ln();
    let table = 1.0 + exponential();
    let mut game = ClusterSums::default();
    for _ in 0..8 {
        game.add(table + exponential());
    }
    game
}

/// A game in which every answer is yes with a chance of the table's own; on average the one given.
fn answers(dice: &mut StdRng, share: f64) -> ClusterSums {
    let spread = share.min(1.0 - share);
    let chance = share + spread * (2.0 * dice.random::<f64>() - 1.0);
    let mut game = ClusterSums::default();
    (0..size(dice)).for_each(|_| game.add(f64::from(u8::from(dice.random_bool(chance)))));
    game
}

/// Of so many studies of so many games each, how often the interval held the truth.
fn coverage(of: Estimand, truth: f64, games: u32, mut game: impl FnMut(&mut StdRng) -> ClusterSums) -> f64 {
    let mut dice = StdRng::seed_from_u64(u64::from(games));
    let held = (0..studies(games)).filter(|_| {
        let mut sums = Sums::default();
        (0..games).for_each(|_| sums.add(game(&mut dice)));
        sums.interval(of).is_some_and(|interval| (interval.low..=interval.high).contains(&truth))
    });
    held.count() as f64 / f64::from(studies(games))
}

/// The same of a difference; each game gives something to one group, to the other, or to both.
fn coverage_of_difference(
    of: Estimand,
    truth: f64,
    games: u32,
    mut game: impl FnMut(&mut StdRng) -> [ClusterSums; 2],
) -> f64 {
    let mut dice = StdRng::seed_from_u64(u64::from(games));
    let held = (0..studies(games)).filter(|_| {
        let mut pair = PairedSums::default();
        for _ in 0..games {
            let [one, other] = game(&mut dice);
            pair.one.add(one);
            pair.other.add(other);
            pair.common.add(one, other);
        }
        pair.interval(of).is_some_and(|interval| (interval.low..=interval.high).contains(&truth))
    });
    held.count() as f64 / f64::from(studies(games))
}

fn is_fine(what: &str, games: u32, coverage: f64) {
    let least = if games < 30 { 0.91 } else { 0.93 };
    assert!((least..=0.99).contains(&coverage), "{what}, {games} games: {coverage}");
}

#[test]
fn intervals_of_means_hold_the_truth_as_often_as_they_say() {
    for games in [10, 30, 200] {
        is_fine("a mean", games, coverage(Estimand::Mean, 3.0, games, numbers));
        is_fine("a skewed mean", games, coverage(Estimand::Mean, 3.0, games, skewed));
    }
}

#[test]
fn intervals_of_shares_hold_the_truth_as_often_as_they_say() {
    for games in [10, 30, 200] {
        for share in [0.5, 0.2, 0.05] {
            let held = coverage(Estimand::Share, share, games, |dice| answers(dice, share));
            is_fine(&format!("a share of {share}"), games, held);
        }
    }
}

#[test]
fn intervals_of_differences_hold_the_truth_as_often_as_they_say() {
    for games in [10, 30, 200] {
        let apart = |dice: &mut StdRng| {
            let game = numbers(dice);
            if dice.random_bool(0.5) {
                [game, ClusterSums::default()]
            } else {
                [ClusterSums::default(), game]
            }
        };
        is_fine(
            "means of different games",
            games,
            coverage_of_difference(Estimand::Mean, 0.0, 2 * games, apart),
        );
        let together = |dice: &mut StdRng| {
            let table = normal(dice);
            let [mut one, mut other] = [ClusterSums::default(); 2];
            (0..size(dice)).for_each(|_| one.add(table + 1.0 + normal(dice)));
            (0..size(dice)).for_each(|_| other.add(table + normal(dice)));
            [one, other]
        };
        is_fine(
            "means of the same games",
            games,
            coverage_of_difference(Estimand::Mean, 1.0, games, together),
        );
        let shares = |dice: &mut StdRng| {
            if dice.random_bool(0.5) {
                [answers(dice, 0.3), ClusterSums::default()]
            } else {
                [ClusterSums::default(), answers(dice, 0.1)]
            }
        };
        is_fine(
            "shares of different games",
            games,
            coverage_of_difference(Estimand::Share, 0.2, 2 * games, shares),
        );
        let winners = |dice: &mut StdRng| {
            let first = f64::from(u8::from(dice.random_bool(0.6)));
            let share = |value| ClusterSums { n: 1.0, sum: value, squares: value };
            [share(first), share(1.0 - first)]
        };
        is_fine(
            "winners of the same games",
            games,
            coverage_of_difference(Estimand::Share, 0.2, games, winners),
        );
    }
}
