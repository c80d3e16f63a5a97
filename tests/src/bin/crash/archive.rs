//! One damaged record in an archive of some hundred: a reader of many gets all the others, and is told which is
//! missing.

use std::process::Output;

use kifu_tests::Client;
use serde_json::Value;

use crate::faults::Services;

const NDJSON: &str = "application/x-ndjson";
/// Records that are added to those of the cycles.
const RECORDS: usize = 300;
/// The search that finds simulated records.
const SIMULATED: &str = "/v1/games?tag=simulated";

/// Takes one event away, and reads everything in every way. `verify` finds it from then on.
pub fn check(services: &Services) {
    // A cluster has no triggers, and refuses to turn them off.
    if services.folder().cluster_database().is_some() {
        return;
    }
    let count = RECORDS.to_string();
    let simulated =
        services.folder().run(&["simulate", "--game", "bremen", "--count", &count, "--seed", "9"]);
    assert!(simulated.status.success(), "{}", String::from_utf8_lossy(&simulated.stderr));
    let (id, records) = damage(services);
    let run = |arguments: &[&str]| services.folder().run(arguments);
    let exported = run(&["export"]);
    assert_named(&exported, &id);
    assert_eq!(
        String::from_utf8_lossy(&exported.stdout).lines().count(),
        records - 1,
        "all others are exported"
    );
    assert_named(&run(&["rebuild"]), &id);
    assert_named(&run(&["verify"]), &id);
    for client in services.clients() {
        check_lists(&client, &id);
    }
}

/// The damaged record, and how many there are.
fn damage(services: &Services) -> (String, usize) {
    let mut database = services.database();
    let any = "SELECT game_id::text FROM games WHERE details -> 'tags' ? 'simulated' ORDER BY game_id OFFSET 150 LIMIT 1";
    let id: String = database.query_one(any, &[]).expect("a simulated record").get(0);
    let damage = format!(
        "ALTER TABLE events DISABLE TRIGGER USER;
         DELETE FROM events WHERE game_id = '{id}' AND seq = 3;
         ALTER TABLE events ENABLE TRIGGER USER"
    );
    database.batch_execute(&damage).expect("a damaged record");
    let count: i64 = database.query_one("SELECT count(*) FROM games", &[]).expect("a number").get(0);
    (id, usize::try_from(count).expect("a number of records"))
}

/// A command has ended with status 1 and named this record.
#[track_caller]
fn assert_named(output: &Output, id: &str) {
    let [found, why] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert_eq!(output.status.code(), Some(1), "{why}");
    assert!(why.contains(id) || found.contains(id), "{id} is named: {why}");
}

/// Lists and searches say of each record what they know, or that they pass it over.
fn check_lists(client: &Client, id: &str) {
    let archive = client.get("/v1/archive").send();
    assert_eq!(archive.status, 200, "the archive is given: {}", archive.text());
    let lines = archive.lines();
    let (trailer, archived) = lines.split_last().expect("a trailer");
    let passed_over = trailer["passed_over"].as_array().expect("records that were passed over");
    assert!(passed_over.iter().any(|record| record["id"] == id), "{trailer}");
    assert!(archived.len() >= RECORDS - 1, "all others are in the archive");
    for path in ["/v1/games", SIMULATED] {
        let lines = client.get(path).header("Accept", NDJSON).send().lines();
        let named = |line: &Value| line["id"] == id || line["passed_over"].to_string().contains(id);
        assert!(lines.iter().any(named), "{id} is listed or named by {path}");
        assert!(lines.len() >= RECORDS, "{path} has all others");
    }
}
