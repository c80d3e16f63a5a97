//! Populations of games whose true mean or share is known, as tables give them: observations of one game hang together.

use kifu_statistics::estimate::{ClusterSums, Estimand};
use rand::RngExt;
use rand::rngs::StdRng;

/// Draws the sums that one game adds to a group, or to the two groups of a comparison.
pub type Draw<T> = fn(&mut StdRng) -> T;

/// A population of games, with the estimate that is tried on it.
pub struct Scenario<T> {
    /// A description of its games.
    pub name: &'static str,
    /// The kind of estimate.
    pub of: Estimand,
    /// The true value.
    pub truth: f64,
    /// Draws a game.
    pub draw: Draw<T>,
}

const fn mean(name: &'static str, truth: f64, draw: Draw<ClusterSums>) -> Scenario<ClusterSums> {
    Scenario { name, of: Estimand::Mean, truth, draw }
}

const fn share(name: &'static str, truth: f64, draw: Draw<ClusterSums>) -> Scenario<ClusterSums> {
    Scenario { name, of: Estimand::Share, truth, draw }
}

/// Means and shares of one group.
pub const ESTIMATES: [Scenario<ClusterSums>; 16] = [
    mean("mean, normal", 0.0, |dice| one(normal(dice))),
    mean("mean, geometric", 2.0, |dice| one((exponential(dice) / 1.5_f64.ln()).floor())),
    mean("mean, exponential", 1.0, |dice| one(exponential(dice))),
    mean("mean, log-normal, spread 0.5", 1.133_148_453_066_826_3, |dice| one((0.5 * normal(dice)).exp())),
    mean("mean, log-normal, spread 1", 1.648_721_270_700_128_2, |dice| one(normal(dice).exp())),
    mean("mean, half of the spread between games", 3.0, clustered),
    mean("mean, skewed, half of the spread between games", 2.0, skewed_clusters),
    mean("mean, larger games have larger values", 19.0 / 3.0, |dice| {
        let size = f64::from(dice.random_range(1..=9_u32));
        values(dice, size, |dice| size + normal(dice))
    }),
    share("share 0.5, independent", 0.5, |dice| answers(dice, 0.5, 0.0)),
    share("share 0.5, correlation 0.1", 0.5, |dice| answers(dice, 0.5, 0.1)),
    share("share 0.5, correlation 0.3", 0.5, |dice| answers(dice, 0.5, 0.3)),
    share("share 0.2, independent", 0.2, |dice| answers(dice, 0.2, 0.0)),
    share("share 0.2, correlation 0.3", 0.2, |dice| answers(dice, 0.2, 0.3)),
    share("share 0.05, correlation 0.1", 0.05, |dice| answers(dice, 0.05, 0.1)),
    share("share 0.05, correlation 0.3", 0.05, |dice| answers(dice, 0.05, 0.3)),
    share("share of winners, three or four of five seats of a table", 0.2, |dice| {
        let seats = f64::from(dice.random_range(3..=4_u32));
        let wins = f64::from(u8::from(dice.random_bool(seats / 5.0)));
        ClusterSums { n: seats, sum: wins, squares: wins }
    }),
];

/// Differences of two groups, one less other.
pub const DIFFERENCES: [Scenario<[ClusterSums; 2]>; 6] = [
    Scenario {
        name: "difference of means, other games",
        of: Estimand::Mean,
        truth: 0.0,
        draw: |dice| apart(dice, clustered, clustered),
    },
    Scenario {
        name: "difference of means, same games",
        of: Estimand::Mean,
        truth: 1.0,
        draw: |dice| {
            let table = normal(dice);
            let [n, m] = [size(dice), size(dice)];
            [values(dice, n, |dice| table + 1.0 + normal(dice)), values(dice, m, |dice| table + normal(dice))]
        },
    },
    Scenario {
        name: "difference of skewed means, other games",
        of: Estimand::Mean,
        truth: 0.0,
        draw: |dice| apart(dice, skewed_clusters, skewed_clusters),
    },
    Scenario {
        name: "difference of shares, other games",
        of: Estimand::Share,
        truth: 0.2,
        draw: |dice| apart(dice, |dice| answers(dice, 0.3, 0.1), |dice| answers(dice, 0.1, 0.1)),
    },
    Scenario {
        name: "difference of shares, winners of the same games",
        of: Estimand::Share,
        truth: 0.2,
        draw: |dice| {
            let first = f64::from(u8::from(dice.random_bool(0.6)));
            [one(first), one(1.0 - first)]
        },
    },
    Scenario {
        name: "difference of shares, winners of the same games of four",
        of: Estimand::Share,
        truth: 0.1,
        draw: |dice| {
            let winner = dice.random::<f64>();
            [one(f64::from(u8::from(winner < 0.3))), one(f64::from(u8::from((0.3..0.5).contains(&winner))))]
        },
    },
];

fn one(value: f64) -> ClusterSums {
    ClusterSums { n: 1.0, sum: value, squares: value * value }
}

fn values(dice: &mut StdRng, count: f64, mut value: impl FnMut(&mut StdRng) -> f64) -> ClusterSums {
    let mut game = ClusterSums::default();
    while game.n < count {
        game.add(value(dice));
    }
    game
}

/// Box & Muller (1958).
fn normal(dice: &mut StdRng) -> f64 {
    (2.0 * exponential(dice)).sqrt() * (std::f64::consts::TAU * dice.random::<f64>()).cos()
}

fn exponential(dice: &mut StdRng) -> f64 {
    -dice.random::<f64>().max(f64::MIN_POSITIVE).ln()
}

/// How many observations a game has: 4 to 12, and in every tenth game three times as many.
fn size(dice: &mut StdRng) -> f64 {
    let usual = f64::from(dice.random_range(4..=12_u32));
    if dice.random_bool(0.1) { 3.0 * usual } else { usual }
}

fn clustered(dice: &mut StdRng) -> ClusterSums {
    let (table, size) = (3.0 + normal(dice), size(dice));
    values(dice, size, |dice| table + normal(dice))
}

fn skewed_clusters(dice: &mut StdRng) -> ClusterSums {
    let table = exponential(dice);
    values(dice, 8.0, |dice| table + exponential(dice))
}

/// A game of answers, yes or no, that correlate within a game.
fn answers(dice: &mut StdRng, share: f64, correlation: f64) -> ClusterSums {
    // Everybody at a table answers alike with a chance that makes the correlation; else each for itself.
    let common = f64::from(u8::from(dice.random_bool(share)));
    let size = size(dice);
    let alike = correlation.sqrt();
    values(dice, size, |dice| {
        if dice.random_bool(alike) { common } else { f64::from(u8::from(dice.random_bool(share))) }
    })
}

/// A game of the one group or of the other.
fn apart(dice: &mut StdRng, one: Draw<ClusterSums>, other: Draw<ClusterSums>) -> [ClusterSums; 2] {
    if dice.random_bool(0.5) {
        [one(dice), ClusterSums::default()]
    } else {
        [ClusterSums::default(), other(dice)]
    }
}

/// One game of four of a player among equally good ones: won or not.
pub fn player(dice: &mut StdRng) -> ClusterSums {
    let won = f64::from(u8::from(dice.random_bool(0.25)));
    ClusterSums { n: 1.0, sum: won, squares: won }
}
