//! Panels: parts of a chart over its whole width.

use super::canvas::{Area, Canvas, DrawResult};

/// Something that can be drawn into an area.
pub trait Panel {
    /// The height it needs at this width.
    fn min_height(&self, width: f64) -> f64;

    /// True if more height makes it better.
    fn can_grow(&self) -> bool {
        false
    }

    /// Draws it.
    fn draw(&self, canvas: &Canvas, area: Area) -> DrawResult;
}
