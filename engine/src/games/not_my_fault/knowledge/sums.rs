//! Sets of sums: whole numbers from 0, one bit each.

use crate::count;
use crate::range::Range;

const BITS_PER_WORD: usize = 64;

/// The number of words that hold the sums up to this one.
pub const fn words(most: usize) -> usize {
    most / BITS_PER_WORD + 1
}

/// Adds each of these sums, increased by `by`, to a set. Sums that do not fit are left out.
pub fn add_shifted(into: &mut [u64], sums: &[u64], by: usize) {
    let (words, bits) = (by / BITS_PER_WORD, by % BITS_PER_WORD);
    for (index, word) in sums.iter().enumerate() {
        if let Some(into) = into.get_mut(index + words) {
            *into |= word << bits;
        }
        if bits > 0
            && let Some(into) = into.get_mut(index + words + 1)
        {
            *into |= word >> (BITS_PER_WORD - bits);
        }
    }
}

/// These sums, each increased by `greater_by`, as ranges in order.
pub fn ranges(sums: &[u64], greater_by: i64) -> Vec<Range> {
    let mut ranges: Vec<Range> = Vec::new();
    let has = |sum: &usize| sums[sum / BITS_PER_WORD] >> (sum % BITS_PER_WORD) & 1 == 1;
    for sum in (0..sums.len() * BITS_PER_WORD).filter(has) {
        let sum = count::to_i64(sum).saturating_add(greater_by);
        match ranges.last_mut() {
            Some(range) if range.max + 1 == sum => range.max = sum,
            _ => ranges.push(Range { min: sum, max: sum }),
        }
    }
    ranges
}
