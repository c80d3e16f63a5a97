//! The rules of Kifu's games, and the fold that turns a log of moves into a position.
//!
//! Nothing in this crate reads a clock, draws a random number, touches a file, a database or
//! the network: the same log folds to the same position everywhere, for ever.

pub mod erased;
pub mod fact;
pub mod game;
pub mod games;
pub mod malformed;
pub mod record;
pub mod seat;
pub mod statistics;
pub mod text;
pub mod violation;
