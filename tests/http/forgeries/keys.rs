//! The trusted keys of heads, and heads that lie elsewhere.

use std::sync::Arc;

use kifu_tests::{Folder, Receiver, Reply, Service, eventually};
use serde_json::json;

use super::scene::{KEY, OTHER_KEY, RARELY, Scene, verify_with};

#[test]
fn an_honest_database_needs_the_right_key() {
    let scene = Scene::new();
    let folder = scene.service.stop();
    let (is_whole, said) = verify_with(&folder, OTHER_KEY, &[]);
    assert!(
        !is_whole && said.contains("signed heads are by another key") && said.contains("--former-key"),
        "{said}"
    );
    assert!(said.contains("0 signed heads; faults: 2"), "{said}");
}

#[test]
fn a_key_is_changed_and_the_former_one_named() {
    let scene = Scene::new();
    let key = scene.public_key;
    let folder = scene.service.stop();
    let key_id = kifu_proofs::signature::key_id(key).to_string();
    let service = Service::start_in_with(folder, &[OTHER_KEY, RARELY]);
    service.open_plain("bremen", 4);
    let folder = service.stop();
    let (is_whole, said) = verify_with(&folder, OTHER_KEY, &[]);
    assert!(
        !is_whole && said.contains(&format!("not checked. If it was yours, name it: --former-key {key_id}")),
        "{said}"
    );
    for name in [key_id, key.to_string()] {
        let (is_whole, said) = verify_with(&folder, OTHER_KEY, &["--former-key", &name]);
        assert!(is_whole && said.matches("\nchecked: ").count() == 2, "{said}");
    }
    let (is_whole, said) = verify_with(&folder, KEY, &[]);
    assert!(!is_whole && said.contains("signed heads are by another key"), "{said}");

    // A holder of the former key can't go on with it.
    let folder = Service::start_in_with(folder, &[KEY, RARELY]).stop();
    let (is_whole, said) = verify_with(&folder, OTHER_KEY, &["--former-key", &key.to_string()]);
    assert!(
        !is_whole && said.contains("is by a former key, though the key of now signed one before it"),
        "{said}"
    );
}

/// Takes the last event of the only shard away, and its heads, and all that was made of it.
const CUT_WITHOUT_A_TRACE: &str = "
    ALTER TABLE events DISABLE TRIGGER USER;
    DELETE FROM events WHERE position = (SELECT position FROM shard_heads);
    DELETE FROM event_batches WHERE position = (SELECT position FROM shard_heads);
    UPDATE shard_heads SET position = position - 1;
    UPDATE projections p SET position = h.position FROM shard_heads h WHERE p.position > h.position;
    UPDATE statistic_progress p SET position = h.position FROM shard_heads h WHERE p.position > h.position;
    DELETE FROM statistic_clock p USING shard_heads h WHERE p.position > h.position";

#[test]
fn heads_that_were_sent_to_a_file_show_what_was_cut_off() {
    let folder = Arc::new(Folder::new());
    let file = folder.path().join("heads.ndjson");
    let place = file.to_str().unwrap().to_owned();
    let settings = [KEY, ("KIFU_HEAD_SECONDS", "1"), ("KIFU_HEADS_TO", &*place), ("KIFU_SHARDS", "1")];
    let service = Service::start_in_with(folder, &settings);
    let mut owner = service.database();
    let sent = || std::fs::read_to_string(&file).unwrap_or_default();
    let mut wait_for_head = |position: i64| {
        let covered = "SELECT max(number) + 1 FROM event_batches WHERE position = $1";
        eventually("its head is sent", || {
            let size: Option<i64> = owner.query_one(covered, &[&position]).unwrap().get(0);
            sent().contains(&format!(r#""size":{},"#, size?)).then_some(())
        });
    };
    let table = service.open_plain("bremen", 4);
    wait_for_head(1);
    table.log(&json!({"type": "annotate", "text": "one"})).json();
    wait_for_head(2);
    let folder = service.stop();
    let (is_whole, said) = verify_with(&folder, KEY, &["--heads", &place]);
    assert!(is_whole && said.contains("\ncompared: ") && said.contains("heads that lie elsewhere"), "{said}");

    let service = Service::start_in_with(folder, &[KEY, RARELY]);
    service.database().batch_execute(CUT_WITHOUT_A_TRACE).unwrap();
    let folder = service.kill();
    let (is_whole, said) = verify_with(&folder, KEY, &[]);
    assert!(is_whole, "nothing here shows it: {said}");
    let (is_whole, said) = verify_with(&folder, KEY, &["--heads", &place]);
    assert!(!is_whole && said.contains("lies elsewhere, but not here"), "{said}");

    // The service goes on from there: there are two heads of one size.
    let service = Service::start_in_with(folder, &[KEY, ("KIFU_HEAD_SECONDS", "1")]);
    let mut owner = service.database();
    let lines = sent().lines().count();
    eventually("as many heads", || {
        let count: i64 = owner.query_one("SELECT count(*) FROM event_batches", &[]).unwrap().get(0);
        (usize::try_from(count).unwrap() > lines).then_some(())
    });
    let folder = service.stop();
    let (is_whole, said) = verify_with(&folder, KEY, &["--heads", &place]);
    assert!(!is_whole && said.contains("two heads of size"), "{said}");
    let (is_whole, said) = verify_with(&folder, OTHER_KEY, &["--heads", &place]);
    assert!(!is_whole, "{said}");
}

#[test]
fn an_address_is_sent_each_head_until_it_takes_it() {
    let receiver = Receiver::answering(|number| Reply::Status(if number == 0 { 503 } else { 204 }));
    let service = Service::start_with(&[("KIFU_HEAD_SECONDS", "1"), ("KIFU_HEADS_TO", receiver.url())]);
    let heads = receiver.wait_for(4);
    let [refused, again] = [0, 1].map(|number| heads[number].json());
    assert_eq!(refused, again, "what was not taken is sent again");
    let sizes: Vec<_> = heads[1..].iter().map(|head| head.json()["size"].as_u64().unwrap()).collect();
    assert!(sizes.iter().zip(sizes[0]..).all(|(size, expected)| *size == expected), "{sizes:?}");
    assert!(heads.iter().all(|head| head.json()["statement"] == "tree_head"));
    eventually("nothing waits", || service.metrics().contains("kifu_heads_unsent 0").then_some(()));
}
