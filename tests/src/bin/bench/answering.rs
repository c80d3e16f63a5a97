//! How long answers take over a large archive: each metric of the catalogue in several ways, as people come to ask them.

use std::collections::HashSet;
use std::time::Instant;

use kifu_engine::game::Chooser;
use kifu_engine::games;
use kifu_tests::{Chance, Client};
use serde_json::Value;

use crate::Failure;
use crate::counting::{part, sorted, wait_until_idle};
use crate::report::median;
use crate::service::Service;

/// Requests for each question that was asked before.
const REPEATED_REQUESTS: usize = 12;
/// Filters that nobody has used before, for each question.
const NEW_FILTERS: usize = 4;
/// Times that everything is counted anew.
const REBUILDS: usize = 2;
/// Games that end before each metric is asked for once more.
const LATER_GAMES: usize = 2;
/// Players, places and tags that the archive has, the frequent ones first.
const PLAYERS: usize = 1000;
const PLACES: usize = 500;
const TAGS: usize = 1000;

/// The queries of every metric, beside each of its groupings and the examples of the catalogue: everything, by
/// filters, and about one player of the archive.
const QUERIES: [&str; 4] = [
    "",
    "group_by=seats,month",
    "tag=tag%200&from=2018-01-01&group_by=year",
    "player=176f3d63-a506-145b-8ee3-132fddaf0267&group_by=year",
];

/// How a question comes to be asked.
#[derive(Clone, Copy)]
enum Freshness {
    /// Nobody has asked it since the service was started.
    First,
    /// It was asked before.
    Again,
    /// It was asked before, and a game has ended since.
    Later,
    /// With a filter that nobody has used before.
    Filtered,
    /// With a filter that leaves everything in, so that the whole archive is counted.
    Anew,
}

/// Milliseconds, by how the question was asked.
#[derive(Default)]
struct Times([Vec<f64>; 5]);

impl Times {
    fn add(&mut self, freshness: Freshness, times: impl IntoIterator<Item = f64>) {
        self.0[freshness as usize].extend(times);
    }

    fn join(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(ours, theirs)| ours.extend(theirs));
    }

    /// Median and 99th percentile of each, as cells.
    fn columns(&self) -> String {
        let column = |times: &Vec<f64>| {
            let times = sorted(times.clone());
            format!("{:.1} / {:.1}", part(&times, 50), part(&times, 99))
        };
        self.0.each_ref().map(column).join(" | ")
    }
}

/// Every metric, asked for in every way it has.
pub fn questions(service: &Service) -> Result<Vec<(String, Vec<String>)>, Failure> {
    let catalogue: Value = client(service).get("/v1/statistics").send().json();
    let metrics = catalogue["metrics"].as_array().ok_or("no catalogue")?;
    let queries = metrics.iter().map(|metric| {
        let id = metric["id"].as_str().unwrap_or_default().to_owned();
        let examples = metric["examples"].as_array().into_iter().flatten();
        let examples = examples.filter_map(|example| Some(example["url"].as_str()?.to_owned()));
        let groups = metric["group_by"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let queries = QUERIES
            .iter()
            .map(|query| (*query).to_owned())
            .chain(groups.map(|query| format!("group_by={query}")));
        let all: Vec<String> =
            queries.map(|query| format!("/v1/statistics/{id}?{query}")).chain(examples).collect();
        (id, all)
    });
    Ok(queries.collect())
}

/// A client of the service.
pub fn client(service: &Service) -> Client {
    Client::new(&format!("http://{}", service.address))
}

/// Milliseconds until the answer was there.
pub fn ask(client: &Client, path: &str) -> f64 {
    let begun = Instant::now();
    let answer = client.get(path).send();
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    begun.elapsed().as_secs_f64() * 1e3
}

/// The query with a filter that keeps everything and that nobody has used before.
pub fn anew(query: &str, nth: usize) -> String {
    let bound = if query.contains("from=") {
        format!("to=30{nth:02}-01-01")
    } else {
        format!("from=10{nth:02}-01-01")
    };
    with(query, &bound)
}

/// Asks every question in every way, and prints the table.
pub fn measure(
    service: &Service,
    database: &mut postgres::Client,
    questions: &[(String, Vec<String>)],
) -> Result<(), Failure> {
    let client = client(service);
    let mut of_metrics: Vec<Times> = Vec::new();
    for (_, queries) in questions {
        let mut times = Times::default();
        times.add(Freshness::First, queries.iter().map(|query| ask(&client, query)));
        of_metrics.push(times);
    }
    let mut filters = Filters::new(&client)?;
    println!("p50 / p99 in ms");
    println!(
        "| metric | queries | asked first | asked again | a game later | with another filter | counted anew | slowest of these | its p50 |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---|---:|");
    let mut all = Times::default();
    for ((seed, (metric, queries)), mut times) in questions.iter().enumerate().zip(of_metrics) {
        for nth in 0..LATER_GAMES {
            end_a_game(service, metric, seed * LATER_GAMES + nth)?;
            wait_until_idle(database)?;
            times.add(Freshness::Later, queries.iter().map(|query| ask(&client, query)));
        }
        let mut slowest = ("", 0.0);
        for query in queries {
            times.add(Freshness::Again, (0..REPEATED_REQUESTS).map(|_| ask(&client, query)));
            times.add(Freshness::Filtered, (0..NEW_FILTERS).map(|_| ask(&client, &filters.put_on(query))));
            let anew: Vec<f64> = (0..REBUILDS).map(|nth| ask(&client, &anew(query, nth))).collect();
            if median(anew.clone()) > slowest.1 {
                slowest = (query.split_once('?').map_or("", |(_, query)| query), median(anew.clone()));
            }
            times.add(Freshness::Anew, anew);
        }
        println!(
            "| `{metric}` | {} | {} | `{}` | {:.1} |",
            queries.len(),
            times.columns(),
            slowest.0,
            slowest.1
        );
        all.join(times);
    }
    let queries: usize = questions.iter().map(|(_, queries)| queries.len()).sum();
    println!("| all {} | {queries} | {} | | |", questions.len(), all.columns());
    Ok(())
}

/// Plays a game that this metric observes.
fn end_a_game(service: &Service, metric: &str, seed: usize) -> Result<(), Failure> {
    let of = metric.split('.').next().unwrap_or_default();
    let game = games::ALL.iter().map(|game| game.meta().slug).find(|slug| *slug == of);
    let game = game.unwrap_or_else(|| games::ALL[seed % games::ALL.len()].meta().slug);
    service.command(&["simulate", "--game", game, "--seed", &seed.to_string()])
}

fn with(query: &str, parameter: &str) -> String {
    let joint = if query.contains('?') { '&' } else { '?' };
    format!("{query}{joint}{parameter}")
}

/// Filters as people come to think of: a stretch of time, a size of table, a place, a tag, somebody.
struct Filters {
    chance: Chance,
    players: Vec<String>,
    used: HashSet<String>,
}

impl Filters {
    fn new(client: &Client) -> Result<Self, Failure> {
        let path = format!("/v1/statistics/common.won?group_by=player&sort=-n&limit={PLAYERS}");
        let answer: Value = client.get(&path).send().json();
        let groups = answer["groups"].as_array().ok_or("no players")?;
        let players = groups.iter().filter_map(|group| group["key"]["player"]["id"].as_str());
        let players = players.map(str::to_owned).collect();
        Ok(Self { chance: Chance::seeded(7), players, used: HashSet::new() })
    }

    /// A query with one further filter whose parameters it does not have yet, as it was not asked before.
    fn put_on(&mut self, query: &str) -> String {
        loop {
            let filter = self.next();
            let parameters = filter.split('&').filter_map(|one| one.split_once('='));
            let filtered = with(query, &filter);
            if parameters.into_iter().all(|(name, _)| !query.contains(&format!("{name}=")))
                && self.used.insert(filtered.clone())
            {
                return filtered;
            }
        }
    }

    fn next(&mut self) -> String {
        let chance = &mut self.chance;
        match chance.below(7) {
            0 => format!("from={}", day(chance, 2016)),
            1 => format!("from={}&to={}", day(chance, 2016), day(chance, 2021)),
            2 => format!("seats={}", 2 + chance.below(5)),
            3 => format!("place=place%20{}", chance.below(PLACES)),
            4 => format!("tag=tag%20{}", chance.below(TAGS)),
            5 => format!("player={}", self.players[chance.below(self.players.len())]),
            _ => format!("of={}", self.players[chance.below(self.players.len())]),
        }
    }
}

/// A day in one of five years.
fn day(chance: &mut Chance, first: usize) -> String {
    let (year, month, day) = (first + chance.below(5), 1 + chance.below(12), 1 + chance.below(28));
    format!("{year}-{month:02}-{day:02}")
}
