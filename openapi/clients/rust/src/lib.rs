//! A typed client of Kifu, which records tabletop games and replays them.
//!
//! Every operation of the contract that answers with JSON is a method of [`Kifu`]; [`types`] has what is sent and answered.

mod error;
mod events;
mod kifu;
mod operations;
pub mod types;

pub use error::Error;
pub use events::{Event, Events};
pub use kifu::Kifu;
