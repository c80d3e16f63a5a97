//! How long ratings take: `cargo run --release -p kifu --example ratings -- 200000`.
//!
//! A kind of game with so many games in chunks of 4096 rows, four seats each, some thousand players. Times are of the
//! pure computing: nothing is read from a database.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kifu::statistics::answer::question::{Filter, People};
use kifu::statistics::archive::Roll;
use kifu::statistics::columns::games::{Game, STILL};
use kifu::statistics::columns::{Chunk, Entry};
use kifu::statistics::ratings::ladder::Ladder;
use rand::{Rng, SeedableRng, rngs::StdRng};
use uuid::Uuid;

const SEATS: usize = 4;
const CHUNK: usize = 4096;

fn game(dice: &mut StdRng, players: usize, number: usize) -> Entry {
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
        until: STILL,
        at: i64::try_from(number).unwrap_or_default() * 60_000,
        irregular: false,
        options: "{}".into(),
        place: None,
        tags: Vec::new(),
        won: places.iter().map(|place| *place == 1).collect(),
        places,
        players: who,
        ending: "end".into(),
    };
    Entry { game, observations: BTreeMap::new() }
}

fn roll(number: i64, entries: Vec<Entry>) -> Roll {
    let games = Arc::new(Chunk::of(entries, &[]).games);
    Roll { id: (1, 0, number), game: "game".into(), games, dead: Arc::default(), observed: BTreeMap::new() }
}

fn timed<R>(what: &str, times: usize, mut work: impl FnMut(usize) -> R) {
    let mut taken: Vec<Duration> = Vec::with_capacity(times);
    for number in 0..times {
        let begun = Instant::now();
        std::hint::black_box(work(number));
        taken.push(begun.elapsed());
    }
    taken.sort_unstable();
    let p99 = taken[(times * 99).div_ceil(100) - 1];
    println!("{what}: median {:?}, p99 {p99:?} of {times}", taken[times / 2]);
}

fn main() {
    let count = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(200_000);
    let players = (count / 40).max(SEATS);
    let mut dice = StdRng::seed_from_u64(7);
    let entries: Vec<Entry> = (0..count).map(|number| game(&mut dice, players, number)).collect();
    let mut rolls: Vec<Roll> =
        (1..).zip(entries.chunks(CHUNK)).map(|(n, part)| roll(n, part.to_vec())).collect();
    let people = People::default();
    let mut ladder = Ladder::new(false, Filter::default());
    timed("from the start, all of one kind", 3, |_| {
        ladder = Ladder::new(false, Filter::default());
        ladder.update(&rolls, &people, 1)
    });
    println!("{} games, {players} players, {} MiB", ladder.len(), ladder.bytes() >> 20);
    let mut timed_update = |what: &str, times: usize, change: &mut dyn FnMut(usize, &mut Vec<Roll>)| {
        let mut spent = Vec::new();
        for number in 0..times {
            change(number, &mut rolls);
            let begun = Instant::now();
            ladder.update(&rolls, &people, 1);
            spent.push(begun.elapsed());
        }
        spent.sort_unstable();
        println!("{what}: median {:?}, worst {:?} of {times}", spent[times / 2], spent[times - 1]);
    };
    timed_update("one game is appended", 200, &mut |number, rolls| {
        let one = game(&mut dice, players, count + number);
        rolls.push(roll(1_000_000 + i64::try_from(number).unwrap_or_default(), vec![one]));
    });
    timed_update("a game in the middle goes", 5, &mut |number, rolls| {
        let middle = rolls.len() / 8;
        rolls[middle].dead = Arc::new((0..=u32::try_from(number).unwrap_or_default()).collect());
    });
    timed("nothing has changed: one look", 1000, |_| ladder.is_of(&rolls, &people));
    timed("a player's history is found", 1000, |number| {
        ladder.history(Uuid::from_u128(1 + (number % players) as u128)).len()
    });
    timed("a leaderboard is sorted", 200, |_| {
        let mut all: Vec<(f64, Uuid)> = ladder
            .players()
            .filter_map(|(id, history)| history.last().map(|step| (step.belief.rating, id)))
            .collect();
        all.sort_unstable_by(|one, other| other.0.total_cmp(&one.0));
        all.len()
    });
}
