//! Changes to the descriptions of records.

use kifu_proofs::HexBytes;
use kifu_proofs::description::{DescriptionChange, commitment, seat};
use kifu_proofs::event::{Salt, new_salt};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::Forgery;
use super::scene::Scene;

/// Found by the commitments.
pub const DETAILS: &[Forgery] = &[
    (
        "the names of two seats exchanged",
        |scene| {
            scene.sql(
                "UPDATE seatings s SET guest_name = o.guest_name, guest_key = o.guest_key
                 FROM aside.seatings o WHERE o.game_id = s.game_id AND o.seat = 1 - s.seat AND s.game_id = 'ID'",
            );
        },
        "ID: `seat 0` was altered",
    ),
    (
        "a foreign name at a seat",
        |scene| {
            scene.sql(
                "UPDATE seatings SET guest_name = 'Eve', guest_key = 'eve' WHERE game_id = 'ID' AND seat = 1",
            );
        },
        "ID: `seat 1` was altered",
    ),
    (
        "a name at a seat that had none",
        |scene| {
            scene.sql(
                "INSERT INTO seatings (shard, game_id, seat, guest_name, guest_key) VALUES (0, 'ID', 2, 'Eve', 'eve')",
            );
        },
        "ID: `seat 2` was altered",
    ),
    (
        "a player at the seat of a guest of the same name",
        |scene| {
            scene.sql(
                "INSERT INTO players (player_id, name, name_key, created_at)
                 VALUES ('00000000-0000-7000-8000-000000000002', 'Aki', 'aki', now());
                 UPDATE seatings SET player_id = '00000000-0000-7000-8000-000000000002', guest_name = NULL, guest_key = NULL
                 WHERE game_id = 'ID' AND seat = 0",
            );
        },
        "ID: `seat 0` was altered",
    ),
    (
        "a name taken away",
        |scene| scene.sql("DELETE FROM seatings WHERE game_id = 'ID' AND seat = 0"),
        "ID: `seat 0` was altered",
    ),
    (
        "the day",
        |scene| {
            scene.sql(
                r#"UPDATE games SET details = details || '{"played_at": "2026-11-21T19:00:00+09:00"}' WHERE game_id = 'ID'"#,
            );
        },
        "ID: `played_at` was altered",
    ),
    (
        "the place",
        |scene| {
            scene.sql(r#"UPDATE games SET details = details || '{"place": "Osaka"}' WHERE game_id = 'ID'"#);
        },
        "ID: `place` was altered",
    ),
    (
        "a tag that takes the game out of statistics",
        |scene| {
            scene.sql(
                r#"UPDATE games SET details = details || '{"tags": ["club", "simulated"]}' WHERE game_id = 'ID'"#,
            );
        },
        "ID: `tags` was altered",
    ),
    (
        "the visibility",
        |scene| scene.sql("UPDATE games SET visibility = 'private' WHERE game_id = 'ID'"),
        "ID: `visibility` was altered",
    ),
    (
        "a record made a copy, which statistics leave out",
        |scene| scene.sql("INSERT INTO copies (shard, game_id, step) VALUES (0, 'ID', 3)"),
        "ID: `copy_of` was altered",
    ),
];

/// The name of the first seat, with a commitment of the forger's, and all hashes of the chain if asked for.
fn commit_to_a_name(scene: &mut Scene, is_rehashed: bool) {
    scene.sql("UPDATE seatings SET guest_name = 'Eve', guest_key = 'eve' WHERE game_id = 'ID' AND seat = 0");
    let row =
        "SELECT commitments::text, salts::text FROM descriptions WHERE game_id::text = $1 AND number = 0";
    let row = scene.owner.query_one(row, &[&scene.id]).unwrap();
    let [commitments, salts] = [0, 1].map(|column| row.get::<_, &str>(column));
    let mut change = DescriptionChange {
        commitments: serde_json::from_str(commitments).unwrap(),
        hash: HexBytes([0; 32]),
    };
    let mut salts: std::collections::BTreeMap<String, Salt> = serde_json::from_str(salts).unwrap();
    let (game, salt) = (scene.id.parse().unwrap(), new_salt());
    let committed = commitment(game, "seat 0", &seat(Some("Eve"), None), salt).unwrap();
    change.commitments.insert("seat 0".into(), committed);
    salts.insert("seat 0".into(), salt);
    let (commitments, salts) = (json!(change.commitments).to_string(), json!(salts).to_string());
    let update = "
        UPDATE descriptions SET commitments = $2::text::jsonb, salts = $3::text::jsonb WHERE game_id::text = $1 AND number = 0";
    let id = scene.id.clone();
    scene.execute(update, &[&id, &commitments, &salts]);
    if is_rehashed {
        // Its keys are sorted, and there are no spaces.
        let content = format!(r#"{{"commitments":{commitments},"game_id":"{id}"}}"#);
        let hash = Sha256::new().chain_update([0; 32]).chain_update(Sha256::digest(content)).finalize();
        scene.execute("UPDATE descriptions SET hash = $2 WHERE game_id::text = $1", &[&id, &&hash[..]]);
    }
}

/// Found by the chain of commitments, by its positions, or by the signed heads.
pub const COMMITMENTS: &[Forgery] = &[
    (
        "a name with a commitment of the forger's",
        |scene| commit_to_a_name(scene, false),
        "ID: change 0 of what the record says of itself was altered",
    ),
    (
        "a name with a commitment and a hash of the forger's",
        |scene| commit_to_a_name(scene, true),
        "descriptions of records, were altered, moved or exchanged since a head was signed",
    ),
    (
        "a name whose salt is thrown away",
        |scene| {
            scene.sql(
                "UPDATE descriptions SET salts = salts - 'seat 0' WHERE game_id = 'ID';
                 UPDATE seatings SET guest_name = 'Eve', guest_key = 'eve' WHERE game_id = 'ID' AND seat = 0",
            );
        },
        "ID: `seat 0` was altered",
    ),
    (
        "all commitments of a record deleted",
        |scene| scene.sql("DELETE FROM descriptions WHERE game_id = 'ID'"),
        "descriptions of records are missing: 1",
    ),
    (
        "all commitments of a record deleted, and all numbered anew",
        |scene| {
            scene.sql(
                "DELETE FROM descriptions WHERE game_id = 'ID';
                 UPDATE descriptions SET position = 2 WHERE position = 3;
                 UPDATE description_heads SET position = 2",
            );
        },
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "all commitments of all records deleted",
        |scene| scene.sql("DELETE FROM descriptions; UPDATE description_heads SET position = 0"),
        "were altered, moved or exchanged since a head was signed",
    ),
    (
        "the commitments of two records exchanged",
        |scene| {
            scene.sql(
                "UPDATE descriptions d SET commitments = o.commitments, salts = o.salts, hash = o.hash
                 FROM aside.descriptions o WHERE o.position = 3 - d.position AND d.position < 3",
            );
        },
        "ID: change 0 of what the record says of itself was altered",
    ),
    (
        "commitments left out of the batches",
        |scene| scene.sql("UPDATE event_batches SET descriptions = 0, description_position = 0"),
        "were altered, moved or exchanged since a head was signed",
    ),
];
