//! Tables at which everybody counts.
//!
//! Everybody is observed there once by each of the others, so that what a game adds follows from how many they are. It is
//! enough to know who was observed at tables of which size.

use super::places::Places;

/// Tables with so many seats are counted otherwise.
pub const LARGE: usize = 32;
/// So many cells are counted in as tables come: they are found by their numbers, wherever they are. Of more groups it is
/// first put down who was observed, and counted group by group.
const CELLS: u64 = 1 << 19;
/// About how many sizes tables have.
const SIZES: u64 = 8;

/// Who was observed at tables of which size, by group: by everybody else, or by one on each seat. Tables of both sorts are
/// not counted together.
pub struct Seated {
    who: Who,
    /// Where in `sat` it is, by the number of the group and the size of the table.
    places: Places,
    sat: Vec<Sat>,
}

/// What is to be known of those who were observed.
#[derive(Clone, Copy)]
enum Who {
    /// It does not matter who it was.
    Anybody,
    /// How often each of so many was.
    Each(usize),
    /// Who was, one after the other.
    All,
}

/// The tables of a group at which so many were observed.
pub struct Sat {
    /// The number of the group.
    pub number: u64,
    /// How many were observed at each.
    pub observed: u32,
    /// How often each of them was.
    pub each: u32,
    /// How many tables there were.
    pub games: u32,
    /// Who was observed there.
    pub present: Present,
}

/// Who was observed, by their bars.
pub enum Present {
    /// How often each was among them.
    Times(Vec<u32>),
    /// One after the other.
    List(Vec<u32>),
}

impl Seated {
    /// Nobody yet, in groups with numbers below this one, of which so many are counted. There are so many different
    /// people; 0 if it does not matter who was observed. `None` if there can be too many groups.
    pub fn new(people: usize, numbers: u64, groups: u64) -> Option<Self> {
        let cells = (people as u64).saturating_mul(groups).saturating_mul(SIZES);
        let who = match people {
            0 => Who::Anybody,
            _ if cells <= CELLS => Who::Each(people),
            _ => Who::All,
        };
        Some(Self { who, places: Places::new(numbers.checked_mul(LARGE as u64)?), sat: Vec::new() })
    }

    /// Takes a table of the group of this number at which everybody was observed by each of the others: their bars. One
    /// player alone observes nobody.
    #[inline]
    pub fn take_all(&mut self, number: u64, table: &[u32]) {
        self.take(number, table.len().saturating_sub(1), [table, &[]]);
    }

    /// Takes a table at which the one on this seat, who is in the group of this number, observed all others.
    #[inline]
    pub fn take_others(&mut self, number: u64, table: &[u32], seat: usize) {
        self.take(number, 1, [&table[..seat], &table[seat + 1..]]);
    }

    #[inline]
    fn take(&mut self, number: u64, each: usize, bars: [&[u32]; 2]) {
        let observed = bars[0].len() + bars[1].len();
        if observed == 0 || each == 0 {
            return;
        }
        let next = self.sat.len();
        let place = self.places.get_or_insert(number * LARGE as u64 + observed as u64, next);
        if place == next {
            let present = match self.who {
                Who::Each(people) => Present::Times(vec![0; people]),
                Who::Anybody | Who::All => Present::List(Vec::new()),
            };
            let [observed, each] = [observed, each].map(|seats| u32::try_from(seats).unwrap_or(u32::MAX));
            self.sat.push(Sat { number, observed, each, games: 0, present });
        }
        let sat = &mut self.sat[place];
        sat.games += 1;
        match (&mut sat.present, self.who) {
            (_, Who::Anybody) => {}
            (Present::Times(times), _) => {
                bars.into_iter().flatten().for_each(|bar| times[*bar as usize] += 1);
            }
            (Present::List(list), _) => bars.into_iter().for_each(|bars| list.extend_from_slice(bars)),
        }
    }

    /// Everything that was counted, in whatever order.
    pub fn finish(self) -> Vec<Sat> {
        self.sat
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Detail;
    use super::super::group::Group;
    use super::*;

    fn counted(people: usize, take: fn(&mut Seated, &[u32])) -> Group {
        let mut seated = Seated::new(people, 1, 1).unwrap();
        for table in [&[0, 3, 1][..], &[1, 3], &[2], &[7, 1, 3, 0], &[3, 0, 1]] {
            take(&mut seated, table);
        }
        let mut group = Group::new(Detail { bars: true, values: false, listed: 8 });
        seated.finish().iter().for_each(|tables| group.take_tables(tables));
        group
    }

    #[test]
    fn it_does_not_matter_whether_people_are_counted_or_put_down_first() {
        let all = |seated: &mut Seated, table: &[u32]| seated.take_all(0, table);
        let others = |seated: &mut Seated, table: &[u32]| {
            (0..table.len()).for_each(|seat| seated.take_others(0, table, seat));
        };
        for (take, games) in [(all as fn(&mut Seated, &[u32]), 4), (others, 3 + 2 + 4 + 3)] {
            let few = counted(8, take);
            assert_eq!((few.outline.games, few.n()), (games, 6 + 2 + 12 + 6));
            assert_eq!(few.bar(3).n, 2 + 1 + 3 + 2);
            assert_eq!(counted(1 << 20, take), few);
            assert_eq!(counted(0, take).outline, few.outline);
        }
    }
}
