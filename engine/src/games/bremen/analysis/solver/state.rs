//! A position with open hands, in few bytes.

use super::super::super::rules::table::Table;
use super::super::super::rules::tile::{Animal, MAX_TILE_NUMBER, Tile, Tiles};
use super::search::tiles;
use crate::seat::BySeat;

/// Tiles of one animal.
pub(super) const TILES_PER_ANIMAL: usize = MAX_TILE_NUMBER as usize;
/// The rounds of a game (BR-3).
const ROUNDS: u8 = 12;
/// All tiles of one animal, as bits.
const ONE_ANIMAL: u64 = (1 << TILES_PER_ANIMAL) - 1;

/// The place of a tile: chickens first, within an animal by number.
pub(in super::super::super) fn tile_index(tile: Tile) -> usize {
    tile.animal().index() * TILES_PER_ANIMAL + usize::from(tile.number()) - 1
}

/// A position with open hands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super::super) struct OpenTable {
    pub(in super::super::super) seats: usize,
    /// By seat, its tiles as bits.
    pub(in super::super::super) hands: [u64; 4],
    /// By seat, the rounds that it took.
    pub(in super::super::super) taken: [u8; 4],
    /// The seat that leads this round.
    pub(in super::super::super) leader: usize,
    /// The tiles played in this round, from the leader on.
    pub(in super::super::super) trick: [usize; 4],
    pub(in super::super::super) placed: usize,
}

/// The goal of a line.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super::super) struct Goal {
    /// All ways to share the rounds.
    pub(super) quotas: Vec<[u8; 4]>,
    /// All ways to share the animals that are kept.
    pub(super) retained: Vec<[usize; 4]>,
    /// Tiles that are never played.
    pub(super) fixed: u64,
}

impl Goal {
    /// BR-10 for this number of seats; with three seats, with the animal in the centre.
    pub(in super::super::super) fn win(seats: usize, center: Option<Animal>) -> Self {
        let rounds: &[u8] = if seats == 3 { &[8, 4, 0] } else { &[6, 4, 2, 0] };
        let animals: Vec<usize> =
            (0..4).filter(|animal| center.is_none_or(|center| center.index() != *animal)).collect();
        Self { quotas: orders(rounds), retained: orders(&animals), fixed: 0 }
    }

    /// Narrows the goal: this seat takes most and keeps its tile, and that one takes nothing and keeps its tile.
    pub(in super::super::super) fn with_score(&self, most: (usize, usize), none: (usize, usize)) -> Self {
        let top = self.quotas.iter().map(|quota| quota[0]).max().unwrap_or(0);
        let quotas = self.quotas.iter().filter(|quota| quota[most.0] == top && quota[none.0] == 0);
        let animals = |retained: &&[usize; 4]| {
            retained[most.0] == most.1 / TILES_PER_ANIMAL && retained[none.0] == none.1 / TILES_PER_ANIMAL
        };
        Self {
            quotas: quotas.copied().collect(),
            retained: self.retained.iter().filter(animals).copied().collect(),
            fixed: 1 << most.1 | 1 << none.1,
        }
    }
}

/// All orders of these, padded with default values.
fn orders<T: Copy + Default>(of: &[T]) -> Vec<[T; 4]> {
    let mut found = Vec::new();
    let mut rest = of.to_vec();
    permute(&mut rest, 0, &mut found);
    found
}

fn permute<T: Copy + Default>(rest: &mut [T], from: usize, found: &mut Vec<[T; 4]>) {
    if from == rest.len() {
        found.push(std::array::from_fn(|i| rest.get(i).copied().unwrap_or_default()));
    }
    for i in from..rest.len() {
        rest.swap(from, i);
        permute(rest, from + 1, found);
        rest.swap(from, i);
    }
}

impl OpenTable {
    /// The table with these hands; `None` if the leader is not known.
    pub(in super::super::super) fn of(table: &Table, hands: &BySeat<Tiles>) -> Option<Self> {
        let mut open = Self {
            seats: table.seats.len(),
            hands: [0; 4],
            taken: [0; 4],
            leader: table.leader()?.index(),
            trick: [0; 4],
            placed: 0,
        };
        for (seat, held) in hands.iter() {
            open.hands[seat.index()] = held.iter().fold(0, |bits, tile| bits | 1 << tile_index(tile));
        }
        for round in table.rounds.iter() {
            open.taken[round.taken.seat.index()] += 1;
        }
        for play in table.trick.plays() {
            open.trick[open.placed] = tile_index(play.tile);
            open.placed += 1;
        }
        Some(open)
    }

    /// The seat to play.
    pub(in super::super::super) fn turn(&self) -> usize {
        (self.leader + self.placed) % self.seats
    }

    pub(in super::super::super) fn rounds(&self) -> u8 {
        self.taken.iter().sum()
    }

    pub(in super::super::super) fn is_played_out(&self) -> bool {
        self.rounds() == ROUNDS
    }

    /// All tiles that are in hands or lie in this round.
    fn live(&self) -> u64 {
        let hands = self.hands.iter().fold(0, |all, hand| all | hand);
        self.trick[..self.placed].iter().fold(hands, |all, tile| all | 1 << tile)
    }

    /// BR-5, BR-6: the tiles that the next seat may play, without those that are never played.
    pub(in super::super::super) fn legal(&self, goal: &Goal) -> u64 {
        let hand = self.hands[self.turn()];
        let led = (self.placed > 0).then(|| self.trick[0] / TILES_PER_ANIMAL);
        let following = led.map_or(0, |animal| hand & (ONE_ANIMAL << (animal * TILES_PER_ANIMAL)));
        (if following == 0 { hand } else { following }) & !goal.fixed
    }

    /// The highest of each run of these tiles of the next seat that no other live tile interrupts.
    pub(super) fn different(&self, tiles: u64) -> u64 {
        let live = self.live();
        let mut found = 0;
        for animal in 0..4 {
            let of_animal = ONE_ANIMAL << (animal * TILES_PER_ANIMAL);
            let mut rest = if tiles & of_animal == 0 { 0 } else { live & of_animal };
            let mut run_open = false;
            while rest != 0 {
                let highest = 1 << rest.ilog2();
                rest ^= highest;
                let is_played = tiles & highest != 0;
                found |= if is_played && !run_open { highest } else { 0 };
                run_open = is_played;
            }
        }
        found
    }

    /// The position after a play (BR-7, BR-8).
    pub(in super::super::super) fn play(&self, tile: usize) -> Self {
        let mut next = *self;
        next.hands[self.turn()] &= !(1 << tile);
        next.trick[self.placed] = tile;
        next.placed += 1;
        if next.placed == self.seats {
            let taker = next.taker();
            next.taken[taker] += 1;
            (next.leader, next.placed) = (taker, 0);
        }
        next
    }

    /// The seat that takes the complete round.
    fn taker(&self) -> usize {
        let led = self.trick[0] / TILES_PER_ANIMAL;
        let strength = |tile: usize| match tile / TILES_PER_ANIMAL {
            0 => 2 * TILES_PER_ANIMAL + tile,
            animal if animal == led => 1 + tile % TILES_PER_ANIMAL,
            _ => 0,
        };
        let best = (0..self.seats).max_by_key(|place| strength(self.trick[*place])).unwrap_or(0);
        (self.leader + best) % self.seats
    }

    /// False if a quick test shows that the conditions cannot both hold.
    pub(super) fn may_reach(&self, goal: &Goal) -> bool {
        let seats = 0..self.seats;
        let fits = |quota: &&[u8; 4]| seats.clone().all(|seat| self.taken[seat] <= quota[seat]);
        let keeps = |retained: &&[usize; 4]| {
            seats
                .clone()
                .all(|seat| self.hands[seat] & (ONE_ANIMAL << (retained[seat] * TILES_PER_ANIMAL)) != 0)
        };
        goal.quotas.iter().any(|quota| fits(&quota)) && goal.retained.iter().any(|retained| keeps(&retained))
    }

    /// The key of a position between two rounds: by animal, the holder of the lowest tile, the second lowest and so
    /// on, and the rounds taken, all seats counted from the leader. The number of tiles of the last animal follows
    /// from the rest.
    pub(super) fn key(&self) -> u128 {
        let relative = |seat: usize| (seat + self.seats - self.leader) % self.seats;
        let held = self.hands.iter().fold(0, |all, hand| all | hand);
        let mut key: u128 = 0;
        let mut counts: u128 = 0;
        for animal in 0..4 {
            let mut count = 0;
            for tile in tiles(held & (ONE_ANIMAL << (animal * TILES_PER_ANIMAL))) {
                let seat = (0..self.seats).find(|seat| self.hands[*seat] >> tile & 1 == 1);
                key = key << 2 | seat.map_or(0, relative) as u128;
                count += 1;
            }
            counts = if animal < 3 { counts << 4 | count } else { counts };
        }
        let bits = if self.seats == 3 { 4 } else { 3 };
        let taken = (0..self.seats)
            .fold(0, |all, place| all << bits | u128::from(self.taken[(self.leader + place) % self.seats]));
        key << 24 | counts << 12 | taken
    }
}
