//! The recorded games fold.

use serde_json::Value;

use crate::record::Status;

const RECORDED_GAMES: &[(&str, &str)] = &[
    ("short_count", include_str!("../recorded/short_count.json")),
    ("exact_count", include_str!("../recorded/exact_count.json")),
    ("surplus_count", include_str!("../recorded/surplus_count.json")),
    ("least_claim", include_str!("../recorded/least_claim.json")),
    ("outbid", include_str!("../recorded/outbid.json")),
    ("english_edition", include_str!("../recorded/english_edition.json")),
    ("sheeps_clothing", include_str!("../recorded/sheeps_clothing.json")),
    ("wolf_row_ja", include_str!("../recorded/wolf_row_ja.json")),
    ("wolf_row_en", include_str!("../recorded/wolf_row_en.json")),
    ("out_of_chips", include_str!("../recorded/out_of_chips.json")),
    ("shared_win", include_str!("../recorded/shared_win.json")),
    ("whole_game", include_str!("../recorded/whole_game.json")),
];

fn fold(text: &str) -> Box<dyn crate::erased::AnyRecord> {
    let game: Value = serde_json::from_str(text).unwrap();
    let opening = serde_json::from_value(game["opening"].clone()).unwrap();
    let mut record = crate::games::find("you_cry_wolf").unwrap().open(&opening).unwrap();
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
        let over = ["out_of_chips", "shared_win", "whole_game"].contains(name);
        assert_eq!(record.status() == Status::Over, over, "{name}");
    }
}
