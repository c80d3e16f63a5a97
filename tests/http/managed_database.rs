//! Databases whose owner may not create roles, as those of many hosts.

use std::sync::Arc;

use kifu_tests::{Folder, Postgres, Service, Setup};
use serde_json::json;

const LOGINS: &str = "host all all 127.0.0.1/32 trust\n";

/// A server with an empty database `kifu` of an owner who may do nothing else.
fn managed(further: &[&str]) -> Postgres {
    let server = Postgres::start(&Setup { logins: LOGINS, ..Setup::default() });
    server.set_up(&["CREATE ROLE kifu LOGIN", "CREATE DATABASE kifu OWNER kifu"]);
    server.set_up(further);
    server
}

fn url(server: &Postgres) -> String {
    format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port())
}

/// The warnings of a migration.
fn migrate(server: &Postgres) -> String {
    let folder = Folder::new();
    let output = folder.kifu().env("KIFU_DATABASE_URL", url(server)).arg("migrate").output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{stderr}");
    stderr
}

fn play(server: &Postgres) {
    let service = Service::start_in_with(Arc::new(Folder::new()), &[("KIFU_DATABASE_URL", &url(server))]);
    let table = service.open_plain("bremen", 4);
    assert_eq!(table.log(&json!({"type": "deal"})).send().status, 201);
    service.stop();
}

/// As the owner of the events.
fn assert_events_are_kept(server: &Postgres) {
    let mut owner = postgres::Client::connect(&url(server), postgres::NoTls).unwrap();
    for change in ["UPDATE events SET payload = '{}'", "DELETE FROM events", "TRUNCATE events"] {
        let refusal = owner.batch_execute(change).unwrap_err();
        assert_eq!(refusal.code().unwrap().code(), "42501", "{change}");
    }
}

#[test]
fn an_owner_who_may_not_create_roles_does_without() {
    let server = managed(&[]);
    assert!(migrate(&server).contains("no role kifu_service"));
    play(&server);
    assert_events_are_kept(&server);

    // A user with the right makes it later.
    server.set_up(&["CREATE ROLE kifu_service NOLOGIN", "GRANT kifu_service TO kifu"]);
    assert_eq!(migrate(&server), "");
    play(&server);
    assert_events_are_kept(&server);
}

#[test]
fn an_owner_finds_the_role_that_was_made_for_it() {
    let server = managed(&["CREATE ROLE kifu_service NOLOGIN", "GRANT kifu_service TO kifu"]);
    assert_eq!(migrate(&server), "");
    play(&server);
    let rights = "SELECT has_table_privilege('kifu_service', 'events', 'INSERT'),
                         has_table_privilege('kifu_service', 'events', 'UPDATE')";
    let row = server.client("kifu").query_one(rights, &[]).unwrap();
    assert_eq!((row.get(0), row.get(1)), (true, false));
    // The service can't do more than its role may.
    server.client("kifu").batch_execute("REVOKE INSERT ON games FROM kifu_service").unwrap();
    let service = Service::start_in_with(Arc::new(Folder::new()), &[("KIFU_DATABASE_URL", &url(&server))]);
    let refused = service.post("/v1/games", &json!({"game": "bremen", "seats": ["A", "B", "C", "D"]})).send();
    assert_eq!(refused.status, 500);
}

/// It is another's: Kifu of another database made it.
#[test]
fn a_role_of_somebody_else_is_left_alone() {
    let server = managed(&["CREATE ROLE kifu_service NOLOGIN"]);
    assert!(migrate(&server).contains("no role kifu_service"));
    play(&server);
    assert_events_are_kept(&server);
}
