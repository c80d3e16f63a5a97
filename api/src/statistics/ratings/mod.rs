//! Ratings by the method of Weng & Lin (2011), kind of game by kind of game; [`definition`] says exactly how.
//!
//! They are a pure function of the games that count. What was computed is kept, and only what comes after a change is
//! computed anew ([`ladder`]).

pub mod definition;
pub mod ladder;
pub mod rate;
pub mod results;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, RwLock};

use actix_web::web;
use kifu_engine::game::Feature;
use kifu_engine::games;
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use self::ladder::Ladder;
use super::answer::question::Filter;
use super::archive::{self, AsOf, Measured, Roll, Rolls, When};
use super::columns::facets::Facet;
use super::definitions::{GENERAL, POINTS};
use super::shapes::id;
use crate::problem::{Code, Problem};
use crate::startup::App;

/// Ladders are kept for about so many questions.
const USUAL: usize = 64;
/// So often the archive is looked at before a request computes for itself what others keep changing.
const TRIES: u32 = 4;

/// The ladders that are kept in memory.
pub struct Ratings {
    kept: Cache<Key, Kept, Weight>,
    looks: AtomicU64,
}

/// Which games, and when.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The kind of game.
    pub game: &'static str,
    /// Which games of that kind.
    pub filter: Filter,
    /// When; now, if `None`.
    pub as_of: Option<AsOf>,
}

impl Wanted {
    /// How far back the ladder is of, seen from this moment; `None` if it is of now, as it is of a moment to come.
    fn position(&self, moment: &When) -> Option<i64> {
        let has_come = match self.as_of? {
            AsOf::Time(time) => time <= moment.as_of,
            AsOf::Place(place) => place.0 <= moment.position,
        };
        has_come.then_some(moment.position)
    }
}

/// The kind of game, the filter as it is written, and the position, unless it is now.
type Key = (&'static str, String, Option<i64>);

#[derive(Clone)]
struct Kept {
    standing: Arc<RwLock<Standing>>,
    bytes: u64,
}

/// A ladder, and the number of the look at the archive that it was brought up to.
struct Standing {
    ladder: Ladder,
    look: u64,
}

#[derive(Clone)]
struct Weight;

impl Weighter<Key, Kept> for Weight {
    fn weight(&self, _: &Key, kept: &Kept) -> u64 {
        kept.bytes.max(1)
    }
}

impl Ratings {
    /// Keeps ladders of so many bytes in all.
    pub fn new(bytes: u64) -> Self {
        let options = OptionsBuilder::new()
            .shards(1)
            .weight_capacity(bytes)
            .estimated_items_capacity(USUAL)
            .build()
            .expect("all that has no default is given");
        let kept =
            Cache::with_options(options, Weight, DefaultHashBuilder::default(), DefaultLifecycle::default());
        Self { kept, looks: AtomicU64::new(0) }
    }

    /// Reads the ladder of these games as this look at the archive has it; nothing, if somebody has brought it up to a
    /// later one.
    fn with<R>(&self, wanted: &Wanted, seen: &Seen, read: impl FnOnce(&Ladder) -> R) -> Option<R> {
        let rolls = seen.of(wanted.game);
        let key = (wanted.game, format!("{:?}", wanted.filter), wanted.position(&seen.moment));
        let new = || Kept { standing: Arc::new(RwLock::new(Standing::new(wanted))), bytes: 0 };
        let kept = self
            .kept
            .get_or_insert_with(&key, || Ok::<_, Infallible>(new()))
            .unwrap_or_else(|no| match no {});
        {
            // Nobody panics who holds it; if somebody did, the ladder is left to nobody else.
            let standing = kept.standing.read().ok()?;
            if standing.ladder.is_of(&rolls, &seen.moment.ground.people) {
                return Some(read(&standing.ladder));
            }
        }
        let mut standing = kept.standing.write().inspect_err(|_| _ = self.kept.remove(&key)).ok()?;
        if !standing.ladder.is_of(&rolls, &seen.moment.ground.people) {
            if seen.look < standing.look {
                return None;
            }
            standing.look = seen.look;
            standing.ladder.update(&rolls, &seen.moment.ground.people, seen.moment.position);
        }
        let bytes = standing.ladder.bytes() as u64;
        if bytes > kept.bytes + kept.bytes / 8 {
            self.kept.insert(key, Kept { standing: kept.standing.clone(), bytes });
        }
        Some(read(&standing.ladder))
    }
}

impl Standing {
    fn new(wanted: &Wanted) -> Self {
        let game = games::find(wanted.game);
        let together = game.is_some_and(|game| game.meta().features.contains(&Feature::Cooperative));
        Self { ladder: Ladder::new(together, wanted.filter.clone()), look: 0 }
    }
}

/// The archive as a request has found it.
struct Seen {
    look: u64,
    rolls: Vec<Roll>,
    moment: When,
}

impl Seen {
    fn of(&self, game: &str) -> Vec<Roll> {
        self.rolls.iter().filter(|roll| *roll.game == *game).cloned().collect()
    }

    /// A ladder that nobody else has.
    fn alone<R>(&self, wanted: &Wanted, read: impl FnOnce(&Ladder) -> R) -> R {
        let mut ladder = Standing::new(wanted).ladder;
        ladder.update(&self.of(wanted.game), &self.moment.ground.people, self.moment.position);
        read(&ladder)
    }
}

/// Reads ladders, away from the threads that answer requests, all as of one moment.
pub async fn read<R: Send + 'static>(
    app: &web::Data<App>,
    wanted: Vec<Wanted>,
    read: impl Fn(&Wanted, &Ladder) -> R + Send + Sync + 'static,
) -> Result<(Vec<R>, When), Problem> {
    let game = match &wanted[..] {
        [only] => Some(only.game),
        _ => None,
    };
    let as_of = wanted.first().and_then(|wanted| wanted.as_of);
    let points = id(GENERAL, POINTS);
    let (wanted, read) = (Arc::new(wanted), Arc::new(read));
    for again in (0..TRIES).rev() {
        let look = app.ratings.looks.fetch_add(1, Ordering::SeqCst);
        let points = Measured { id: &points, dimensions: Vec::new() };
        let games = archive::Wanted { game, facets: &Facet::ALL, metrics: &[points], as_of };
        let Rolls { rolls, moment } = app.archive.rolls(app.store(), &games).await?;
        let seen = Seen { look, rolls, moment };
        let (app, wanted, read) = (app.clone(), wanted.clone(), read.clone());
        let work = move || {
            let one = |wanted: &Wanted| {
                let shared = app.ratings.with(wanted, &seen, |ladder| read(wanted, ladder));
                if again == 0 {
                    shared.or_else(|| Some(seen.alone(wanted, |ladder| read(wanted, ladder))))
                } else {
                    shared
                }
            };
            Some((wanted.iter().map(one).collect::<Option<Vec<R>>>()?, seen.moment))
        };
        let found = web::block(work).await.map_err(|_| Problem::plain(Code::Internal))?;
        if let Some(found) = found {
            return Ok(found);
        }
    }
    Err(Problem::plain(Code::Internal))
}
