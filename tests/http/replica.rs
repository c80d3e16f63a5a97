//! A streaming replica: it is read while it keeps up, and passed over when it does not.

mod failover;

use std::time::Instant;

use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_tests::{Client, Folder, Postgres, Service, Setup, eventually, metric_samples, random_game};
use std::sync::Arc;

/// A service on a database and its replica, which may be this number of seconds behind.
fn service(primary: &Postgres, replica: &Postgres, max_lag: &str) -> Service {
    let url = |server: &Postgres| format!("postgresql://kifu@127.0.0.1:{}/kifu", server.port());
    Service::start_in_with(
        Arc::new(Folder::new()),
        &[
            ("KIFU_DATABASE_URL", &url(primary)),
            ("KIFU_READ_DATABASE_URL", &url(replica)),
            ("KIFU_MAX_REPLICA_LAG_SECONDS", max_lag),
        ],
    )
}

/// The state of the replica; nothing without a replica.
fn state(service: &Service) -> Option<String> {
    let metrics = service.metrics();
    let states = metric_samples(&metrics, "kifu_replica_state");
    let (labels, _) = states.into_iter().find(|(_, is)| *is > 0.0)?;
    Some(labels.trim_start_matches("state=").trim_matches('"').to_owned())
}

fn until(service: &Service, expected: &str) {
    eventually(expected, || (state(service)? == expected).then_some(()));
}

fn lag_seconds(service: &Service) -> f64 {
    metric_samples(&service.metrics(), "kifu_replica_lag_seconds")[0].1
}

/// How many games are counted, and the place of that answer.
fn counted(client: &Client, as_of: &str) -> (u64, String) {
    let answer = client.get(&format!("/v1/statistics/common.won?game=you_cry_wolf{as_of}")).send().json();
    let games = answer["total"]["games"].as_u64().unwrap_or_default();
    (games, answer["cursor"].as_str().unwrap_or_default().to_owned())
}

fn record_games(client: &Client, seeds: std::ops::Range<u64>) {
    let game = games::find("you_cry_wolf").unwrap();
    let count = usize::try_from(seeds.end - seeds.start).unwrap();
    let finished = (seeds.start * 1_000..).map(|seed| random_game(game, seed));
    for game in finished.filter(|game| game.fold().status() == Status::Over).take(count) {
        let table = client.open(&game.request());
        for entry in &game.log {
            table.log(entry).json();
        }
    }
}

#[test]
fn a_replica_is_read_while_it_keeps_up_and_passed_over_else() {
    let logins = "host all all 127.0.0.1/32 trust\n";
    let primary = Postgres::start(&Setup { logins, ..Setup::default() });
    primary.set_up(&["CREATE ROLE kifu LOGIN CREATEROLE", "CREATE DATABASE kifu OWNER kifu"]);
    let replica = primary.replica();
    let patient = service(&primary, &replica, "3600");
    let strict = service(&primary, &replica, "1");
    until(&patient, "in_use");
    until(&strict, "in_use");
    record_games(&patient, 0..2);
    eventually("two games", || (counted(&patient, "").0 == 2).then_some(()));

    // The replica stands still; the database goes on.
    replica.set_up(&["SELECT pg_wal_replay_pause()"]);
    record_games(&patient, 2..3);
    until(&strict, "behind");
    let (games, cursor) = eventually("the database's answer", || {
        let answer = counted(&strict, "");
        (answer.0 == 3).then_some(answer)
    });
    let (stale, _) = counted(&patient, "");
    assert_eq!((games, stale), (3, 2), "one reads the database, one the replica");
    // A query for a moment that the replica has not reached is answered from the database.
    assert_eq!(counted(&patient, &format!("&as_of={cursor}")).0, 3);
    eventually("a lag that is told", || (lag_seconds(&patient) >= 0.5).then_some(()));
    assert_eq!(state(&patient).as_deref(), Some("in_use"));
    assert!(lag_seconds(&strict) > 0.0);

    replica.set_up(&["SELECT pg_wal_replay_resume()"]);
    until(&strict, "in_use");
    eventually("three games of the replica", || (counted(&patient, "").0 == 3).then_some(()));

    drop(replica);
    let begun = Instant::now();
    assert_eq!(counted(&patient, "").0, 3);
    assert!(begun.elapsed().as_secs() < 10, "a question waited for a replica that is away");
    until(&patient, "away");
    assert_eq!(patient.get("/readyz").send().status, 200);
    record_games(&patient, 3..4);
    eventually("four games", || (counted(&patient, "").0 == 4).then_some(()));
}

#[test]
fn without_a_replica_none_is_in_any_state() {
    let service = Service::shared();
    assert_eq!((state(&service), lag_seconds(&service)), (None, 0.0));
}
