//! Counts of the number cards: a deck, or a part of one.

/// The greatest number on a card; the least is 0.
pub const MAX_CARD_NUMBER: u8 = 6;

/// How many cards of each number, 0 to 6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cards(pub [u8; 7]);

impl Cards {
    /// These cards; numbers that no card has are left out.
    pub fn of(numbers: impl IntoIterator<Item = u8>) -> Self {
        let mut cards = Self::default();
        for number in numbers {
            if let Some(count) = cards.0.get_mut(usize::from(number)) {
                *count = count.saturating_add(1);
            }
        }
        cards
    }

    /// How many of this number.
    pub fn showing(self, number: u8) -> u8 {
        self.0.get(usize::from(number)).copied().unwrap_or_default()
    }

    /// How many cards.
    pub fn count(self) -> usize {
        self.0.iter().map(|count| usize::from(*count)).sum()
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|number| self.0[number].saturating_add(other.0[number])))
    }

    /// These cards without the others; `None` if not all of the others are among these.
    pub fn minus(self, other: Self) -> Option<Self> {
        let mut left = self;
        for (count, taken) in left.0.iter_mut().zip(other.0) {
            *count = count.checked_sub(taken)?;
        }
        Some(left)
    }

    /// The cards that are among both.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self(std::array::from_fn(|number| self.0[number].min(other.0[number])))
    }
}
