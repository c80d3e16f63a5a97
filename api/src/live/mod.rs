//! Live tables: every viewer gets the entries that it sees, as they are logged.
//!
//! An append through this instance wakes the streams of its record at once; what other instances commit is noticed
//! by polling the feed while there are subscribers. Each record with subscribers has one task, which
//! makes each viewer's events once; subscribers share them. One that falls too far behind is disconnected.

pub mod stream;
pub mod tasks;
