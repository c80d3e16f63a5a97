//! How long ratings take: `cargo run --release -p kifu-statistics --example ratings -- 200000`.
//!
//! One kind of game with so many games in chunks of 4096 rows, four seats each, some thousand players. Times are of the
//! pure computing: nothing is read from a database.

use std::collections::BTreeMap;
use std::num::ParseIntError;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kifu_engine::count;
use kifu_statistics::chunk::LoadedChunk;
use kifu_statistics::columns::games::{Game, OPEN_ENDED};
use kifu_statistics::columns::{Chunk, GameEntry};
use kifu_statistics::question::{Filter, PlayerRedirects};
use kifu_statistics::ratings::game_ratings::GameRatings;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use uuid::Uuid;

const SEATS: usize = 4;
const CHUNK: usize = 4096;

fn game(dice: &mut StdRng, players: usize, number: usize) -> GameEntry {
    let mut who = Vec::new();
    while who.len() < SEATS {
        let id = Uuid::from_u128(1 + dice.random_range(0..players) as u128);
        if !who.contains(&Some(id)) {
            who.push(Some(id));
        }
    }
    let places: Vec<u8> = (0..SEATS).map(|_| dice.random_range(1..=4)).collect();
    let game = Game {
        id: Uuid::from_u128((1 << 64) + number as u128),
        from: 0,
        until: OPEN_ENDED,
        played_at: count::to_i64(number) * 60_000,
        irregular: false,
        options: "{}".into(),
        rules_version: 1,
        place: None,
        tags: Vec::new(),
        won: places.iter().map(|place| *place == 1).collect(),
        places,
        players: who,
        ending: "end".into(),
    };
    GameEntry { game, observations: BTreeMap::new() }
}

fn chunk(number: i64, entries: Vec<GameEntry>) -> LoadedChunk {
    let games = Arc::new(Chunk::of(entries, &[]).games);
    LoadedChunk {
        id: (1, 0, number),
        position: 1,
        game: "game".into(),
        games,
        tombstones: Arc::default(),
        observations: BTreeMap::new(),
    }
}

/// An archive of one kind of game, and its ratings.
struct Archive {
    dice: StdRng,
    players: usize,
    count: usize,
    chunks: Vec<LoadedChunk>,
    middle: usize,
    redirects: PlayerRedirects,
    ratings: GameRatings,
}

impl Archive {
    fn new(count: usize) -> Self {
        let players = (count / 40).max(SEATS);
        let mut dice = StdRng::seed_from_u64(7);
        let entries: Vec<GameEntry> = (0..count).map(|number| game(&mut dice, players, number)).collect();
        let chunks: Vec<LoadedChunk> =
            (1..).zip(entries.chunks(CHUNK)).map(|(n, part)| chunk(n, part.to_vec())).collect();
        let middle = chunks.len() / 2;
        let ratings = GameRatings::new(false, Filter::default());
        Self { dice, players, count, chunks, middle, redirects: PlayerRedirects::default(), ratings }
    }

    fn update(&mut self) -> Duration {
        let begun = Instant::now();
        self.ratings.update(&self.chunks, &self.redirects);
        begun.elapsed()
    }

    fn anew(&mut self) -> Duration {
        self.ratings = GameRatings::new(false, Filter::default());
        self.update()
    }

    fn append(&mut self) -> Duration {
        let one = game(&mut self.dice, self.players, self.count);
        self.count += 1;
        self.chunks.push(chunk(count::to_i64(self.count), vec![one]));
        self.update()
    }

    /// A game of the chunk in the middle goes.
    fn amend(&mut self) -> Duration {
        let middle = self.middle;
        let tombstones = self.chunks[middle].tombstones.len() + 1;
        self.chunks[middle].tombstones = Arc::new((0..).take(tombstones).collect());
        self.update()
    }

    fn look(&mut self) -> Duration {
        let begun = Instant::now();
        std::hint::black_box(self.ratings.is_of(&self.chunks, &self.redirects));
        std::hint::black_box(self.ratings.history(Uuid::from_u128(7)).last());
        begun.elapsed()
    }
}

fn report(what: &str, times: usize, mut work: impl FnMut() -> Duration) {
    let mut taken: Vec<Duration> = (0..times).map(|_| work()).collect();
    taken.sort_unstable();
    let p99 = taken[(times * 99).div_ceil(100) - 1];
    println!("{what}: median {:?}, p99 {p99:?} of {times}", taken[times / 2]);
}

fn main() -> Result<(), ParseIntError> {
    let count = std::env::args().nth(1).map_or(Ok(200_000), |text| text.parse())?;
    let mut archive = Archive::new(count);
    report("all games from the start", 5, || archive.anew());
    println!(
        "{} games, {} players, {} MiB",
        archive.ratings.len(),
        archive.players,
        archive.ratings.bytes() >> 20
    );
    report("one game was appended", 500, || archive.append());
    report("one in the middle is gone", 20, || archive.amend());
    report("nothing has changed, and a rating is read", 1000, || archive.look());
    Ok(())
}
