//! The plays of the policy, over whole games of the same seeds.

use crate::policy::Temper::{self, Bold, Random, Sensible};
use crate::policy::simulated::{game, share};

const TABLE: [Temper; 3] = [Sensible, Random, Bold];

fn fouls(seat: usize) -> usize {
    let of_game = |seed| {
        let record = game("dancing_villager", seed, |opening| opening.seats = 3, |_| TABLE.to_vec());
        let is_foul = |mv: &serde_json::Value| mv["type"] == "foul" && mv["seat"] == seat;
        record.in_force().iter().filter(|entry| is_foul(&entry.payload.value())).count()
    };
    (0..60).map(of_game).sum()
}

/// Quick hands win more than slow ones.
#[test]
fn quick_hands_win_more_often() {
    let wins = |of: usize| {
        let won = move |seed| {
            let record = game("dancing_villager", seed, |opening| opening.seats = 3, |_| TABLE.to_vec());
            record.outcome().is_some_and(|outcome| outcome.winners.iter().any(|seat| seat.index() == of))
        };
        share(200, won)
    };
    let ((random, random_error), (bold, bold_error)) = (wins(1), wins(2));
    assert!(bold - random > 2.0 * random_error.hypot(bold_error), "{bold} and {random}");
}

/// Hasty ones foul more.
#[test]
fn hasty_hands_foul_more_often() {
    let (sensible, random, bold) = (fouls(0), fouls(1), fouls(2));
    assert!(3 * sensible < random && 3 * sensible < bold, "{sensible}, {random}, {bold}");
}
