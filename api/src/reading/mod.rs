//! JSON, or the parameters of a query, as a value of a type: with the place and the kind of what is wrong, so that it can
//! be said in words of ours. Serde's own complaints are English prose that speaks of Rust's types.
//!
//! The engine has a reader of its own for moves and options (`kifu_engine::malformed`). They are two because this one also
//! reads query parameters and expects ids and times, and its messages are those of requests.

mod json;
mod mistake;
mod parameters;
#[cfg(test)]
mod tests;
mod unique;

pub use mistake::{EXPECTED_PERSON, EXPECTED_PERSPECTIVE, Mistake};
pub use unique::{NotUnique, UniqueJson};

use serde::Deserialize;
use serde_json::Value;

/// The largest whole number that every reader of JSON reads exactly.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// JSON as a value of a type. An object is never read from a list of its fields.
///
/// # Errors
///
/// The first field that is missing, unknown or of another kind than it must be.
pub fn read<'j, T: Deserialize<'j>>(json: &'j Value) -> Result<T, Mistake> {
    T::deserialize(json::Json(json))
}

/// The parameters of a query, by name, as a value of a type.
///
/// # Errors
///
/// The first parameter that is missing, unknown, repeated or of another kind than it must be.
pub fn read_parameters<T: for<'p> Deserialize<'p>>(parameters: &[(String, String)]) -> Result<T, Mistake> {
    T::deserialize(parameters::Parameters::of(parameters))
}
