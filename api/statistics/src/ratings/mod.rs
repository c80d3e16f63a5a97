//! Ratings by the method of Weng & Lin (2011), kind of game by kind of game; [`definition`] says exactly how.
//!
//! They are a pure function of the games that count. Computed ratings are kept, and only games after a change are
//! computed anew ([`ratings`]).

pub mod definition;
pub mod game_ratings;
pub mod rate;
pub mod results;
#[cfg(test)]
mod tests;
