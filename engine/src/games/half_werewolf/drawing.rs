//! The table drawn.

use super::view::View;
use crate::board::Board;

/// Draws a position.
pub fn draw(_view: &View, _board: &mut Board) {}
