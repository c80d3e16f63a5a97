//! Compares search documents with their records.

use kifu_names::Name;
use serde_json::{Map, Value, json};

use crate::records::details::Details;
use crate::records::played_at::PlayedAt;
use crate::records::search::document;
use kifu_store::{Record, SearchDocument};

/// The first field of a search document that is not what the record says; `None` where all are.
pub(super) fn differing_field(
    head: &Record,
    ended: Option<&SearchDocument>,
    stored: &Map<String, Value>,
) -> Option<String> {
    let mut expected = said_of_itself(head);
    expected.extend(of_end(ended));
    let mut stored = stored.clone();
    sort(&mut stored, "players");
    sort(&mut stored, "terms");
    let differs = |(field, value): &(String, Value)| stored.get(field) != Some(value);
    expected.into_iter().find(differs).map(|(field, _)| field)
}

/// Sorts as [`said_of_itself`] does.
fn sort(document: &mut Map<String, Value>, field: &str) {
    if let Some(Value::Array(values)) = document.get_mut(field) {
        values.sort_by_key(Value::to_string);
    }
}

/// The part of the document that comes from the record's head, not from its events.
fn said_of_itself(head: &Record) -> Map<String, Value> {
    let details = Details::stored_in(&head.details);
    let key = |name: &Name| String::from(name.key());
    let names: Vec<_> = head.seating.iter().map(|sits| sits.name().map(key).unwrap_or_default()).collect();
    let mut players: Vec<_> =
        head.seating.iter().filter_map(|sits| Some(sits.player()?.0.to_string())).collect();
    players.sort_unstable();
    let (place, tags) = (details.place.as_ref().map(key), details.tags.iter().map(key).collect::<Vec<_>>());
    let words: Vec<_> = names.iter().chain(&place).chain(&tags).cloned().collect();
    let played_at = details.played_at.map_or(head.opened_at, PlayedAt::utc);
    let options: Value = head.options.read().unwrap_or_default();
    let fields = json!({
        "game": head.game, "seats": head.seats, "options": options, "visibility": head.visibility, "names": names,
        "players": players, "tags": tags, "place": place, "words": words.join("\n"), "is_copy": head.copy_of.is_some(),
        "opened_at": head.opened_at.timestamp_micros(), "played_at": played_at.timestamp_micros(),
    });
    object(fields)
}

/// The part of the document that comes from the record's end.
fn of_end(ended: Option<&SearchDocument>) -> Map<String, Value> {
    let live = || {
        json!({
            "status": "live", "irregular": null, "moves": null, "ended_at": null, "outcome": null, "winners": null,
            "points": null, "score": null, "result": [document::is("live")], "terms": null,
        })
    };
    let over = |ended: &SearchDocument| {
        let outcome: Option<Value> = ended.outcome.as_ref().and_then(|outcome| outcome.read().ok());
        let mut terms: Vec<_> = ended.terms.iter().map(|term| json!(term)).collect();
        terms.sort_by_key(Value::to_string);
        json!({
            "status": ended.status, "irregular": ended.irregular, "moves": ended.moves, "outcome": outcome,
            "ended_at": ended.ended_at.timestamp_micros(), "winners": ended.winners, "points": ended.points,
            "score": ended.score, "result": ended.result, "terms": terms,
        })
    };
    object(ended.map_or_else(live, over))
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
