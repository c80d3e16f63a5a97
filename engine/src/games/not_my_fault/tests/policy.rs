//! The plays of the policy, over whole games of the same seeds.

use serde_json::json;

use crate::policy::Temper::{Random, Sensible};
use crate::policy::simulated::{game, share};

/// A sensible seat among three that play at random seldom is the one that loses, wherever it sits.
#[test]
fn a_sensible_seat_seldom_loses() {
    let avoids_losing = |seed: u64| {
        let own = usize::try_from(seed % 4).unwrap();
        let open = |opening: &mut crate::erased::Opening| {
            opening.seats = 4;
            opening.options["extreme"] = json!(false);
            opening.options["first_player"] = json!(0);
        };
        let tempers = |_| (0..4).map(|seat| if seat == own { Sensible } else { Random }).collect();
        let outcome = game("not_my_fault", seed, open, tempers).outcome().unwrap();
        outcome.winners.iter().any(|seat| seat.index() == own)
    };
    let (share, error) = share(300, avoids_losing);
    assert!(share - error > 0.9, "{share} ± {error}");
}
