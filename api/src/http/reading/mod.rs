//! The engine's reader gives JSON, or the parameters of a query, as a value of a type; a message names the fault.

mod complaint;
mod storable;
#[cfg(test)]
mod tests;

pub use complaint::{EXPECTED_PERSON, EXPECTED_PERSPECTIVE, complaint};
pub use storable::{NotStorable, StorableJson};

use kifu_engine::malformed::{self, Fault, Reader};
use serde::Deserialize;
use serde_json::Value;

/// JSON as a value of a type. An object is never read from a list of its fields.
///
/// # Errors
///
/// The first field that is missing, unknown or of another kind than it must be.
pub fn read<'j, T: Deserialize<'j>>(json: &'j Value) -> Result<T, Fault> {
    T::deserialize(Reader::Json(json))
}

/// The parameters of a query, by name, as a value of a type.
///
/// # Errors
///
/// The first parameter that is missing, unknown, repeated or of another kind than it must be.
pub fn read_parameters<T: for<'p> Deserialize<'p>>(parameters: &[(String, String)]) -> Result<T, Fault> {
    T::deserialize(malformed::parameters(parameters))
}
