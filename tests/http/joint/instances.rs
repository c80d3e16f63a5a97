//! Parts that are entered where an instance ends, starts again or has another one beside it.

use std::sync::Barrier;
use std::thread;

use kifu_tests::{Service, Table, bare, eventually, metric_samples, unchanging};
use serde_json::{Value, json};

use super::{Phone, assert_refused, phones, throw};

/// As if the service had been killed between the last part and the move.
fn enter_behind_its_back(service: &Service, table: &Table, seat: i32, part: &Value) {
    let statement = "INSERT INTO joint_parts (shard, game_id, since, seat, part)
        SELECT shard, game_id, 0, $2, $3::text::jsonb FROM games WHERE game_id::text = $1";
    assert_eq!(service.database().execute(statement, &[&table.id, &seat, &part.to_string()]).unwrap(), 1);
}

#[test]
fn sealed_parts_become_a_move_at_the_next_start() {
    let service = Service::start();
    let table = service.open_plain("punyon_ken", 2);
    Phone::of(&service, &table, 0).enter(&throw("rock")).json();
    enter_behind_its_back(&service, &table, 1, &throw("paper"));
    assert_eq!(table.version(), 0);
    let service = Service::start_in(service.kill());
    let table = table.at(&service);
    eventually("the move", || (table.version() == 1).then_some(()));
    assert_eq!(table.entries(), [json!({"type": "throw", "hands": ["rock", "paper"]})]);
    let retried = Phone::of(&service, &table, 1).enter_at(&table.at(&service).tag(0), &throw("paper"));
    assert_eq!(retried.status, 201, "{}", retried.text());
    assert_eq!(table.version(), 1);
}

/// The first joint move is due since event 0; no event is before it.
#[test]
fn a_start_deletes_parts_of_a_move_that_is_over_and_keeps_those_of_a_first_one() {
    let service = Service::start();
    let [first, over] = [(); 2].map(|()| service.open_plain("punyon_ken", 2));
    Phone::of(&service, &first, 0).enter(&throw("rock")).json();
    for phone in phones(&service, &over) {
        phone.enter(&throw("rock")).json();
    }
    enter_behind_its_back(&service, &over, 0, &throw("paper"));
    let service = Service::start_in(service.kill());
    let mut database = service.database();
    eventually("only the parts of the first move", || {
        let rows = database.query("SELECT game_id::text FROM joint_parts", &[]).unwrap();
        rows.iter().map(|row| row.get::<_, String>(0)).eq([first.id.clone()]).then_some(())
    });
    let phones = phones(&service, &first);
    let looked = phones[0].look();
    assert_eq!((&looked["entered"], bare(&looked["own"])), (&json!([0]), throw("rock")));
    assert_eq!(phones[1].enter(&throw("paper")).status, 201);
    assert_eq!(first.at(&service).entries(), [json!({"type": "throw", "hands": ["rock", "paper"]})]);
    let metrics = service.metrics();
    let restarts = metric_samples(&metrics, "kifu_task_restarts_total");
    assert!(restarts.contains(&(r#"task="joint_moves""#, 0.0)), "{restarts:?}");
}

#[test]
fn sealed_parts_become_a_move_on_another_instance() {
    let one = Service::start();
    let two = one.beside();
    for look in ["show", "change", "withdraw", "retry"] {
        let table = one.open_plain("punyon_ken", 2);
        Phone::of(&one, &table, 0).enter(&throw("rock")).json();
        enter_behind_its_back(&one, &table, 1, &throw("paper"));
        let phone = Phone::of(&two, &table, 1);
        match look {
            "show" => assert_eq!(phone.look()["version"], 1),
            "change" => {
                let sealed =
                    assert_refused(&phone.enter_at(&phone.tag_of(0), &throw("rock")), 412, "stale_version");
                assert_eq!(sealed["values"]["events"][0]["entry"]["hands"], json!(["rock", "paper"]));
            }
            "withdraw" => {
                let sealed = phone.ask("DELETE").header("If-Match", &phone.tag_of(0)).send();
                assert_refused(&sealed, 412, "stale_version");
            }
            _ => assert_eq!(phone.enter_at(&phone.tag_of(0), &throw("paper")).status, 201),
        }
        assert_eq!(
            table.at(&two).entries(),
            [json!({"type": "throw", "hands": ["rock", "paper"]})],
            "{look}"
        );
    }
}

#[test]
fn parts_entered_at_two_instances_at_once_become_one_move() {
    const ROUNDS: u64 = 12;
    let one = Service::start();
    let two = one.beside();
    let table = one.open_plain("punyon_ken", 2);
    let phones = [Phone::of(&one, &table, 0), Phone::of(&two, &table, 1)];
    for round in 0..ROUNDS {
        let (tag, together) = (table.tag(round), Barrier::new(2));
        let statuses: Vec<u16> = thread::scope(|scope| {
            let enter = |phone| {
                let (tag, together) = (&tag, &together);
                scope.spawn(move || {
                    together.wait();
                    Phone::enter_at(phone, tag, &throw("rock")).status
                })
            };
            let entering = phones.each_ref().map(enter);
            entering.into_iter().map(|phone| phone.join().unwrap()).collect()
        });
        assert!(statuses.contains(&201) && statuses.iter().all(|s| [200, 201].contains(s)), "{statuses:?}");
        assert_eq!(table.version(), round + 1);
    }
    assert_eq!(table.entries(), vec![json!({"type": "throw", "hands": ["rock", "rock"]}); 12]);
}

#[test]
fn a_kill_while_phones_enter_loses_no_acknowledged_part() {
    let mut service = Service::start();
    for round in 0..2 {
        let tables: Vec<_> = (0..4).map(|_| service.open_plain("punyon_ken", 2)).collect();
        let entering = tables.iter().flat_map(|table| [0, 1].map(|seat| Phone::of(&service, table, seat)));
        let entering = entering.map(|phone| thread::spawn(move || enter_until_killed(&phone)));
        let entering: Vec<_> = entering.collect();
        eventually("some throws", || (tables[0].version() > 4).then_some(()));
        let folder = service.kill();
        let versions: Vec<u64> = entering.into_iter().map(|phone| phone.join().unwrap()).collect();
        service = Service::start_in(folder);
        for (table, versions) in tables.iter().zip(versions.chunks(2)) {
            let table = table.at(&service);
            let acknowledged = versions.iter().max().unwrap();
            eventually("all acknowledged", || (table.version() >= *acknowledged).then_some(()));
            let log = unchanging("the log", || table.entries());
            assert!(
                log.iter().all(|entry| entry["hands"] == json!(["rock", "rock"])),
                "round {round}: {log:?}"
            );
            for seat in [0, 1] {
                let again = Phone::of(&service, &table, seat).enter(&throw("rock"));
                assert!([200, 201].contains(&again.status), "round {round}: {}", again.text());
            }
            assert_eq!(table.version(), log.len() as u64 + 1, "round {round}");
        }
    }
}

/// Throws rock for as long as there is an answer; the last version that was acknowledged.
fn enter_until_killed(phone: &Phone) -> u64 {
    let mut acknowledged = 0;
    let first = phone.tag_of(0);
    loop {
        let tag = first.replace("\"0@", &format!("\"{acknowledged}@"));
        let ask = phone.ask("PUT").header("If-Match", &tag);
        match ask.body("application/json", throw("rock").to_string()).try_send() {
            Ok(answer) if answer.status == 201 => acknowledged += 1,
            Ok(_) => {}
            Err(_) => return acknowledged,
        }
    }
}
