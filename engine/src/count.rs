//! Counts, lengths and indexes as numbers of fixed width, and back: nothing gets lost.

/// A count of things in memory, as a number to calculate with.
pub const fn to_i64(count: usize) -> i64 {
    (count as u64).cast_signed()
}

/// A number as a count; a negative number is 0.
pub fn from_i64(number: i64) -> usize {
    from_u64(number.max(0).cast_unsigned())
}

/// A number as a count. Where counts have 32 bits, as in a browser, a larger number is the largest count.
pub fn from_u64(number: u64) -> usize {
    match usize::try_from(number) {
        Ok(count) => count,
        Err(_) => usize::MAX,
    }
}
