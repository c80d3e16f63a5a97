//! In how many ways tiles can lie in hidden hands.
//!
//! Tiles of one animal are alike: only how many of them each hand holds matters, and each way to share them stands for as
//! many deals as there are ways to choose the tiles. The four animals are counted in two pairs, which meet in the middle.
//! All numbers are exact: a whole deal of 52 tiles has fewer than 2^96 ways.

/// The most seats.
const MAX_SEATS: usize = 4;
/// A hand holds at most 13 tiles.
const SIZES: usize = 14;

/// How many tiles of one animal go to each seat.
type Counts = [usize; MAX_SEATS];

/// Tiles of one animal that lie somewhere, and how many of them each hand can hold.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Hidden {
    pub(super) tiles: usize,
    pub(super) most: Counts,
}

/// All ways in which the hidden tiles can lie.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ways {
    /// How many deals there are.
    pub(super) total: u128,
    /// By animal and seat, in how many of them the hand has so many tiles of the animal.
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
