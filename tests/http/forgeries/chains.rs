//! Changes of events and records, without any new hashes.

use super::Forgery;

/// Found by the chain of hashes of the record, the positions of the feed, or the opening.
pub const CHAINS: &[Forgery] = &[
    (
        "the text of an event",
        |scene| {
            scene.sql(r#"UPDATE events SET payload = payload || '{"text": "won"}' WHERE game_id = 'ID' AND seq = 2"#);
        },
        "ID: event 2 was altered",
    ),
    (
        "a move, by another legal one",
        |scene| {
            scene.sql(
                r#"UPDATE events SET payload = payload || '{"seat": 1}' WHERE game_id = 'ID' AND seq = 3"#,
            );
        },
        "ID: event 3 was altered",
    ),
    (
        "the actor of an event",
        |scene| scene.sql("UPDATE events SET actor = 'seat 1' WHERE game_id = 'ID' AND seq = 1"),
        "ID: event 1 was altered",
    ),
    (
        "the time of an event",
        |scene| {
            scene
                .sql("UPDATE events SET at = at + interval '1 microsecond' WHERE game_id = 'ID' AND seq = 1");
        },
        "ID: event 1 was altered",
    ),
    (
        "the salt of an event",
        |scene| {
            scene
                .sql("UPDATE events SET salt = substr(sha256(salt), 1, 16) WHERE game_id = 'ID' AND seq = 1");
        },
        "ID: event 1 was altered",
    ),
    (
        "the last event, deleted",
        |scene| scene.sql("DELETE FROM events WHERE game_id = 'ID' AND seq = 3"),
        "events of the feed are missing",
    ),
    (
        "an event in the middle, deleted",
        |scene| scene.sql("DELETE FROM events WHERE game_id = 'ID' AND seq = 1"),
        "ID: event 1 is missing",
    ),
    (
        "a record, deleted",
        |scene| scene.sql("DELETE FROM events WHERE game_id = 'ID'; DELETE FROM games WHERE game_id = 'ID'"),
        "events of the feed are missing",
    ),
    (
        "the options in the row of a record",
        |scene| scene.sql(r#"UPDATE games SET options = options || '{"animals": 1}' WHERE game_id = 'ID'"#),
        "ID: `options` was altered",
    ),
    (
        "an event deleted, and those behind it numbered anew",
        |scene| {
            scene.sql(
                "DELETE FROM events WHERE game_id = 'ID' AND seq = 1;
             UPDATE events SET seq = seq - 1 WHERE game_id = 'ID' AND seq = 2;
             UPDATE events SET seq = seq - 1 WHERE game_id = 'ID' AND seq = 3",
            );
        },
        "ID: event 1 was altered",
    ),
    (
        "the row of a record, deleted",
        |scene| scene.sql("DELETE FROM games WHERE game_id = 'ID'"),
        "ID: there are events, and no record",
    ),
    (
        "a copy of an event at the end",
        |scene| {
            scene.sql("INSERT INTO events SELECT shard, game_id, 4, position + 1000, type, schema_version, at, actor, payload, NULL, salt, hash
             FROM events WHERE game_id = 'ID' AND seq = 2");
        },
        "ID: event 4 was altered",
    ),
    (
        "the time of opening in the row of a record",
        |scene| scene.sql("UPDATE games SET opened_at = opened_at - interval '1 day' WHERE game_id = 'ID'"),
        "ID: `opened_at` was altered",
    ),
];
