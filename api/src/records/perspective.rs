//! With whose eyes a record is read: with one's own, or with those of somebody who sees less.

use std::fmt;
use std::ops::Deref;

use kifu_engine::erased::{AnyRecord, AnyWatch};
use kifu_engine::record::Status;
use kifu_engine::seat::{Seat, Viewer};
use serde::Deserialize;

use crate::auth::Access;
use crate::problem::{Code, Problem};
use crate::tables::Folded;

/// What `perspective` may be.
pub const PATTERN: &str = "^(public|[0-9]{1,3})$";

/// Whose eyes somebody wants to read with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Perspective(Viewer);

impl TryFrom<String> for Perspective {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        const WRONG: &str = "a perspective is `public` or the number of a seat";
        if text == "public" {
            return Ok(Self(Viewer::Public));
        }
        let is_number = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        let seat = text.parse().ok().filter(|_| is_number);
        seat.map(|seat| Self(Viewer::Seat(Seat::new(seat)))).ok_or(WRONG)
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
pub enum Seen {
    /// As its reader sees it now: whole, once the game is over.
    Now(Box<dyn AnyRecord>),
    /// As somebody saw it while it was live.
    Then(Box<dyn AnyWatch>),
}

impl Deref for Seen {
    type Target = dyn AnyRecord;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Now(record) => &**record,
            Self::Then(watch) => watch.seen(),
        }
    }
}

/// The record as this request may see it, from the perspective that it asks for. From a perspective it is told as
/// while the game was live, also when it is over: what only the end opened stays hidden up to the end.
pub fn seen_from(folded: &Folded, access: Access, perspective: Option<Perspective>) -> Result<Seen, Problem> {
    let Some(Perspective(viewer)) = perspective else {
        return Ok(Seen::Now(super::seen(folded, access)));
    };
    if let Viewer::Seat(seat) = viewer
        && !folded.record.seats().contains(seat)
    {
        return Err(Problem::parameter("perspective", "その席はありません。", "there is no such seat."));
    }
    let narrower = viewer == Viewer::Public || access == Access::Scribe || access.viewer() == viewer;
    if narrower || folded.record.status() != Status::Live {
        return Ok(Seen::Then(folded.record.watch(viewer)));
    }
    Err(Problem::plain(Code::Forbidden))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perspective_is_the_public_or_a_seat() {
        let read = |text: &str| Perspective::try_from(text.to_owned()).map(|perspective| perspective.0);
        assert_eq!(read("public"), Ok(Viewer::Public));
        assert_eq!(read("0"), Ok(Viewer::Seat(Seat::new(0))));
        assert_eq!(read("250"), Ok(Viewer::Seat(Seat::new(250))));
        for wrong in ["", "scribe", "+1", "-1", "256", "0001", "1 ", "Public"] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
