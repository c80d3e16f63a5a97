//! Questions to an archive of more than 200,000 games and 10 million events: each metric of the catalogue in several
//! ways, warm and cold; some also as plain SQL over the events; the cost of the upkeep to appends; and the speed of a
//! rebuild.

use std::time::{Duration, Instant};

use crate::answering::{self, anew, ask, client};
use crate::archive::{self, count};
use crate::load::Load;
use crate::report::{self, Line, median};
use crate::service::Service;
use crate::{Failure, games as sampled};

/// Copies of each simulated game, unless another number is given.
const DEFAULT_COPIES: usize = 119;
/// Of this number of queries, one is asked cold.
const COLD_EVERY: usize = 5;
/// Requests for each question.
const REQUESTS: usize = 12;
/// Rounds with and without upkeep: each order of its parts equally often.
const UPKEEP_ROUNDS: usize = 12;
/// Clients that append.
const CLIENTS: usize = 64;

/// Questions that SQL over the events can answer, more or less.
const SQL_QUERIES: [(&str, &str); 4] = [
    (
        "you_cry_wolf.bid_escalation",
        "SELECT avg(claim - before), stddev(claim - before)
         FROM (SELECT (payload ->> 'claim')::int AS claim,
                      lag((payload ->> 'claim')::int) OVER (PARTITION BY game_id, payload ->> 'animal' ORDER BY seq)
                      AS before
               FROM events WHERE type = 'bet') e",
    ),
    (
        "common.moves?group_by=game",
        "SELECT game, avg(moves), stddev(moves)
         FROM (SELECT game_id, count(*) AS moves FROM events WHERE type <> 'open' GROUP BY game_id) e
         JOIN games USING (game_id) GROUP BY game",
    ),
    (
        "common.minutes?group_by=year",
        "SELECT extract(year FROM begun), avg(ended - begun)
         FROM (SELECT game_id, min(at) AS begun, max(at) AS ended FROM events GROUP BY game_id) e GROUP BY 1",
    ),
    (
        "you_cry_wolf.called_claim",
        "SELECT avg((before ->> 'claim')::int), stddev((before ->> 'claim')::int)
         FROM (SELECT type, lag(payload) OVER (PARTITION BY game_id ORDER BY seq) AS before
               FROM events WHERE type IN ('bet', 'call')) e
         WHERE type = 'call' AND before ? 'claim'",
    ),
];

/// Makes the archive and prints the tables.
pub fn measure(service: &mut Service) -> Result<(), Failure> {
    let mut database = make(service)?;
    rebuild(service, &mut database)?;
    let questions = answering::questions(service)?;
    answering::measure(service, &mut database, &questions)?;
    against_sql(service, &mut database)?;
    upkeep(service, &mut database)?;
    drop(database);
    cold(service, &questions)
}

/// Makes the archive and measures nothing but answers from columns in memory.
pub fn measure_warm(service: &Service) -> Result<(), Failure> {
    let mut database = make(service)?;
    service.command(&["rebuild"])?;
    answering::measure(service, &mut database, &answering::questions(service)?)
}

/// Makes the archive and measures nothing but first answers after a start.
pub fn measure_cold(service: &mut Service) -> Result<(), Failure> {
    rebuild(service, &mut make(service)?)?;
    let questions = answering::questions(service)?;
    cold(service, &questions)
}

fn make(service: &Service) -> Result<postgres::Client, Failure> {
    let copies = std::env::args().nth(3).map(|copies| copies.parse()).transpose()?;
    archive::make(service, copies.unwrap_or(DEFAULT_COPIES))
}

fn rebuild(service: &Service, database: &mut postgres::Client) -> Result<(), Failure> {
    let events = count(database, "SELECT count(*) FROM events")?;
    let begun = Instant::now();
    service.command(&["rebuild"])?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("rebuilt in {seconds:.1} s: {:.0} events/s", events as f64 / seconds);
    Ok(())
}

/// First every metric by itself, then one of some ways of all.
fn cold(service: &mut Service, questions: &[(String, Vec<String>)]) -> Result<(), Failure> {
    let alone: Vec<&String> = questions.iter().filter_map(|(_, queries)| queries.first()).collect();
    let some: Vec<&String> = questions.iter().flat_map(|(_, queries)| queries).step_by(COLD_EVERY).collect();
    cold_of(service, "metrics", &alone)?;
    cold_of(service, "groupings", &some)
}

/// The first question to a service that has just started, with its database and, as far as we may, without what the
/// kernel remembers.
fn cold_of(service: &mut Service, what: &str, queries: &[&String]) -> Result<(), Failure> {
    let mut times = Vec::new();
    let mut forgotten = true;
    for query in queries {
        service.restart()?;
        forgotten &= std::fs::write("/proc/sys/vm/drop_caches", "3").is_ok();
        let client = client(service);
        client.get("/healthz").send();
        times.push((ask(&client, query), query));
    }
    times.sort_by(|one, other| one.0.total_cmp(&other.0));
    let all: Vec<f64> = times.iter().map(|(time, _)| *time).collect();
    let (slowest, query) = times.last().ok_or("no metrics")?;
    println!("cold ({} {what}, page cache dropped: {forgotten}):", times.len());
    println!("p50 {:.1} ms, p99 {:.1} ms, slowest {slowest:.1} ms ({query})", part(&all, 50), part(&all, 99));
    Ok(())
}

/// Questions against the SQL over the events that answers them, more or less.
pub fn against_sql(service: &Service, database: &mut postgres::Client) -> Result<(), Failure> {
    let client = client(service);
    println!(
        "| question | asked again: p50 | counted anew: p50 | SQL over the events | times faster: again | anew |"
    );
    println!("|---|---:|---:|---:|---:|---:|");
    for (question, plain) in SQL_QUERIES {
        let path = format!("/v1/statistics/{question}");
        ask(&client, &path);
        let again = median((0..REQUESTS).map(|_| ask(&client, &path)).collect());
        let anew = median((1..=REQUESTS).map(|nth| ask(&client, &anew(&path, nth))).collect());
        database.simple_query(plain)?;
        let begun = Instant::now();
        database.simple_query(plain)?;
        let theirs = begun.elapsed().as_secs_f64() * 1e3;
        let [faster, faster_anew] = [again, anew].map(|ours| theirs / ours);
        println!(
            "| `{question}` | {again:.1} ms | {anew:.1} ms | {theirs:.0} ms | {faster:.0} | {faster_anew:.0} |"
        );
    }
    Ok(())
}

/// The projections kept up to date while games are played.
#[derive(Clone, Copy)]
enum Upkeep {
    Everything,
    /// The documents that searches need, without statistics.
    SearchDocuments,
    Nothing,
}

/// Appends while statistics and cards are kept up, while only cards are, and while neither is: many short rounds in all
/// orders, each held against the others of its round, for machine and database change as time goes by.
pub fn upkeep(service: &Service, database: &mut postgres::Client) -> Result<(), Failure> {
    use Upkeep::{Everything, Nothing, SearchDocuments};
    const ORDERS: [[Upkeep; 3]; 6] = [
        [Everything, SearchDocuments, Nothing],
        [Nothing, SearchDocuments, Everything],
        [SearchDocuments, Everything, Nothing],
        [Nothing, Everything, SearchDocuments],
        [SearchDocuments, Nothing, Everything],
        [Everything, Nothing, SearchDocuments],
    ];
    let sampled = sampled::sample(200);
    let load = Load::new(service.address, &sampled);
    throughput_with(Everything, &load, database)?;
    let mut rounds = Vec::new();
    for order in ORDERS.iter().cycle().take(UPKEEP_ROUNDS) {
        let mut round = [0.0; 3];
        for upkeep in order {
            round[*upkeep as usize] = throughput_with(*upkeep, &load, database)?;
        }
        eprintln!("everything {:.0}/s, cards {:.0}/s, nothing {:.0}/s", round[0], round[1], round[2]);
        rounds.push(round);
    }
    let of = |upkeep: Upkeep| median(rounds.iter().map(|round| round[upkeep as usize]).collect());
    let line =
        |what, against, goal| Line { what, ours: of(Everything), theirs: of(against), unit: "/s", goal };
    report::print(&[
        line("durable moves, 64 clients, with statistics kept up and without", SearchDocuments, "≥ 0.85"),
        line("the same, with statistics and what searches need, and with neither", Nothing, "–"),
    ]);
    for (what, against) in [("without statistics", SearchDocuments), ("with neither", Nothing)] {
        let ratios = sorted(rounds.iter().map(|round| round[0] / round[against as usize]).collect());
        let [low, middle, high] = [25, 50, 75].map(|percent| part(&ratios, percent));
        println!("against rounds {what}: {middle:.2}, half of them from {low:.2} to {high:.2}");
    }
    Ok(())
}

/// Moves a second with this upkeep; the rest is made up for afterwards.
fn throughput_with(upkeep: Upkeep, load: &Load, database: &mut postgres::Client) -> Result<f64, Failure> {
    let play = || load.moves_per_second(CLIENTS);
    let moves = match upkeep {
        Upkeep::Everything => play()?,
        Upkeep::SearchDocuments => beside_the_counting(database, play)?,
        Upkeep::Nothing => {
            let mut lock = database.transaction()?;
            lock.execute("SELECT FROM statistic_progress FOR UPDATE", &[])?;
            let moves = play()?;
            lock.rollback()?;
            moves
        }
    };
    wait_until_idle(database)?;
    Ok(moves)
}

/// While the live generation is of definitions that nobody counts by.
fn beside_the_counting<T>(
    database: &mut postgres::Client,
    what: impl FnOnce() -> Result<T, Failure>,
) -> Result<T, Failure> {
    let set_aside =
        "UPDATE statistic_generations SET fingerprint = 'aside ' || fingerprint WHERE state = 'live'";
    let take_back =
        "UPDATE statistic_generations SET fingerprint = substr(fingerprint, 7) WHERE state = 'live'";
    database.execute(set_aside, &[])?;
    let done = what();
    database.execute(take_back, &[])?;
    done
}

/// Waits until everything is counted.
pub fn wait_until_idle(database: &mut postgres::Client) -> Result<(), Failure> {
    let behind = "SELECT count(*) FROM shard_heads h JOIN statistic_progress p USING (shard)
                  JOIN statistic_generations g USING (generation)
                  WHERE g.state = 'live' AND p.position < h.position";
    while count(database, behind)? > 0 {
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

pub fn sorted(mut times: Vec<f64>) -> Vec<f64> {
    times.sort_by(f64::total_cmp);
    times
}

/// The value that this percentage of the sorted times does not exceed.
pub fn part(times: &[f64], percent: usize) -> f64 {
    times[(times.len() * percent / 100).min(times.len() - 1)]
}
