//! Clients that play the sampled games over HTTP.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::task::JoinSet;

use crate::Failure;
use crate::games::Sampled;
use crate::http::{Connection, post};

/// How long a round lasts; less, should a client run out of moves.
pub const ROUND_TIME: Duration = Duration::from_secs(3);
/// Moves prepared for a round, at most and for each client.
const PREPARED_MOVES: (usize, usize) = (30_000, 6_000);
/// Connections that open games.
const OPENERS: usize = 32;

/// The requests that play one game.
type PlayedGame = Vec<Vec<u8>>;

/// Clients of one service.
pub struct Load<'a> {
    address: SocketAddr,
    sampled: &'a [Sampled],
    /// Where moves are sent, if not to the service.
    instead: Option<SocketAddr>,
    /// The next game to be opened.
    next: AtomicUsize,
}

impl<'a> Load<'a> {
    /// Clients that play these games over and over.
    pub fn new(address: SocketAddr, sampled: &'a [Sampled]) -> Self {
        Self { address, sampled, instead: None, next: AtomicUsize::new(0) }
    }

    /// These clients, with their moves sent to another address.
    pub fn sent_to(self, address: SocketAddr) -> Self {
        Self { instead: Some(address), ..self }
    }

    /// Moves a second of one round.
    pub fn moves_per_second(&self, clients: usize) -> Result<f64, Failure> {
        let (moves, seconds) = self.round(clients, || {})?;
        Ok(moves as f64 / seconds)
    }

    /// One round of clients that each play one game after another, a move at a time: how many moves there were in how many
    /// seconds. The games are opened before the clock starts; their first moves find them cold.
    pub fn round(&self, clients: usize, starts: impl FnOnce()) -> Result<(usize, f64), Failure> {
        let mean = self.sampled.iter().map(|game| game.moves.len()).sum::<usize>() / self.sampled.len();
        let mut hands = vec![Vec::new(); clients];
        for (index, game) in
            self.open(PREPARED_MOVES.0.min(clients * PREPARED_MOVES.1) / mean)?.into_iter().enumerate()
        {
            hands[index % clients].push(game);
        }
        let stop = Arc::new(AtomicBool::new(false));
        starts();
        let begun = Instant::now();
        let to = self.instead.unwrap_or(self.address);
        let play = |hand| play(to, hand, stop.clone(), begun + ROUND_TIME);
        let played = on_two_threads(hands.into_iter().map(play).collect())?;
        Ok((played.into_iter().sum(), begun.elapsed().as_secs_f64()))
    }

    /// Milliseconds of each move of clients that rest between two moves, as people do at a table.
    pub fn resting(&self, clients: usize, rest: Duration, time: Duration) -> Result<Vec<f64>, Failure> {
        let mean = self.sampled.iter().map(|game| game.moves.len()).sum::<usize>() / self.sampled.len();
        let moves = usize::try_from(time.as_millis() / rest.as_millis())?;
        let mut hands = vec![Vec::new(); clients];
        for (index, game) in self.open(clients * (2 + moves / mean))?.into_iter().enumerate() {
            hands[index % clients].push(game);
        }
        let end = Instant::now() + time;
        let to = self.address;
        let played = together(hands.into_iter().map(|hand| play_resting(to, hand, rest, end)).collect())?;
        Ok(played.concat())
    }

    /// Opens games and plays the first half of each.
    pub fn play_halves(&self, count: usize) -> Result<(), Failure> {
        let games = self.open(count)?;
        let halves = games.chunks(count.div_ceil(OPENERS)).map(|games| {
            let moves = games.iter().map(|game| game[..game.len().div_ceil(2)].to_vec()).collect();
            // A flag each: no client stops another.
            play(self.address, moves, Arc::default(), Instant::now() + Duration::from_hours(1))
        });
        together(halves.collect()).map(drop)
    }

    fn open(&self, count: usize) -> Result<Vec<PlayedGame>, Failure> {
        let from = self.next.fetch_add(count, Relaxed);
        let games: Vec<_> = self.sampled.iter().cycle().skip(from % self.sampled.len()).take(count).collect();
        let openers = games.chunks(count.div_ceil(OPENERS)).map(|games| {
            let games = games.iter().map(|game| (game.open_request().to_string(), game.moves.clone()));
            open(self.address, games.collect())
        });
        Ok(together(openers.collect())?.into_iter().flatten().collect())
    }
}

/// Runs clients until all are done, on two threads, as `pgbench -j 2` does.
pub fn on_two_threads<T, F>(mut clients: Vec<F>) -> Result<Vec<T>, Failure>
where
    F: Future<Output = Result<T, Failure>> + Send + 'static,
    T: Send + 'static,
{
    let other = clients.split_off(clients.len() / 2);
    let other = std::thread::spawn(|| together(other));
    let mut results = together(clients)?;
    results.extend(other.join().map_err(|_| "a client panicked")??);
    Ok(results)
}

/// Runs clients on this thread until all are done.
fn together<T, F>(clients: Vec<F>) -> Result<Vec<T>, Failure>
where
    F: Future<Output = Result<T, Failure>> + Send + 'static,
    T: Send + 'static,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        clients.into_iter().collect::<JoinSet<_>>().join_all().await.into_iter().collect()
    })
}

/// Opens games one after another and makes the requests that play them.
async fn open(address: SocketAddr, games: Vec<(String, Vec<String>)>) -> Result<Vec<PlayedGame>, Failure> {
    let mut connection = Connection::open(address).await?;
    let mut opened = Vec::new();
    for (request, moves) in games {
        let answer: Value =
            serde_json::from_slice(connection.created(&post("/v1/games", None, &request)).await?)?;
        let [id, token] = ["id", "scribe_token"].map(|field| answer[field].as_str().unwrap_or_default());
        let path = format!("/v1/games/{id}/moves");
        opened.push(moves.iter().map(|entry| post(&path, Some(token), entry)).collect());
    }
    Ok(opened)
}

/// Plays games one after another until the deadline or until another client has none left; how
/// many moves were acknowledged.
async fn play(
    address: SocketAddr,
    games: Vec<PlayedGame>,
    stop: Arc<AtomicBool>,
    deadline: Instant,
) -> Result<usize, Failure> {
    let mut connection = Connection::open(address).await?;
    let mut played = 0;
    for request in games.iter().flatten() {
        if stop.load(Relaxed) || Instant::now() >= deadline {
            return Ok(played);
        }
        connection.created(request).await?;
        played += 1;
    }
    stop.store(true, Relaxed);
    Ok(played)
}

/// Plays games one after another, and rests after each move; the milliseconds of each.
async fn play_resting(
    address: SocketAddr,
    games: Vec<PlayedGame>,
    rest: Duration,
    end: Instant,
) -> Result<Vec<f64>, Failure> {
    let mut connection = Connection::open(address).await?;
    let mut times = Vec::new();
    for request in games.iter().flatten() {
        let begun = Instant::now();
        if begun >= end {
            break;
        }
        connection.created(request).await?;
        times.push(begun.elapsed().as_secs_f64() * 1e3);
        tokio::time::sleep(rest).await;
    }
    Ok(times)
}
