//! Whole records of people who err, correct themselves and break rules: every log folds, for every viewer.

#![no_main]

use kifu_engine::game::Chooser;
use kifu_engine::record::Status;
use kifu_engine_fuzz::bytes::Bytes;
use kifu_engine_fuzz::table::{Table, chosen};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

/// The longest record.
const MAX_MOVES_PER_RECORD: usize = 100;

fuzz_target!(|input: &[u8]| {
    let Some((game, rest)) = chosen(input) else { return };
    let mut bytes = Bytes::new(rest);
    let mut table = Table::open(game, &mut bytes);
    for _ in 0..MAX_MOVES_PER_RECORD {
        if bytes.is_spent() {
            break;
        }
        go_on(&mut table, &mut bytes);
    }
    table.fold_again();
    table.look(&mut bytes);
});

fn go_on(table: &mut Table, bytes: &mut Bytes) {
    match bytes.below(16) {
        12 | 13 => {
            let entry = table.invented_move(bytes);
            table.submit(&entry);
        }
        14 => {
            let entry = table.common_entry(bytes);
            table.submit(&entry);
        }
        15 if bytes.chance(4) => table.look(bytes),
        _ if table.record.status() == Status::Live => drop(table.play(bytes)),
        // A record that is over or abandoned goes on now and then.
        _ if bytes.chance(4) => table.submit(&json!({"type": "take_back"})),
        _ => {
            let entry = table.common_entry(bytes);
            table.submit(&entry);
        }
    }
}
