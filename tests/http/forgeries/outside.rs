//! Forgeries that nobody finds; `docs/proofs.md` gives the reasons.

use super::scene::Scene;

/// The name of a forgery, and its function.
type OutsideForgery = (&'static str, fn(&mut Scene));

pub const FORGERIES: &[OutsideForgery] = &[
    ("a token put in", |scene| {
        scene.sql(
            "INSERT INTO tokens (shard, game_id, token_hash, role) VALUES (0, 'ID', sha256('the forger''s'), 'scribe')",
        );
    }),
    ("a token revoked", |scene| scene.sql("UPDATE tokens SET revoked_at = now() WHERE game_id = 'ID'")),
    ("a person said to be erased", |scene| {
        scene.sql(
            "UPDATE descriptions SET salts = salts - 'seat 0' WHERE game_id = 'ID';
             UPDATE seatings SET guest_name = NULL, guest_key = NULL, erased = true WHERE game_id = 'ID' AND seat = 0;
             SELECT write_search_document(0, 'ID')",
        );
    }),
    ("a name changed just now as the service changes it", |scene| {
        scene.sql(
            "UPDATE seatings SET guest_name = 'Eve', guest_key = 'eve' WHERE game_id = 'ID' AND seat = 0;
             SELECT note_revision(0, 'ID')",
        );
    }),
    ("the trace context of an event", |scene| {
        scene.sql("UPDATE events SET traceparent = 'none' WHERE game_id = 'ID'");
    }),
    ("an idempotency key", |scene| scene.sql("DELETE FROM idempotency")),
];

#[test]
fn what_is_outside_is_not_found() {
    let mut scene = Scene::new();
    scene.suspend_service();
    for (what, forge) in FORGERIES {
        forge(&mut scene);
        let (is_whole, said) = scene.verify();
        assert!(is_whole, "{what}: {said}");
        scene.put_back();
    }
}
