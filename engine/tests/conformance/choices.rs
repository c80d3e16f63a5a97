//! Every offered move is possible, and every possible move is offered.

use serde_json::{Value, json};

use crate::table::{Table, for_each_game, mangle, plays};
use kifu_engine::record::Status;

#[test]
fn a_move_sampled_from_the_choices_is_accepted() {
    for_each_game(|table| {
        table.play_out();
        let live = table.record.status() == Status::Live;
        assert_eq!(live, !table.record.choices().is_empty(), "a live game offers something, another nothing");
    });
}

#[test]
fn a_sampled_move_is_covered_by_a_choice() {
    for_each_game(|table| {
        for _ in 0..60 {
            let Some(mv) = table.sample() else { break };
            assert!(table.record.is_choice(&mv), "{mv} was sampled but is not offered");
            table.accept(&mv);
        }
    });
}

#[test]
fn an_accepted_move_is_covered_by_a_choice() {
    for_each_game(|table| {
        for _ in 0..60 {
            let Some(mv) = table.sample() else { break };
            for _ in 0..6 {
                let mangled = mangle(&mv, &mut table.dice);
                assert_offered_if_accepted(table, &mangled);
            }
            table.accept(&mv);
        }
    });
}

#[test]
fn a_move_of_another_moment_is_covered_by_a_choice_if_accepted() {
    for_each_game(|table| {
        table.play_out();
        let moves: Vec<Value> = plays(&*table.record).into_iter().map(|(_, mv)| mv).collect();
        table.record = table.reopen();
        for mv in &moves {
            let other = table.dice.choose(&moves).clone();
            assert_offered_if_accepted(table, &other);
            table.accept(mv);
        }
    });
}

fn assert_offered_if_accepted(table: &Table, mv: &Value) {
    let mut after = table.record.fork();
    if after.append(mv).is_err() {
        return;
    }
    let last = crate::table::last_step(&*after);
    assert!(
        table.record.is_choice(mv) || !last.breaches.is_empty(),
        "{mv} is accepted but not offered; the choices: {:#}",
        json!(table.record.choices())
    );
}
