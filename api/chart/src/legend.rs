//! What the marks of a chart mean.

use super::canvas::{Area, Canvas, Done, SMALL, Side};
use super::css_class::CssClass;
use super::text_metrics;

/// A line of the legend is so high.
const LINE: f64 = 18.0;
/// The sign of an entry is so wide, its distance to the word and to the next entry.
const SIGN: f64 = 20.0;
const GAP: f64 = 5.0;
const NEXT: f64 = 14.0;

/// How something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The mark of a series.
    Mark(usize),
    /// The line of a series, with its mark.
    Line(usize),
    /// An interval.
    Interval,
    /// The band of intervals.
    Band,
    /// Bounds.
    Bounds,
    /// A patterned surface of a series.
    Surface(usize),
    /// Something that is held back.
    Nothing,
}

/// A sign with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry(pub Sign, pub String);

/// How high the legend is in this width.
pub fn height(entries: &[Entry], width: f64) -> f64 {
    places(entries, width).last().map_or(0.0, |(_, y)| y + LINE)
}

/// Draws it from this corner on.
pub fn draw(canvas: &Canvas, entries: &[Entry], area: Area) -> Done {
    for (Entry(sign, word), (x, y)) in entries.iter().zip(places(entries, area.w)) {
        let (x, y) = (area.x + x, area.y + y + LINE / 2.0);
        sign.draw(canvas, x, y)?;
        let room = area.w - SIGN - GAP;
        canvas.text((x + SIGN + GAP, y), Side::Right, (SMALL, CssClass::INK), word, room)?;
    }
    Ok(())
}

fn places(entries: &[Entry], width: f64) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (0.0, 0.0);
    let place = |Entry(_, word): &Entry| {
        let wide = SIGN + GAP + text_metrics::width(word, SMALL);
        if x > 0.0 && x + wide > width {
            (x, y) = (0.0, y + LINE);
        }
        let place = (x, y);
        x += wide + NEXT;
        place
    };
    entries.iter().map(place).collect()
}

impl Sign {
    fn draw(self, canvas: &Canvas, x: f64, y: f64) -> Done {
        let (middle, right) = (x + SIGN / 2.0, x + SIGN);
        let box_of = |high: f64| Area { x: x + 2.0, y: y - high / 2.0, w: SIGN - 4.0, h: high };
        match self {
            Self::Mark(series) => canvas.mark((middle, y), 4.5, series),
            Self::Line(series) => {
                canvas.line(&[(x, y), (right, y)], 2.0, CssClass::series(series))?;
                canvas.mark((middle, y), 4.0, series)
            }
            Self::Interval => interval(canvas, (x, right), y, 0),
            Self::Band => canvas.filled(box_of(12.0), CssClass::band(0)),
            Self::Bounds => bounds(canvas, (x, right), y),
            Self::Surface(series) => {
                canvas.filled(box_of(12.0), CssClass::surface(series))?;
                canvas.framed(box_of(12.0), CssClass::series(series))
            }
            Self::Nothing => canvas.framed(box_of(10.0), CssClass::NOTHING),
        }
    }
}

/// An interval from left to right: a line with ends.
pub fn interval(canvas: &Canvas, (left, right): (f64, f64), y: f64, series: usize) -> Done {
    let role = CssClass::series(series);
    canvas.line(&[(left, y), (right, y)], 2.4, role)?;
    canvas.line(&[(left, y - 4.5), (left, y + 4.5)], 2.0, role)?;
    canvas.line(&[(right, y - 4.5), (right, y + 4.5)], 2.0, role)
}

/// Bounds from left to right: dashes between brackets.
pub fn bounds(canvas: &Canvas, (left, right): (f64, f64), y: f64) -> Done {
    canvas.line(&[(left, y), (right, y)], 1.6, CssClass::BOUNDS)?;
    for (end, into) in [(left, 3.0), (right, -3.0)] {
        let bracket = [(end + into, y - 4.0), (end, y - 4.0), (end, y + 4.0), (end + into, y + 4.0)];
        canvas.line(&bracket, 1.6, CssClass::BOUNDS)?;
    }
    Ok(())
}
