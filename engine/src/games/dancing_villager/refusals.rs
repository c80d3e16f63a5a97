//! The reasons why a move is refused. A recorded breach has another message than a refusal: it says what happened.

use super::words::Words;
use crate::seat::Seat;
use crate::violation::Violation;
use crate::words::{Bounds, InputNumber};

pub fn wrong_seats(input: u8) -> Violation {
    let message = Words::WrongNumberOfSeats { input: InputNumber::from(input) };
    Violation::new("DV-1", "wrong_number_of_seats", message).allowed([2, 3, 4])
}

/// G-5: no count is below zero.
pub fn check_count(what: Words, input: i64) -> Result<(), Violation> {
    if input >= 0 { Ok(()) } else { Err(Violation::out_of_range(what, input, Bounds::AtLeast(0))) }
}

pub fn no_new_dog(allowed: &[String], recorded: bool) -> Violation {
    let message = if recorded { Words::DogMoved } else { Words::NoNewDog };
    Violation::new("DV-13", "no_new_dog", message).allowed(allowed)
}

pub fn wrong_villagers(seat: Seat, input: i64, villagers: i64, recorded: bool) -> Violation {
    let input = InputNumber(input);
    let message = if recorded {
        Words::WrongVillagersThrown { seat, input, villagers }
    } else {
        Words::WrongVillagers { seat, input, villagers }
    };
    Violation::new("DV-2", "wrong_number_of_villagers", message).allowed(villagers)
}

pub fn too_many_dogs(input: i64, field: i64) -> Violation {
    let message = Words::TooManyDogs { input: InputNumber(input), field };
    Violation::new("DV-9", "too_many_dogs", message).allowed(field)
}

pub fn dogs_left(input: i64, field: i64, recorded: bool) -> Violation {
    let message = match field {
        _ if recorded => Words::DogsLeft { left: field.saturating_sub(input) },
        1 => Words::DogNotTaken,
        _ => Words::DogsNotTaken { input: InputNumber(input), field },
    };
    Violation::new("DV-I3", "dogs_left", message).input(input).allowed(field)
}
