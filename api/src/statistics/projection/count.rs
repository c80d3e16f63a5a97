//! Records as they stand, loaded once for everything that is derived from them.

use std::collections::BTreeSet;

use kifu_engine::game::Meta;
use kifu_engine::games;

use crate::http::cost::{Folds, Permit};
use crate::http::problem::Problem;
use crate::records::archive::walk::{Stored, load};
use crate::records::cache::{LoadedRecord, stored_opening};
use crate::records::details::Details;
use crate::records::played_at::PlayedAt;
use kifu_statistics::columns::GameEntry;
use kifu_statistics::entries::{EntryBuilder, LogEvent, ObservationsByMetric, RecordDetails};
use kifu_statistics::shapes::slow_fingerprint;
use kifu_store::{
    CountableRecord, EndedRecord, Event, GameId, Position, Record, SlowObservations, Store, Visibility,
};

/// Records held in memory at once.
const MAX_LOADED_RECORDS: usize = 64;

/// The counted data of a record.
pub struct CountedRecord {
    /// The record.
    pub game: GameId,
    /// The slug of its game.
    pub slug: String,
    /// The entries for statistics; none unless the record is public and no copy.
    pub entries: Vec<GameEntry>,
    /// The document for a search.
    pub document: Option<EndedRecord>,
    /// True: the record can be read to its end.
    pub is_whole: bool,
}

/// How the document of a record is made.
pub type MakeDocument = fn(&LoadedRecord, &[Event]) -> Option<EndedRecord>;

/// Counts these records, as the feed stood at a position. A record that no longer opens counts nothing; one whose kind
/// of game can't be read is left out.
pub async fn count(
    store: &Store,
    games: Vec<GameId>,
    to: Position,
    document: MakeDocument,
) -> Result<Vec<CountedRecord>, Problem> {
    let mut counted_records = Vec::with_capacity(games.len());
    for page in games.chunks(MAX_LOADED_RECORDS) {
        let mut slow = store.latest().slow_observations(page).await?;
        let page = load(store.latest(), page).await?;
        let of_page = move || {
            let one = |stored: Stored| {
                let (head, events) = stored.into_parts().ok()?;
                let slow = slow.remove(&head.id);
                Some(one(head, slow, events, to, document))
            };
            page.into_iter().filter_map(one).collect()
        };
        let of_page: Vec<CountedRecord> =
            tokio::task::spawn_blocking(of_page).await.map_err(Problem::internal)?;
        counted_records.extend(of_page);
    }
    Ok(counted_records)
}

/// The records of these that can't be read to their end.
pub fn damaged(mut games: Vec<GameId>, counted: &[CountedRecord]) -> Vec<GameId> {
    let whole: BTreeSet<_> =
        counted.iter().filter(|record| record.is_whole).map(|record| record.game).collect();
    games.retain(|game| !whole.contains(game));
    games
}

fn one(
    head: Record,
    slow: Option<SlowObservations>,
    mut events: Vec<Event>,
    to: Position,
    document: MakeDocument,
) -> CountedRecord {
    events.retain(|event| event.position <= to);
    let (game, slug) = (head.id, head.game.clone());
    let counted_head = counts(&head).then(|| self::head(CountableRecord::of(&head, slow))).flatten();
    let opening = events.len().min(1);
    #[expect(clippy::disallowed_methods, reason = "a follower counts, and no request waits for it")]
    let permit = Permit::<Folds>::unattended();
    // `LoadedRecord::new` has logged why it does not open.
    let Ok(mut loaded) = LoadedRecord::new(head, &events[..opening], &permit) else {
        return CountedRecord { game, slug, entries: Vec::new(), document: None, is_whole: false };
    };
    let mut walk = EntryBuilder::default();
    for event in &events[opening..] {
        loaded.fold(std::slice::from_ref(event), &permit);
        match loaded.unreplayable {
            Some(_) => walk.breaks(event.position.0),
            None if counted_head.is_some() => walk.step(&*loaded.record, &logged(event)),
            None => {}
        }
    }
    let entries = counted_head.map(|head| walk.entries(&head)).unwrap_or_default();
    let is_whole = loaded.unreplayable.is_none();
    CountedRecord { game, slug, entries, document: document(&loaded, &events), is_whole }
}

/// True for a public record that is no copy.
pub fn counts(head: &Record) -> bool {
    head.visibility == Visibility::Public && head.copy_of.is_none()
}

/// The details of a record for statistics, beside its log; `None` if its game is not known here.
pub fn head(head: CountableRecord) -> Option<RecordDetails> {
    let details = Details::stored_in(&head.details);
    let game = games::find(&head.game)?;
    Some(RecordDetails {
        id: head.id.0,
        game,
        opening: stored_opening(head.seats, &head.options, head.rules_version).ok()?,
        played_at: details.played_at.map_or(head.opened_at, PlayedAt::utc),
        place: details.place.map(String::from),
        tags: details.tags.into_iter().map(String::from).collect(),
        players: head.players,
        slow: head.slow.and_then(|slow| slow_observations(game.meta(), slow)),
    })
}

/// The stored slow observations of a record if they follow the current definitions, and the last event they include.
fn slow_observations(game: &Meta, slow: SlowObservations) -> Option<(i64, ObservationsByMetric)> {
    let is_current = slow_fingerprint(game).is_some_and(|fingerprint| fingerprint == slow.fingerprint);
    let observations = slow.observations.filter(|_| is_current)?;
    Some((slow.position.0, observations.read().ok()?))
}

/// An event as counting reads it.
pub fn logged(event: &Event) -> LogEvent<'_> {
    LogEvent { position: event.position.0, at: event.at, kind: &event.kind, payload: event.payload.as_str() }
}
