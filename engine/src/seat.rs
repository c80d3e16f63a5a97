//! Seats at the table, in clockwise order, and viewers.
//!
//! JSON counts seats from 0. Sentences count them from 1: a seat without a name is "Seat 1" in words and 0 in `detail`.

mod named;

use std::fmt;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

use crate::count;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) use named::named_seats;
pub use named::seats_in;

/// A place at the table, counted clockwise from 0.
///
/// Any whole number parses, so that a seat that does not exist is refused by rule G-5 with the
/// number that was given, and not as a malformed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(
    description = "A seat, counted clockwise from 0",
    with = "serde_json::Value",
    extend("type" = "integer", "minimum" = 0, "maximum" = 254)
)]
pub struct Seat(i64);

impl Seat {
    /// The seat with this number.
    pub const fn new(number: u8) -> Self {
        Self(number as i64)
    }

    /// The number as given, even if there is no such seat.
    pub const fn number(self) -> i64 {
        self.0
    }

    /// The number, if any table can have such a seat.
    pub fn as_u8(self) -> Option<u8> {
        self.0.try_into().ok()
    }

    /// Position in an array by seat; meaningful for seats that exist ([`Seats::contains`]).
    pub fn index(self) -> usize {
        count::from_u64(self.0.cast_unsigned())
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How many seats a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seats(u8);

impl Seats {
    /// A table of this many seats.
    pub const fn new(count: u8) -> Self {
        Self(count)
    }

    /// The number of seats.
    pub const fn count(self) -> u8 {
        self.0
    }

    /// The number of seats, as an array length.
    pub const fn len(self) -> usize {
        self.0 as usize
    }

    /// True if nobody sits here at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if this seat exists at this table.
    pub fn contains(self, seat: Seat) -> bool {
        (0..i64::from(self.0)).contains(&seat.0)
    }

    /// All seats, clockwise from 0.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..self.0).map(Seat::new)
    }

    /// All seats, clockwise from this one.
    pub fn from(self, first: Seat) -> impl Iterator<Item = Seat> + Clone {
        let count = i64::from(self.0);
        (0..count).map(move |step| Seat((first.0 + step).rem_euclid(count)))
    }

    /// The next seat in turn order.
    pub fn left_of(self, seat: Seat) -> Seat {
        Seat((seat.0 + 1).rem_euclid(i64::from(self.0)))
    }

    /// The seat before in turn order.
    pub fn right_of(self, seat: Seat) -> Seat {
        Seat((seat.0 - 1).rem_euclid(i64::from(self.0)))
    }
}

/// One value per seat; in JSON an array indexed by seat.
// Copies share the values until one of them changes, as with `Shared`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(inline)]
pub struct BySeat<T>(Arc<[T]>);

impl<T> BySeat<T> {
    /// A value for every seat, made by `value`.
    pub fn new(seats: Seats, value: impl FnMut(Seat) -> T) -> Self {
        Self(seats.iter().map(value).collect())
    }

    /// How many values there are. A move's array may not fit the table: check it first.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is no value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The table at which each seat has one of these values.
    pub fn seats(&self) -> Seats {
        Seats(self.0.iter().map(|_| 1).sum())
    }

    /// The value of a seat, if there is one.
    pub fn get(&self, seat: Seat) -> Option<&T> {
        self.0.get(seat.index())
    }

    /// The values, clockwise from seat 0.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }

    /// The values, to be changed.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, T>
    where
        T: Clone,
    {
        Arc::make_mut(&mut self.0).iter_mut()
    }

    /// Each seat with its value, clockwise from seat 0.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Seat, &T)> {
        self.0.iter().enumerate().map(|(index, value)| (Seat(count::to_i64(index)), value))
    }

    /// Maps the values of all seats.
    pub fn map<U>(&self, mut f: impl FnMut(Seat, &T) -> U) -> BySeat<U> {
        BySeat(self.iter().map(|(seat, value)| f(seat, value)).collect())
    }
}

impl<T> From<Vec<T>> for BySeat<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values.into())
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T: Clone> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut Arc::make_mut(&mut self.0)[seat.index()]
    }
}

/// Some of the seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatSet([u64; 4]);

impl SeatSet {
    /// True if this seat, which exists, is one of them.
    pub fn contains(self, seat: Seat) -> bool {
        self.0[seat.index() / 64] >> (seat.index() % 64) & 1 == 1
    }

    /// Adds a seat, which exists.
    pub fn insert(&mut self, seat: Seat) {
        self.0[seat.index() / 64] |= 1 << (seat.index() % 64);
    }
}

/// A viewer of a record. In JSON it is `"scribe"`, `"public"` or the number of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "ViewerJson", into = "ViewerJson")]
#[schemars(with = "ViewerJson", inline)]
pub enum Viewer {
    /// The scribe sees all that was recorded.
    Scribe,
    /// A player sees what that seat could see at the table.
    Seat(Seat),
    /// Anybody else sees what lies open on the table.
    Public,
}

/// A viewer in JSON.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
enum ViewerJson {
    Seat(Seat),
    Other(ViewerWithoutSeat),
}

/// A viewer that is no seat.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(inline)]
enum ViewerWithoutSeat {
    Public,
    Scribe,
}

impl From<ViewerJson> for Viewer {
    fn from(viewer: ViewerJson) -> Self {
        match viewer {
            ViewerJson::Seat(seat) => Self::Seat(seat),
            ViewerJson::Other(ViewerWithoutSeat::Public) => Self::Public,
            ViewerJson::Other(ViewerWithoutSeat::Scribe) => Self::Scribe,
        }
    }
}

impl From<Viewer> for ViewerJson {
    fn from(viewer: Viewer) -> Self {
        match viewer {
            Viewer::Seat(seat) => Self::Seat(seat),
            Viewer::Public => Self::Other(ViewerWithoutSeat::Public),
            Viewer::Scribe => Self::Other(ViewerWithoutSeat::Scribe),
        }
    }
}

impl Viewer {
    /// True if this viewer sees facts that only that seat can see at the table.
    pub fn shares(self, seat: Seat) -> bool {
        match self {
            Self::Scribe => true,
            Self::Seat(own) => own == seat,
            Self::Public => false,
        }
    }
}
