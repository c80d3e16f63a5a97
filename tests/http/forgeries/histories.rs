//! Forgeries of histories: chains and positions are as they should be, but the key that signs is not there.

use super::Forgery;
use super::scene::Scene;

/// Hashes are made anew where that hides something.
pub const HISTORIES: &[Forgery] = &[
    (
        "a text, with new hashes",
        Scene::change_a_text,
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "a move, by another legal one, with new hashes",
        |scene| {
            scene.sql(
                r#"UPDATE events SET payload = payload || '{"seat": 1}' WHERE game_id = 'ID' AND seq = 3"#,
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "an actor, with new hashes",
        |scene| scene.sql("UPDATE events SET actor = 'seat 1' WHERE game_id = 'ID' AND seq = 1"),
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "a time, with new hashes",
        |scene| {
            scene
                .sql("UPDATE events SET at = at + interval '1 microsecond' WHERE game_id = 'ID' AND seq = 1");
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "a salt, with new hashes",
        |scene| {
            scene
                .sql("UPDATE events SET salt = substr(sha256(salt), 1, 16) WHERE game_id = 'ID' AND seq = 2");
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "options in the opening and in the row, with new hashes",
        |scene| {
            scene.sql(
                r#"UPDATE events SET payload = jsonb_set(payload, '{options}', payload->'options' || '{"variant": 2}')
                   WHERE game_id = 'ID' AND seq = 0;
                   UPDATE games SET options = options || '{"variant": 2}' WHERE game_id = 'ID'"#,
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "the positions of two events exchanged",
        |scene| {
            scene.sql(
                "UPDATE events SET position = position + 1000 WHERE position = 7;
                 UPDATE events SET position = 7 WHERE position = 8;
                 UPDATE events SET position = 8 WHERE position = 1007",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "an event taken out, all positions and hashes anew",
        |scene| {
            scene.sql(
                "DELETE FROM events WHERE game_id = 'ID' AND seq = 2;
                 UPDATE events SET seq = seq - 1 WHERE game_id = 'ID' AND seq = 3;
                 UPDATE events SET position = position - 1 WHERE position = 9;
                 UPDATE events SET position = position - 1 WHERE position = 10;
                 UPDATE events SET position = position - 1 WHERE position = 11;
                 UPDATE events SET position = position - 1 WHERE position = 12;
                 UPDATE shard_heads SET position = 11",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "an event put in, all positions and hashes anew",
        |scene| {
            scene.sql(
                "UPDATE events SET position = position + 1000 WHERE position > 7;
                 UPDATE events SET position = position - 999 WHERE position > 1000;
                 UPDATE events SET seq = 4 WHERE game_id = 'ID' AND seq = 3;
                 INSERT INTO events SELECT shard, game_id, 3, 8, type, schema_version, at, actor, payload, NULL, salt, hash
                 FROM events WHERE game_id = 'ID' AND seq = 2;
                 UPDATE shard_heads SET position = 13",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "a record taken out, all positions anew",
        |scene| {
            scene.sql(
                "DELETE FROM events WHERE game_id = 'ID'; DELETE FROM games WHERE game_id = 'ID';
                 UPDATE events e SET position = 1000 + n.number
                 FROM (SELECT position, row_number() OVER (ORDER BY position) AS number FROM events) n WHERE n.position = e.position;
                 UPDATE events SET position = position - 1000;
                 UPDATE shard_heads SET position = 8",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "a record put in between, all positions anew",
        |scene| {
            scene.sql(
                "UPDATE events SET position = position + 1000 WHERE position > 2;
                 UPDATE events SET position = position - 999 WHERE position > 1000;
                 INSERT INTO games SELECT shard, '00000000-0000-7000-8000-000000000001', game, seats, options, rules_version,
                     opened_at, details, visibility, revision FROM games WHERE game_id = 'ID';
                 INSERT INTO events SELECT shard, '00000000-0000-7000-8000-000000000001', 0, 3, type, schema_version, at, actor,
                     payload, NULL, salt, hash FROM events WHERE game_id = 'ID' AND seq = 0;
                 UPDATE shard_heads SET position = 13",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "the last event taken away, and the end of the feed set back",
        |scene| scene.sql("DELETE FROM events WHERE position = 12; UPDATE shard_heads SET position = 11"),
        "were altered, moved or exchanged since a head was signed",
    ),
];

/// Changes to the end of the log. All data derived from it goes as well, except that of the feed's followers.
pub const ENDS: &[Forgery] = &[
    (
        "the end cut off with its heads",
        |scene| {
            scene.sql(
                "DELETE FROM events WHERE position > 6; DELETE FROM event_batches WHERE position > 6;
                 UPDATE shard_heads SET position = 6",
            );
        },
        "events of the feed are missing: statistics, search or notices were made of those",
    ),
    (
        "everything cut off with its heads",
        |scene| {
            scene.sql(
                "DELETE FROM events; DELETE FROM games; DELETE FROM event_batches; UPDATE shard_heads SET position = 0",
            );
        },
        "events of the feed are missing: statistics, search or notices were made of those",
    ),
];
