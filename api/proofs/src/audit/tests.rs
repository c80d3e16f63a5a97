use serde_json::json;

use super::*;
use crate::HexBytes;
use crate::document::StoredEvent;
use crate::event::{EventContent, link, new_salt};
use crate::signature::{FeedHeadTag, RecordCopy, RecordCopyTag, SigningKey, TreeHeadTag};
use crate::tree::{Tree, leaf_hash};
use kifu_engine::canonical_json::CanonicalJson;

type CopyChange = fn(&mut CopiedRecord);
type ProofChange = fn(&mut RecordProof);

fn key() -> SigningKey {
    SigningKey::from_seed(&[7; 32]).unwrap()
}

fn copy(texts: &[&str]) -> CopiedRecord {
    let at = |second: usize| format!("2026-11-25T10:00:{second:02}.5Z").parse().unwrap();
    let opening = opening("bremen", 4, &json!({"variant": 1}), 1);
    let first = CopiedEvent { at: at(0), entry: opening.clone() };
    let event = |(second, text): (usize, &&str)| CopiedEvent {
        at: at(second),
        entry: json!({"type": "annotate", "text": text}),
    };
    let events = (1..).zip(texts).map(event);
    let log = std::iter::once(first).chain(events).collect();
    CopiedRecord { game_id: Uuid::from_u128(1), opening, log, details: BTreeMap::new() }
}

/// The proof of a whole record whose events have the positions from this one on.
fn whole(copy: &CopiedRecord, first_position: u64) -> RecordProof {
    let mut payload = copy.opening.clone();
    payload["type"] = json!("opened");
    let mut before = START;
    let events: Vec<_> = (0..)
        .zip(&copy.log)
        .map(|(number, event)| {
            let payload = if number == 0 { &payload } else { &event.entry };
            let salt = new_salt();
            let content = EventContent {
                actor: "scribe",
                at: event.at,
                game_id: copy.game_id,
                kind: payload["type"].as_str().unwrap(),
                payload: &CanonicalJson::of(payload).unwrap(),
                schema_version: 1,
            };
            before = link(before, content.commitment(salt).unwrap());
            let stored = StoredEvent {
                position: Some(first_position + number),
                actor: "scribe".to_owned(),
                schema_version: 1,
                salt,
            };
            EventProof { hash: before, stored: Some(stored) }
        })
        .collect();
    RecordProof {
        kifu_proof: FORMAT_VERSION,
        public_key: key().public(),
        copy: signed(copy, WHOLE, before, before),
        events,
        opening: Some(payload),
        description: None,
        tree: None,
        tree_due: None,
    }
}

fn signed(copy: &CopiedRecord, perspective: &str, hash: Digest, record_hash: Digest) -> Signed<RecordCopy> {
    let copy = RecordCopy {
        statement: RecordCopyTag::RecordCopy,
        game_id: copy.game_id,
        perspective: perspective.to_owned(),
        version: copy.log.len() as u64 - 1,
        hash,
        record_hash,
        description_hash: None,
    };
    key().sign(copy).unwrap()
}

/// The proof of the copy that a seat was shown.
fn shown(copy: &CopiedRecord, record_hash: Digest) -> RecordProof {
    let events = copy.shown_events().unwrap();
    let hash = events.last().unwrap().hash;
    RecordProof {
        kifu_proof: FORMAT_VERSION,
        public_key: key().public(),
        copy: signed(copy, "seat 1", hash, record_hash),
        events,
        opening: None,
        description: None,
        tree: None,
        tree_due: None,
    }
}

#[test]
fn whatever_was_done_to_a_copy_is_named() {
    let recorded = copy(&["one", "two", "three", "four"]);
    let (of_whole, of_seat) = (whole(&recorded, 1), shown(&recorded, HexBytes([1; 32])));
    let changes: [(CopyChange, AuditFault); 9] = [
        (|copy| copy.log[2].entry["text"] = json!("won"), AuditFault::Altered(2)),
        (|copy| copy.log[1].at += chrono::Duration::microseconds(1), AuditFault::Altered(1)),
        (|copy| copy.log[3].entry = json!({"type": "take_back", "count": 1}), AuditFault::Altered(3)),
        (|copy| drop(copy.log.pop()), AuditFault::Missing(4)),
        (|copy| drop(copy.log.remove(2)), AuditFault::Missing(2)),
        (|copy| copy.log.swap(2, 3), AuditFault::Moved(2)),
        (|copy| copy.log.insert(2, copy.log[1].clone()), AuditFault::Invented(2)),
        (
            |copy| {
                let invented = CopiedEvent { entry: json!({"type": "abandon"}), ..copy.log[1].clone() };
                copy.log.insert(3, invented);
            },
            AuditFault::Invented(3),
        ),
        (|copy| copy.game_id = Uuid::from_u128(2), AuditFault::OtherRecord),
    ];
    for proof in [&of_whole, &of_seat] {
        assert_eq!(proof.check_copy(&recorded), Ok(()));
        for (number, (change, fault)) in changes.iter().enumerate() {
            let mut forged = recorded.clone();
            change(&mut forged);
            assert_eq!(proof.check_copy(&forged).as_ref(), Err(fault), "change {number}");
        }
        let longer = copy(&["one", "two", "three", "four", "five"]);
        assert_eq!(proof.check_copy(&longer), Ok(()), "what came later is passed over");
    }
    let mut forged = recorded;
    forged.opening["options"] = json!({"variant": 2});
    assert_eq!(of_whole.check_copy(&forged), Err(AuditFault::Opening("options")));
}

#[test]
fn a_proof_that_was_changed_is_none() {
    let recorded = copy(&["one", "two"]);
    let proof = whole(&recorded, 1);
    let changes: [(ProofChange, AuditFault); 6] = [
        (|proof| proof.kifu_proof = 1, AuditFault::OtherFormat),
        (|proof| proof.copy.statement.version = 1, AuditFault::Signature("copy")),
        (|proof| proof.public_key = HexBytes([9; 32]), AuditFault::Signature("copy")),
        (|proof| drop(proof.events.pop()), AuditFault::Statement),
        (|proof| proof.events[2].hash = HexBytes([9; 32]), AuditFault::Statement),
        (|proof| proof.events[1].stored = None, AuditFault::Statement),
    ];
    for (number, (change, fault)) in changes.into_iter().enumerate() {
        let mut forged = proof.clone();
        change(&mut forged);
        assert_eq!(forged.check_copy(&recorded), Err(fault), "change {number}");
    }
    let mut forged = proof;
    if let Some(stored) = &mut forged.events[1].stored {
        stored.actor = "seat 1".to_owned();
    }
    assert_eq!(forged.check_copy(&recorded), Err(AuditFault::Altered(1)), "who recorded it is in the hash");
}

#[test]
fn proofs_that_contradict_each_other_are_found() {
    let (short, long) = (copy(&["one"]), copy(&["one", "two"]));
    let long_proof = whole(&long, 1);
    let mut short_proof = long_proof.clone();
    short_proof.events.truncate(2);
    short_proof.copy = signed(&short, WHOLE, long_proof.events[1].hash, long_proof.events[1].hash);
    assert_eq!(long_proof.check_earlier(&short_proof), Ok(()));
    assert_eq!(short_proof.check_earlier(&long_proof), Err(AuditFault::Missing(2)));
    // Other salts make other hashes: this is another history of the same record.
    assert_eq!(long_proof.check_earlier(&whole(&short, 1)), Err(AuditFault::Contradicted(0)));
    assert_eq!(long_proof.check_earlier(&shown(&short, long_proof.events[1].hash)), Ok(()));
    assert_eq!(
        long_proof.check_earlier(&shown(&short, HexBytes([9; 32]))),
        Err(AuditFault::HiddenAltered("seat 1".to_owned()))
    );
}

fn at(minute: u64) -> chrono::DateTime<chrono::Utc> {
    format!("2026-11-25T10:{minute:02}:00Z").parse().unwrap()
}

const SECRET: batch::BatchSecret = HexBytes([5; 16]);

/// Batches of the hashes of events, one a minute.
type Batches<'b> = [&'b [Digest]];

fn hashes(proof: &RecordProof) -> Vec<Digest> {
    proof.events.iter().map(|event| event.hash).collect()
}

fn tree(batches: &Batches<'_>) -> Tree {
    let mut tree = Tree::new(batches.len() as u64);
    let leaf = |(minute, hashes)| leaf_hash(&batch::leaf(batch::Batch::new(SECRET, hashes).root, at(minute)));
    tree.add_nodes(0, 0, (0..).zip(batches.iter().copied()).map(leaf));
    tree
}

fn with_tree(proof: &RecordProof, batches: &Batches<'_>, number: u64, since: Option<u64>) -> RecordProof {
    let tree = tree(batches);
    let near = batches[usize::try_from(number).unwrap()];
    let sequence = batch::Batch::new(SECRET, near).sequence;
    let parts = batch::BatchParts { secret: SECRET, events: near.len(), sequence };
    let path = batch::path(parts, &[], near, &proof.copy.statement.hash).unwrap();
    let head = TreeHead {
        statement: TreeHeadTag::TreeHead,
        shard: 0,
        size: tree.size(),
        root: tree.root().unwrap(),
        at: at(tree.size() - 1),
        epoch: HexBytes([0; 8]),
        before: TreeHead::NONE_BEFORE,
    };
    let consistency =
        since.map(|since| crate::document::Consistency { since, path: tree.consistency(since).unwrap() });
    let tree = TreeProof {
        head: key().sign(head).unwrap(),
        batch: number,
        batch_at: at(number),
        path,
        inclusion: tree.inclusion(number).unwrap(),
        consistency,
    };
    RecordProof { tree: Some(tree), ..proof.clone() }
}

#[test]
fn a_tree_that_did_not_only_grow_is_found() {
    let recorded = copy(&["one", "two"]);
    let (first, second, other) = (whole(&recorded, 1), whole(&recorded, 4), whole(&recorded, 4));
    let [one, two, else_] = [&first, &second, &other].map(hashes);
    let early = with_tree(&first, &[&[], &one], 1, None);
    let late = with_tree(&first, &[&[], &one, &two, &[]], 1, Some(2));
    let other_history = with_tree(&first, &[&[], &one, &else_, &[]], 1, Some(2));
    assert_eq!(late.check_copy(&recorded), Ok(()));
    assert_eq!(late.check_earlier(&early), Ok(()));
    assert_eq!(other_history.check_earlier(&early), Ok(()), "it grew otherwise, after that head");
    assert_eq!(late.check_earlier(&other_history), Err(AuditFault::Consistency { size: 4, since: 4 }));
    let changes: [fn(&mut TreeProof); 5] = [
        |tree| tree.batch = 2,
        |tree| tree.batch_at += chrono::Duration::microseconds(1),
        |tree| tree.path[39] = HexBytes([9; 32]),
        |tree| tree.path.truncate(40),
        |tree| tree.inclusion[0] = HexBytes([9; 32]),
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut forged = late.clone();
        change(forged.tree.as_mut().unwrap());
        assert_eq!(forged.check_copy(&recorded), Err(AuditFault::Inclusion(2)), "change {number}");
    }
}

#[test]
fn a_feed_is_compared_with_the_head_of_its_tree() {
    let recorded = copy(&["one", "two"]);
    let (first, second) = (whole(&recorded, 1), whole(&recorded, 4));
    let mut tree = GrowingTree::default();
    hashes(&first).iter().chain(&hashes(&second)).for_each(|hash| tree.push(&hash.0));
    let head = FeedHead {
        statement: FeedHeadTag::FeedHead,
        shard: 0,
        events: 6,
        root: tree.root().unwrap(),
        at: at(1),
        epoch: HexBytes([0; 8]),
    };
    let feed = |proofs: &[&[EventProof]]| {
        let mut feed = Feed::default();
        proofs.iter().try_for_each(|events| feed.add(events)).map(|()| feed)
    };
    assert_eq!(feed(&[&first.events, &second.events]).unwrap().check(&head), Ok(()));
    assert_eq!(feed(&[&first.events]).unwrap().check(&head), Err(FeedFault::Missing(4, 6)));
    assert_eq!(
        feed(&[&first.events[1..], &second.events]).unwrap().check(&head),
        Err(FeedFault::Missing(1, 1))
    );
    assert_eq!(feed(&[&first.events, &first.events]).unwrap_err(), FeedFault::Twice(1));
    let mut forged = second.events;
    forged[1].hash = HexBytes([9; 32]);
    assert_eq!(feed(&[&first.events, &forged]).unwrap().check(&head), Err(FeedFault::Root(6)));
    assert!(!feed(&[&forged]).unwrap().is_empty() && feed(&[&forged]).unwrap().len() == 3);
}
