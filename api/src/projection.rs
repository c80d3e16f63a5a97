//! Keeps observations and cards up with the feed: a finished game is counted and can be found within a
//! second, an amended or reopened one is counted anew.

use std::collections::BTreeMap;
use std::time::Duration;

use actix_web::web;
use chrono::{DateTime, Utc};
use kifu_engine::record::Status;
use kifu_engine::seat::Seat;
use kifu_engine::statistics::{Observation, Value};
use serde_json::json;

use crate::problem::Problem;
use crate::search::card::card;
use crate::startup::App;
use crate::store::{Event, GameId, GameObservations, Json, NewObservation, Position, Seq, Shard, Store};
use crate::tables::{Folded, Tables};

/// The name of the checkpoint: another one than when no cards were written, so that old records get theirs
/// although a service of then may still be running.
pub const NAME: &str = "records";
/// What is observed of every game: for each seat, 1 if it won and 0 if not. No catalogue lists it.
pub const WON: &str = "won";
/// Events looked at in one transaction.
const BATCH: u32 = 2000;
/// How long to rest when there is nothing new.
const REST: Duration = Duration::from_millis(200);
/// How long to rest when the store fails.
const RECOVER: Duration = Duration::from_secs(2);

/// Follows the feed for ever.
pub async fn follow(app: web::Data<App>) {
    loop {
        let rest = match catch_up_beside(app.store(), Some(&app.tables)).await {
            Ok(()) => REST,
            Err(error) => {
                tracing::warn!(%error, "the observations could not be kept up");
                RECOVER
            }
        };
        tokio::time::sleep(rest).await;
    }
}

/// Follows every shard's feed to its end.
pub async fn catch_up(store: &Store) -> Result<(), Problem> {
    catch_up_beside(store, None).await
}

async fn catch_up_beside(store: &Store, tables: Option<&Tables>) -> Result<(), Problem> {
    for shard in Shard::all() {
        while step(store, tables, shard).await? {}
    }
    Ok(())
}

/// Takes one batch of events, and says whether more are waiting. What comes one by one waits for the next round:
/// a transaction for every move would cost the moves as much as they cost themselves.
async fn step(store: &Store, tables: Option<&Tables>, shard: Shard) -> Result<bool, Problem> {
    let from = store.latest().checkpoint(NAME, shard).await?;
    let events = store.latest().feed(shard, from, BATCH).await?;
    let Some(last) = events.last() else { return Ok(false) };
    let to = last.event.position;
    let touched: BTreeMap<GameId, Seq> =
        events.iter().map(|event| (event.event.game, event.event.seq)).collect();
    let mut games = Vec::new();
    for (game, seq) in touched {
        match tables.and_then(|tables| tables.live_at(game, seq)) {
            Some(slug) => games.push(GameObservations { game, slug, observations: Vec::new(), card: None }),
            None => games.extend(count(store, game, to).await?),
        }
    }
    // Another instance may have been faster: then this batch is counted already.
    store.replace_observations(NAME, shard, from, to, &games).await?;
    Ok(events.len() == BATCH as usize)
}

/// The card of one game, and its observations, as the archive stood at a position. No observations unless
/// it is over by the rules of the game, kept without a breach, and was played: a copy is no game.
async fn count(store: &Store, id: GameId, to: Position) -> Result<Option<GameObservations>, Problem> {
    let Some((head, mut events)) = store.latest().whole(id).await? else { return Ok(None) };
    events.retain(|event| event.position <= to);
    let (slug, played) = (head.game.clone(), head.copy_of.is_none());
    // A record that no longer opens says nothing, and must not keep the others waiting: `Folded::new` has logged it.
    let Ok(folded) = Folded::new(head, &events) else { return Ok(None) };
    let observations = if played && counts(&folded) { observations(&folded, &events) } else { Vec::new() };
    let card = card(&folded, &events);
    Ok(Some(GameObservations { game: id, slug, observations, card }))
}

fn counts(folded: &Folded) -> bool {
    folded.broken.is_none() && folded.record.status() == Status::Over && !folded.record.is_irregular()
}

fn observations(folded: &Folded, events: &[Event]) -> Vec<NewObservation> {
    let at = events.last().map(|event| event.at).unwrap_or_default();
    let own = folded.record.observe().into_iter().map(|seen| stored(seen, at));
    own.chain(results(folded, at)).collect()
}

/// Who won.
fn results(folded: &Folded, at: DateTime<Utc>) -> Vec<NewObservation> {
    let Some(outcome) = folded.record.outcome() else { return Vec::new() };
    let won = |seat: u8| NewObservation {
        metric: WON.to_owned(),
        seat: Some(seat),
        number: Some(f64::from(u8::from(outcome.winners.contains(&Seat::new(seat))))),
        word: None,
        dims: Json::from(json!({})),
        at,
    };
    (0..folded.head.seats).map(won).collect()
}

fn stored(seen: Observation, at: DateTime<Utc>) -> NewObservation {
    let (number, word) = match seen.value {
        Value::Number(number) => (Some(number), None),
        Value::Word(word) => (None, Some(word)),
        Value::Between(..) => (None, None),
    };
    let dimensions: serde_json::Map<_, _> =
        seen.dimensions.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect();
    NewObservation {
        metric: seen.metric.to_owned(),
        seat: seen.seat.and_then(|seat| u8::try_from(seat.number()).ok()),
        number,
        word,
        dims: Json::from(serde_json::Value::Object(dimensions)),
        at,
    }
}
