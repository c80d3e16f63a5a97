//! Camps and winners, by the cards alone.

use Camp::{Third, Village, Werewolf};
use Role::{Doomsayer, Gravedigger, Madman, Magician, Seer, Sinner, Villager};

use super::super::rules::camps::{Camp, camp_of, is_mad_wolf};
use super::super::rules::role::{Pair, Role};
use super::recorded::recorded;
use super::*;

const WOLF: Role = Role::Werewolf;

#[track_caller]
fn assert_camps(table: &[(Role, Role, Camp)]) {
    for (first, second, camp) in table {
        assert_eq!(camp_of(Pair::new([*first, *second])), *camp, "{first:?} and {second:?}");
        assert_eq!(camp_of(Pair::new([*second, *first])), *camp, "{second:?} and {first:?}");
    }
}

/// 陣営サマリ.
#[test]
fn hw_15_camps_of_the_standard_roles() {
    assert_camps(&[
        (Villager, Villager, Village),
        (Villager, Seer, Village),
        (Villager, Gravedigger, Village),
        (Seer, Gravedigger, Village),
        (Villager, WOLF, Werewolf),
        (Villager, Madman, Werewolf),
        (Seer, WOLF, Werewolf),
        (Seer, Madman, Werewolf),
        (Gravedigger, WOLF, Werewolf),
        (Gravedigger, Madman, Werewolf),
        (WOLF, Madman, Werewolf),
    ]);
    assert!(is_mad_wolf(Pair::new([Madman, WOLF])));
    assert!(!is_mad_wolf(Pair::new([Madman, Villager])));
}

/// 魔術師の夜.
#[test]
fn hw_15_camps_with_the_magician() {
    assert_camps(&[
        (Magician, Villager, Village),
        (Magician, Seer, Village),
        (Magician, Gravedigger, Village),
        (Magician, WOLF, Werewolf),
        (Magician, Madman, Werewolf),
    ]);
}

/// 危険な隣人.
#[test]
fn hw_16_camps_with_the_sinner() {
    assert_camps(&[
        (Sinner, WOLF, Werewolf),
        (Sinner, Madman, Werewolf),
        (Sinner, Villager, Third),
        (Sinner, Seer, Third),
        (Sinner, Gravedigger, Third),
    ]);
}

/// 滅びゆく世界にさようなら.
#[test]
fn hw_17_camps_with_the_doomsayer() {
    assert_camps(&[
        (Doomsayer, Villager, Third),
        (Doomsayer, Seer, Third),
        (Doomsayer, Gravedigger, Third),
        (Doomsayer, WOLF, Third),
        (Doomsayer, Madman, Third),
    ]);
}

#[test]
fn hw_15_camps_are_shown_once_the_cards_are() {
    let game = recorded("sinner_5");
    assert_eq!(
        game.state().value()["camps"],
        json!(["village", "village", "werewolf", "third", "village", "village"])
    );
    assert_eq!(game.state().value()["mad_wolf"], 2);
}

/// A table of six at which everybody votes for one, with the gravedigger in the graveyard.
fn executed(variant: &str, hands: Value, graveyard: [&str; 2], target: Value) -> Vec<u64> {
    let seer = hands.as_array().unwrap().iter().position(|hand| hand.as_array().unwrap().contains(&json!(S)));
    let seer = u8::try_from(seer.unwrap()).unwrap();
    let game = record(
        6,
        variant,
        &[
            deal(),
            pass(6),
            look(seer, at(5, 0)),
            skip(G),
            end_day(),
            vote(json!(vec![target; 6])),
            reveal(hands, json!(graveyard)),
        ],
    );
    game.outcome().unwrap().winners.iter().map(|seat| u64::try_from(seat.number()).unwrap()).collect()
}

#[test]
fn hw_16_a_sinner_of_the_werewolf_camp_has_no_effect() {
    let hands = json!([[S, V], [V, V], [V, V], ["sinner", W], [M, V], [V, V]]);
    // Its right neighbour is executed: it wins with its camp, and as no camp of its own.
    assert_eq!(executed("dangerous_neighbour", hands.clone(), [G, V], json!(2)), [3, 4]);
    // Executed itself, with its right neighbour spared, it loses with its camp.
    assert_eq!(executed("dangerous_neighbour", hands, [G, V], json!(3)), [0, 1, 2, 5]);
    let hands = json!([[S, V], [V, V], [W, V], ["sinner", M], [V, V], [V, V]]);
    assert_eq!(executed("dangerous_neighbour", hands, [G, V], json!(2)), [0, 1, 4, 5]);
}

#[test]
fn hw_21_the_sinners_right_neighbour_is_the_seat_before_it() {
    let hands = json!([["sinner", V], [S, V], [V, V], [W, V], [M, V], [V, V]]);
    assert_eq!(executed("dangerous_neighbour", hands.clone(), [G, V], json!(5)), [0, 3, 4]);
    assert_eq!(executed("dangerous_neighbour", hands.clone(), [G, V], json!(1)), [3, 4]);
    // The graveyard is nobody's neighbour.
    assert_eq!(executed("dangerous_neighbour", hands, [G, V], json!("graveyard")), [3, 4]);
}

#[test]
fn hw_18_a_mad_wolf_wins_alone_and_only_as_a_seat() {
    let hands = json!([[S, V], [V, V], [W, M], [V, V], [V, V], [V, V]]);
    assert_eq!(executed("standard", hands.clone(), [G, V], json!(2)), [2]);
    assert_eq!(executed("standard", hands, [G, V], json!(0)), [0, 1, 3, 4, 5]);
}

#[test]
fn hw_19_the_graveyard_may_hold_the_werewolf() {
    let hands = json!([[S, V], [V, V], [V, V], [M, V], [V, V], [V, G]]);
    let game = record(
        6,
        "standard",
        &[
            deal(),
            pass(6),
            look(0, grave(0)),
            dig(5, at(1, 0)),
            end_day(),
            vote(json!(vec!["graveyard"; 6])),
            json!({"type": "reveal", "hands": hands, "graveyard": [W, V], "give": 1}),
        ],
    );
    assert_eq!(json!(game.outcome().unwrap().winners), json!([0, 1, 2, 4, 5]));
    assert_eq!(recorded("graveyard_with_both").outcome().unwrap().winners.len(), 5);
}

#[test]
fn hw_20_nobody_wins_for_an_empty_camp() {
    let game = recorded("nobody_left_to_win");
    assert_eq!(json!(game.outcome()), json!({"ending": "nobody_left_to_win", "winners": []}));
}

#[test]
fn hw_21_a_sinner_wins_although_nobody_else_does() {
    let game = recorded("sinner_alone");
    assert_eq!(json!(game.outcome()), json!({"ending": "sinner_alone", "winners": [0]}));
}

#[test]
fn hw_22_a_spared_doomsayer_with_the_werewolf_loses_whoever_is_executed() {
    let hands = json!([["doomsayer", W], [M, V], [S, V], [V, V], [V, V], [V, V]]);
    let variant = "farewell_to_a_dying_world";
    assert_eq!(executed(variant, hands.clone(), [G, V], json!(1)), [1, 2, 3, 4, 5]);
    assert_eq!(executed(variant, hands.clone(), [G, V], json!("graveyard")), [1, 2, 3, 4, 5]);
    assert_eq!(executed(variant, hands, [G, V], json!(0)), [0]);
}

#[test]
fn hw_24_the_executed_win_with_their_camp() {
    let hands = json!([[S, V], [V, V], [W, V], [M, V], [V, V], [V, V]]);
    assert_eq!(executed("standard", hands, [G, V], json!(3)), [2, 3]);
}

/// The gravedigger's exchange makes seat 1 the werewolf, and seat 1 goes with the werewolf camp.
#[test]
fn hw_i7_camps_follow_from_the_cards_held_in_the_end() {
    let game = record(
        5,
        "standard",
        &[
            deal(),
            pass(5),
            look(0, grave(0)),
            dig(3, at(1, 0)),
            end_day(),
            vote(json!([2, 2, 2, 2, 2])),
            json!({"type": "reveal", "hands": [[S, V], [W, V], [V, V], [G, V], [M, V]], "graveyard": [V, V], "give": 0}),
        ],
    );
    assert_eq!(
        game.state().value()["camps"],
        json!(["village", "werewolf", "village", "village", "werewolf"])
    );
    assert_eq!(game.state().value()["look"]["role"], W);
    assert_eq!(json!(game.outcome().unwrap().winners), json!([1, 4]));
}

#[test]
fn hw_i3_panic_is_decided_before_everything_else() {
    let runoff = |variant: &str, hands: Value, tied: [u8; 2]| {
        let [a, b] = tied;
        let tie = vote(json!([a, a, a, b, b, b]));
        let game = record(
            6,
            variant,
            &[
                deal(),
                pass(6),
                look(1, at(5, 0)),
                skip(G),
                end_day(),
                tie.clone(),
                tie,
                reveal(hands, json!([G, V])),
            ],
        );
        json!(game.outcome())
    };
    let panic = |winners: Value| json!({"ending": "panic", "winners": winners});
    // The sinner's right neighbour is tied, and not executed.
    let sinner = json!([["sinner", V], [S, V], [V, V], [W, V], [M, V], [V, V]]);
    assert_eq!(runoff("dangerous_neighbour", sinner, [5, 2]), panic(json!([3, 4])));
    let mad_wolf = json!([[V, V], [S, V], [V, V], [W, M], [V, V], [V, V]]);
    assert_eq!(runoff("standard", mad_wolf, [3, 2]), panic(json!([3])));
    let doomsayer = json!([["doomsayer", W], [S, V], [V, V], [V, V], [M, V], [V, V]]);
    assert_eq!(runoff("farewell_to_a_dying_world", doomsayer, [0, 2]), panic(json!([4])));
}
