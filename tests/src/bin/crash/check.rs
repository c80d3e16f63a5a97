//! The checks after each crash.

use std::collections::BTreeMap;
use std::thread::sleep;
use std::time::Duration;

use chrono::{DateTime, Utc};
use kifu_tests::{Client, Folder, Table, eventually};
use serde_json::{Value, json};

use crate::faults::Services;
use crate::writer::{Witness, note, text};

/// Within this time a service notices that the database is another one.
const EPOCH_LOOK_TIME: Duration = Duration::from_secs(2);

/// Takes the last event of a shard away, with all that was made of it, as if the database were that of the moment before.
const GO_BACK: &str = "
    BEGIN;
    LOCK shard_heads;
    ALTER TABLE events DISABLE TRIGGER USER;
    DELETE FROM events e USING shard_heads h
    WHERE h.shard = {shard} AND e.shard = h.shard AND e.position = h.position;
    ALTER TABLE events ENABLE TRIGGER USER;
    DELETE FROM tree_nodes WHERE shard = {shard};
    DELETE FROM event_batch_groups g USING shard_heads h, event_batches b
    WHERE h.shard = {shard} AND b.shard = h.shard AND b.position >= h.position AND g.shard = h.shard AND g.batch = b.number;
    DELETE FROM event_batches b USING shard_heads h
    WHERE h.shard = {shard} AND b.shard = h.shard AND b.position >= h.position;
    UPDATE shard_heads SET position = position - 1 WHERE shard = {shard} AND position > 0;
    UPDATE epoch SET id = gen_random_uuid();
    COMMIT";

/// Checks the records. An acknowledged entry is stored once, where the answer said; any other is stored once at most.
/// A retry gets the first answer, and both services agree.
pub fn records(clients: &[Client; 2], tables: &[Table], witnesses: &[Witness]) {
    for table in tables {
        let [log, other] = clients.each_ref().map(|client| table.at(client).entries());
        assert_eq!(log, other, "both services have the same log");
        check_times(&table.at(&clients[0]));
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

/// No event is older than the one before it.
fn check_times(table: &Table) {
    let events = table.get("/events").header("Accept", "application/x-ndjson").send().lines();
    let times: Vec<DateTime<Utc>> = events
        .iter()
        .map(|event| event["at"].as_str().and_then(|at| at.parse().ok()).expect("a time"))
        .collect();
    assert!(times.is_sorted(), "times of {} go back", table.id);
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

/// A seat is shown nothing that is hidden from it, and strangers nothing of a private record.
pub fn secrets(clients: &[Client; 2]) {
    let private =
        clients[0].open(&json!({"game": "bremen", "seats": vec![Value::Null; 4], "visibility": "private"}));
    for client in clients {
        assert_eq!(
            client.get(&private.path("")).send().status,
            404,
            "a private record is closed to strangers"
        );
    }
    let table = clients[0].open_plain("half_werewolf", 4);
    let other = "villager";
    let hands = [["seer", other], [other, other], [other, "werewolf"], [other, other]];
    table.log(&json!({"type": "deal", "hands": hands})).json();
    for client in clients {
        let seen = table.at(client).get_as(Some(&table.seats[1]), "/events").send().text();
        assert!(!seen.contains("seer"), "seat 1 is shown what seat 0 holds: {seen}");
    }
}

/// The database goes on from an earlier moment, as after a restoration: both services show its current data.
pub fn another_life(services: &Services) {
    let [first, second] = services.clients();
    // A cluster has no triggers, and refuses to turn them off.
    let is_on_cluster = services.folder().cluster_database().is_some();
    let go_back: Vec<_> =
        GO_BACK.lines().filter(|line| !(is_on_cluster && line.contains("TRIGGER"))).collect();
    let go_back = go_back.join("\n");
    for life in 0..3 {
        let table = first.open_plain("bremen", 4);
        let note = |client: &Client, text: String| {
            let log = || table.at(client).log(&json!({"type": "annotate", "text": text})).try_send().ok();
            eventually("a note", || log().filter(|answer| answer.status == 201))
        };
        let logged = note(&first, format!("first life {life}"));
        let (tag, id) = (logged.header("etag").to_owned(), table.event_id(1));
        let mut database = services.database();
        let shard = "SELECT shard FROM games WHERE game_id::text = $1";
        let shard: i32 = database.query_one(shard, &[&table.id]).expect("its shard").get(0);
        let go_back = go_back.replace("{shard}", &shard.to_string());
        database.batch_execute(&go_back).expect("an earlier moment");
        // It has not read the record yet, so it adds an entry in place of the lost one.
        note(&second, format!("second life {life}"));
        sleep(EPOCH_LOOK_TIME);
        for client in [&first, &second] {
            let texts: Vec<_> =
                table.at(client).entries().iter().map(|entry| entry["text"].clone()).collect();
            assert_eq!(texts, [format!("second life {life}")], "what is gone is not served");
            let table = table.at(client);
            let read = table.get("").header("If-None-Match", &tag).send();
            assert_eq!(read.status, 200, "a tag of before names nothing");
            let log = table.log(&json!({"type": "annotate", "text": "late"})).header("If-Match", &tag);
            assert_eq!(log.send().status, 412, "nothing builds on a version of before");
            let mut stream = table.get("/live").header("Last-Event-ID", &id).stream();
            assert_eq!(stream.read().expect("an event").kind, "position", "a stream begins anew");
        }
    }
}

/// Nothing in the database was changed beside the service, and every record folds.
pub fn hashes(folder: &Folder) {
    let output = folder.run(&["verify"]);
    let [found, why] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{found}{why}");
}

/// All finished games are counted, and statistics are what counting everything anew gives, to the last digit.
pub fn statistics(client: &Client, folder: &Folder, finished: u64) {
    let before = counted(client, finished);
    let output = folder.run(&["rebuild"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(statistic(client), before, "statistics counted on are those counted anew");
}

/// The statistic when it counts this number of games.
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
