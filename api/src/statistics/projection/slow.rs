//! Observes by slow metrics: a long computation, such as a solver, is done once for each finished record and stored.
//! The record is then counted anew, as if a detail beside its events had changed.
//!
//! It is one record at a time, on a thread that gives way to all others, with a rest after each that is as long as the work
//! was: it takes half of a processor at most, and only what requests leave. What was observed stands for the record as it was
//! after an event. An amended or reopened record says nothing by these metrics until it was observed anew, as does one that
//! was observed by other definitions. The checkpoint has the digest of the definitions in its name, so that all is observed
//! anew when they change.
//!
//! Each shard is followed by the instance that has it. Two that follow the same shard do the same work twice, and no harm.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::web;
use kifu_engine::games;

use super::count::logged;
use crate::app::App;
use crate::http::cost::{Permit, Solves, run_when_idle};
use crate::http::problem::Problem;
use crate::records::archive::walk::{Stored, load};
use crate::records::cache::LoadedRecord;
use kifu_statistics::entries::{EntryBuilder, slow_observations};
use kifu_statistics::shapes::slow_fingerprint;
use kifu_store::{EventRef, GameId, Json, Position, Shard, SlowObservations, Store};

/// Events looked at before the checkpoint is moved.
const EVENTS_PER_STEP: u32 = 2000;
/// Records whose observations are written in one transaction, if it does not take longer than this to make them.
const RECORDS_PER_TRANSACTION: usize = 32;
const TRANSACTION_INTERVAL: Duration = Duration::from_secs(5);
/// How long to rest when there is nothing new.
const IDLE_PAUSE: Duration = Duration::from_secs(1);
/// How long to rest when the store fails.
const FAILURE_PAUSE: Duration = Duration::from_secs(5);

/// Follows the feed for ever.
pub async fn follow(app: web::Data<App>) {
    let definitions = Arc::new(Definitions::current());
    loop {
        let rest = match round(&app, &definitions).await {
            Ok(true) => Duration::ZERO,
            Ok(false) => IDLE_PAUSE,
            Err(error) => {
                tracing::warn!(%error, "slow metrics could not be observed");
                FAILURE_PAUSE
            }
        };
        tokio::time::sleep(rest).await;
    }
}

/// The definitions: the digest of the slow metrics of each game that has any.
struct Definitions {
    fingerprints: BTreeMap<&'static str, String>,
    checkpoint: String,
}

impl Definitions {
    fn current() -> Self {
        let all = games::ALL.iter().map(|game| game.meta());
        let fingerprints: BTreeMap<_, _> =
            all.filter_map(|meta| Some((meta.slug, slow_fingerprint(meta)?))).collect();
        let mut digest = blake3::Hasher::new();
        for (slug, fingerprint) in &fingerprints {
            digest.update(format!("{slug} {fingerprint}\n").as_bytes());
        }
        Self { checkpoint: format!("slow_observations {}", &digest.finalize().to_hex()[..16]), fingerprints }
    }

    /// The observations of a record, as a row. `None` while it is not over, and where they did not change.
    fn observe(
        &self,
        stored: Stored,
        observed: Option<&SlowObservations>,
        permit: &Permit<Solves>,
    ) -> Option<SlowObservations> {
        let (head, events) = stored.into_parts().ok()?;
        let (game, fingerprint) = (head.id, self.fingerprints.get(&*head.game)?);
        let opening = events.len().min(1);
        let mut loaded = LoadedRecord::new(head, &events[..opening], permit).ok()?;
        let mut walk = EntryBuilder::default();
        for event in &events[opening..] {
            loaded.fold(std::slice::from_ref(event), permit);
            if loaded.unreplayable.is_some() {
                return None;
            }
            walk.step(&*loaded.record, &logged(event));
        }
        let position = Position(walk.over_at()?);
        if observed.is_some_and(|row| row.position == position && row.fingerprint == *fingerprint) {
            return None;
        }
        let seen = slow_observations(&*loaded.record, permit);
        let observations = if seen.is_empty() { None } else { Json::of(&seen).ok() };
        Some(SlowObservations { game, position, fingerprint: fingerprint.clone(), observations })
    }
}

/// Takes one step of every shard that this instance follows, and says whether more is waiting.
async fn round(app: &App, definitions: &Arc<Definitions>) -> Result<bool, Problem> {
    let mut more = false;
    for shard in app.store().shards()?.all().filter(|shard| app.store().follows(*shard)) {
        more |= step(app, definitions, shard).await?;
    }
    Ok(more)
}

async fn step(app: &App, definitions: &Arc<Definitions>, shard: Shard) -> Result<bool, Problem> {
    let reader = app.store().latest();
    let from = reader.checkpoint(&definitions.checkpoint, shard).await?;
    let grown = reader.event_refs(shard, from, EVENTS_PER_STEP).await?;
    let Some(last) = grown.last() else { return Ok(false) };
    let slugs: Vec<&str> = definitions.fingerprints.keys().copied().collect();
    let records = reader.observable_records(shard, &ended(app, &grown), &slugs).await?;
    observe_all(app.store(), definitions, shard, &records).await?;
    app.store().advance_checkpoint(&definitions.checkpoint, shard, from, last.position).await?;
    Ok(grown.len() == EVENTS_PER_STEP as usize)
}

/// The records that may have ended: all but those that are known to be live.
fn ended(app: &App, grown: &[EventRef]) -> Vec<GameId> {
    let last: BTreeMap<GameId, _> = grown.iter().map(|event| (event.game, event.seq)).collect();
    last.into_iter()
        .filter(|(game, seq)| !app.records.is_live_at(*game, *seq))
        .map(|(game, _)| game)
        .collect()
}

async fn observe_all(
    store: &Store,
    definitions: &Arc<Definitions>,
    shard: Shard,
    records: &[GameId],
) -> Result<(), Problem> {
    let (mut unwritten, mut written_at) = (Vec::new(), Instant::now());
    for game in records {
        unwritten.extend(observe(store, definitions, *game).await?);
        if unwritten.len() >= RECORDS_PER_TRANSACTION || written_at.elapsed() > TRANSACTION_INTERVAL {
            store.write_slow_observations(shard, &std::mem::take(&mut unwritten)).await?;
            written_at = Instant::now();
        }
    }
    Ok(store.write_slow_observations(shard, &unwritten).await?)
}

/// The observations of a record. A record that fails has none.
async fn observe(
    store: &Store,
    definitions: &Arc<Definitions>,
    game: GameId,
) -> Result<Option<SlowObservations>, Problem> {
    let observed = store.latest().slow_observations(&[game]).await?.remove(&game);
    let Some(stored) = load(store.latest(), &[game]).await?.pop() else { return Ok(None) };
    let definitions = Arc::clone(definitions);
    let begun = Instant::now();
    let found = run_when_idle(move |permit| definitions.observe(stored, observed.as_ref(), permit)).await.unwrap_or_else(|error| {
        tracing::error!(%game, %error, "slow metrics could not be observed of a record, which is passed over");
        None
    });
    tokio::time::sleep(begun.elapsed()).await;
    Ok(found)
}
