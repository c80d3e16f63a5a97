//! Tables at which everybody counts.
//!
//! Everybody is observed there once by each of the others, so that what a game adds follows from how many they are. It is
//! enough to count who sat at how many tables of which size.

use ahash::AHashMap;

/// Most cells that are counted in.
const CELLS: u64 = 1 << 20;
/// About how many sizes tables have.
const SIZES: u64 = 8;

/// Who sat how often at tables of which size, by group.
pub struct Seated {
    /// How many different people there are; 0 if it does not matter who sat there.
    people: usize,
    /// By number of the group and size of the table, where in `sat` it is.
    places: AHashMap<(u64, usize), usize>,
    sat: Vec<Sat>,
}

/// The tables of a group with so many players.
pub struct Sat {
    /// The number of the group.
    pub number: u64,
    /// How many sat at each.
    pub players: usize,
    /// How many tables there were.
    pub games: u32,
    /// How often each was there, by their bars.
    pub times: Vec<u32>,
}

impl Seated {
    /// Nobody yet, in so many groups; `None` if that would be too many cells.
    pub fn new(people: usize, groups: u64) -> Option<Self> {
        let cells = (people as u64).saturating_mul(groups).saturating_mul(SIZES);
        (cells <= CELLS).then(|| Self { people, places: AHashMap::new(), sat: Vec::new() })
    }

    /// Takes a table of the group of this number: everybody's bar. One player alone observes nobody.
    #[inline]
    pub fn take(&mut self, number: u64, table: &[u32]) {
        if table.len() < 2 {
            return;
        }
        let next = self.sat.len();
        let place = *self.places.entry((number, table.len())).or_insert(next);
        if place == next {
            self.sat.push(Sat { number, players: table.len(), games: 0, times: vec![0; self.people] });
        }
        let sat = &mut self.sat[place];
        sat.games += 1;
        if self.people > 0 {
            for bar in table {
                sat.times[*bar as usize] += 1;
            }
        }
    }

    /// Everything that was counted, in whatever order.
    pub fn finish(self) -> Vec<Sat> {
        self.sat
    }
}
