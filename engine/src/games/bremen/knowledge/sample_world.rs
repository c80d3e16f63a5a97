//! One possible arrangement of the hidden tiles, for plausible samples.

use strum::VariantArray;

use super::super::rules::table::{HAND_SIZE, Table};
use super::super::rules::tile::{Animal, Tile, Tiles};
use crate::game::Chooser;
use crate::seat::BySeat;

impl Table {
    /// Hands that agree with everything known, if there are any.
    pub fn sample_world(&self, chooser: &mut dyn Chooser) -> Option<BySeat<Tiles>> {
        let mut unseen: Vec<Tile> = self.unseen().iter().collect();
        chooser.shuffle(&mut unseen);
        let mut share = Share::new(self);
        for tile in &unseen {
            let mut seats: Vec<usize> = (0..self.seats.len()).collect();
            chooser.shuffle(&mut seats);
            share.place(tile.animal(), &seats, &mut vec![false; seats.len()]).then_some(())?;
        }
        let mut hands = self.hands.map(|_, hand| hand.known_tiles());
        for tile in unseen {
            let row = &mut share.placed[tile.animal().index()];
            let (hand, count) = hands.values_mut().zip(row).find(|(_, count)| **count > 0)?;
            *count -= 1;
            hand.insert(tile);
        }
        Some(hands)
    }
}

/// How many tiles of each animal go to each seat: a flow from animals to seats.
struct Share {
    /// By seat, how many more tiles it needs.
    need: Vec<usize>,
    /// By animal and seat, how many it may get.
    capacity: [Vec<usize>; 4],
    /// By animal and seat, how many it gets.
    placed: [Vec<usize>; 4],
}

impl Share {
    fn new(table: &Table) -> Self {
        let hands = || table.hands.values();
        let need = hands().map(|hand| HAND_SIZE.saturating_sub(hand.played.len() + hand.known_tiles().len()));
        let capacity = std::array::from_fn(|animal| {
            hands()
                .map(|hand| match Animal::VARIANTS[animal] {
                    _ if hand.lacks[animal].is_some() => 0,
                    Animal::Chicken if !table.chickens_unchecked => hand.room_for_chickens(),
                    _ => HAND_SIZE,
                })
                .collect()
        });
        Self { need: need.collect(), capacity, placed: std::array::from_fn(|_| vec![0; table.seats.len()]) }
    }

    /// Finds a place for one more tile of this animal, moving others where it must.
    fn place(&mut self, animal: Animal, seats: &[usize], visited: &mut [bool]) -> bool {
        let row = animal.index();
        for &seat in seats {
            if visited[seat] || self.placed[row][seat] >= self.capacity[row][seat] {
                continue;
            }
            visited[seat] = true;
            if self.need[seat] > 0 {
                self.need[seat] -= 1;
                self.placed[row][seat] += 1;
                return true;
            }
            for other in Animal::VARIANTS.iter().copied().filter(|other| *other != animal) {
                if self.placed[other.index()][seat] > 0 && self.place(other, seats, visited) {
                    self.placed[other.index()][seat] -= 1;
                    self.placed[row][seat] += 1;
                    return true;
                }
            }
        }
        false
    }
}
