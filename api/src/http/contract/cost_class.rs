//! The classes of cost of an answer.

/// The cost of an answer. Each class may also do what those before it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CostClass {
    /// A few queries to the database by a key, and data in memory. It reaches nothing that needs a permit.
    Cheap,
    /// Folds the log of a record, or shows it as somebody sees it.
    Folds,
    /// Draws a board or a chart, or makes a picture of it.
    Draws,
    /// Looks through many records, or through what they say.
    Scans,
    /// Counts worlds, or looks for the best play.
    Solves,
}

impl CostClass {
    /// The classes that need permits, the least first.
    pub const COSTLY: [Self; 4] = [Self::Folds, Self::Draws, Self::Scans, Self::Solves];

    /// Its name in the contract.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Cheap => "cheap",
            Self::Folds => "folds",
            Self::Draws => "draws",
            Self::Scans => "scans",
            Self::Solves => "solves",
        }
    }
}
