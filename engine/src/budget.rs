//! How long work may go on that can take long: solving, counting worlds.
//!
//! The engine knows no time. Whoever has something worked out that can take long brings a budget, and the work asks it
//! again and again.

/// Says whether work goes on.
pub trait Budget {
    /// Whether the work goes on. Once it does not, it never does again. The work then ends soon, and what it returns is
    /// of no use: whoever ended it throws it away.
    fn goes_on(&self) -> bool;
}

/// The work goes on to its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unlimited;

impl Budget for Unlimited {
    fn goes_on(&self) -> bool {
        true
    }
}
