//! Records as they stand, loaded once for everything that is derived from them.

use kifu_engine::games;

use crate::archive::walk::load;
use crate::details::Details;
use crate::played_at::PlayedAt;
use crate::problem::Problem;
use crate::record_cache::LoadedRecord;
use kifu_statistics::columns::GameEntry;
use kifu_statistics::entries::{EntryBuilder, LogEvent, RecordDetails};
use kifu_store::{CountableRecord, EndedRecord, Event, GameId, Position, Record, Store, Visibility};

/// Records held in memory at once.
const MAX_LOADED_RECORDS: usize = 64;

/// What a record says.
pub struct CountedRecord {
    /// The record.
    pub game: GameId,
    /// The slug of its game.
    pub slug: String,
    /// To statistics; nothing unless it is public, and no copy.
    pub entries: Vec<GameEntry>,
    /// To a search.
    pub document: Option<EndedRecord>,
}

/// How the document of a record is made.
pub type MakeDocument = fn(&LoadedRecord, &[Event]) -> Option<EndedRecord>;

/// What these records say, as the feed stood at a position. One that no longer opens says nothing.
pub async fn count(
    store: &Store,
    games: Vec<GameId>,
    to: Position,
    document: MakeDocument,
) -> Result<Vec<CountedRecord>, Problem> {
    let mut counted_records = Vec::with_capacity(games.len());
    for page in games.chunks(MAX_LOADED_RECORDS) {
        let page = load(store.latest(), page).await?;
        let of_page =
            move || page.into_iter().map(|(head, events)| one(head, events, to, document)).collect();
        let of_page: Vec<CountedRecord> =
            tokio::task::spawn_blocking(of_page).await.map_err(Problem::internal)?;
        counted_records.extend(of_page);
    }
    Ok(counted_records)
}

fn one(head: Record, mut events: Vec<Event>, to: Position, document: MakeDocument) -> CountedRecord {
    events.retain(|event| event.position <= to);
    let (game, slug) = (head.id, head.game.clone());
    let counted_head = counts(&head).then(|| self::head(CountableRecord::of(&head))).flatten();
    let opening = events.len().min(1);
    // `LoadedRecord::new` has logged why it does not open.
    let Ok(mut loaded) = LoadedRecord::new(head, &events[..opening]) else {
        return CountedRecord { game, slug, entries: Vec::new(), document: None };
    };
    let mut walk = EntryBuilder::default();
    for event in &events[opening..] {
        loaded.fold(std::slice::from_ref(event));
        match loaded.unreplayable {
            Some(_) => walk.breaks(event.position.0),
            None if counted_head.is_some() => walk.step(&*loaded.record, &logged(event)),
            None => {}
        }
    }
    let entries = counted_head.map(|head| walk.entries(&head)).unwrap_or_default();
    CountedRecord { game, slug, entries, document: document(&loaded, &events) }
}

/// What was played in public.
fn counts(head: &Record) -> bool {
    head.visibility == Visibility::Public && head.copy_of.is_none()
}

/// What statistics know of a record beside its log; `None` if it is of no game that is known here.
pub fn head(head: CountableRecord) -> Option<RecordDetails> {
    let details: Details = head.details.read().unwrap_or_default();
    Some(RecordDetails {
        id: head.id.0,
        game: games::find(&head.game)?,
        seats: head.seats,
        options: head.options.read().ok()?,
        at: details.played_at.map_or(head.opened_at, PlayedAt::utc),
        place: details.place,
        tags: details.tags,
        players: head.players,
    })
}

fn logged(event: &Event) -> LogEvent<'_> {
    LogEvent { position: event.position.0, at: event.at, kind: &event.kind, payload: event.payload.as_str() }
}
