//! Counts what the catalogue asks before anybody does: whoever asks first waits no longer than whoever asks again.
//!
//! Only what large chunks add to a question is counted ahead ([`Answers::foresee`]): small ones are counted with every
//! answer, and an archive that has nothing else is in no time.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use actix_web::web;

use super::answer::KEPT_FROM;
use super::answer::question::People;
use super::archive::Ground;
use super::catalogue::{Entry, entries};
use super::columns::merging::FULL;
use super::query::{Query, read};
use super::show::pages;
use crate::problem::Problem;
use crate::startup::App;
use crate::store::{Manifest, Moment};

/// How many questions are still to be counted ahead.
const GAUGE: &str = "kifu_statistics_to_foresee";
/// How long to rest when there is nothing to count, and first of all: whoever asks a service that has just started waits
/// for their own answer alone.
const REST: Duration = Duration::from_secs(2);
/// How long to rest when the store fails.
const RECOVER: Duration = Duration::from_secs(10);
/// What was counted is followed by a rest so many times as long: whoever asks goes first.
const POLITE: u32 = 2;

/// What has to change before questions are counted ahead once more: of all else, what is kept keeps up by itself.
#[derive(PartialEq)]
struct Occasion {
    ground: Ground,
    /// Games with enough in large chunks.
    large: BTreeSet<String>,
}

/// Counts ahead for ever.
pub async fn count(app: web::Data<App>) {
    let (mut last, mut rest) = (None, REST);
    loop {
        tokio::time::sleep(rest).await;
        rest = match step(&app, &mut last).await {
            Ok(()) => REST,
            Err(error) => {
                tracing::warn!(%error, "questions could not be counted ahead");
                RECOVER
            }
        };
    }
}

async fn step(app: &App, last: &mut Option<Occasion>) -> Result<(), Problem> {
    let manifest = app.store().replica().manifest(None, Moment::Now).await?;
    let occasion = Occasion::of(&manifest);
    if last.as_ref() != Some(&occasion) && count_all(app, &occasion).await? {
        *last = Some(occasion);
    }
    Ok(())
}

impl Occasion {
    fn of(manifest: &Manifest) -> Self {
        let mut games: BTreeMap<&str, usize> = BTreeMap::new();
        for chunk in &manifest.chunks {
            let rows = usize::try_from(chunk.rows).unwrap_or_default();
            *games.entry(&chunk.game).or_default() += if rows >= FULL { rows } else { 0 };
        }
        let large = games.into_iter().filter(|(_, rows)| *rows >= KEPT_FROM);
        Self {
            ground: Ground {
                generation: manifest.generation,
                people: People::new(manifest.people.iter().copied()),
            },
            large: large.map(|(game, _)| game.to_owned()).collect(),
        }
    }
}

/// Counts what is not known yet, as long as there is room for it; `false` if the ground gave way meanwhile.
async fn count_all(app: &App, occasion: &Occasion) -> Result<bool, Problem> {
    let of_large = |entry: &&Entry| entry.games.iter().any(|game| occasion.large.contains(*game));
    let questions = entries().iter().filter(of_large).flat_map(questions);
    let questions = app.answers.unforeseen(questions, &occasion.ground);
    let mut left = questions.len();
    metrics::gauge!(GAUGE).set(left as f64);
    for (entry, query) in questions {
        let begun = Instant::now();
        let (pages, moment) = pages(app, entry, &query).await?;
        if moment.ground != occasion.ground {
            return Ok(false);
        }
        if !app.answers.foresee(pages, entry, query, moment).await? {
            tracing::info!(left, "there is no room to count more questions ahead");
            break;
        }
        left -= 1;
        metrics::gauge!(GAUGE).set(left as f64);
        tokio::time::sleep(begun.elapsed() * POLITE).await;
    }
    metrics::gauge!(GAUGE).set(0.0);
    Ok(true)
}

/// What the catalogue says that a metric can be asked.
fn questions(entry: &'static Entry) -> impl Iterator<Item = (&'static Entry, Query)> {
    let ways = entry.group_by.iter().map(|way| vec![("group_by".to_owned(), way.clone())]);
    let examples = entry.metric.examples.iter().map(|example| {
        let given = example.query.split('&').filter_map(|one| one.split_once('='));
        given.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    });
    let asked = [Vec::new()].into_iter().chain(ways).chain(examples);
    asked.filter_map(move |given: Vec<(String, String)>| Some((entry, read(entry, &given).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ManifestChunk, Position};

    #[test]
    fn everything_that_the_catalogue_says_can_be_asked() {
        for entry in entries() {
            let asked = 1 + entry.group_by.len() + entry.metric.examples.len();
            assert_eq!(questions(entry).count(), asked, "{}", entry.id);
        }
    }

    #[test]
    fn a_game_is_worth_it_from_two_large_chunks_on() {
        let chunk = |game: &str, rows: usize| ManifestChunk {
            shard: 0,
            chunk: 0,
            game: game.to_owned(),
            rows: rows.try_into().unwrap(),
            dead: Vec::new(),
        };
        let manifest = Manifest {
            generation: 1,
            position: Position(9),
            as_of: chrono::DateTime::UNIX_EPOCH,
            chunks: vec![
                chunk("bremen", FULL),
                chunk("bremen", FULL - 1),
                chunk("punyon_ken", FULL),
                chunk("punyon_ken", FULL),
            ],
            people: Vec::new(),
        };
        assert_eq!(Occasion::of(&manifest).large, BTreeSet::from(["punyon_ken".to_owned()]));
    }
}
