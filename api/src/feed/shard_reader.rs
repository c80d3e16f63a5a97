//! Reading the feed of one shard, as the public sees it.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use kifu_engine::erased::{AnyRecord, with_game};
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;
use serde_json::Value;

use super::FeedItem;
use super::filter::FeedFilter;
use crate::app::App;
use crate::problem::{Code, Problem};
use crate::record_cache::LoadedRecord;
use crate::record_view::log::{LoggedEvent, log};
use crate::streaming::cursor::ShardPosition;
use kifu_store::{GameId, Occupant, Position, PublicEvent, Shard};

/// Positions that one query looks through.
const POSITIONS_PER_QUERY: i64 = 5000;

/// A reader of the feed of a shard.
pub struct ShardReader {
    shard: Shard,
    /// Everything up to here was read.
    read: ShardPosition,
    /// It reads no further.
    end: Position,
    /// What was read and not taken.
    waiting: VecDeque<ShardItem>,
}

/// An item, and where it stands in the feed of its shard.
pub struct ShardItem {
    /// The place before it, behind everything that nobody wanted.
    before: ShardPosition,
    /// The place after it.
    pub after: ShardPosition,
    /// The item, whose cursor is not made yet.
    pub item: FeedItem,
    /// Who sits there.
    pub table: Arc<[Occupant]>,
}

impl ShardReader {
    /// Reads on from a place up to a position, and no further than so many positions.
    pub fn new(shard: Shard, from: ShardPosition, upto: Position, most: i64) -> Self {
        let end = Position(from.position.0.saturating_add(most)).min(upto);
        Self { shard, read: from, end, waiting: VecDeque::new() }
    }

    /// The shard.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// When the next item was logged, if one is waiting.
    pub fn next_at(&self) -> Option<DateTime<Utc>> {
        self.waiting.front().map(|next| next.item.at)
    }

    /// Takes the next item, if one is waiting.
    pub fn take(&mut self) -> Option<ShardItem> {
        self.waiting.pop_front()
    }

    /// The place behind everything that was taken and that nobody wanted.
    pub fn place(&self) -> ShardPosition {
        self.waiting.front().map_or(self.read, |next| next.before)
    }

    /// Reads on until an item is waiting, or to the end; so many events at once.
    pub async fn read(&mut self, app: &App, events: u32, filter: &FeedFilter) -> Result<(), Problem> {
        while self.waiting.is_empty() && self.read.position < self.end {
            let after = self.read.position;
            let upto = Position(after.0.saturating_add(POSITIONS_PER_QUERY)).min(self.end);
            let rows = app.store().latest().public_feed(self.shard, after, upto, events).await?;
            let whole = rows.len() < events as usize;
            self.push(app, &rows, filter).await?;
            if whole {
                self.read = self.read.max(ShardPosition { position: upto, items_sent: 0 });
            }
        }
        Ok(())
    }

    /// Adds the items of these events.
    async fn push(&mut self, app: &App, rows: &[PublicEvent], filter: &FeedFilter) -> Result<(), Problem> {
        let tables = tables(app, rows).await?;
        let table = |row: &PublicEvent| tables.get(&row.event.game).cloned().unwrap_or_default();
        let matches = |row: &&PublicEvent| filter.wants_record(&row.slug, &table(row));
        let mut logs = PublicLogs::read(app, rows.iter().filter(matches)).await?;
        for row in rows {
            if matches(&row) {
                self.push_items(row, logs.of(row), &table(row), filter);
            }
            self.read = ShardPosition { position: row.event.position, items_sent: 0 };
        }
        Ok(())
    }

    fn push_items(
        &mut self,
        row: &PublicEvent,
        logged_events: Vec<LoggedEvent>,
        table: &Arc<[Occupant]>,
        filter: &FeedFilter,
    ) {
        let previous = Position(row.event.position.0 - 1);
        let already_sent = if self.read.position == previous { self.read.items_sent } else { 0 };
        let last = u32::try_from(logged_events.len()).unwrap_or(u32::MAX);
        for (number, logged) in (1..).zip(logged_events).skip(already_sent as usize) {
            let (before, is_wanted) = (self.read, filter.wants_item(&logged.entry));
            let after = match number {
                number if number == last => ShardPosition { position: row.event.position, items_sent: 0 },
                sent => ShardPosition { position: previous, items_sent: sent },
            };
            self.read = after;
            if is_wanted {
                let (item, table) = (FeedItem::new(row, logged), Arc::clone(table));
                self.waiting.push_back(ShardItem { before, after, item, table });
            }
        }
    }
}

/// Who sits where, in the records of these events.
async fn tables(app: &App, rows: &[PublicEvent]) -> Result<HashMap<GameId, Arc<[Occupant]>>, Problem> {
    let records: BTreeSet<_> = rows.iter().map(|row| row.event.game).collect();
    let records: Vec<_> = records.into_iter().collect();
    let heads = app.store().latest().records(&records).await?;
    Ok(heads.into_iter().map(|head| (head.id, head.seating.into())).collect())
}

/// The log of some records as the public saw it while they were live, by the event of the full record it comes from.
/// Unlike what it sees once they are over, that never changes.
struct PublicLogs(HashMap<(GameId, kifu_store::Seq), Vec<LoggedEvent>>);

impl PublicLogs {
    async fn read<'r>(app: &App, rows: impl Iterator<Item = &'r PublicEvent>) -> Result<Self, Problem> {
        let mut ranges: HashMap<GameId, (kifu_store::Seq, kifu_store::Seq)> = HashMap::new();
        for PublicEvent { event, .. } in rows.filter(|row| row.event.seq.0 > 0) {
            let (first, last) = ranges.entry(event.game).or_insert((event.seq, event.seq));
            (*first, *last) = ((*first).min(event.seq), (*last).max(event.seq));
        }
        let mut logs = Self(HashMap::new());
        for (id, (first, last)) in ranges {
            match logs.add(app, id, first, last).await {
                // One that can't be read at all must not stop the feed of the others.
                Err(problem) if problem.code() == Code::Internal => {
                    tracing::warn!(game = %id, %problem, "left out of the feed");
                }
                read => read?,
            }
        }
        Ok(logs)
    }

    async fn add(
        &mut self,
        app: &App,
        id: GameId,
        first: kifu_store::Seq,
        last: kifu_store::Seq,
    ) -> Result<(), Problem> {
        let Some(cached) = app.records.find(id).await? else { return Ok(()) };
        let guard = app.records.read_at(cached, last).await?;
        let seen = move |loaded: &LoadedRecord| {
            let watch = loaded.record.viewer_log(Viewer::Public);
            let seen = watch.seen();
            let origin = |logged: &LoggedEvent| seen.origin(logged.seq).unwrap_or_default();
            let logged = log(loaded, seen, first_from(seen, first)).into_iter();
            logged.map(|logged| (origin(&logged), logged)).collect::<Vec<_>>()
        };
        for (origin, logged) in guard.compute(app.records.compute(), seen).await? {
            let origin = i64::try_from(origin.0).unwrap_or_default();
            self.0.entry((id, kifu_store::Seq(origin))).or_default().push(logged);
        }
        Ok(())
    }

    fn of(&mut self, PublicEvent { event, slug, .. }: &PublicEvent) -> Vec<LoggedEvent> {
        if event.seq.0 == 0 {
            let entry = opened(slug, event.payload.read().unwrap_or_default());
            return vec![LoggedEvent { seq: Seq(0), at: event.at, disputed: false, entry }];
        }
        self.0.remove(&(event.game, event.seq)).unwrap_or_default()
    }
}

/// The opening of a record, whose options say their game too.
fn opened(game: &str, mut entry: Value) -> Value {
    let options = entry["options"].take();
    entry["options"] = with_game(game, options);
    entry
}

/// The first event of a viewer's log that comes from this event of the full record or a later one.
fn first_from(seen: &dyn AnyRecord, event: kifu_store::Seq) -> Seq {
    let event = u64::try_from(event.0).unwrap_or_default();
    let (mut before, mut after) = (0, seen.version().0 + 1);
    while after - before > 1 {
        let middle = before.midpoint(after);
        let earlier = seen.origin(Seq(middle)).is_some_and(|origin| origin.0 < event);
        if earlier { before = middle } else { after = middle }
    }
    Seq(after)
}
