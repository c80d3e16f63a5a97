//! The seats that some JSON names.

use serde::Deserialize;
use serde_json::Value;

use super::Seat;

/// The fields of a detail that hold a seat, or a list of them.
const SEAT_FIELDS: [&str; 5] = ["seat", "seats", "turn", "leader", "target"];

/// The seats in a field that is known to name seats: one, a list of them, or objects with them.
pub(crate) fn named_seats(value: &Value) -> Vec<Seat> {
    match value {
        Value::Number(_) => Seat::deserialize(value).into_iter().collect(),
        Value::Array(values) => values.iter().flat_map(named_seats).collect(),
        other => seats_in(other),
    }
}

/// The seats in the detail of a violation.
pub fn seats_in(detail: &Value) -> Vec<Seat> {
    let seat = |value: &Value| Seat::deserialize(value).ok();
    match detail {
        Value::Object(fields) => {
            let own = fields.iter().filter(|(field, _)| SEAT_FIELDS.contains(&field.as_str()));
            let own = own.flat_map(|(field, value)| match value {
                Value::Array(seats) => seats.iter().filter_map(seat).collect(),
                // `seats` alone is how many there are.
                value => seat(value).filter(|_| field != "seats").into_iter().collect::<Vec<_>>(),
            });
            own.chain(fields.values().flat_map(seats_in)).collect()
        }
        Value::Array(values) => values.iter().flat_map(seats_in).collect(),
        _ => Vec::new(),
    }
}
