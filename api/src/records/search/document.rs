//! The search document of a record that has ended: a pure function of its log.

use std::collections::BTreeSet;

use kifu_engine::outcome::Outcome;
use kifu_engine::record::Status;
use kifu_engine::seat::{BySeat, Seat};
use serde_json::Value;

use super::term::{id_of_any, terms};
use crate::records::cache::LoadedRecord;
use kifu_store::{Event, Json, SearchDocument, SearchTerm};

/// The winners, in a word.
pub const WINNERS: [&str; 3] = ["everybody", "somebody", "nobody"];

/// The document of a record and all that happened in it; `None` while it is played, and where it can't be
/// read to its end.
pub fn document(loaded: &LoadedRecord, events: &[Event]) -> Option<(SearchDocument, Vec<SearchTerm>)> {
    let record = &*loaded.record;
    let status = match record.status() {
        _ if loaded.unreplayable.is_some() => return None,
        Status::Live => return None,
        Status::Over => "over",
        Status::Abandoned => "abandoned",
    };
    let outcome = record.outcome();
    let items: Vec<Value> = record.searchable_items();
    let terms: Vec<_> = items.iter().flat_map(|event| terms(&loaded.head.game, event)).collect();
    let bare = items.iter().filter_map(|event| Some(id_of_any(&loaded.head.game, event["type"].as_str()?)));
    let ids: BTreeSet<i64> = bare.chain(terms.iter().map(|term| term.id)).collect();
    let mut result = vec![is(status), regular(!record.is_irregular())];
    result.extend(outcome.iter().flat_map(|outcome| result_terms(outcome, loaded.head.seats)));
    let document = SearchDocument {
        game: loaded.head.id,
        status,
        irregular: record.is_irregular(),
        moves: record.len(),
        ended_at: ended_at(loaded, events),
        winners: outcome
            .iter()
            .flat_map(|outcome| &outcome.winners)
            .copied()
            .filter_map(Seat::as_u8)
            .collect(),
        points: outcome.as_ref().and_then(|outcome| most(outcome.points.as_ref()?)),
        score: outcome.as_ref().and_then(|outcome| outcome.score),
        result,
        outcome: outcome.and_then(|outcome| Json::of(&outcome).ok()),
        terms: ids.into_iter().collect(),
    };
    Some((document, terms))
}

fn most(points: &BySeat<i64>) -> Option<i64> {
    points.iter().map(|(_, points)| *points).max()
}

/// The time of the last event at the table: a move or the abandonment, not a later correction.
fn ended_at(loaded: &LoadedRecord, events: &[Event]) -> chrono::DateTime<chrono::Utc> {
    let about_the_log = ["take_back", "amend", "annotate"];
    let at_the_table = events.iter().rev().find(|event| !about_the_log.contains(&event.kind.as_str()));
    at_the_table.map_or(loaded.head.opened_at, |event| event.at)
}

/// The search terms of a result.
fn result_terms(outcome: &Outcome, seats: u8) -> Vec<String> {
    let winners = match outcome.winners.len() {
        0 => WINNERS[2],
        some if some < usize::from(seats) => WINNERS[1],
        _ => WINNERS[0],
    };
    let titles = outcome.title.iter().flat_map(|title| [titled(&title.ja), titled(&title.en)]);
    [ended(outcome.ending), won_by(winners)].into_iter().chain(titles).collect()
}

/// A record of this status.
pub fn is(status: &str) -> String {
    format!("status:{status}")
}

/// A record that ended without a breach, or not so.
pub fn regular(regular: bool) -> String {
    format!("regular:{regular}")
}

/// A record that ended in this way.
pub fn ended(how: &str) -> String {
    format!("ending:{how}")
}

/// A record with these winners.
pub fn won_by(whom: &str) -> String {
    format!("winners:{whom}")
}

/// A record that earned this title.
pub fn titled(title: &str) -> String {
    format!("title:{}", title.to_lowercase())
}
