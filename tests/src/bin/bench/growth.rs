//! How operations slow down as the archive grows: appending, a state, a step of a replay, a search and a question of
//! statistics at several sizes, drawn as curves.

mod curves;

use kifu_engine::games as kinds;
use kifu_tests::Client;
use serde_json::Value;

use crate::Failure;
use crate::answering::{anew, ask, client};
use crate::archive::{self, GAMES_PER_KIND, count};
use crate::counting::{part, sorted, wait_until_idle};
use crate::games::{self, Sampled};
use crate::load::Load;
use crate::report::median;
use crate::service::Service;
use curves::{Curve, Curves};

/// Sizes that are measured if none are given.
const DEFAULT_SIZES: &str = "1000,20000,200000";
/// Records that are read.
const RECORDS: i64 = 300;
/// Rounds of one client that appends, of three seconds each.
const APPENDING_ROUNDS: usize = 3;
/// Requests for each search, and new questions for each metric.
const REPETITIONS: usize = 12;

/// Searches of several kinds: all, by name, by part of a name, by tag, by day, by event.
const SEARCHES: [&str; 6] = [
    "",
    "player=player%204000",
    "q=ayer%204321",
    "tag=tag%20900",
    "from=2020-05-01&to=2020-05-03",
    "contains=bet,claim%3E=12",
];

/// The measured operations, in the order of the columns.
const OPERATIONS: [&str; 5] = ["append", "state", "replay step", "search", "statistics"];

/// Milliseconds of each operation in an archive of this number of games.
struct SizeTimes {
    games: f64,
    p50: [f64; 5],
}

/// Makes an archive of each size in turn, and removes it; prints the table and draws the picture.
pub fn measure() -> Result<(), Failure> {
    let file = std::env::args().nth(2).ok_or("say which file to draw into: -- growth FILE [SIZES]")?;
    let sizes = std::env::args().nth(3).unwrap_or_else(|| DEFAULT_SIZES.to_owned());
    let sizes = sizes.split(',').map(str::parse).collect::<Result<Vec<usize>, _>>()?;
    let sampled = games::sample(200);
    println!("| games | {} | bytes of database an event |", OPERATIONS.join(" | "));
    println!("|---:|{}---:|", "---:|".repeat(OPERATIONS.len()));
    let mut measured = Vec::new();
    for size in sizes {
        measured.push(of_size(size, &sampled)?);
    }
    let curves = OPERATIONS.iter().enumerate().map(|(column, name)| Curve {
        name,
        points: measured.iter().map(|one| (one.games, one.p50[column])).collect(),
    });
    Ok(std::fs::write(file, Curves(curves.collect()).to_svg())?)
}

fn of_size(size: usize, sampled: &[Sampled]) -> Result<SizeTimes, Failure> {
    let service = Service::start(None)?;
    let mut database = archive::database(&service)?;
    // At least as many copies as simulated games: they have players, places and tags.
    let per_kind = GAMES_PER_KIND.min(size / 2 / kinds::ALL.len()).max(1);
    let copies = (size / (per_kind * kinds::ALL.len())).saturating_sub(1).max(1);
    archive::fill(&service, &mut database, per_kind, copies)?;
    service.command(&["rebuild"])?;
    wait_until_idle(&mut database)?;
    let games = count(&mut database, "SELECT count(*) FROM games")?;
    let events = count(&mut database, "SELECT count(*) FROM events")?;
    let bytes = count(&mut database, "SELECT pg_database_size(current_database())")?;
    let measured = [
        appending(&service, sampled)?,
        records(&service, &mut database, "")?,
        records(&service, &mut database, "/replay/")?,
        searches(&client(&service)),
        statistics(&client(&service)),
    ];
    let columns = measured.iter().map(|times| format!("{:.2} / {:.2} ms", part(times, 50), part(times, 99)));
    let columns: Vec<_> = columns.collect();
    println!("| {games} | {} | {:.0} |", columns.join(" | "), bytes as f64 / events as f64);
    Ok(SizeTimes { games: games as f64, p50: measured.each_ref().map(|times| part(times, 50)) })
}

/// Milliseconds of a durable move of one client that moves one after the other, round by round.
fn appending(service: &Service, sampled: &[Sampled]) -> Result<Vec<f64>, Failure> {
    let load = Load::new(service.address, sampled);
    load.moves_per_second(1)?;
    let rounds = (0..APPENDING_ROUNDS).map(|_| Ok(1e3 / load.moves_per_second(1)?));
    Ok(sorted(rounds.collect::<Result<_, Failure>>()?))
}

/// Milliseconds of reading records that nobody has read before: their state, or the step in the middle.
fn records(service: &Service, database: &mut postgres::Client, rest: &str) -> Result<Vec<f64>, Failure> {
    let some = "SELECT game_id::text, d.moves FROM search_documents d JOIN games g USING (shard, game_id)
                WHERE g.visibility = 'public' AND d.moves > 1 ORDER BY md5(game_id::text || $1) LIMIT $2";
    let rows = database.query(some, &[&rest, &RECORDS])?;
    let client = client(service);
    let paths = rows.iter().map(|row| {
        let (id, moves): (String, i32) = (row.get(0), row.get(1));
        let step = if rest.is_empty() { String::new() } else { (moves / 2).to_string() };
        format!("/v1/games/{id}{rest}{step}")
    });
    Ok(sorted(paths.map(|path| ask(&client, &path)).collect()))
}

/// Milliseconds of searches; of each the first is left out.
fn searches(client: &Client) -> Vec<f64> {
    let times = SEARCHES.iter().flat_map(|query| {
        let path = format!("/v1/games?{query}");
        ask(client, &path);
        (0..REPETITIONS).map(move |_| ask(client, &path))
    });
    sorted(times.collect())
}

/// Milliseconds of questions that nobody has asked before, one for each metric: the median of several of a kind.
fn statistics(client: &Client) -> Vec<f64> {
    let catalogue: Value = client.get("/v1/statistics").send().json();
    let metrics = catalogue["metrics"].as_array().cloned().unwrap_or_default();
    let times = metrics.iter().filter_map(|metric| {
        let path = format!("/v1/statistics/{}?simulated=include", metric["id"].as_str()?);
        ask(client, &path);
        Some(median((1..=REPETITIONS).map(|nth| ask(client, &anew(&path, nth))).collect()))
    });
    sorted(times.collect())
}
