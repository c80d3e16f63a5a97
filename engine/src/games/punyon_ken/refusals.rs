//! Why a throw cannot be.

use serde_json::json;

use super::TWO_SEATS;
use super::words::Words;
use crate::count;
use crate::violation::Violation;
use crate::words::Bounds;

pub fn wrong_seats(input: u8) -> Violation {
    let detail = json!({"input": input, "allowed": [TWO_SEATS.count()]});
    Violation::new("PK-1", "wrong_number_of_seats", Words::WrongNumberOfSeats { input }, detail)
}

/// G-5: the list has another length than the table has seats.
pub fn wrong_length(input: usize) -> Violation {
    let input = count::to_i64(input);
    Violation::out_of_range(Words::ThrowsGiven, input, Bounds::Exactly(TWO_SEATS.count().into()))
}
