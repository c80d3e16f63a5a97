//! Why a move cannot be. A breach that is recorded is told otherwise than a refusal: as what happened.

use serde_json::json;

use super::words::Words;
use crate::seat::{Seat, Seats};
use crate::violation::Violation;
use crate::words::Bounds;

pub fn wrong_seats(given: u8) -> Violation {
    let message = Words::WrongNumberOfSeats { given: given.into() };
    Violation::new("DV-1", "wrong_number_of_seats", message, json!({"given": given, "allowed": [2, 3, 4]}))
}

/// G-5: a list has another length than the table has seats.
pub fn wrong_length(what: Words, given: usize, seats: Seats) -> Violation {
    let given = i64::try_from(given).unwrap_or(i64::MAX);
    Violation::out_of_range(what, given, Bounds::Exactly(seats.count().into()))
}

/// G-5: nothing is counted below zero.
pub fn check_count(what: Words, given: i64) -> Result<(), Violation> {
    if given >= 0 { Ok(()) } else { Err(Violation::out_of_range(what, given, Bounds::AtLeast(0))) }
}

pub fn no_new_dog(allowed: &[String], recorded: bool) -> Violation {
    let message = if recorded { Words::DogMoved } else { Words::NoNewDog };
    Violation::new("DV-13", "no_new_dog", message, json!({"allowed": allowed}))
}

pub fn wrong_villagers(seat: Seat, given: i64, villagers: i64, recorded: bool) -> Violation {
    let detail = json!({"seat": seat, "given": given, "allowed": villagers});
    let (given, villagers) = (given, villagers);
    let message = if recorded {
        Words::WrongVillagersThrown { seat, given, villagers }
    } else {
        Words::WrongVillagers { seat, given, villagers }
    };
    Violation::new("DV-2", "wrong_number_of_villagers", message, detail)
}

pub fn too_many_dogs(given: i64, field: i64) -> Violation {
    let message = Words::TooManyDogs { given, field };
    Violation::new("DV-9", "too_many_dogs", message, json!({"given": given, "allowed": field}))
}

pub fn dogs_left(given: i64, field: i64, recorded: bool) -> Violation {
    let message = match field {
        _ if recorded => Words::DogsLeft { left: field.saturating_sub(given) },
        1 => Words::DogNotTaken,
        _ => Words::DogsNotTaken { given, field },
    };
    Violation::new("DV-I3", "dogs_left", message, json!({"given": given, "allowed": field}))
}
