//! What must hold after each crash.

use std::collections::BTreeMap;

use kifu_tests::{Client, Folder, Table, eventually};
use serde_json::Value;

use crate::writer::{Witness, note, text};

/// What was acknowledged is stored once, where the answer said; what was not is stored once at most; a retry gets the
/// answer of then; both services say the same.
pub fn records(clients: &[Client; 2], tables: &[Table], witnesses: &[Witness]) {
    for table in tables {
        let [log, other] = clients.each_ref().map(|client| table.at(client).entries());
        assert_eq!(log, other, "both services have the same log");
        let places = places(&log);
        assert_eq!(places.len(), log.len(), "no note is stored twice");
        for witness in witnesses.iter().filter(|witness| witness.record == table.id) {
            check_witness(&places, witness);
            check_retry(&table.at(&clients[0]), witness);
        }
        let sent: usize =
            witnesses.iter().filter(|witness| witness.record == table.id).map(|witness| witness.sent).sum();
        assert!(log.len() <= sent, "nothing is stored that nobody sent");
        assert_eq!(table.at(&clients[1]).entries().len(), log.len(), "a retry adds nothing");
    }
}

/// The number of each note's event.
fn places(log: &[Value]) -> BTreeMap<String, u64> {
    let text = |entry: &Value| entry["text"].as_str().expect("a note").to_owned();
    log.iter().zip(1..).map(|(entry, seq)| (text(entry), seq)).collect()
}

fn check_witness(places: &BTreeMap<String, u64>, witness: &Witness) {
    let mut before = 0;
    for (number, version) in &witness.acknowledged {
        let text = text(witness.writer, *number);
        assert_eq!(places.get(&text), Some(version), "{text} of {} was acknowledged there", witness.record);
        assert!(*version > before, "notes of one writer are in their order");
        before = *version;
    }
}

/// The last acknowledged note, sent again.
fn check_retry(table: &Table, witness: &Witness) {
    let Some((number, version)) = witness.acknowledged.last_key_value() else { return };
    let answer = note(table, witness.writer, *number).send();
    assert_eq!(
        (answer.status, answer.json()["version"].as_u64()),
        (201, Some(*version)),
        "{}",
        answer.text()
    );
}

/// Nothing in the database was changed beside the service, and every record folds.
pub fn hashes(folder: &Folder) {
    let output = folder.run(&["verify"]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{said}");
}

/// All finished games are counted, and statistics are what counting everything anew gives, to the last digit.
pub fn statistics(client: &Client, folder: &Folder, finished: u64) {
    let before = counted(client, finished);
    let output = folder.run(&["rebuild"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(statistic(client), before, "statistics counted on are those counted anew");
}

/// The statistic when it counts so many games.
pub fn counted(client: &Client, finished: u64) -> Value {
    let what = format!("{finished} finished games to be counted");
    eventually(&what, || {
        Some(statistic(client)).filter(|answer| answer["total"]["games"].as_u64() == Some(finished))
    })
}

fn statistic(client: &Client) -> Value {
    let mut answer = client.get("/v1/statistics/common.won?game=you_cry_wolf&group_by=seat").send().json();
    for moment in ["as_of", "cursor"] {
        answer[moment].take();
    }
    answer
}
