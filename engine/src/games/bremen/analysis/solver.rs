//! Finds out if all can still win together (BR-10), with all hands open.
//!
//! A position is lost if no line of legal plays meets both conditions. Winning depends on the order of the tiles of
//! each animal and not on their numbers, so the key of a position has the holders of the lowest tile, the second lowest
//! and so on, with the leader as the first seat. Tiles in one hand with no other tile between them are equivalent.
//!
//! The search tries the likeliest plan first (the rounds each seat takes, and the animal it keeps). After too many
//! positions it begins again with another plan, and remembers the lost positions. Its budget is counted in positions,
//! so that the same record always gets the same answer.

mod search;
mod state;

pub(in super::super) use search::{Solver, Verdict};
pub(in super::super) use state::{Goal, OpenTable, tile_index};
