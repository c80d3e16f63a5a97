//! Reading a part of the feed, as the public sees it.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

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
use crate::streaming::cursor::{Cursor, ShardPosition};
use crate::streaming::feed_poller::FeedPositions;
use kifu_store::{GameId, Occupant, Position, PublicEvent, Shard};

/// Events read by one query.
const EVENTS_PER_QUERY: u32 = 1000;
/// Positions that one query looks through.
const POSITIONS_PER_QUERY: i64 = 5000;
/// Positions that one page looks through: where that many are hidden, the page ends early and the next goes on.
const MAX_POSITIONS_PER_PAGE: i64 = 20_000;

/// A part of the feed.
pub struct PublicPage {
    /// What the public sees, in the order of commits.
    pub items: Vec<Item>,
    /// Everything up to here is in the page.
    pub to: Cursor,
}

/// An item, and the position of a reader after it.
pub struct Item {
    /// The number of the shard.
    pub shard: usize,
    /// The place after it.
    pub after: ShardPosition,
    /// The item.
    pub item: FeedItem,
    /// Who sits there.
    pub table: Arc<[Occupant]>,
}

/// Who sits where, in the records of these events.
async fn tables(app: &App, rows: &[PublicEvent]) -> Result<HashMap<GameId, Arc<[Occupant]>>, Problem> {
    let records: BTreeSet<_> = rows.iter().map(|row| row.event.game).collect();
    let records: Vec<_> = records.into_iter().collect();
    let heads = app.store().latest().records(&records).await?;
    Ok(heads.into_iter().map(|head| (head.id, head.seating.into())).collect())
}

/// What is wanted of the feed.
pub struct ItemRequest<'w> {
    /// Which items.
    pub filter: &'w FeedFilter,
    /// How many at most.
    pub most: usize,
}

/// The items that are wanted after a cursor and up to these places.
pub async fn read(
    app: &App,
    from: Cursor,
    upto: FeedPositions,
    request: &ItemRequest<'_>,
) -> Result<PublicPage, Problem> {
    let mut page = PublicPage { items: Vec::new(), to: from };
    for (index, shard) in Shard::all().enumerate() {
        page.read_shard(app, (index, shard), upto.0[index], request).await?;
    }
    Ok(page)
}

impl PublicPage {
    async fn read_shard(
        &mut self,
        app: &App,
        (index, shard): (usize, Shard),
        end: Position,
        request: &ItemRequest<'_>,
    ) -> Result<(), Problem> {
        let begun = self.to.0[index].position;
        let limit_position = Position(begun.0.saturating_add(MAX_POSITIONS_PER_PAGE)).min(end);
        while self.items.len() < request.most && self.to.0[index].position < limit_position {
            let current = self.to.0[index];
            let upto = Position(current.position.0.saturating_add(POSITIONS_PER_QUERY)).min(limit_position);
            let rows =
                app.store().latest().public_feed(shard, current.position, upto, EVENTS_PER_QUERY).await?;
            let whole = rows.len() < EVENTS_PER_QUERY as usize;
            if self.push(app, index, rows, request).await? && whole {
                self.to.0[index] = self.to.0[index].max(ShardPosition { position: upto, items_sent: 0 });
            }
        }
        Ok(())
    }

    /// Adds the items of these events; false if there was no room for all.
    async fn push(
        &mut self,
        app: &App,
        shard: usize,
        rows: Vec<PublicEvent>,
        request: &ItemRequest<'_>,
    ) -> Result<bool, Problem> {
        let tables = tables(app, &rows).await?;
        let table = |row: &PublicEvent| tables.get(&row.event.game).cloned().unwrap_or_default();
        let matches = |row: &&PublicEvent| request.filter.wants_record(&row.slug, &table(row));
        let mut logs = PublicLogs::read(app, rows.iter().filter(matches)).await?;
        for row in &rows {
            if !matches(&row) {
                self.to.0[shard] = ShardPosition { position: row.event.position, items_sent: 0 };
                continue;
            }
            let before = Position(row.event.position.0 - 1);
            let current = self.to.0[shard];
            let already_sent = if current.position == before { current.items_sent } else { 0 };
            let logged_events = logs.of(row);
            let last = u32::try_from(logged_events.len()).unwrap_or(u32::MAX);
            for (number, logged) in (1..).zip(logged_events).skip(already_sent as usize) {
                let matches = request.filter.wants_item(&logged.entry);
                if matches && self.items.len() == request.most {
                    return Ok(false);
                }
                let after = match number {
                    number if number == last => ShardPosition { position: row.event.position, items_sent: 0 },
                    sent => ShardPosition { position: before, items_sent: sent },
                };
                self.to.0[shard] = after;
                if matches {
                    let item = FeedItem::new(row, logged, app.feed.sealer.seal(&self.to));
                    self.items.push(Item { shard, after, item, table: table(row) });
                }
            }
            self.to.0[shard] = ShardPosition { position: row.event.position, items_sent: 0 };
        }
        Ok(true)
    }
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
