//! The reasons why a throw is refused.

use super::TWO_SEATS;
use super::words::Words;
use crate::violation::Violation;
use crate::words::{Bounds, InputNumber};

pub fn wrong_seats(input: u8) -> Violation {
    let message = Words::WrongNumberOfSeats { input: InputNumber::from(input) };
    Violation::new("PK-1", "wrong_number_of_seats", message).allowed([TWO_SEATS.count()])
}

/// G-5: the list has another length than the table has seats.
pub fn wrong_length(input: usize) -> Violation {
    Violation::out_of_range(Words::ThrowsGiven, input, Bounds::Exactly(TWO_SEATS.count().into()))
}
