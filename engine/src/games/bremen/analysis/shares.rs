//! The number of ways in which hidden hands can hold the hidden tiles.
//!
//! Tiles of one animal are alike: only their number in each hand matters, and each way to share them stands for as
//! many deals as there are ways to choose the tiles. The four animals are counted in two pairs, which meet in the
//! middle. All numbers are exact: a whole deal of 52 tiles has fewer than 2^96 ways.

use crate::analysis::SplitMix;

/// The most seats.
const MAX_SEATS: usize = 4;
/// A hand holds at most 13 tiles.
const SIZES: usize = 14;

/// How many tiles of one animal go to each seat.
pub(super) type Counts = [usize; MAX_SEATS];

/// The hidden tiles of one animal, and how many of them each hand can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Hidden {
    pub(super) tiles: usize,
    pub(super) most: Counts,
}

/// The number of ways in which the hidden tiles can be held.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ways {
    /// How many deals there are.
    pub(super) total: u128,
    /// By animal, seat and number of tiles, the deals in which the hand has this number of the animal.
    pub(super) having: [[[u128; SIZES]; MAX_SEATS]; 4],
}

/// Counts the deals in which each hand gets as many tiles as it needs.
pub(super) fn count(hidden: &[Hidden; 4], needs: Counts) -> Ways {
    let shares = hidden.each_ref().map(|hidden| shares(hidden, needs));
    let pairs = [pair(&shares[0], &shares[1]), pair(&shares[2], &shares[3])];
    let mut deals = Ways { total: 0, having: [[[0; SIZES]; MAX_SEATS]; 4] };
    for (first, others) in [(0, &pairs[1]), (2, &pairs[0])] {
        deals.total = 0;
        for (one, of_one) in &shares[first] {
            let Some(rest) = less(needs, *one) else { continue };
            for (other, of_other) in &shares[first + 1] {
                let Some(rest) = less(rest, *other) else { continue };
                let all = of_one * of_other * others[index(rest)];
                deals.total += all;
                for seat in 0..MAX_SEATS {
                    deals.having[first][seat][one[seat]] += all;
                    deals.having[first + 1][seat][other[seat]] += all;
                }
            }
        }
    }
    deals
}

/// All ways to share hidden tiles, from which deals are drawn.
pub(super) struct Shares {
    needs: Counts,
    /// By animal, the ways to share its tiles, and how many deals each stands for.
    animals: [Vec<(Counts, u128)>; 4],
    /// By how many tiles each hand gets, the ways to share the last two animals.
    last_two: Vec<u128>,
    /// By way to share the first animal, how many deals there are in all.
    first: Vec<u128>,
}

impl Shares {
    pub(super) fn of(hidden: &[Hidden; 4], needs: Counts) -> Self {
        let animals = hidden.each_ref().map(|hidden| shares(hidden, needs));
        let last_two = pair(&animals[2], &animals[3]);
        let of_first = |(one, deals): &(Counts, u128)| {
            let Some(rest) = less(needs, *one) else { return 0 };
            let others = animals[1]
                .iter()
                .filter_map(|(other, deals)| Some(deals * last_two[index(less(rest, *other)?)]));
            deals * others.sum::<u128>()
        };
        let first = animals[0].iter().map(of_first).collect();
        Self { needs, animals, last_two, first }
    }

    /// By animal, how many tiles of it each hand gets in a deal drawn among all; `None` if there is none.
    pub(super) fn draw(&self, random: &mut SplitMix) -> Option<[Counts; 4]> {
        let first = self.animals[0][random.by_weight(&self.first)?].0;
        let rest = less(self.needs, first)?;
        let of_second = |(second, deals): &(Counts, u128)| {
            less(rest, *second).map_or(0, |rest| deals * self.last_two[index(rest)])
        };
        let second =
            self.animals[1][random.by_weight(&self.animals[1].iter().map(of_second).collect::<Vec<_>>())?].0;
        let rest = less(rest, second)?;
        let of_third = |(third, deals): &(Counts, u128)| {
            let fourth = less(rest, *third);
            let others = self.animals[3].iter().find(|(other, _)| Some(*other) == fourth);
            others.map_or(0, |(_, others)| deals * others)
        };
        let third =
            self.animals[2][random.by_weight(&self.animals[2].iter().map(of_third).collect::<Vec<_>>())?].0;
        Some([first, second, third, less(rest, third)?])
    }
}

/// Every way to share the tiles of one animal, and how many choices of tiles it stands for.
fn shares(hidden: &Hidden, needs: Counts) -> Vec<(Counts, u128)> {
    let mut found = Vec::new();
    let mut share = [0; MAX_SEATS];
    fill(hidden, needs, (0, hidden.tiles, 1), &mut share, &mut found);
    found
}

fn fill(
    hidden: &Hidden,
    needs: Counts,
    (seat, left, deals): (usize, usize, u128),
    share: &mut Counts,
    found: &mut Vec<(Counts, u128)>,
) {
    if seat == MAX_SEATS {
        if left == 0 {
            found.push((*share, deals));
        }
        return;
    }
    let mut choices = 1;
    for tiles in 0..=left.min(hidden.most[seat]).min(needs[seat]) {
        share[seat] = tiles;
        fill(hidden, needs, (seat + 1, left - tiles, deals * choices), share, found);
        choices = choices * (left - tiles) as u128 / (tiles as u128 + 1);
    }
    share[seat] = 0;
}

/// By how many tiles each hand gets, the ways to share the tiles of two animals.
fn pair(one: &[(Counts, u128)], other: &[(Counts, u128)]) -> Vec<u128> {
    let mut deals = vec![0; SIZES.pow(4)];
    for (a, of_one) in one {
        for (b, of_other) in other {
            let both: Counts = std::array::from_fn(|seat| a[seat] + b[seat]);
            if both.iter().all(|tiles| *tiles < SIZES) {
                deals[index(both)] += of_one * of_other;
            }
        }
    }
    deals
}

fn index(share: Counts) -> usize {
    share.iter().fold(0, |index, tiles| index * SIZES + tiles)
}

fn less(share: Counts, by: Counts) -> Option<Counts> {
    let mut left = share;
    for (left, by) in left.iter_mut().zip(by) {
        *left = left.checked_sub(by)?;
    }
    Some(left)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn deals_are_drawn_as_often_as_they_are_counted() {
        let hidden = [(3, [2, 3, 3, 0]), (4, [1, 4, 4, 4]), (2, [2, 0, 2, 2]), (5, [5; 4])]
            .map(|(tiles, most)| Hidden { tiles, most });
        let needs = [4, 4, 3, 3];
        let (deals, shares) = (count(&hidden, needs), Shares::of(&hidden, needs));
        let mut random = SplitMix::new(7);
        let mut drawn: BTreeMap<(usize, usize, usize), u32> = BTreeMap::new();
        let all = 40_000;
        for _ in 0..all {
            let counts = shares.draw(&mut random).unwrap();
            let of_seats =
                counts.iter().fold([0; 4], |sum, counts| std::array::from_fn(|i| sum[i] + counts[i]));
            assert_eq!(of_seats, needs);
            for (animal, counts) in counts.iter().enumerate() {
                assert_eq!(counts.iter().sum::<usize>(), hidden[animal].tiles);
                for (seat, tiles) in counts.iter().enumerate() {
                    *drawn.entry((animal, seat, *tiles)).or_default() += 1;
                }
            }
        }
        for (animal, having) in deals.having.iter().enumerate() {
            for (seat, having) in having.iter().enumerate() {
                for (tiles, ways_to) in having.iter().enumerate() {
                    let p = *ways_to as f64 / deals.total as f64;
                    let times = drawn.get(&(animal, seat, tiles)).copied().unwrap_or_default();
                    let share = f64::from(times) / f64::from(all);
                    let error = (p * (1.0 - p) / f64::from(all)).sqrt();
                    assert!((share - p).abs() <= 5.0 * error, "{animal} {seat} {tiles}: {share}, not {p}");
                }
            }
        }
    }
}
