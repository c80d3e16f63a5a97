//! Any JSON submitted to a record at any moment: it is refused without a trace, or it can be stored and read back.

#![no_main]

use kifu_engine::game::Chooser;
use kifu_engine_fuzz::bytes::Bytes;
use kifu_engine_fuzz::table::{Table, chosen};
use libfuzzer_sys::fuzz_target;

/// The longest way to the moment of which it is asked.
const MAX_MOVES_PER_RECORD: usize = 120;

fuzz_target!(|input: &[u8]| {
    let Some((game, rest)) = chosen(input) else { return };
    let mut bytes = Bytes::new(rest);
    let mut table = Table::open(game, &mut bytes);
    for _ in 0..bytes.below(MAX_MOVES_PER_RECORD) {
        if bytes.is_spent() || table.play(&mut bytes).is_none() {
            break;
        }
    }
    for _ in 0..8 {
        let entry = table.invented_entry(&mut bytes);
        table.submit(&entry);
    }
});
