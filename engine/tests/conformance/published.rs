//! Every entry that a record stores is as the published schemas say.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use jsonschema::Validator;
use kifu_engine::erased::{AnyGame, common_entry_schema};
use kifu_engine::games;
use serde_json::{Value, json};

use crate::table::{Table, for_each_game, last_step, mangle};

const COMMON_ENTRY_TYPES: [&str; 4] = ["take_back", "amend", "annotate", "abandon"];

/// The schema of the record file, as it lies in the repository and is served.
fn record_file() -> &'static Value {
    static FILE: OnceLock<Value> = OnceLock::new();
    FILE.get_or_init(|| {
        serde_json::from_str(include_str!("../../../openapi/record.schema.json")).expect("a schema")
    })
}

/// Asserts that a value is as a schema says; each schema is compiled once, under its name.
fn assert_valid(name: &str, schema: impl FnOnce() -> Value, value: &Value) {
    static COMPILED: Mutex<Option<HashMap<String, Validator>>> = Mutex::new(None);
    let mut compiled = COMPILED.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let validators = compiled.get_or_insert_default();
    let validator = validators
        .entry(name.to_owned())
        .or_insert_with(|| jsonschema::validator_for(&schema()).expect("a schema that can be compiled"));
    let wrong = validator.validate(value).err().map(|error| error.to_string());
    drop(compiled);
    assert_eq!(wrong, None, "{name}: {value}");
}

/// A part of the schema of the record file.
fn published(part: &str) -> Value {
    json!({"$ref": format!("#/$defs/{part}"), "$defs": record_file()["$defs"]})
}

fn assert_published(game: &dyn AnyGame, entry: &Value) {
    let slug = game.meta().slug;
    let own = |mv: &Value| {
        let mut mv = mv.clone();
        mv.as_object_mut().expect("a move is an object").remove("irregular");
        assert_valid(slug, || game.schemas().moves.to_value(), &mv);
    };
    let common = entry["type"].as_str().is_some_and(|kind| COMMON_ENTRY_TYPES.contains(&kind));
    match entry.get("with") {
        _ if !common => own(entry),
        Some(with) => own(with),
        None => {}
    }
    if common {
        assert_valid("common", || common_entry_schema().to_value(), entry);
    }
    // The toy is no published game.
    if games::find(slug).is_some() {
        assert_valid("NewEntry", || published("NewEntry"), entry);
        if !common {
            let words = slug.split('_').map(|word| word[..1].to_uppercase() + &word[1..]);
            let part = format!("{}Move", words.collect::<String>());
            assert_valid(&part, || published(&part), entry);
        }
    }
}

/// Plays moves that break a rule wherever they can be recorded.
fn play_irregular(table: &mut Table) -> usize {
    let mut breaches = 0;
    for _ in 0..60 {
        let Some(mv) = table.sample() else { break };
        let wrong = (0..8).map(|_| {
            let mut wrong = mangle(&mv, &mut table.dice);
            wrong["irregular"] = true.into();
            wrong
        });
        let wrong: Vec<Value> = wrong.collect();
        let broken = wrong.iter().find(|wrong| {
            let mut trial = table.record.fork();
            trial.append(wrong).is_ok() && !last_step(&*trial).breaches.is_empty()
        });
        breaches += usize::from(broken.is_some());
        table.accept(broken.unwrap_or(&mv));
    }
    breaches
}

#[test]
fn every_entry_stored_and_exported_is_as_published_also_an_irregular_one() {
    for_each_game(|table| {
        play_irregular(table);
        table.play_and_blunder();
        for entry in table.log() {
            assert_published(table.game, &entry);
        }
        // The logs that viewers see, and the moves in force that an export holds.
        for viewer in table.viewers() {
            for entry in table.record.seen_by(viewer).entries(kifu_engine::seq::Seq(1)) {
                assert_published(table.game, &entry.payload.value());
            }
        }
        for entry in table.record.in_force() {
            assert_published(table.game, &entry.payload.value());
        }
    });
}

#[test]
fn irregular_play_breaks_rules_in_every_game_that_has_any_to_break() {
    for slug in ["you_cry_wolf", "half_werewolf", "bremen", "dancing_villager", "not_my_fault"] {
        let game = games::find(slug).expect("a game");
        assert!((0..20).any(|seed| play_irregular(&mut Table::open(game, seed)) > 0), "{slug}");
    }
}

/// The least that is accepted as irregular.
#[test]
fn claims_of_one_and_declarations_below_one_are_published() {
    let game = |slug| games::find(slug).expect("a game");
    let mut claim =
        json!({"type": "bet", "seat": 0, "die": "cow", "row": "cow", "claim": 1, "irregular": true});
    let mut declaration = json!({"type": "declare", "seat": 0, "number": 0, "irregular": true});
    assert_published(game("you_cry_wolf"), &claim);
    assert_published(game("not_my_fault"), &declaration);
    let refused = |slug, entry: &Value| {
        let checked = std::panic::catch_unwind(|| assert_published(game(slug), entry));
        assert!(checked.is_err(), "{entry} is beyond what is published");
    };
    claim["claim"] = 0.into();
    declaration["number"] = (-1).into();
    refused("you_cry_wolf", &claim);
    refused("not_my_fault", &declaration);
    refused("bremen", &json!({"type": "play", "seat": 0, "tile": "horse-1"}));
}
