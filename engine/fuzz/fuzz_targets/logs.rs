//! Any text as a stored opening (the first line) and as stored entries (the others).

#![no_main]

use kifu_engine::erased::{AnyRecord, Opening};
use kifu_engine::games;
use kifu_engine_fuzz::bytes::Bytes;
use kifu_engine_fuzz::table::{assert_same, chosen};
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|input: &[u8]| {
    let Some((game, rest)) = chosen(input) else { return };
    let text = String::from_utf8_lossy(rest);
    let mut lines = text.lines();
    let opening = lines.next().and_then(|line| serde_json::from_str::<Opening>(line).ok());
    let opening = opening.unwrap_or_else(|| games::ALL[game].sample_opening(&mut Bytes::new(rest)));
    let Ok(mut record) = games::ALL[game].open(&opening) else { return };
    lines.for_each(|line| read(&mut *record, line));
});

/// Checks that a line that reads as stored also reads as submitted, with equal effect. Any other line changes nothing.
fn read(record: &mut dyn AnyRecord, line: &str) {
    let mut appended = record.fork();
    if record.append_stored(line).is_ok() {
        let entry: Value = serde_json::from_str(line).expect("it was read as JSON");
        let stored = appended.append(&entry).expect("it was read as an entry");
        assert_eq!(record.entries(record.version())[0].payload, stored);
    }
    assert_same(record, &*appended);
}
