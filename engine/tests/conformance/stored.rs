//! What is stored is all there is.

use crate::table::{Table, answers, for_each_game};

#[test]
fn a_stored_log_folds_to_the_same_answers() {
    for_each_game(|table| {
        table.play_and_blunder();
        let mut again = table.reopen();
        for entry in table.log() {
            again.append_stored(&entry.to_string()).expect("a stored entry folds");
        }
        assert_eq!(answers(&*again), answers(&*table.record));
    });
}

#[test]
fn an_entry_read_back_is_the_entry_that_was_written() {
    for_each_game(|table| {
        table.play_and_blunder();
        let mut again = table.reopen();
        for entry in table.log() {
            let stored = again.append(&entry).expect("a stored entry is an entry");
            assert_eq!(stored, entry, "writing is not stable");
        }
        assert_eq!(answers(&*again), answers(&*table.record));
    });
}

#[test]
fn an_entry_is_answered_with_its_stored_form() {
    for_each_game(|table| {
        for _ in 0..40 {
            let Some(mv) = table.sample() else { break };
            let stored = table.accept(&mv);
            assert_eq!(table.log().last(), Some(&stored));
        }
    });
}

#[test]
fn entries_can_be_read_from_any_number_on() {
    for_each_game(|table| {
        table.play_and_blunder();
        let whole = table.record.entries(kifu_engine::game::Seq(1));
        let from = table.dice.one(&[0, 1, 2, 5, whole.len(), whole.len() + 1]).to_owned();
        let rest = table.record.entries(kifu_engine::game::Seq(from as u64));
        assert_eq!(rest, whole[from.saturating_sub(1).min(whole.len())..]);
    });
}

#[test]
fn an_opening_reads_back() {
    for_each_game(|table| {
        let text = serde_json::to_string(&table.opening).unwrap();
        table.opening = serde_json::from_str(&text).unwrap();
        let again: Table = Table::open(table.game, table.seed);
        assert_eq!(table.reopen().state(), again.record.state());
    });
}
