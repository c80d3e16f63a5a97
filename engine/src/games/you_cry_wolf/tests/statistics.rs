//! A short game counted by hand.

use serde_json::json;

use super::super::YouCryWolf;
use super::{Table, dice, privilege};
use crate::game::{Game, Metrics};
use crate::statistics::{Observation, Value};

/// Two rounds: seat 1 is caught with a sheep too many and pays 1; then with 5 cows too many, and
/// pays the 4 chips it has left.
fn game() -> Table {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 3); // escalation 2, position 1
    table.bet(1, "wolf", "sheep", 4); // 3, position 2; a wolf in sheep's clothing
    table.play(privilege(0, "sheepdog", "wolf")); // used; a sheepdog misplaced
    table.bet(1, "cow", "cow", 5); // 2 above the marker, position 4
    table.call(0, "sheep"); // turn 5
    // Sheep: 1 on the row, 2 under cups: 3 of 4 claimed. Cows: 2 on the row, 3: 5.
    table.play(json!({"type": "reveal", "cups": [dice("ccssd"), dice("cddd")]}));
    // Seat 1 pays 1 and begins.
    table.bet(1, "cow", "cow", 9);
    table.call(0, "cow");
    table.count(4); // Seat 1 pays the 4 it has left, 5 owed.
    table
}

fn of<'a>(seen: &'a [Observation], metric: &'a str) -> Vec<(Option<i64>, f64)> {
    let own = seen.iter().filter(|observation| observation.metric == metric);
    own.map(|observation| match observation.value {
        Value::Number(number) => (observation.seat.map(crate::seat::Seat::number), number),
        Value::Word(_) | Value::Between(..) => panic!("a number"),
    })
    .collect()
}

#[test]
fn the_statistics_of_a_game_counted_by_hand() {
    let table = game();
    let seen = YouCryWolf::observe(&table.0.replay());
    assert_eq!(of(&seen, "bid_escalation"), [(Some(0), 2.0), (Some(1), 3.0), (Some(1), 2.0), (Some(1), 8.0)]);
    let third = seen.iter().filter(|o| o.metric == "bid_escalation").nth(2).unwrap();
    let round = ("round", "1".to_owned());
    assert_eq!(third.dimensions, [("animal", "cow".to_owned()), ("position", "4".to_owned()), round]);
    assert_eq!(of(&seen, "overstatement"), [(Some(0), -2.0), (Some(1), 1.0), (Some(1), 0.0), (Some(1), 5.0)]);
    assert_eq!(of(&seen, "truth_rate"), [(Some(0), 1.0), (Some(1), 0.0), (Some(1), 1.0), (Some(1), 0.0)]);
    assert_eq!(of(&seen, "bluff_rate"), [(Some(0), 0.0), (Some(1), 1.0), (Some(1), 0.0), (Some(1), 1.0)]);
    assert_eq!(of(&seen, "call_success"), [(Some(0), 1.0), (Some(0), 1.0)]);
    assert_eq!(of(&seen, "call_margin"), [(Some(0), 1.0), (Some(0), 5.0)]);
    assert_eq!(of(&seen, "called_claim"), [(None, 4.0), (None, 9.0)]);
    assert_eq!(of(&seen, "chips_won"), [(Some(0), 1.0), (Some(0), 5.0)]);
    assert_eq!(of(&seen, "chips_lost"), [(Some(1), 1.0), (Some(1), 4.0)]);
    assert_eq!(of(&seen, "sheeps_clothing"), [(Some(1), 1.0)]);
    assert_eq!(of(&seen, "misplaced"), [(Some(1), 1.0), (Some(0), 1.0)]);
    assert_eq!(of(&seen, "misplacement_decided"), [(None, 0.0), (None, 0.0)]);
    assert_eq!(of(&seen, "privilege_use"), [(Some(0), 1.0)]);
    assert_eq!(of(&seen, "turns_per_round"), [(None, 5.0), (None, 2.0)]);
    assert_eq!(of(&seen, "rounds_per_game"), [(None, 2.0)]);
    assert_eq!(of(&seen, "first_player_wins"), [(Some(0), 1.0)]);
}

/// Three of twelve dice were placed from the cups before the first call, one before the second.
#[test]
fn calls_know_their_claim_the_dice_under_the_cups_and_whom_they_accuse() {
    let seen = YouCryWolf::observe(&game().0.replay());
    for metric in ["call_success", "call_margin"] {
        let of: Vec<_> = seen.iter().filter(|one| one.metric == metric).map(|one| &one.dimensions).collect();
        let call = |animal: &str, claim: &str, dice: &str, round: &str| {
            let values = [animal, claim, dice, "1", round].map(str::to_owned);
            ["animal", "claim", "hidden_dice", "other_seat", "round"]
                .into_iter()
                .zip(values)
                .collect::<Vec<_>>()
        };
        assert_eq!(of, [&call("sheep", "4", "9", "1"), &call("cow", "9", "11", "2")], "{metric}");
    }
    let claims: Vec<_> =
        seen.iter().filter(|one| one.metric == "bluff_rate").map(|one| one.dimensions[1].clone()).collect();
    assert_eq!(claims, ["3", "4", "5", "9"].map(|claim| ("claim", claim.to_owned())));
}

#[test]
fn a_count_that_unknown_dice_leave_open_lies_between_bounds() {
    let mut table = Table::begun(2);
    table.bet(0, "cow", "cow", 3);
    table.bet(1, "sheep", "sheep", 2);
    table.bet(0, "cow", "cow", 8); // one too many
    table.call(1, "cow");
    table.count(7);
    table.bet(0, "cow", "cow", 2);
    table.bet(1, "sheep", "sheep", 2);
    table.call(0, "sheep");
    table.count(4);
    let seen = YouCryWolf::observe(&table.0.replay());
    let values = |metric| -> Vec<Value> {
        seen.iter().filter(|one| one.metric == metric).map(|one| one.value.clone()).collect()
    };
    let (exact, open) = (Value::Number, Value::Between);
    // Round 1: five of the nine dice under the cups show cows, so that up to four show sheep, beside the one on the
    // row. Round 2: three of ten show sheep or wolves, so that up to seven show cows, beside the one on the row.
    let over = [exact(-4.0), open(-3.0, 1.0), exact(1.0), open(-6.0, 1.0), exact(-2.0)];
    assert_eq!(values("overstatement"), over);
    let truth = [exact(1.0), open(0.0, 1.0), exact(0.0), open(0.0, 1.0), exact(1.0)];
    assert_eq!(values("truth_rate"), truth);
    let bluff = [exact(0.0), open(0.0, 1.0), exact(1.0), open(0.0, 1.0), exact(0.0)];
    assert_eq!(values("bluff_rate"), bluff);
}

/// Wolves and sheepdogs are counted by the same faces, so that the count of one tells the other.
#[test]
fn ycw_14_ycw_15_a_count_also_bounds_the_animal_with_the_same_faces() {
    for called in ["wolf", "sheepdog"] {
        let mut table = Table::begun(2);
        table.bet(0, "wolf", "wolf", 5);
        table.bet(1, "sheepdog", "sheepdog", 2);
        if called == "wolf" {
            table.bet(0, "cow", "cow", 2);
        }
        table.call(u8::from(called == "wolf"), called);
        // One on either row, so three under the cups.
        table.count(4);
        let seen = YouCryWolf::observe(&table.0.replay());
        let overstated: Vec<Value> =
            seen.iter().filter(|one| one.metric == "overstatement").map(|one| one.value.clone()).collect();
        assert_eq!(overstated[..2], [Value::Number(1.0), Value::Number(-2.0)], "{called}");
        // Six of the nine dice under the cups may show cows, beside the one on the row.
        let cows = (called == "wolf").then_some(Value::Between(-5.0, 1.0));
        assert_eq!(overstated.get(2), cows.as_ref());
    }
}

#[test]
fn every_observation_belongs_to_a_metric_with_its_dimensions() {
    for observation in YouCryWolf::observe(&game().0.replay()) {
        let metric =
            YouCryWolf::META.metrics.iter().find(|metric| metric.name == observation.metric).unwrap();
        let dimensions: Vec<_> = observation.dimensions.iter().map(|(name, _)| *name).collect();
        let declared: Vec<_> = metric.dimensions.iter().map(|dimension| dimension.name).collect();
        assert_eq!(dimensions, declared);
    }
}
