//! Why a move cannot be. A recorded breach has another message than a refusal: it says what happened.

use serde_json::json;

use super::words::Words;
use crate::count;
use crate::seat::{Seat, Seats};
use crate::violation::Violation;
use crate::words::Bounds;

pub fn wrong_seats(input: u8) -> Violation {
    let message = Words::WrongNumberOfSeats { input: input.into() };
    Violation::new("DV-1", "wrong_number_of_seats", message, json!({"input": input, "allowed": [2, 3, 4]}))
}

/// G-5: a list has another length than the table has seats.
pub fn wrong_length(what: Words, input: usize, seats: Seats) -> Violation {
    let input = count::to_i64(input);
    Violation::out_of_range(what, input, Bounds::Exactly(seats.count().into()))
}

/// G-5: nothing is counted below zero.
pub fn check_count(what: Words, input: i64) -> Result<(), Violation> {
    if input >= 0 { Ok(()) } else { Err(Violation::out_of_range(what, input, Bounds::AtLeast(0))) }
}

pub fn no_new_dog(allowed: &[String], recorded: bool) -> Violation {
    let message = if recorded { Words::DogMoved } else { Words::NoNewDog };
    Violation::new("DV-13", "no_new_dog", message, json!({"allowed": allowed}))
}

pub fn wrong_villagers(seat: Seat, input: i64, villagers: i64, recorded: bool) -> Violation {
    let detail = json!({"seat": seat, "input": input, "allowed": villagers});
    let (input, villagers) = (input, villagers);
    let message = if recorded {
        Words::WrongVillagersThrown { seat, input, villagers }
    } else {
        Words::WrongVillagers { seat, input, villagers }
    };
    Violation::new("DV-2", "wrong_number_of_villagers", message, detail)
}

pub fn too_many_dogs(input: i64, field: i64) -> Violation {
    let message = Words::TooManyDogs { input, field };
    Violation::new("DV-9", "too_many_dogs", message, json!({"input": input, "allowed": field}))
}

pub fn dogs_left(input: i64, field: i64, recorded: bool) -> Violation {
    let message = match field {
        _ if recorded => Words::DogsLeft { left: field.saturating_sub(input) },
        1 => Words::DogNotTaken,
        _ => Words::DogsNotTaken { input, field },
    };
    Violation::new("DV-I3", "dogs_left", message, json!({"input": input, "allowed": field}))
}
