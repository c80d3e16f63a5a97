//! The worked examples, by the original's names.

use super::recorded::{before_reveal, recorded};
use super::*;

/// Ending and winners of a recorded game.
#[track_caller]
fn assert_won(name: &str, ending: &str, winners: &[u8]) {
    assert_eq!(json!(recorded(name).outcome()), json!({"ending": ending, "winners": winners}), "{name}");
}

fn turned(name: &str) -> Value {
    recorded(name).state().value()["turned"].clone()
}

/// 魔術師 (1).
#[test]
fn hw_23_magician_1_a_seer_who_looks_at_it_is_turned() {
    assert_eq!(before_reveal("magician_1").0.state().value()["turned"], json!([0]));
    assert_won("magician_1", "werewolf_spared", &[0, 2, 3]);
}

/// 魔術師 (2).
#[test]
fn hw_23_magician_2_in_the_graveyard_too() {
    assert_eq!(turned("magician_2"), json!([0]));
    assert_won("magician_2", "werewolf_executed", &[1, 4, 5]);
}

/// 魔術師 (3).
#[test]
fn hw_23_magician_3_the_gravedigger_is_turned_and_the_receiver_is_not() {
    assert_eq!(turned("magician_3"), json!([1]));
    assert_won("magician_3", "werewolf_spared", &[1, 3, 5]);
}

/// 魔術師 (4).
#[test]
fn hw_23_magician_4_sent_to_the_graveyard_unseen() {
    assert_eq!(turned("magician_4"), json!([]));
    assert_won("magician_4", "werewolf_executed", &[0, 1, 2, 4]);
}

/// 罪人 (1) to (5).
#[test]
fn hw_21_sinner_1_to_5() {
    assert_won("sinner_1", "werewolf_executed", &[0, 1, 2]);
    assert_won("sinner_2", "werewolf_spared", &[4, 5]);
    assert_won("sinner_3", "werewolf_executed", &[0, 1, 3, 5]);
    assert_won("sinner_4", "werewolf_spared", &[3, 4, 5]);
    assert_won("sinner_5", "mad_wolf_executed", &[2, 3]);
}

/// 終末論者 (1) to (4).
#[test]
fn hw_22_doomsayer_1_to_4() {
    assert_won("doomsayer_1", "doomsayer_executed", &[0]);
    assert_won("doomsayer_2", "werewolf_executed", &[2, 4, 5]);
    assert_won("doomsayer_3", "werewolf_spared", &[3]);
    assert_won("doomsayer_4", "werewolf_doomsayer_spared", &[1, 2, 3, 4, 5]);
}

/// ゲームの勝敗, the four bullets.
#[test]
fn hw_18_to_20_the_four_outcomes() {
    assert_won("werewolf_executed", "werewolf_executed", &[0, 1, 3]);
    assert_won("werewolf_spared", "werewolf_spared", &[2, 4]);
    assert_won("mad_wolf_executed", "mad_wolf_executed", &[2]);
    assert_won("mad_wolf_spared", "mad_wolf_spared", &[0, 1, 3, 4]);
}

#[test]
fn hw_19_graveyard_with_werewolf_and_madman() {
    assert_won("graveyard_with_both", "werewolf_executed", &[0, 1, 2, 3, 4]);
}

#[test]
fn hw_12_four_seats_with_a_madman() {
    assert_won("four_madman", "werewolf_executed", &[0, 1]);
}

#[test]
fn hw_12_four_seats_with_a_mad_wolf() {
    assert_won("four_mad_wolf", "mad_wolf_executed", &[2]);
}

#[test]
fn hw_12_four_seats_with_the_madman_in_the_graveyard() {
    assert_won("four_madman_in_graveyard", "werewolf_executed", &[0, 1, 2]);
}

#[test]
fn hw_7_seer_and_gravedigger_in_one_hand() {
    assert_won("seer_and_gravedigger_in_one_hand", "werewolf_executed", &[1, 2, 4]);
}
