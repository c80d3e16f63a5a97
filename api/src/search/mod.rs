//! Finding records: what a search may ask, how it is asked, and what a record is found by.
//!
//! Nothing here knows a rule: what can have happened in a game is read from the engine's schemas.

pub mod cursor;
pub mod document;
pub mod looked_up;
pub mod query;
pub mod term;
