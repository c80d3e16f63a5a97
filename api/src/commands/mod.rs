//! What `kifu` does beside serving.

pub mod export;
pub mod import;
pub mod migrate;
pub mod simulate;
pub mod verify;

use indicatif::{ProgressBar, ProgressStyle};

use crate::problem::Problem;
use crate::store::{FeedEvent, GameId, Position, Seq, Shard, Store};
use crate::tables::Folded;

/// What a command ends with when it fails.
pub type Failure = Box<dyn std::error::Error>;

/// Events read at once.
const PAGE: u32 = 5000;

/// A bar for work of a known length; drawn only on a terminal.
fn bar(length: u64, what: &'static str) -> ProgressBar {
    let template = "{msg} {wide_bar} {human_pos}/{human_len} {per_sec} eta {eta}";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style).with_message(what)
}

/// Every record of the archive, public or not, in the order they were opened.
async fn all_records(store: &Store) -> Result<Vec<GameId>, Problem> {
    let mut records = Vec::new();
    for shard in Shard::all() {
        let mut after = Position::START;
        loop {
            let page = store.latest().feed(shard, after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.event.position;
            let opened = |event: &FeedEvent| (event.event.seq == Seq(0)).then_some(event.event.game);
            records.extend(page.iter().filter_map(opened));
        }
    }
    Ok(records)
}

/// A record from the store, folded.
async fn load(store: &Store, id: GameId) -> Result<Folded, Failure> {
    let (head, events) = store.latest().whole(id).await?.ok_or("a record vanished")?;
    Ok(Folded::new(head, &events)?)
}
