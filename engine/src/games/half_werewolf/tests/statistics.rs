//! The observations of a game, counted by hand.

use super::recorded::{ALL, recorded};
use super::*;
use crate::budget::Unlimited;
use crate::statistics::Value as Seen;

fn values(game: &dyn AnyRecord, metric: &str) -> Vec<Value> {
    let seen = game.observe().into_iter().filter(|seen| seen.metric == metric);
    seen.map(|seen| match seen.value {
        Seen::Number(number) => json!(number),
        Seen::Word(word) => json!(word),
        Seen::Between(low, high) => json!([low, high]),
    })
    .collect()
}

fn yes(game: &dyn AnyRecord, metric: &str) -> (usize, usize) {
    let values = values(game, metric);
    (values.iter().filter(|value| **value == json!(1.0)).count(), values.len())
}

/// `werewolf_executed`: Aki sees Chika's werewolf; Dai exchanges a villager for a villager.
#[test]
fn hw_19_statistics_of_a_village_that_wins() {
    let game = recorded("werewolf_executed");
    let yes = |metric| yes(&*game, metric);
    assert_eq!(yes("win"), (3, 5));
    // Seer, villager, villager alone, werewolf, villager, gravedigger, villager, madman, villager.
    assert_eq!(yes("win_with_role"), (5, 9));
    assert_eq!(yes("camp_wins"), (1, 2));
    assert_eq!((yes("runoff"), yes("panic"), yes("mad_wolf")), ((0, 1), (0, 1), (0, 1)));
    assert_eq!((yes("graveyard_voted"), yes("graveyard_right")), ((0, 1), (0, 0)));
    assert_eq!(yes("village_accuracy"), (1, 1));
    assert_eq!(yes("vote_on_werewolf"), (3, 5));
    assert_eq!(values(&*game, "seer_target"), [json!("other")]);
    assert_eq!(yes("seer_found_werewolf"), (1, 1));
    assert_eq!(yes("exchange_changed_winner"), (0, 1));
    // Aki's claim was true, Chika's was not.
    assert_eq!(yes("claim_true"), (1, 2));
    assert_eq!(values(&*game, "claimed_role"), [json!("seer"), json!("seer")]);
    assert_eq!(values(&*game, "ending"), [json!("werewolf_executed")]);
}

#[test]
fn hw_18_statistics_of_mad_wolves_runoffs_and_graveyards() {
    let count = |name, metric| yes(&*recorded(name), metric);
    assert_eq!(
        (count("mad_wolf_executed", "mad_wolf"), count("mad_wolf_executed", "mad_wolf_wins")),
        ((1, 1), (1, 1))
    );
    assert_eq!(
        (count("mad_wolf_spared", "mad_wolf"), count("mad_wolf_spared", "mad_wolf_wins")),
        ((1, 1), (0, 1))
    );
    assert_eq!((count("panic", "runoff"), count("panic", "panic")), ((1, 1), (1, 1)));
    assert_eq!((count("panic", "village_accuracy"), count("panic", "graveyard_voted")), ((0, 0), (0, 0)));
    assert_eq!(count("graveyard_with_both", "graveyard_voted"), (1, 1));
    assert_eq!(count("graveyard_with_both", "graveyard_right"), (1, 1));
    // Chika has no ballot; Dai got one vote of three, then two.
    assert_eq!(count("four_madman", "vote_on_werewolf"), (3, 6));
}

/// In `graveyard_with_both` most ballots are for the graveyard, which is no seat.
#[test]
fn hw_10_ballots_know_whom_they_are_for() {
    let targets = |name: &str| -> Vec<(i64, Option<i64>)> {
        let of = |seen: &crate::statistics::Observation| {
            let other = seen.dimensions.iter().find(|(name, _)| *name == "other_seat");
            (seen.seat.map_or(-1, crate::seat::Seat::number), other.map(|(_, seat)| seat.parse().unwrap()))
        };
        let seen = recorded(name).observe();
        seen.iter().filter(|seen| seen.metric == "vote_on_werewolf").map(of).collect()
    };
    let executed = [(0, Some(2)), (1, Some(2)), (2, Some(0)), (3, Some(2)), (4, Some(0))];
    assert_eq!(targets("werewolf_executed"), executed);
    let graveyard = [(0, None), (1, None), (2, Some(0)), (3, Some(2)), (4, None)];
    assert_eq!(targets("graveyard_with_both"), graveyard);
}

/// The votes of the test before, with the cards not exchanged.
#[test]
fn hw_6_statistics_of_an_exchange_that_changed_the_winner() {
    // Dai gives the werewolf of the graveyard to Ben, who is executed.
    let game = |hands: Value, graveyard: Value| {
        let moves = [
            deal(),
            pass(5),
            look(0, at(2, 0)),
            json!({"type": "dig", "seat": 3, "target": at(1, 0), "saw": [W, V], "give": 0}),
            end_day(),
            vote(json!([1, 2, 1, 1, 1])),
            reveal(hands, graveyard),
        ];
        record(5, "standard", &moves)
    };
    let changed = game(json!([[S, V], [W, V], [M, V], [G, V], [V, V]]), json!([V, V]));
    assert_eq!(changed.outcome().unwrap().ending, "werewolf_executed");
    assert_eq!(yes(&*changed, "exchange_changed_winner"), (1, 1));
    assert_eq!(values(&*changed, "seer_target"), [json!("other")]);
    // The winners differ although the camp that wins is the same: nobody is a mad wolf without it.
    let mad_wolf = game(json!([[S, V], [W, M], [V, V], [G, V], [V, V]]), json!([V, V]));
    assert_eq!(mad_wolf.outcome().unwrap().ending, "mad_wolf_executed");
    assert_eq!(yes(&*mad_wolf, "exchange_changed_winner"), (0, 1), "Ben wins either way, as the madman");
}

#[test]
fn statistics_carry_what_their_metrics_declare() {
    let metrics = crate::games::find("half_werewolf").unwrap().meta().metrics;
    let mut never: Vec<_> = metrics.iter().map(|metric| metric.name).collect();
    for (name, _) in ALL {
        let record = recorded(name);
        let slow = record.slow_findings(&Unlimited).into_iter().flat_map(|found| found.observations);
        for seen in record.observe().into_iter().chain(slow) {
            let metric = metrics.iter().find(|metric| metric.name == seen.metric).unwrap();
            let mut carried: Vec<&str> = seen.dimensions.iter().map(|(name, _)| *name).collect();
            let mut declared: Vec<_> = metric.dimensions.iter().map(|dimension| dimension.name).collect();
            // A ballot for the graveyard is for no seat.
            let is_for_a_seat = carried.contains(&"other_seat");
            declared.retain(|name| is_for_a_seat || *name != "other_seat");
            carried.sort_unstable();
            declared.sort_unstable();
            assert_eq!(carried, declared, "{}", seen.metric);
            never.retain(|name| *name != seen.metric);
        }
    }
    assert!(never.is_empty(), "never seen: {never:?}");
}
