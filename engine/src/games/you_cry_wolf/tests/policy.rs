//! The plays of the policy, over whole games of the same seeds.

use crate::policy::Temper::{Random, Sensible};
use crate::policy::simulated::{game, share};

/// A sensible seat among three that play at random wins far more than its quarter, wherever it sits.
#[test]
fn a_sensible_seat_wins() {
    let wins = |seed: u64| {
        let own = usize::try_from(seed % 4).unwrap();
        let tempers = |_| (0..4).map(|seat| if seat == own { Sensible } else { Random }).collect();
        let outcome = game("you_cry_wolf", seed, |opening| opening.seats = 4, tempers).outcome().unwrap();
        outcome.winners.iter().any(|seat| seat.index() == own)
    };
    let (share, error) = share(400, wins);
    assert!(share - error > 0.45, "{share} ± {error}");
}
