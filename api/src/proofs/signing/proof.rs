//! Proofs of records, made from stored data and from a viewer's view.

use kifu_engine::erased::AnyRecord;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use kifu_proofs::audit::{WHOLE, opening};
use kifu_proofs::description::DescriptionProof;
use kifu_proofs::document::{
    CopiedEvent, CopiedRecord, EventProof, FORMAT_VERSION, RecordProof, StoredEvent,
};
use kifu_proofs::signature::{RecordCopy, RecordCopyTag};
use serde_json::Value;

use super::{Signer, size};
use crate::http::problem::{Code, Problem};
use crate::records::cache::LoadedRecord;
use crate::records::view::log::logged_at;
use kifu_store::{GameId, StoredLink};

/// The name of this viewer's perspective in a proof.
pub fn perspective(viewer: Viewer) -> String {
    match viewer {
        Viewer::Scribe => WHOLE.to_owned(),
        Viewer::Seat(seat) => format!("seat {seat}"),
        Viewer::Public => "public".to_owned(),
    }
}

/// Tells if a proof names positions in the feed, which count the records of others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Positions {
    /// Positions are named: for the operator.
    Named,
    /// Positions are left out: for everybody else.
    Left,
}

/// The proof of a whole record up to an event, without the tree.
pub fn of_whole(
    signer: &Signer,
    game: GameId,
    (links, description): (&[StoredLink], Option<DescriptionProof>),
    opening: Value,
    positions: Positions,
) -> Result<RecordProof, Problem> {
    let last = links.last().ok_or_else(|| Problem::plain(Code::UnreadableRecord))?;
    let is_gapless = (0..).zip(links).all(|(seq, link)| link.seq.0 == seq);
    if !is_gapless {
        return Err(Problem::plain(Code::UnreadableRecord));
    }
    let copy = signer.sign_copy(RecordCopy {
        statement: RecordCopyTag::RecordCopy,
        game_id: game.0,
        perspective: WHOLE.to_owned(),
        version: last.seq.0,
        hash: last.hash,
        record_hash: last.hash,
        description_hash: description.as_ref().and_then(DescriptionProof::hash),
    })?;
    let events = links.iter().map(|link| EventProof {
        hash: link.hash,
        stored: Some(StoredEvent {
            position: (positions == Positions::Named).then(|| size(link.position)),
            actor: link.actor.clone(),
            schema_version: link.schema_version,
            salt: link.salt,
        }),
    });
    Ok(RecordProof {
        kifu_proof: FORMAT_VERSION,
        public_key: signer.public_key(),
        copy,
        events: events.collect(),
        opening: Some(opening),
        description,
        tree: None,
        tree_due: None,
    })
}

/// The proof for a viewer who may not see the whole record: it covers that viewer's view up to an event.
pub fn of_seen(
    signer: &Signer,
    (loaded, seen, viewer): (&LoadedRecord, &dyn AnyRecord, Viewer),
    version: Seq,
    (links, description): (&[StoredLink], Option<DescriptionProof>),
) -> Result<RecordProof, Problem> {
    let events = copied(loaded, seen, version).shown_events().map_err(Problem::internal)?;
    let origin = if version.0 == 0 { Some(Seq(0)) } else { seen.origin(version) };
    let noticed = origin.and_then(|origin| links.get(origin.index()));
    let (Some(noticed), Some(last)) = (noticed, events.last()) else {
        return Err(Problem::plain(Code::UnreadableRecord));
    };
    let copy = signer.sign_copy(RecordCopy {
        statement: RecordCopyTag::RecordCopy,
        game_id: loaded.head.id.0,
        perspective: perspective(viewer),
        version: version.0,
        hash: last.hash,
        record_hash: noticed.hash,
        description_hash: description.as_ref().and_then(DescriptionProof::hash),
    })?;
    Ok(RecordProof {
        kifu_proof: FORMAT_VERSION,
        public_key: signer.public_key(),
        copy,
        events,
        opening: None,
        description,
        tree: None,
        tree_due: None,
    })
}

/// A viewer's view of a record up to an event, as its copy is hashed.
pub fn copied(loaded: &LoadedRecord, seen: &dyn AnyRecord, version: Seq) -> CopiedRecord {
    let head = &loaded.head;
    let options: Value = head.options.read().unwrap_or_default();
    let rules_version = loaded.record.rules_version();
    let opening = opening(&head.game, head.seats, &options, rules_version.number());
    let first = CopiedEvent { at: head.opened_at, entry: opening.clone() };
    let entries = seen.entries_page(Seq(1), version.index()).into_iter();
    let entries = entries
        .map(|entry| CopiedEvent { at: logged_at(&loaded.times, &entry), entry: entry.payload.value() });
    let log = std::iter::once(first).chain(entries).collect();
    CopiedRecord { game_id: head.id.0, opening, log, details: head.described() }
}
