//! Live tables: every viewer is told what it sees, as it happens.
//!
//! An append through this instance wakes the streams of its record at once; what other instances commit is noticed
//! by following the feed's positions while anybody listens. Each record that somebody listens to has one task, which
//! makes each viewer's events once; readers share them, and who falls too far behind is let go.

pub mod following;
pub mod stream;
