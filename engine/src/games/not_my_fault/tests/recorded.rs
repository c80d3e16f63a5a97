//! The recorded games fold.

use serde_json::Value;

use crate::record::Status;

const RECORDED_GAMES: &[(&str, &str)] = &[
    ("zero_and_three", include_str!("../recorded/zero_and_three.json")),
    ("exact_sum", include_str!("../recorded/exact_sum.json")),
    ("white_squares", include_str!("../recorded/white_squares.json")),
    ("white_twice", include_str!("../recorded/white_twice.json")),
    ("thirty_made", include_str!("../recorded/thirty_made.json")),
    ("thirty_missed", include_str!("../recorded/thirty_missed.json")),
    ("auditor_out", include_str!("../recorded/auditor_out.json")),
    ("last_player", include_str!("../recorded/last_player.json")),
    ("few_cards", include_str!("../recorded/few_cards.json")),
    ("whole_game", include_str!("../recorded/whole_game.json")),
];

/// The endings of the recorded games that ended.
const ENDINGS: [(&str, &str); 4] = [
    ("thirty_made", "thirty"),
    ("last_player", "last_player"),
    ("few_cards", "second_suspension"),
    ("whole_game", "second_suspension"),
];

fn fold(text: &str) -> Box<dyn crate::erased::AnyRecord> {
    let game: Value = serde_json::from_str(text).unwrap();
    let opening = serde_json::from_value(game["opening"].clone()).unwrap();
    let mut record = crate::games::find("not_my_fault").unwrap().open(&opening).unwrap();
    assert_eq!(game["names"].as_array().unwrap().len(), record.seats().len());
    for entry in game["log"].as_array().unwrap() {
        record.append(entry).unwrap_or_else(|rejected| panic!("{entry}: {rejected:?}"));
    }
    record
}

#[test]
fn every_recorded_game_folds() {
    for (name, text) in RECORDED_GAMES {
        let record = fold(text);
        let ending = ENDINGS.iter().find(|(game, _)| game == name).map(|(_, ending)| *ending);
        assert_eq!(record.outcome().map(|outcome| outcome.ending), ending, "{name}");
        assert_eq!(record.status() == Status::Over, ending.is_some(), "{name}");
        assert_eq!(record.is_irregular(), *name == "white_twice", "{name}");
    }
}

#[test]
fn every_kind_of_ending_is_recorded() {
    for ending in ["thirty", "second_suspension", "last_player"] {
        assert!(ENDINGS.iter().any(|(_, recorded)| *recorded == ending), "{ending}");
    }
}
