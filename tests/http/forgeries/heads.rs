//! Forgeries of signed heads.

use super::Forgery;

/// Changes to the heads, after a text was changed and all hashes were made anew.
pub const HEADS_OF_ANOTHER_HISTORY: &[Forgery] = &[
    (
        "another history, and all nodes of the tree deleted",
        |scene| scene.sql("DELETE FROM tree_nodes"),
        "were altered, moved or exchanged",
    ),
    (
        "another history, and all heads deleted",
        |scene| scene.sql("DELETE FROM event_batches"),
        "15 events and descriptions after position 0 are in no signed head",
    ),
    (
        "another history, and roots made anew with the signatures of before",
        |scene| {
            scene.rebuild_batches(None);
            scene.sql(
                "UPDATE event_batches b SET public_key = a.public_key, signature = a.signature
                 FROM aside.event_batches a WHERE a.number = b.number",
            );
        },
        "was altered: its signature is wrong",
    ),
    (
        "another history, and heads by a key of the forger",
        |scene| scene.rebuild_batches(None),
        "no head of the key of now covers the events",
    ),
    (
        "another history, and heads by a key of the forger in the name of the right one",
        |scene| {
            let key = scene.public_key;
            scene.rebuild_batches(Some(key));
        },
        "was altered: its signature is wrong",
    ),
    (
        "another history, and roots made anew with random keys",
        |scene| {
            scene.rebuild_batches(None);
            scene.sql("UPDATE event_batches SET public_key = sha256(public_key)");
        },
        "was altered: its signature is wrong",
    ),
    (
        "another history, and only the last head by a key of the forger",
        |scene| {
            scene.rebuild_batches(None);
            scene.sql(
                "UPDATE event_batches b SET public_key = a.public_key, signature = a.signature
                 FROM aside.event_batches a WHERE a.number = b.number AND b.position < 12",
            );
        },
        "its signature is wrong",
    ),
    (
        "another history, and all heads deleted but the last one",
        |scene| scene.sql("DELETE FROM event_batches WHERE number < 2"),
        "signed heads are missing: from size 1 to 2",
    ),
    (
        "another history, and its events left out of their batch",
        |scene| {
            scene.sql("UPDATE event_batches SET position = 6, events = 0 WHERE position = 12");
        },
        "were altered, moved or exchanged",
    ),
    (
        "another history, and the secrets of batches changed",
        |scene| scene.sql("UPDATE event_batches SET secret = substr(sha256(secret), 1, 16) WHERE events > 0"),
        "were altered, moved or exchanged",
    ),
    (
        "another history, and one batch in place of all",
        |scene| {
            scene.sql(
                "DELETE FROM event_batches WHERE number > 0; UPDATE event_batches SET position = 12, events = 12",
            );
            scene.rebuild_batches(None);
        },
        "signed heads are by another key",
    ),
];

/// Changes to the heads of an honest history.
pub const HEADS: &[Forgery] = &[
    (
        "the first head deleted",
        |scene| scene.sql("DELETE FROM event_batches WHERE number = 0"),
        "signed heads are missing: from size 1 to 1",
    ),
    (
        "a head in the middle deleted",
        |scene| scene.sql("DELETE FROM event_batches WHERE number = 1"),
        "signed heads are missing: from size 2 to 2",
    ),
    (
        "the times of all heads",
        |scene| scene.sql("UPDATE event_batches SET at = at - interval '1 day'"),
        "the signed head of size 1 was altered",
    ),
    (
        "the time of the last head",
        |scene| scene.sql("UPDATE event_batches SET at = at - interval '1 day' WHERE number = 2"),
        "the signed head of size 3 is older than the one before it",
    ),
    (
        "the epoch of a head",
        |scene| scene.sql("UPDATE event_batches SET epoch = substr(sha256(epoch), 1, 8) WHERE number = 1"),
        "the signed head of size 2 was altered",
    ),
    (
        "the root of a batch",
        |scene| scene.sql("UPDATE event_batches SET root = sha256(root) WHERE number = 1"),
        "were altered, moved or exchanged",
    ),
    (
        "the signature of another head",
        |scene| {
            scene.sql("UPDATE event_batches SET signature = (SELECT signature FROM aside.event_batches WHERE number = 0) WHERE number = 2");
        },
        "the signed head of size 3 was altered",
    ),
    (
        "the key of all heads",
        |scene| scene.sql("UPDATE event_batches SET public_key = sha256(public_key)"),
        "was altered: its signature is wrong",
    ),
];
