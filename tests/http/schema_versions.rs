//! Versions of Kifu side by side: an older one on the schema of a newer one, and one that must not change the schema.

use std::process::Output;

use kifu_tests::{Folder, Postgres, Service, Setup};
use serde_json::json;

#[track_caller]
fn assert_refused(output: &Output, words: &[&str]) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    for word in words {
        assert!(stderr.contains(word), "{word} is not said: {stderr}");
    }
}

/// Changes the schema as a newer version of Kifu would.
fn change_schema(service: &Service, name: &str, statements: &str) {
    let mut owner = service.database();
    owner.batch_execute(statements).unwrap();
    let note = "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (1000, $1, '', '0')";
    owner.execute(note, &[&name]).unwrap();
}

fn serve(service: &Service, arguments: &[&str]) -> Output {
    let folder = Folder::new();
    let mut command = folder.kifu();
    command.env("KIFU_DATABASE_URL", service.folder().database_url()).args(arguments);
    command.output().unwrap()
}

/// A rolling restart, and the way back from it: the running instance and one that starts anew do not know what the newer
/// version has added.
#[test]
fn instances_go_on_while_a_newer_version_adds_to_the_schema() {
    let running = Service::start();
    let table = running.open_plain("bremen", 4);
    change_schema(
        &running,
        "expand_ratings",
        "ALTER TABLE games ADD COLUMN rated boolean NOT NULL DEFAULT false;
         ALTER TABLE players ADD COLUMN more text;
         CREATE TABLE ratings (player_id uuid PRIMARY KEY REFERENCES players, rating float8 NOT NULL);
         CREATE INDEX games_by_rated ON games (rated)",
    );
    assert_eq!(table.log(&json!({"type": "deal"})).send().status, 201);
    running.open_plain("you_cry_wolf", 3);
    assert_refused(&serve(&running, &["serve"]), &["schema 1000 of a newer Kifu", "スキーマ 1000"]);
    let other = running.beside_with(&[("KIFU_NO_MIGRATE", "true")]);
    assert_eq!(table.at(&other).log(&json!({"type": "lead", "seat": 0})).send().status, 201);
    assert_eq!(table.version(), table.at(&other).version());
    other.open_plain("half_werewolf", 4);
}

#[test]
fn a_row_that_is_missing_in_the_history_of_the_schema_is_named() {
    let running = Service::start();
    running.database().batch_execute("DELETE FROM refinery_schema_history WHERE version = 5").unwrap();
    for arguments in [&["serve"][..], &["serve", "--no-migrate"]] {
        assert_refused(&serve(&running, arguments), &["lacks migration 5", "マイグレーション 5"]);
    }
}

#[test]
fn a_build_that_made_the_schema_otherwise_is_named_and_not_started_again() {
    let running = Service::start();
    let other = "UPDATE refinery_schema_history SET checksum = '0' WHERE version = 2";
    running.database().batch_execute(other).unwrap();
    let refused = serve(&running, &["serve"]);
    assert_refused(&refused, &["another build of Kifu", "V2__records", "別のビルドの Kifu"]);
    assert_eq!(refused.status.code(), Some(78), "a service manager does not try again");
}

#[test]
fn an_older_version_ends_where_a_newer_one_took_something_away() {
    let running = Service::start();
    change_schema(&running, "contract_places", "ALTER TABLE search_documents DROP COLUMN place");
    for arguments in [&["serve"][..], &["serve", "--no-migrate"], &["migrate"], &["verify"], &["export"]] {
        assert_refused(&serve(&running, arguments), &["schema 1000 of a newer Kifu", "スキーマ 1000"]);
    }
}

#[test]
fn no_migrate_leaves_the_schema_as_it_is() {
    let server = Postgres::start(&Setup { logins: "host all all 127.0.0.1/32 trust\n", ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN", "CREATE DATABASE kifu OWNER kifu"]);
    let folder = Folder::new();
    let mut command = folder.kifu();
    command.env("KIFU_DATABASE_URL", format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port()));
    let output = command.args(["serve", "--no-migrate"]).output().unwrap();
    assert_refused(&output, &["schema 0", "kifu migrate", "スキーマは 0"]);
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(server.client("kifu").query_one(tables, &[]).unwrap().get::<_, i64>(0), 0);
}
