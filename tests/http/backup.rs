//! Backups: written beside a running service, restored into databases of our own and of others, and refused when they are
//! damaged.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use std::thread;

use kifu_tests::{Folder, Postgres, Service, Setup, eventually};
use serde_json::{Value, json};

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn done(output: &Output) -> String {
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

#[track_caller]
fn refused(output: &Output, words: &[&str]) {
    let output_text = text(&output.stderr);
    assert!(!output.status.success(), "{}{output_text}", text(&output.stdout));
    for word in words {
        assert!(output_text.contains(word), "{word} is not said: {output_text}");
    }
    assert!(
        output_text.chars().any(|letter| ('ぁ'..='ん').contains(&letter)),
        "also in Japanese: {output_text}"
    );
}

/// Every row of every table that a backup has, as text.
fn rows(database: &mut postgres::Client) -> BTreeMap<String, Vec<String>> {
    let tables = "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public'
                  AND tablename NOT LIKE 'statistic\\_%' AND tablename <> 'refinery_schema_history'";
    let tables: Vec<String> = database.query(tables, &[]).unwrap().iter().map(|row| row.get(0)).collect();
    let mut all = BTreeMap::new();
    for table in tables {
        let sql = format!("SELECT t::text FROM {table} t ORDER BY 1");
        let rows = database.query(&sql, &[]).unwrap().iter().map(|row| row.get(0)).collect();
        all.insert(table, rows);
    }
    all
}

/// Tables in which [`busy`] puts nothing, or that are filled when there is time for it.
const FILLED_ELSEWHERE: [&str; 9] = [
    "copies",
    "deliveries",
    "event_batch_groups",
    "issuances",
    "joint_parts",
    "kept_answers",
    "openings",
    "slow_observations",
    "tree_nodes",
];

/// A service with something in every table that people fill.
fn busy() -> Service {
    let folder = Folder::prepared();
    for game in kifu_engine::games::ALL {
        done(&folder.run(&["simulate", "--count", "3", "--irregular", "0.05", "--game", game.meta().slug]));
    }
    let service = Service::start_in(Arc::new(folder));
    let player = service.post("/v1/players", &json!({"name": "Aki\t\\N 棋譜"})).send().json();
    let seats = json!([{"player": player["id"], "token": player["token"]}, "Ben", "Chika", "Dai"]);
    let table = service.open(&json!({"game": "bremen", "seats": seats, "place": "a\\b"}));
    assert_eq!(table.log(&json!({"type": "deal"})).header("Idempotency-Key", "once").send().status, 201);
    let hook = json!({"url": "https://example.org/kifu", "events": ["record.finished"]});
    assert_eq!(service.post("/v1/webhooks", &hook).send().status, 201);
    service.wait_for_followers();
    let mut database = service.database();
    eventually("something in every table", || empty(&rows(&mut database)).is_empty().then_some(()));
    service
}

/// Tables in which [`busy`] should have put something, and has not.
fn empty(rows: &BTreeMap<String, Vec<String>>) -> Vec<&String> {
    let empty = rows.iter().filter(|(_, rows)| rows.is_empty()).map(|(table, _)| table);
    empty.filter(|table| !FILLED_ELSEWHERE.contains(&table.as_str())).collect()
}

fn file(folder: &Folder) -> PathBuf {
    folder.path().join("kifu.backup")
}

fn back_up(service: &Service, path: &Path) {
    let output_text = done(&service.folder().run(&["backup", path.to_str().unwrap()]));
    assert!(output_text.contains("verified"), "{output_text}");
}

/// The scribe of an old record can go on with it in the restored database.
#[test]
fn a_backup_of_a_running_service_has_everything() {
    let service = busy();
    let table = service.open_plain("bremen", 4);
    let aside = Folder::new();
    let path = file(&aside);
    back_up(&service, &path);
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&path).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600, "it holds what is hidden");
    let before = rows(&mut service.database());
    assert!(before.len() > 15 && empty(&before).is_empty(), "{:?}", empty(&before));

    let restored = Arc::new(Folder::new());
    let output_text = done(&restored.run(&["restore", path.to_str().unwrap()]));
    assert!(output_text.contains("verified") && output_text.contains("1 webhooks"), "{output_text}");
    done(&restored.run(&["verify"]));
    let again = Service::start_in(restored);
    let statistics = eventually("statistics", || {
        let answer =
            again.get("/v1/statistics/common.won?game=bremen&simulated=include&group_by=turn").send();
        (answer.status == 200).then(|| answer.json())
    });
    assert_ne!(statistics["groups"][0], Value::Null, "nothing is answered before everything is counted");
    let after = rows(&mut again.database());
    assert_ne!(after["epoch"], before["epoch"]);
    for (name, rows) in &before {
        // Services move these on by themselves; the restoration begins another epoch.
        if name == "event_batches" {
            assert!(rows.iter().all(|row| after[name].contains(row)), "{name}");
        } else if name == "slow_observations" {
            // One that was made after the backup is made anew.
            let is_there = |row: &String| self::rows(&mut again.database())[name].contains(row);
            eventually("slow observations", || rows.iter().all(is_there).then_some(()));
        } else if !["projections", "deliveries", "epoch"].contains(&name.as_str()) {
            assert_eq!(&after[name], rows, "{name}");
        }
    }
    assert_eq!(table.at(&again).log(&json!({"type": "deal"})).send().status, 201);
}

#[test]
fn a_backup_goes_into_the_database_of_others_and_back() {
    let service = busy();
    let aside = Folder::new();
    let path = file(&aside);
    back_up(&service, &path);
    let name = path.to_str().unwrap();
    let server = Postgres::start(&Setup { logins: "host all all 127.0.0.1/32 trust\n", ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let url = format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port());
    let with =
        |arguments: &[&str]| aside.kifu().env("KIFU_DATABASE_URL", &url).args(arguments).output().unwrap();
    // A connection that is about to end is no service.
    let mut ending =
        postgres::Client::connect(&format!("{url}?application_name=kifu"), postgres::NoTls).unwrap();
    let ending = thread::spawn(move || {
        let looks =
            "SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query LIKE '%pg_stat_activity%'";
        let looks = || (!ending.query(looks, &[]).unwrap().is_empty()).then_some(());
        eventually("a restoration that looks for services", looks);
    });
    done(&with(&["restore", name]));
    ending.join().unwrap();
    let before = rows(&mut service.database());
    assert_eq!(rows(&mut server.client("kifu"))["events"], before["events"]);

    refused(&with(&["restore", name]), &["empty database", "CREATE DATABASE"]);
    let second = aside.path().join("second.backup");
    done(&with(&["backup", second.to_str().unwrap()]));
    let own = Folder::new();
    done(&own.run(&["restore", second.to_str().unwrap()]));
    let own = Service::start_in(Arc::new(own));
    assert_eq!(rows(&mut own.database())["events"], before["events"]);
    assert_eq!(rows(&mut own.database())["tokens"], before["tokens"]);
}

#[test]
fn a_damaged_backup_changes_nothing() {
    let service = busy();
    let aside = Folder::new();
    let path = file(&aside);
    back_up(&service, &path);
    let whole = fs::read(&path).unwrap();
    let bad = aside.path().join("bad.backup");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let texts: [&[u8]; 5] =
        [&whole[..whole.len() / 2], &whole[..whole.len() - 4096], &flipped, b"", b"not a backup"];
    for text in texts {
        fs::write(&bad, text).unwrap();
        let restored = Folder::new();
        let output = restored.run(&["restore", bad.to_str().unwrap()]);
        refused(&output, &["bad.backup", "Nothing was changed"]);
        assert!(!restored.path().join("data").exists(), "nothing was made for it");
    }
    refused(&aside.run(&["restore", "/no/such/file"]), &["/no/such/file"]);
    let output_text = done(&aside.run(&["restore", "--dry-run", path.to_str().unwrap()]));
    assert!(output_text.contains("can be restored") && !aside.path().join("data").exists(), "{output_text}");
}

#[test]
fn a_backup_is_restored_only_where_nothing_is() {
    let service = busy();
    let aside = Folder::new();
    let path = file(&aside);
    back_up(&service, &path);
    let name = path.to_str().unwrap();
    refused(&service.folder().run(&["backup", name]), &["there already"]);
    refused(&service.folder().run(&["restore", name]), &["already using"]);
    let folder = service.stop();
    refused(&folder.run(&["restore", name]), &["empty database", "--data-dir"]);

    // A service that ran and recorded nothing leaves nothing behind.
    let unused = Service::start();
    let url = unused.folder().database_url();
    let running = aside.kifu().env("KIFU_DATABASE_URL", url).args(["restore", name]).output().unwrap();
    refused(&running, &["Stop it"]);
    let unused = unused.stop();
    done(&unused.run(&["restore", name]));
    done(&unused.run(&["verify"]));
}
