//! The engine for pages and programs in JavaScript: a question is JSON text, and so is its answer.
//!
//! There is no logic here. A page holds records in [`Records`], each folded from the entries that the service sent or
//! that somebody entered, and asks them what the service would be asked. `memory.rs` hands the text over.

mod memory;
mod problem;
mod question;
mod record;
mod records;
mod reply;

pub use records::Records;
