//! A part of a picture, over the whole width.

use super::canvas::{Area, Canvas, Done};

/// Something that can be drawn into an area.
pub trait Panel {
    /// The height it needs in this width.
    fn least(&self, width: f64) -> f64;

    /// Whether more height makes it better.
    fn is_better_taller(&self) -> bool {
        false
    }

    /// Draws it.
    fn draw(&self, canvas: &Canvas, area: Area) -> Done;
}
