//! The limits of a record's cost to its readers.
//!
//! A record's cost is bounded where it grows: by its events, its bytes, and the moves that its corrections make to be
//! folded again. Corrections and statements are counted apart. So reading any log takes bounded time.
//!
//! A bound is counted in what its viewer knows: the scribe's in the whole record, a seat's in its own statements. So a
//! refusal shows nothing hidden. The price is a record that can be longer than the scribe alone may make it.

use std::sync::atomic::{AtomicU64, Ordering};

use kifu_engine::erased::AnyRecord;
use kifu_engine::seat::{BySeat, Seat, Seats};
use serde_json::json;

use crate::http::credentials::Access;
use crate::http::problem::{Code, Problem};
use crate::http::words::records::Records;

/// The bytes of all entries of a record, as JSON.
const MAX_PAYLOAD_BYTES: usize = 16 << 20;
/// The moves that all corrections of a record may make to be folded again. A fold takes about a microsecond, and what a
/// viewer sees takes four for each.
const MAX_REFOLDED_MOVES: u64 = 250_000;

/// The amount logged in a record.
#[derive(Clone, Debug)]
pub struct Totals {
    /// The bytes of all entries, as JSON.
    pub bytes: usize,
    stated: BySeat<Stated>,
}

/// How much one seat stated itself. Nobody else's entries count, so the seat knows it.
#[derive(Clone, Copy, Debug, Default)]
struct Stated {
    entries: u64,
    bytes: usize,
}

impl Totals {
    /// The size of a record in which nothing was logged yet.
    pub fn none(seats: Seats) -> Self {
        Self { bytes: 0, stated: BySeat::new(seats, |_| Stated::default()) }
    }

    /// Counts an entry, and for the seat that stated it.
    pub fn add(&mut self, payload: &str, stated_by: Option<Seat>) {
        let bytes = payload.len();
        self.bytes += bytes;
        // A seat in a stored log is only a seat of the table if it was checked.
        if let Some(seat) = stated_by.filter(|seat| seat.index() < self.stated.len()) {
            let stated = &mut self.stated[seat];
            stated.entries += 1;
            stated.bytes += bytes;
        }
    }
}

/// The limits of records as they are set now.
#[derive(Debug)]
pub struct CurrentLimits(AtomicU64);

impl CurrentLimits {
    /// So many events.
    pub fn new(events: u64) -> Self {
        Self(AtomicU64::new(events))
    }

    /// So many events from now on.
    pub fn set_events(&self, events: u64) {
        self.0.store(events, Ordering::Relaxed);
    }

    /// The limits now.
    pub fn get(&self) -> RecordLimits {
        RecordLimits::new(self.0.load(Ordering::Relaxed))
    }
}

/// How long a record may become.
#[derive(Clone, Copy, Debug)]
pub struct RecordLimits {
    /// Events after the opening, of any sort.
    events: u64,
    /// The bytes of all entries, as JSON.
    bytes: usize,
}

impl RecordLimits {
    /// So many events, and as many bytes as any record may have.
    pub fn new(events: u64) -> Self {
        Self { events, bytes: MAX_PAYLOAD_BYTES }
    }

    /// Fails if a record to which somebody added something, of so much now, is more than it may be. For a seat only what
    /// it stated itself counts: the whole record would show it how much others logged that is hidden from it.
    pub fn check(self, access: Access, record: &dyn AnyRecord, totals: &Totals) -> Result<(), Problem> {
        match access {
            Access::Seat(seat) => self.check_seat(seat, totals),
            Access::Scribe | Access::Reader => self.check_whole(record, totals.bytes),
        }
    }

    /// Fails if a record, as the public sees it, has as many events as it may have: another joint move would be one
    /// more.
    pub fn check_joint(self, public: &dyn AnyRecord) -> Result<(), Problem> {
        if public.version().0 < self.events { Ok(()) } else { Err(self.too_many_events()) }
    }

    /// All seats together may state as much as the scribe may log.
    fn check_seat(self, seat: Seat, totals: &Totals) -> Result<(), Problem> {
        let seats = totals.stated.len() as u64;
        let Stated { entries, bytes } = totals.stated[seat];
        let (most, most_bytes) = (self.events.div_ceil(seats), self.bytes as u64 / seats);
        if entries > most {
            let message = Records::SeatTooManyEvents { most };
            return Err(full(message, "own_events", most));
        }
        if bytes as u64 > most_bytes {
            let message = Records::SeatTooLong { most: most_bytes >> 10 };
            return Err(full(message, "own_bytes", most_bytes));
        }
        Ok(())
    }

    fn check_whole(self, record: &dyn AnyRecord, bytes: usize) -> Result<(), Problem> {
        if record.version().0 > self.events {
            return Err(self.too_many_events());
        }
        if bytes > self.bytes {
            return Err(full(Records::TooLong { most: self.bytes >> 20 }, "bytes", self.bytes as u64));
        }
        if record.refold_counts().corrections > MAX_REFOLDED_MOVES {
            let most = MAX_REFOLDED_MOVES;
            return Err(full(Records::TooManyCorrections { most }, "refolded_moves", most));
        }
        Ok(())
    }

    fn too_many_events(self) -> Problem {
        let most = self.events;
        full(Records::TooManyEvents { most }, "events", most)
    }
}

fn full(message: Records, limit: &str, most: u64) -> Problem {
    Problem::new(Code::RecordFull, message).with(json!({"limit": limit, "allowed": {"max": most}}))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_engine::games;

    #[test]
    fn every_seat_has_its_share_of_the_bytes() {
        let game = games::find("half_werewolf").expect("it is a game");
        let record = game.open_new(4, &json!({})).expect("it opens");
        let payload = r#"{"type":"note"}"#;
        let bytes = payload.len();
        let mut totals = Totals::none(record.seats());
        totals.add(payload, Some(Seat::new(0)));
        let check = |bytes: usize, seat: u8| {
            let refused =
                RecordLimits { events: 10, bytes }.check(Access::Seat(Seat::new(seat)), &*record, &totals);
            refused.err().map(|problem| problem.values()["limit"].clone())
        };
        assert_eq!(check(4 * bytes, 0), None);
        assert_eq!(check(4 * bytes - 1, 0), Some(json!("own_bytes")));
        assert_eq!(check(4 * bytes - 1, 1), None, "another seat has its own");
    }
}
