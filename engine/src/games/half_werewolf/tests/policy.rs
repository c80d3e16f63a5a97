//! The plays of the policy, over whole games of the same seeds.

use serde_json::json;

use crate::policy::Temper::{self, Random, Sensible};
use crate::policy::simulated::{game, share};

/// The share of games that the village camp wins with this temper, and its standard error.
fn village_wins(temper: Temper) -> (f64, f64) {
    let wins = |seed| {
        let open = |opening: &mut crate::erased::Opening| opening.options["variant"] = json!("standard");
        let record = game("half_werewolf", seed, open, |seats| vec![temper; seats.into()]);
        // HW-19, HW-20: how the village camp wins.
        record
            .outcome()
            .is_some_and(|outcome| ["werewolf_executed", "mad_wolf_spared"].contains(&outcome.ending))
    };
    share(150, wins)
}

/// Votes by the odds find the werewolf far more often than votes at random.
#[test]
fn the_village_wins_more_often_than_by_chance() {
    let ((sensible, of_sensible), (random, of_random)) = (village_wins(Sensible), village_wins(Random));
    assert!(sensible - random > 5.0 * of_sensible.hypot(of_random), "{sensible} and {random}");
}
