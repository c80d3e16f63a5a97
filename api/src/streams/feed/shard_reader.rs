//! Reading the feed of one shard, as the public sees it.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use kifu_engine::budget::Budget;
use kifu_engine::erased::AnyRecord;
use kifu_engine::seat::Viewer;
use kifu_engine::seq::Seq;

use super::FeedItem;
use super::filter::FeedFilter;
use super::page::EVENTS_PER_ROUND;
use super::{OpenedEntry, PublicEntry};
use crate::app::App;
use crate::http::cost::{Admission, Permit, Scans, Slot};
use crate::http::problem::{Code, Problem};
use crate::records::cache::LoadedRecord;
use crate::records::view::log::{LoggedEvent, log};
use crate::streams::subscriptions::cursor::ShardPosition;
use kifu_store::{GameId, Occupant, Position, PublicEvent, Record, Shard};

/// A reader of the feed of a shard.
pub struct ShardReader {
    shard: Shard,
    /// Everything up to here was read.
    read: ShardPosition,
    /// It reads no further.
    end: Position,
    /// It looks at this number of further items.
    items: usize,
    /// The items that were read and not taken.
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
    /// The people at the table.
    pub table: Arc<[Occupant]>,
}

impl ShardReader {
    /// Reads on from a place up to a position, within these limits of positions and items; the latter to the end of an
    /// event.
    pub fn new(shard: Shard, from: ShardPosition, upto: Position, (positions, items): (i64, usize)) -> Self {
        let end = Position(from.position.0.saturating_add(positions)).min(upto);
        Self { shard, read: from, end, items: items.max(1), waiting: VecDeque::new() }
    }

    /// The shard.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// The time of the next item, if one is waiting.
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

    /// Reads on until an item is waiting, or to the end, in batches of this number of events.
    pub async fn read(
        &mut self,
        (app, admission): (&App, &Admission),
        mut events: u32,
        filter: &FeedFilter,
    ) -> Result<(), Problem> {
        while self.waiting.is_empty() && self.read.position < self.end && self.items > 0 {
            let slot = admission.slot().await?;
            let (after, upto) = (self.read.position, self.end);
            let rows = app.store().latest().public_feed(self.shard, after, upto, events, &slot).await?;
            let whole = rows.len() < events as usize;
            self.push((app, admission, slot), &rows, filter).await?;
            if whole && self.items > 0 {
                self.read = self.read.max(ShardPosition { position: upto, items_sent: 0 });
            }
            // Nobody wanted them: fewer queries for more.
            events = events.saturating_mul(4).min(EVENTS_PER_ROUND);
        }
        Ok(())
    }

    /// Adds the items of these events.
    async fn push(
        &mut self,
        (app, admission, slot): (&App, &Admission, Slot<Scans>),
        rows: &[PublicEvent],
        filter: &FeedFilter,
    ) -> Result<(), Problem> {
        let tables = tables(app, rows).await?;
        let table = |row: &PublicEvent| tables.get(&row.event.game).cloned().unwrap_or_default();
        let matches = |row: &&PublicEvent| filter.wants_record(&row.slug, &table(row));
        let mut logs = PublicLogs::read((app, admission, slot), rows.iter().filter(matches)).await?;
        for row in rows {
            if self.items == 0 {
                break;
            }
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
        items: Vec<FeedItem>,
        table: &Arc<[Occupant]>,
        filter: &FeedFilter,
    ) {
        let previous = Position(row.event.position.0 - 1);
        let already_sent = if self.read.position == previous { self.read.items_sent } else { 0 };
        let mut unsent = (1..).zip(items).skip(already_sent as usize).peekable();
        while let Some((sent, item)) = unsent.next() {
            self.items = self.items.saturating_sub(1);
            let (before, matches) = (self.read, filter.wants_item(&item.entry.kind()));
            let after = match unsent.peek() {
                None => ShardPosition { position: row.event.position, items_sent: 0 },
                Some(_) => ShardPosition { position: previous, items_sent: sent },
            };
            self.read = after;
            if matches {
                self.waiting.push_back(ShardItem { before, after, item, table: Arc::clone(table) });
            }
        }
    }
}

/// The people by seat, in the records of these events.
async fn tables(app: &App, rows: &[PublicEvent]) -> Result<HashMap<GameId, Arc<[Occupant]>>, Problem> {
    let records: BTreeSet<_> = rows.iter().map(|row| row.event.game).collect();
    let records: Vec<_> = records.into_iter().collect();
    let heads = app.store().latest().records(&records).await?;
    let seating = |(id, head): (GameId, Result<Record, _>)| Some((id, head.ok()?.seating.into()));
    Ok(heads.into_iter().filter_map(seating).collect())
}

/// A record with this event at least; `None` if it is gone.
async fn snapshot(
    (app, admission): (&App, &Admission),
    id: GameId,
    last: Seq,
) -> Result<Option<Arc<LoadedRecord>>, Problem> {
    let Some(cached) = app.records.find(admission, id).await? else { return Ok(None) };
    let snapshot = app.records.read_at(admission, cached, last).await?;
    Ok(Some(Arc::clone(snapshot.loaded())))
}

/// The log of some records as the public saw it while they were live, by the event of the full record it comes from.
/// Unlike what it sees once they are over, that never changes.
struct PublicLogs(HashMap<(GameId, Seq), Vec<LoggedEvent>>);

impl PublicLogs {
    async fn read<'r>(
        (app, admission, slot): (&App, &Admission, Slot<Scans>),
        rows: impl Iterator<Item = &'r PublicEvent>,
    ) -> Result<Self, Problem> {
        let mut ranges: HashMap<GameId, (Seq, Seq)> = HashMap::new();
        for PublicEvent { event, .. } in rows.filter(|row| row.event.seq.0 > 0) {
            let (first, last) = ranges.entry(event.game).or_insert((event.seq, event.seq));
            (*first, *last) = ((*first).min(event.seq), (*last).max(event.seq));
        }
        let mut records = Vec::with_capacity(ranges.len());
        for (id, (first, last)) in ranges {
            match snapshot((app, admission), id, last).await {
                // One that can't be read at all must not stop the feed of the others.
                Err(problem) if problem.code() == Code::Internal => {
                    tracing::warn!(game = %id, %problem, "left out of the feed");
                }
                read => records.extend(read?.map(|loaded| (loaded, first))),
            }
        }
        if records.is_empty() {
            return Ok(Self(HashMap::new()));
        }
        let read_logs = move |permit: &Permit<Scans>| {
            let mut logs = Self(HashMap::new());
            for (loaded, first) in records.iter().take_while(|_| permit.goes_on()) {
                logs.add(loaded, *first);
            }
            logs
        };
        slot.run(read_logs).await
    }

    fn add(&mut self, loaded: &LoadedRecord, first: Seq) {
        let watch = loaded.record.viewer_log(Viewer::Public);
        let seen = watch.seen();
        for logged in log(loaded, seen, first_from(seen, first)) {
            let Some(origin) = seen.origin(logged.seq) else { continue };
            self.0.entry((loaded.head.id, origin)).or_default().push(logged);
        }
    }

    fn of(&mut self, row: &PublicEvent) -> Vec<FeedItem> {
        let event = &row.event;
        if event.seq.0 == 0 {
            let opened = OpenedEntry::of(row).map(PublicEntry::Opened).into_iter();
            return opened.map(|opened| FeedItem::new(row, Seq(0), event.at, opened)).collect();
        }
        let logged = self.0.remove(&(event.game, event.seq)).unwrap_or_default().into_iter();
        logged
            .map(|logged| FeedItem::new(row, logged.seq, logged.at, PublicEntry::Logged(logged.entry)))
            .collect()
    }
}

/// The first event of a viewer's log that comes from this event of the full record or a later one.
fn first_from(seen: &dyn AnyRecord, event: Seq) -> Seq {
    let (mut before, mut after) = (0, seen.version().0 + 1);
    while after - before > 1 {
        let middle = before.midpoint(after);
        let earlier = seen.origin(Seq(middle)).is_some_and(|origin| origin < event);
        if earlier { before = middle } else { after = middle }
    }
    Seq(after)
}
