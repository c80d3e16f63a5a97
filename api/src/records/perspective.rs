//! The perspective that a record is read from: one's own, or that of a viewer who sees less.
//!
//! A perspective is shown as it was while the game was live: a replay without spoilers is the log that the public kept,
//! made by the same `ViewerLog` as the streams. It only ever narrows what a request may see.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use kifu_engine::erased::{AnyRecord, AnyViewerLog};
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Viewer};
use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer};

use crate::http::credentials::Access;
use crate::http::problem::{Code, Problem};
use crate::http::reading::EXPECTED_PERSPECTIVE;
use crate::http::words::requests::Requests;
use crate::records::cache::LoadedRecord;
use crate::records::view::seen;

/// The values of `perspective`.
pub const PERSPECTIVE_PATTERN: &str = "^(public|[0-9]{1,3})$";

/// The viewer that a request wants to read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective(Viewer);

impl Perspective {
    /// The viewer of this perspective.
    pub fn viewer(self) -> Viewer {
        self.0
    }

    fn read(text: &str) -> Option<Self> {
        if text == "public" {
            return Some(Self(Viewer::Public));
        }
        let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        let seat = text.parse().ok().filter(|_| is_number);
        seat.map(|seat| Self(Viewer::Seat(Seat::new(seat))))
    }
}

impl<'de> Deserialize<'de> for Perspective {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        reader.deserialize_str(PerspectiveVisitor)
    }
}

struct PerspectiveVisitor;

impl Visitor<'_> for PerspectiveVisitor {
    type Value = Perspective;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED_PERSPECTIVE)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Perspective, E> {
        Perspective::read(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

impl fmt::Display for Perspective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Viewer::Seat(seat) => seat.fmt(f),
            _ => f.write_str("public"),
        }
    }
}

/// A record as somebody sees it.
pub enum SeenRecord {
    /// The reader's view now: of the whole record, once the game is over.
    Now(Arc<dyn AnyRecord>),
    /// A viewer's view while the game was live.
    Then(Box<dyn AnyViewerLog>),
}

impl Deref for SeenRecord {
    type Target = dyn AnyRecord;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Now(record) => &**record,
            Self::Then(watch) => watch.seen(),
        }
    }
}

/// The record as this request may see it, from the requested perspective. From a perspective it is told as while the
/// game was live, also when it is over: facts that only the end opened stay hidden up to the end.
pub fn seen_from(
    loaded: &LoadedRecord,
    access: Access,
    perspective: Option<Perspective>,
) -> Result<SeenRecord, Problem> {
    let Some(Perspective(viewer)) = perspective else {
        return Ok(SeenRecord::Now(seen(loaded, access)));
    };
    if let Viewer::Seat(seat) = viewer
        && !loaded.record.seats().contains(seat)
    {
        return Err(Problem::parameter("perspective", Requests::NoSuchSeat { name: "perspective".into() }));
    }
    let narrower = viewer == Viewer::Public || access == Access::Scribe || access.viewer() == viewer;
    if narrower || loaded.record.status() != Status::Live {
        return Ok(SeenRecord::Then(loaded.record.viewer_log(viewer)));
    }
    Err(Problem::plain(Code::Forbidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perspective_is_the_public_or_a_seat() {
        let read = |text: &str| Perspective::read(text).map(|perspective| perspective.0);
        assert_eq!(read("public"), Some(Viewer::Public));
        assert_eq!(read("0"), Some(Viewer::Seat(Seat::new(0))));
        assert_eq!(read("250"), Some(Viewer::Seat(Seat::new(250))));
        for wrong in ["", "scribe", "+1", "-1", "256", "0001", "1 ", "Public"] {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
    }
}
