//! Reading a part of the feed, as the public sees it.
//!
//! Each shard has a feed of its own, in the order of its commits. A page merges them by the times of their next items, and
//! where these are equal by the numbers of the shards: so the order of a shard always holds, and what happened in different
//! shards comes in the order of its times as far as that allows. Nothing that is hidden has a part in it.

use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};

use super::FeedItem;
use super::filter::FeedFilter;
use super::shard_reader::{ShardItem, ShardReader};
use crate::app::App;
use crate::http::cost::Admission;
use crate::http::problem::Problem;
use crate::streams::subscriptions::cursor::{Cursor, ShardPosition};
use kifu_store::{FeedPositions, Occupant, Shard};

/// Events that the queries of a page for more items read, over all shards.
pub const EVENTS_PER_ROUND: u32 = 1000;
/// The fewest events that are worth a query.
const MIN_EVENTS_PER_QUERY: u32 = 50;
/// Items that one page looks at, wanted or not: after this number the page ends early and the next goes on. Hidden
/// items do not count.
const MAX_ITEMS_LOOKED_AT: usize = 1000;
/// Positions that one page looks through: where that many are hidden, the page ends early and the next goes on.
const MAX_POSITIONS_PER_PAGE: i64 = 5000;
/// The fewest positions of a shard that a page looks through.
const MIN_POSITIONS_PER_SHARD: i64 = 500;
/// Shards that are read at the same time.
const CONCURRENT_READS: usize = 4;

/// A part of the feed.
pub struct PublicPage {
    /// The public items.
    pub items: Vec<Item>,
    /// Everything up to here is in the page.
    pub to: Cursor,
}

/// An item, and the place of a reader after it.
pub struct Item {
    /// The shard.
    pub shard: Shard,
    /// The place in it after the item.
    pub after: ShardPosition,
    /// The place in all shards.
    pub to: Arc<Cursor>,
    /// The item.
    pub item: FeedItem,
    /// The people at the table.
    pub table: Arc<[Occupant]>,
}

/// The wanted items of the feed.
pub struct ItemRequest<'w> {
    /// The filter of items.
    pub filter: &'w FeedFilter,
    /// The limit.
    pub most: u32,
}

/// The items that are wanted after a cursor and up to these places.
pub async fn read(
    (app, admission): (&App, &Admission),
    from: Cursor,
    upto: &FeedPositions,
    request: &ItemRequest<'_>,
) -> Result<PublicPage, Problem> {
    let shards = app.store().shards()?;
    let events = request.most.min(EVENTS_PER_ROUND);
    let events = (events / u32::from(shards.count())).max(MIN_EVENTS_PER_QUERY);
    let items = MAX_ITEMS_LOOKED_AT / usize::from(shards.count());
    let left = shards.all().map(|shard| upto.of(shard).0.saturating_sub(from.of(shard).position.0)).collect();
    let positions = positions_per_shard(left);
    let reader = |shard| ShardReader::new(shard, from.of(shard), upto.of(shard), (positions, items));
    let mut readers: Vec<ShardReader> = shards.all().map(reader).collect();
    let mut page = PublicPage { items: Vec::new(), to: from };
    while page.items.len() < request.most as usize {
        fill((app, admission), &mut readers, events, request.filter).await?;
        let next = readers.iter_mut().filter_map(|reader| Some((reader.next_at()?, reader)));
        let next = next.min_by_key(|(at, reader)| (*at, reader.shard()));
        let Some((shard, next)) = next.and_then(|(_, reader)| Some((reader.shard(), reader.take()?))) else {
            break;
        };
        page.push(app, shard, next);
    }
    for reader in &readers {
        page.to.set(reader.shard(), reader.place());
    }
    Ok(page)
}

/// The most positions of one shard that a page looks through, with these left in each: some shards pass their rest on
/// to the others.
fn positions_per_shard(mut left: Vec<i64>) -> i64 {
    left.sort_unstable();
    let mut budget = MAX_POSITIONS_PER_PAGE;
    let others: Vec<_> = (1..).take(left.len()).collect();
    for (left, others) in left.into_iter().zip(others.into_iter().rev()) {
        let share = budget / others;
        if left > share {
            return share.max(MIN_POSITIONS_PER_SHARD);
        }
        budget -= left.max(0);
    }
    MAX_POSITIONS_PER_PAGE
}

/// Reads on in all shards of which no item is waiting.
async fn fill(
    who: (&App, &Admission),
    readers: &mut [ShardReader],
    events: u32,
    filter: &FeedFilter,
) -> Result<(), Problem> {
    let lacking = readers.iter_mut().filter(|reader| reader.next_at().is_none());
    let reads: Vec<_> = lacking.map(|reader| reader.read(who, events, filter)).collect();
    stream::iter(reads).buffer_unordered(CONCURRENT_READS).try_collect().await
}

impl PublicPage {
    /// Adds an item of a shard.
    fn push(&mut self, app: &App, shard: Shard, next: ShardItem) {
        let ShardItem { after, mut item, table, .. } = next;
        self.to.set(shard, after);
        item.cursor = app.feed.sealer.seal(&self.to);
        let to = Arc::new(self.to.clone());
        self.items.push(Item { shard, after, to, item, table });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_looks_on_in_the_shards_that_have_more() {
        let most = MAX_POSITIONS_PER_PAGE;
        assert_eq!(positions_per_shard(vec![most * 2]), most);
        assert_eq!(positions_per_shard(vec![most, 0, 0, 0]), most);
        assert_eq!(positions_per_shard(vec![most, 10, most, 20]), (most - 30) / 2);
        assert_eq!(positions_per_shard(vec![most; 4]), most / 4);
        assert_eq!(positions_per_shard(vec![most; 256]), MIN_POSITIONS_PER_SHARD);
        assert_eq!(positions_per_shard(vec![-3, 1, most]), most - 1, "a reader may be ahead of what is seen");
    }
}
