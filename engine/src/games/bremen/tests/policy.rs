//! The plays of the policy, over whole games of the same seeds.

use crate::policy::Temper::{Random, Sensible};
use crate::policy::simulated::{game, share};

/// The share of games won with this number of seats, and its standard error.
fn wins(seats: u8, games: u64, temper: crate::policy::Temper) -> (f64, f64) {
    let won = |seed| {
        let record = game("bremen", seed, |opening| opening.seats = seats, |_| vec![temper; seats.into()]);
        record.outcome().is_some_and(|outcome| !outcome.winners.is_empty())
    };
    share(games, won)
}

#[test]
fn four_win_often() {
    let (share, error) = wins(4, 10, Sensible);
    assert!(share - error > 0.3, "{share} ± {error}");
}

#[test]
fn three_win_often() {
    let (share, error) = wins(3, 14, Sensible);
    assert!(share - error > 0.4, "{share} ± {error}");
}

#[test]
fn nobody_wins_at_random() {
    let (share, _) = wins(4, 60, Random);
    assert!(share < 0.05, "{share}");
}
