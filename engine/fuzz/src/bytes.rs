//! The bytes of an input, spent one decision at a time.

use arbitrary::{Arbitrary, Unstructured};
use kifu_engine::game::Chooser;

/// Everything that is decided while an input runs. Spent bytes decide for the first of all possibilities.
pub struct Bytes<'a>(Unstructured<'a>);

impl<'a> Bytes<'a> {
    /// The decisions of an input, none of them made yet.
    pub fn new(input: &'a [u8]) -> Self {
        Self(Unstructured::new(input))
    }

    /// True if no bytes are left to decide by.
    pub fn is_spent(&self) -> bool {
        self.0.is_empty()
    }

    /// True once in `count` times, never when all is spent.
    pub fn chance(&mut self, count: usize) -> bool {
        self.below(count) + 1 == count && !self.is_spent()
    }

    /// One of these; they are not empty.
    pub fn choose<'b, T>(&mut self, of: &'b [T]) -> &'b T {
        &of[self.below(of.len())]
    }

    /// Any value of a plain type.
    pub fn any<T: Arbitrary<'a> + Default>(&mut self) -> T {
        self.0.arbitrary().unwrap_or_default()
    }
}

impl Chooser for Bytes<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.0.int_in_range(0..=count - 1).unwrap_or(0)
    }
}
