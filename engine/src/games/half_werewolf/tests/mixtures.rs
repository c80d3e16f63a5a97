//! One game with more or less of it known.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::recorded::{ALL, read};
use super::*;

/// The entry without some of its optional facts.
fn forget(entry: &Value, dice: &mut SmallRng) -> Value {
    let mut entry = entry.clone();
    let kind = entry["type"].as_str().unwrap().to_owned();
    let forgotten = |dice: &mut SmallRng| dice.random_range(0..2) == 0;
    let fields = entry.as_object_mut().unwrap();
    let hidden: &[&str] = match &*kind {
        "deal" => &["hands", "graveyard"],
        "note" => &["dealt", "passed", "holds"],
        "seer_look" => &["role"],
        "dig" => &["saw", "give", "given_card"],
        "reveal" => &["looked", "saw"],
        _ => &[],
    };
    for field in hidden {
        if forgotten(dice) {
            fields.remove(*field);
        }
    }
    for list in ["hands", "cards"].into_iter().filter(|_| kind != "reveal") {
        if let Some(values) = fields.get_mut(list).and_then(Value::as_array_mut) {
            values.iter_mut().filter(|_| forgotten(dice)).for_each(|value| *value = Value::Null);
        }
    }
    entry
}

/// The log folds to one result, whichever facts are forgotten.
#[test]
fn every_mixture_of_known_and_unknown_folds_to_the_same_result() {
    let mut dice = SmallRng::seed_from_u64(1);
    for (name, _) in ALL {
        let (opening, log) = read(name);
        let game = crate::games::find("half_werewolf").unwrap();
        let whole = super::recorded::recorded(name);
        // The reveal says everything, so that anything before may be forgotten.
        let give = whole.state().value()["dig"]["give"].clone();
        for _ in 0..12 {
            let mut record = game.open(&opening).unwrap();
            for entry in &log {
                let mut partial = forget(entry, &mut dice);
                if entry["type"] == "reveal" && !give.is_null() {
                    partial["give"] = give.clone();
                }
                add(&mut *record, partial);
            }
            assert_eq!(record.outcome(), whole.outcome(), "{name}");
            let shown = |record: &dyn AnyRecord, field: &str| record.state().value()[field].clone();
            for field in ["camps", "turned", "look", "dig", "graveyard"] {
                assert_eq!(shown(&*record, field), shown(&*whole, field), "{name}: {field}");
            }
        }
    }
}

pub(super) struct Dice(pub(super) SmallRng);

impl crate::game::Chooser for Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0.random_range(0..count)
    }
}

/// A whole game with nothing known but the votes can always be turned over, and every game of
/// random moves ends soon.
#[test]
fn random_games_end_within_a_hundred_moves() {
    let game = crate::games::find("half_werewolf").unwrap();
    for seed in 0..20 {
        let mut dice = Dice(SmallRng::seed_from_u64(seed));
        let mut record = game.open(&game.sample_opening(&mut dice)).unwrap();
        let mut moves = 0;
        while let Some(mv) = record.sample(&mut dice) {
            add(&mut *record, mv);
            moves += 1;
            assert!(moves < 100, "seed {seed}");
        }
        assert!(record.outcome().is_some());
    }
}
