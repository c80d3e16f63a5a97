//! The recorded games, by file.

use serde_json::Value;

use super::*;
use crate::record::Status;

macro_rules! games {
    ($($name:literal),* $(,)?) => {
        /// Every recorded game.
        pub const ALL: &[(&str, &str)] = &[$(($name, include_str!(concat!("../recorded/", $name, ".json")))),*];
    };
}

games! {
    "doomsayer_1", "doomsayer_2", "doomsayer_3", "doomsayer_4",
    "four_mad_wolf", "four_madman", "four_madman_in_graveyard",
    "graveyard_with_both", "kept_still",
    "mad_wolf_executed", "mad_wolf_spared",
    "magician_1", "magician_2", "magician_3", "magician_4",
    "nobody_left_to_win", "panic", "seer_and_gravedigger_in_one_hand", "sinner_alone",
    "sinner_1", "sinner_2", "sinner_3", "sinner_4", "sinner_5",
    "werewolf_executed", "werewolf_spared", "whole_game",
}

/// The opening of a recorded game, and its log.
pub fn read(name: &str) -> (Opening, Vec<Value>) {
    let (_, text) = ALL.iter().find(|(recorded, _)| *recorded == name).unwrap();
    let file: Value = serde_json::from_str(text).unwrap();
    let opening = serde_json::from_value(file["opening"].clone()).unwrap();
    (opening, file["log"].as_array().unwrap().clone())
}

/// A recorded game, folded.
pub fn recorded(name: &str) -> Box<dyn AnyRecord> {
    let (opening, log) = read(name);
    let mut record = crate::games::find("half_werewolf").unwrap().open(&opening).unwrap();
    for entry in log {
        add(&mut *record, entry);
    }
    record
}

/// A recorded game without the reveal, and the reveal.
pub fn before_reveal(name: &str) -> (Box<dyn AnyRecord>, Value) {
    let (opening, mut log) = read(name);
    let reveal = log.pop().unwrap();
    let mut record = crate::games::find("half_werewolf").unwrap().open(&opening).unwrap();
    for entry in log {
        add(&mut *record, entry);
    }
    (record, reveal)
}

#[test]
fn every_recorded_game_folds_to_its_end() {
    for (name, _) in ALL {
        let game = recorded(name);
        assert_eq!(game.status(), Status::Over, "{name}");
        assert_eq!(game.is_irregular(), *name == "kept_still", "{name}");
    }
}

#[test]
fn every_kind_of_ending_is_recorded() {
    let mut endings: Vec<_> = ALL.iter().map(|(name, _)| recorded(name).outcome().unwrap().ending).collect();
    endings.sort_unstable();
    endings.dedup();
    let all = [
        "doomsayer_executed",
        "mad_wolf_executed",
        "mad_wolf_spared",
        "nobody_left_to_win",
        "panic",
        "sinner_alone",
        "werewolf_doomsayer_spared",
        "werewolf_executed",
        "werewolf_spared",
    ];
    assert_eq!(endings, all);
}
