//! The delay from a move's acknowledgement to its arrival at a subscriber.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use crate::Failure;
use crate::games::Sampled;
use crate::http::{Connection, post};
use crate::load::Load;
use crate::report::median;
use crate::service::Service;

/// Subscribers of each line.
const SUBSCRIBERS: usize = 1000;
/// Moves timed in the line of many games.
const MOVES: usize = 3000;
/// Between two moves at one table, and at one of many.
const MOVE_INTERVALS: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(2)];
/// Clients of the throughput line, and rounds of each side.
const CLIENTS: usize = 64;
const ROUNDS: usize = 3;
/// How long the last events may still be under way.
const EVENT_TIMEOUT: Duration = Duration::from_secs(10);

/// A record, and the requests that play it.
struct LiveGame {
    /// The request that subscribes to it as its scribe, who sees every move.
    live: Vec<u8>,
    moves: Vec<Vec<u8>>,
}

/// An event of a subscriber: the game, the number, the time.
type Got = (usize, u64, Instant);

/// The subscribers, on a thread of their own until they are dropped.
struct Subscribers {
    got: Receiver<Got>,
    _stop: tokio::sync::oneshot::Sender<()>,
}

/// Measures and prints a table.
pub fn measure(service: &Service, load: &Load, sampled: &[Sampled]) -> Result<(), Failure> {
    let limit = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit })?;
    println!("\n| from acknowledgement to receipt | p50 | p99 | max |\n|---|---:|---:|---:|");
    let longest = sampled.iter().max_by_key(|game| game.moves.len()).ok_or("no games")?;
    let one = vec![longest; 1];
    let many: Vec<_> =
        sampled.iter().filter(|game| game.moves.len() >= 8).cycle().take(SUBSCRIBERS).collect();
    for (what, games, moves, pace) in [
        ("1,000 subscribers of one game", one, usize::MAX, MOVE_INTERVALS[0]),
        ("1,000 games of one subscriber each", many.clone(), MOVES, MOVE_INTERVALS[1]),
    ] {
        let times = latencies(service.address, &games, moves, pace)?;
        let at = |percent: usize| times[(times.len() - 1) * percent / 100] * 1e3;
        println!(
            "| {what} ({} events) | {:.2} ms | {:.2} ms | {:.2} ms |",
            times.len(),
            at(50),
            at(99),
            at(100)
        );
    }
    throughput(service.address, load, &many)
}

/// Appends a second, without subscribers and with them, at games that nobody plays.
fn throughput(address: SocketAddr, load: &Load, games: &[&Sampled]) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let requests: Vec<_> = open_all(&runtime, address, games)?.into_iter().map(|game| game.live).collect();
    let (mut alone, mut beside) = (Vec::new(), Vec::new());
    for round in 0..=ROUNDS {
        let without = load.moves_per_second(CLIENTS)?;
        let subscribers = Subscribers::start(address, &requests, SUBSCRIBERS)?;
        let with = load.moves_per_second(CLIENTS)?;
        drop(subscribers);
        if round > 0 {
            alone.push(without);
            beside.push(with);
        }
    }
    let (alone, beside) = (median(alone), median(beside));
    println!(
        "\nappends: {alone:.0}/s without streams, {beside:.0}/s beside 1,000 of them: {:.2}",
        beside / alone
    );
    Ok(())
}

/// Plays the games in turn, and answers with the sorted times from each acknowledgement to each receipt, in seconds.
fn latencies(
    address: SocketAddr,
    games: &[&Sampled],
    moves: usize,
    pace: Duration,
) -> Result<Vec<f64>, Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let games = open_all(&runtime, address, games)?;
    let requests: Vec<_> = games.iter().map(|game| game.live.clone()).collect();
    let each = SUBSCRIBERS / requests.len();
    let subscribers = Subscribers::start(address, &requests, SUBSCRIBERS)?;
    let acknowledged = runtime.block_on(play(address, &games, moves, pace))?;
    let mut times = Vec::with_capacity(acknowledged.len() * each);
    while times.len() < acknowledged.len() * each {
        let (game, seq, at) = subscribers.got.recv_timeout(EVENT_TIMEOUT)?;
        let acknowledged = acknowledged.get(&(game, seq)).ok_or("an event that was not acknowledged")?;
        // The event may be there before the acknowledgement.
        times.push(at.saturating_duration_since(*acknowledged).as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

/// When each move was acknowledged, by game and number.
async fn play(
    address: SocketAddr,
    games: &[LiveGame],
    moves: usize,
    pace: Duration,
) -> Result<HashMap<(usize, u64), Instant>, Failure> {
    let mut connection = Connection::open(address).await?;
    let mut acknowledged = HashMap::new();
    let longest = games.iter().map(|game| game.moves.len()).max().unwrap_or_default();
    let rounds = (0..longest)
        .flat_map(|round| games.iter().enumerate().map(move |(index, game)| (index, game, round)));
    let turns = rounds.filter_map(|(index, game, round)| Some((index, game.moves.get(round)?, round)));
    for (index, request, round) in turns.take(moves) {
        connection.created(request).await?;
        acknowledged.insert((index, round as u64 + 1), Instant::now());
        tokio::time::sleep(pace).await;
    }
    Ok(acknowledged)
}

fn open_all(runtime: &Runtime, address: SocketAddr, games: &[&Sampled]) -> Result<Vec<LiveGame>, Failure> {
    runtime.block_on(async {
        let mut connection = Connection::open(address).await?;
        let mut opened = Vec::with_capacity(games.len());
        for game in games {
            let request = post("/v1/games", None, &game.open_request().to_string());
            let answer: Value = serde_json::from_slice(connection.created(&request).await?)?;
            let [id, token] =
                ["id", "scribe_token"].map(|field| answer[field].as_str().unwrap_or_default().to_owned());
            let path = format!("/v1/games/{id}/moves");
            let moves = game.moves.iter().map(|entry| post(&path, Some(&token), entry)).collect();
            let live = format!(
                "GET /v1/games/{id}/live HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n"
            );
            opened.push(LiveGame { live: live.into_bytes(), moves });
        }
        Ok(opened)
    })
}

impl Subscribers {
    /// So many, spread over these requests; all get the position of their record before this returns.
    fn start(address: SocketAddr, requests: &[Vec<u8>], count: usize) -> Result<Self, Failure> {
        let (send, got) = channel();
        let (ready, waiting) = channel();
        let (stop, stopped) = tokio::sync::oneshot::channel();
        let requests = requests.to_vec();
        std::thread::spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
            runtime.block_on(async {
                let mut all = JoinSet::new();
                for number in 0..count {
                    let game = number % requests.len();
                    all.spawn(subscribe(address, game, requests[game].clone(), send.clone(), ready.clone()));
                }
                let _ = stopped.await;
            });
        });
        for _ in 0..count {
            waiting.recv_timeout(EVENT_TIMEOUT)?;
        }
        Ok(Self { got, _stop: stop })
    }
}

async fn subscribe(
    address: SocketAddr,
    game: usize,
    request: Vec<u8>,
    got: Sender<Got>,
    ready: Sender<()>,
) -> Result<(), Failure> {
    let mut connection = Connection::open(address).await?;
    connection.stream(&request).await?;
    loop {
        let received = connection.more().await?;
        let at = Instant::now();
        let mut read = 0;
        while let Some((kind, seq, end)) = next_event(&received[read..]) {
            read += end;
            match kind {
                "position" => ready.send(())?,
                "entry" => got.send((game, seq, at))?,
                _ => return Ok(()),
            }
        }
        received.drain(..read);
    }
}

/// The kind, the id and the end of the first event that is there whole. Data ends with a brace and an empty line.
fn next_event(received: &[u8]) -> Option<(&str, u64, usize)> {
    const EVENT: &[u8] = b"event: ";
    let find = |from: usize, what: &[u8]| {
        received[from..].windows(what.len()).position(|bytes| bytes == what).map(|at| from + at)
    };
    let begin = find(0, EVENT)? + EVENT.len();
    let end = find(begin, b"}\n\n")? + 3;
    let head = std::str::from_utf8(&received[begin..find(begin, b"\ndata")?]).ok()?;
    let (kind, id) = head.split_once("\nid: ").unwrap_or((head, "0"));
    Some((kind, id.split('-').next()?.parse().ok()?, end))
}
