//! An import beside a table: whatever happens to the importer, the writers at the table notice nothing of it.

use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use kifu_tests::{Folder, Service, eventually};
use postgres::Client;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;

/// For how long a move may wait at most while an importer stands still.
const UNNOTICED: Duration = Duration::from_secs(3);

/// A file of this number of simulated games.
fn archive(folder: &Folder, games: &str) -> PathBuf {
    let simulated = folder.run(&["simulate", "--game", "bremen", "--count", games, "--seed", "7"]);
    assert!(simulated.status.success(), "{}", String::from_utf8_lossy(&simulated.stderr));
    let file = folder.path().join("games.ndjson");
    assert!(folder.run(&["export", "--output", file.to_str().unwrap()]).status.success());
    file
}

/// `kifu import` of that file into the database of a service.
fn import(folder: &Folder, into: &Service) -> Child {
    let file = archive(folder, "400");
    let mut command = folder.kifu();
    command.env("KIFU_DATABASE_URL", into.folder().database_url()).arg("import").arg(file);
    command.stdin(Stdio::null()).spawn().unwrap()
}

fn count(database: &mut Client, statement: &str) -> i64 {
    database.query_one(statement, &[]).unwrap().get(0)
}

/// Counts imports at work, from the lock on the head of the shard on.
const IMPORTS: &str =
    "SELECT count(*) FROM pg_locks WHERE relation = 'shard_heads'::regclass AND mode = 'RowShareLock'";

#[test]
fn nobody_waits_for_an_importer_that_stands_still() {
    let (here, there) = (Folder::prepared(), Service::start());
    let other = there.beside();
    let table = there.open_plain("bremen", 4);
    let mut database = there.database();
    let importer = import(&here, &there);
    let pid = Pid::from_child(&importer);
    for stop in 0..10 {
        eventually("an importer at work", || (count(&mut database, IMPORTS) > 0).then_some(()));
        kill_process(pid, Signal::STOP).unwrap();
        for table in [&table, &table.at(&other)] {
            let begun = Instant::now();
            let answer = table.log(&json!({"type": "annotate", "text": stop.to_string()})).send();
            assert_eq!(answer.status, 201, "{}", answer.text());
            assert!(begun.elapsed() < UNNOTICED, "at stop {stop}: {:?}", begun.elapsed());
        }
        kill_process(pid, Signal::CONT).unwrap();
    }
    let output = importer.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("imported 400"), "{said}");
}

#[test]
fn an_import_that_can_not_go_on_speaks_of_the_import() {
    let (here, there) = (Folder::prepared(), Service::with_one_shard(&[]));
    let mut importer = import(&here, &there);
    let mut database = there.database();
    eventually("some records", || (count(&mut database, "SELECT count(*) FROM games") > 0).then_some(()));
    let mut holder = there.database();
    let mut held = holder.transaction().unwrap();
    held.execute("SELECT FROM shard_heads FOR UPDATE", &[]).unwrap();
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE wait_event_type = 'Lock' AND query ~ 'import_records|FOR UPDATE'";
    eventually("a statement that waits", || (count(&mut database, cut) > 0).then_some(()));
    assert_eq!(importer.wait().unwrap().code(), Some(1));
    let output = importer.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("Import the same file again") && said.contains("取り込み"), "{said}");
    assert!(!said.contains("Idempotency-Key"), "{said}");
}
