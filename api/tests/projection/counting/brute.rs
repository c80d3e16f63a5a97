//! Counting without columns, stretches or followers: each log is cut off at the position and folded once.

use std::collections::BTreeMap;

use kifu::records::details::Details;
use kifu::records::played_at::PlayedAt;
use kifu_engine::erased::{AnyRecord, Opening};
use kifu_engine::games;
use kifu_engine::record::Status;
use kifu_engine::rules::RulesVersion;
use kifu_engine::seat::Seat;
use kifu_engine::seq::Seq;
use kifu_engine::statistics::Value as Seen;
use kifu_engine::text::Names;
use kifu_statistics::columns::games::Game;
use kifu_statistics::columns::observations::{StoredObservation, Value, WHOLE_TABLE};
use kifu_store::{Event, FeedPositions, Record, Store, Visibility};

use super::ObservationsByRecord;

/// The known facts of a record, and each observation in words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Said {
    head: String,
    observations: Vec<String>,
}

/// The content of the columns, in the same words.
pub fn said<'c>(game: &Game, columns: impl Iterator<Item = (&'c str, Vec<StoredObservation>)>) -> Said {
    let mut observations = Vec::new();
    for (metric, ones) in columns {
        for StoredObservation { seat, value, dimensions } in ones {
            let seat = if seat == WHOLE_TABLE { "table".to_owned() } else { seat.to_string() };
            let value = match value {
                Value::Number(number) => format!("{number:.6}"),
                Value::Word(word) => word,
                Value::Player(id) => id.to_string(),
                Value::Between(low, high) => format!("{low}..{high}"),
            };
            let dimensions: Vec<_> = dimensions.into_iter().map(Option::unwrap_or_default).collect();
            observations.push(format!("{metric} {seat} {value} {}", dimensions.join(",")));
        }
    }
    observations.sort_unstable();
    let Game { played_at: at, irregular, place, tags, players, won, places, ending, .. } = game;
    let head = format!("{at} {irregular} {place:?} {tags:?} {players:?} {won:?} {places:?} {ending}");
    Said { head, observations }
}

/// The facts of all public records at a place in the feed, as far as their logs tell, with the sitters of now.
pub async fn count(store: &Store, place: &FeedPositions) -> ObservationsByRecord {
    let all = store.latest().walk(None, u32::MAX).await.unwrap();
    let mut counted = ObservationsByRecord::new();
    for cursor in all {
        let head = store.latest().record(cursor.id).await.unwrap().unwrap();
        if head.copy_of.is_some() || head.visibility != Visibility::Public {
            continue;
        }
        let log = store.latest().events(cursor.id, Seq(1)).await.unwrap();
        let position = place.of(store.shards().unwrap().of(cursor.id));
        let log: Vec<Event> = log.into_iter().filter(|event| event.position <= position).collect();
        counted.extend(record(&head, &log).map(|said| (head.id.0, said)));
    }
    counted
}

fn record(head: &Record, log: &[Event]) -> Option<Said> {
    let rules_version = RulesVersion::from(head.rules_version);
    let opening = Opening { seats: head.seats, options: head.options.read().unwrap(), rules_version };
    let mut record = games::find(&head.game).unwrap().open(&opening).unwrap();
    for event in log {
        record.append_stored(event.payload.as_str()).unwrap();
    }
    (record.status() == Status::Over).then(|| over(head, &*record, log))
}

fn over(head: &Record, record: &dyn AnyRecord, log: &[Event]) -> Said {
    let (details, outcome) = (Details::of(head), record.outcome().unwrap());
    let seats: Vec<Seat> = (0..head.seats).map(Seat::new).collect();
    let won: Vec<bool> = seats.iter().map(|seat| outcome.winners.contains(seat)).collect();
    let place = |seat: &Seat| match &outcome.places {
        Some(places) => places[*seat],
        None => 2 - u8::from(outcome.winners.contains(seat)),
    };
    let places: Vec<u8> = seats.iter().map(place).collect();
    let players: Vec<_> = head.seating.iter().map(|sitter| sitter.player().map(|player| player.0)).collect();
    let Details { place, tags, played_at, .. } = details;
    let (place, tags): (_, Vec<_>) = (place.map(String::from), tags.into_iter().map(String::from).collect());
    let (at, irregular) =
        (played_at.map_or(head.opened_at, PlayedAt::utc).timestamp_millis(), record.is_irregular());
    let ending = outcome.ending;
    let said = format!("{at} {irregular} {place:?} {tags:?} {players:?} {won:?} {places:?} {ending}");
    let mut observations = own(record);
    observations.extend(common(record, log, &won));
    observations.sort_unstable();
    Said { head: said, observations }
}

fn own(record: &dyn AnyRecord) -> Vec<String> {
    let game = record.meta();
    let steps = record.steps(1, record.len(), &Names::none(record.seats().count().into()));
    let line = |seen: kifu_engine::statistics::Observation| {
        let seat = seen.seat.map_or("table".to_owned(), |seat| seat.to_string());
        let value = match &seen.value {
            Seen::Number(number) => format!("{number:.6}"),
            Seen::Word(word) => word.clone(),
            Seen::Between(low, high) => format!("{low}..{high}"),
        };
        let dimension_values: BTreeMap<_, _> =
            seen.dimensions.iter().map(|(name, word)| (*name, word.as_str())).collect();
        let metric = game.metrics.iter().find(|metric| metric.name == seen.metric).unwrap();
        let dimensions =
            metric.dimensions.iter().map(|d| dimension_values.get(d.name).copied().unwrap_or_default());
        let mut dimensions: Vec<_> = dimensions.map(str::to_owned).collect();
        if let Some(event) = seen.event {
            let step = 1 + steps.iter().position(|step| step.seq == event).unwrap();
            dimensions.extend([step.to_string(), event.0.to_string()]);
        }
        format!("{}.{} {seat} {value} {}", game.slug, seen.metric, dimensions.join(","))
    };
    record.observe().into_iter().map(line).collect()
}

fn common(record: &dyn AnyRecord, log: &[Event], won: &[bool]) -> Vec<String> {
    let outcome = record.outcome().unwrap();
    let count = won.len();
    let first = record.first_player().map(Seat::index);
    let turn =
        |seat: usize| first.map_or(String::new(), |first| ((seat + count - first) % count + 1).to_string());
    let number = |yes: bool| if yes { 1.0 } else { 0.0 };
    let mut lines = Vec::new();
    for (seat, wins) in won.iter().enumerate() {
        let at = Seat::new(u8::try_from(seat).unwrap());
        lines.push(format!("common.won {seat} {:.6} {}", number(*wins), turn(seat)));
        lines.extend(
            outcome
                .places
                .as_ref()
                .map(|by| format!("common.place {seat} {:.6} {}", f64::from(by[at]), turn(seat))),
        );
        lines.extend(
            outcome
                .points
                .as_ref()
                .map(|by| format!("common.points {seat} {:.6} {}", by[at] as f64, turn(seat))),
        );
    }
    lines.extend(outcome.score.map(|score| format!("common.score table {:.6} ", score as f64)));
    lines.push(format!("common.moves table {:.6} ", record.len() as f64));
    let features = record.meta().features;
    let alone = !features.contains(&kifu_engine::game::Feature::Cooperative);
    let share = won.iter().filter(|won| **won).count() as f64 / count as f64;
    if alone {
        let above = won.iter().map(|wins| number(*wins) - share).enumerate();
        let line = |(seat, above)| format!("common.won_above_chance {seat} {above:.6} {}", turn(seat));
        lines.extend(above.map(line));
    }
    if let (Some(first), true) = (first, alone) {
        lines.push(format!("common.first_player_advantage {first} {:.6} ", number(won[first]) - share));
    }
    let in_force = record.in_force();
    let time = |entry: &kifu_engine::erased::EntryView| log[usize::try_from(entry.seq.0).unwrap() - 1].at;
    let taken = time(in_force.last().unwrap()) - time(&in_force[0]);
    let milliseconds = taken.num_milliseconds();
    if milliseconds > 0 && milliseconds >= 1000 * i64::try_from(record.len() - 1).unwrap() {
        lines.push(format!("common.minutes table {:.6} ", milliseconds as f64 / 60_000.0));
    }
    lines
}
