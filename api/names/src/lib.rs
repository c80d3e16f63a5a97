//! Names of people, places and things that people type and others see: which text can be a name, how it is shown beside
//! other words, where it may be cut, and when two are the same.
//!
//! [`Name`] is the one type for them. Only parsing makes one from what somebody sent, so a text that nobody checked
//! does not compile as a name. [`NameKey`] is the one thing that names are compared by, here and in the database.

mod clean;
mod isolation;
mod key;
mod letters;
mod name;

pub use isolation::{isolated, isolated_line};
pub use key::NameKey;
pub use letters::{clipped, letter_count, letters};
pub use name::{InvalidName, Name};
