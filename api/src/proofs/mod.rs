//! Signed heads of records and of shards, and where they are sent.

pub mod heads_place;
pub mod heads_sender;
pub mod signing;
pub mod tree_heads;
