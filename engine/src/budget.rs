//! A limit for work that can take long: solving, counting worlds.
//!
//! The engine knows no time. A caller that starts long work brings a budget, and the work asks it again and again.

/// Says whether work goes on.
pub trait Budget {
    /// True if the work goes on. Once false, it stays false. The work then ends soon, and its result is of no use: the
    /// caller throws it away.
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
