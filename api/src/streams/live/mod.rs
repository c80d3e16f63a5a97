//! Live tables: every viewer gets the entries that it sees, as they are logged.
//!
//! An append through this instance wakes the streams of its record at once; commits of other instances are noticed by
//! polling the feed while there are subscribers. Each record with subscribers has one task, which makes each viewer's
//! events once; subscribers share them. One that falls too far behind is disconnected.
//!
//! An append wakes its record's streams when it is durable. `NOTIFY` would serialise the commits, so other instances'
//! commits are found by reading the positions every 25 ms while anybody listens. Names, visibility and tokens are
//! compared by `revision` twice a second. Subscribers share the bytes of an event through a bounded ring; a subscriber
//! that falls 256 events behind is disconnected, with a reason. The kernel disconnects a peer that reads nothing at all
//! (`TCP_USER_TIMEOUT`).

pub mod stream;
pub mod tasks;
