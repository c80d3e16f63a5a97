//! The plays of the policy, over whole games of the same seeds.

use crate::policy::Temper::{Bold, Sensible};
use crate::policy::simulated::{game, share};

/// The share of games that seat 0 wins against a sensible seat 1, and its standard error.
fn wins_of(temper: crate::policy::Temper) -> (f64, f64) {
    let first_wins = |seed: u64| {
        let record = game("punyon_ken", seed, |_| {}, |_| vec![temper, Sensible]);
        record.outcome().is_some_and(|outcome| outcome.winners.iter().any(|seat| seat.index() == 0))
    };
    share(800, first_wins)
}

/// No policy wins more than half against the mix of best play, and best play wins half against itself.
#[test]
fn best_play_gives_nothing_away() {
    let (share, error) = wins_of(Sensible);
    assert!((share - 0.5).abs() < 2.0 * error, "{share} ± {error}");
    let (share, error) = wins_of(Bold);
    assert!(share < 0.5 + 2.0 * error, "{share} ± {error}");
}
