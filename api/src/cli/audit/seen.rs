//! A whole record as somebody saw it while it was live.

use kifu_engine::erased::Opening;
use kifu_engine::games;
use kifu_engine::seat::{Seat, Viewer};
use kifu_engine::seq::Seq;
use kifu_proofs::document::{CopiedEvent, CopiedRecord};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::CommandFailure;

/// The copy that this perspective would have had, up to the end.
///
/// # Errors
///
/// If the record does not fold, or there is no such perspective.
pub fn as_seen(copy: &CopiedRecord, perspective: &str) -> Result<CopiedRecord, CommandFailure> {
    let opening = &copy.opening;
    let slug = opening["game"].as_str().unwrap_or_default();
    let game = games::find(slug).ok_or_else(|| format!("the game {slug} is unknown"))?;
    let set_up = set_up(opening)?;
    let mut record = game.open(&set_up).map_err(|_| "the record does not open")?;
    for (number, event) in (1..).zip(copy.log.iter().skip(1)) {
        let folded = record.append_stored(&event.entry.to_string());
        folded.map_err(|_| format!("event {number} does not fold"))?;
    }
    let log = record.viewer_log(viewer(perspective)?);
    let entries = log.seen().entries(Seq(1)).into_iter().map(|entry| {
        let origin = copy.log.get(entry.origin.index());
        CopiedEvent { at: origin.map(|event| event.at).unwrap_or_default(), entry: entry.payload.value() }
    });
    let log = copy.log.first().cloned().into_iter().chain(entries).collect();
    Ok(CopiedRecord { log, ..copy.clone() })
}

/// The setup of a record, read from the opening in a copy.
pub fn set_up(opening: &Value) -> Result<Opening, serde_json::Error> {
    Opening::deserialize(&json!({
        "seats": opening["seats"], "options": opening["options"], "rules_version": opening["rules_version"],
    }))
}

fn viewer(perspective: &str) -> Result<Viewer, CommandFailure> {
    match perspective.strip_prefix("seat ") {
        Some(seat) => Ok(Viewer::Seat(Seat::new(seat.parse()?))),
        None if perspective == "public" => Ok(Viewer::Public),
        None => Err(format!("{perspective} is no perspective").into()),
    }
}
