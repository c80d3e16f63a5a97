//! Finds out if all can still win together (BR-10), with all hands open.
//!
//! A position is lost if no line of legal plays meets both conditions. Winning depends on the order of the tiles of each
//! animal and not on their numbers, so positions are told apart by who holds the lowest, the second lowest and so on,
//! with the leader as the first seat. Of tiles in one hand with none of others between them one stands for all.
//!
//! The search tries the likeliest plan first (who takes how much, who keeps which animal), and begins again with another
//! plan when it has looked at too many positions; what was found lost stays so. Its budget is counted in positions, so
//! that the same record always gets the same answer.

mod search;
mod state;

pub(in super::super) use search::{Solver, Verdict};
pub(in super::super) use state::{Goal, OpenTable, tile_index};
