//! Codes by numbers that games have: days, seats.

use ahash::AHashMap;

/// Numbers of a page that span less are looked up in a list: days do, for more than a century.
const MANY: usize = 1 << 16;

/// What was found out about numbers of a page: in a list, where they lie close together.
pub enum Numbered {
    /// From the first number on.
    List {
        /// The first.
        first: i64,
        /// By how far behind it.
        found: Vec<Option<u32>>,
    },
    /// By number.
    Map(AHashMap<i64, Option<u32>>),
}

impl Numbered {
    /// Nothing yet about these.
    pub fn of(numbers: impl Iterator<Item = i64>) -> Self {
        let (first, last) =
            numbers.fold((i64::MAX, i64::MIN), |(first, last), number| (first.min(number), last.max(number)));
        let size = last.checked_sub(first).and_then(|span| usize::try_from(span).ok());
        match size.filter(|size| *size < MANY) {
            Some(size) => Self::List { first, found: vec![None; size + 1] },
            None => Self::Map(AHashMap::new()),
        }
    }

    /// What was found out about one of them.
    pub fn at(&mut self, number: i64) -> &mut Option<u32> {
        match self {
            Self::List { first, found } => &mut found[usize::try_from(number - *first).unwrap_or_default()],
            Self::Map(found) => found.entry(number).or_default(),
        }
    }
}
