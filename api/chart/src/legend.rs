//! The legend of a chart.

use super::canvas::{Area, Canvas, DrawResult, SMALL_FONT_SIZE, TextAnchor};
use super::css_class::CssClass;
use super::text_metrics;

/// The height of a line, in pixels.
const LINE_HEIGHT: f64 = 18.0;
/// The width of a symbol, its distance to the text, and the distance between entries, in pixels.
const SYMBOL_WIDTH: f64 = 20.0;
const SYMBOL_GAP: f64 = 5.0;
const ENTRY_GAP: f64 = 14.0;

/// The width of lines that values are held against, in pixels.
pub const REFERENCE_WIDTH: f64 = 1.4;

/// The width of lines of intervals that hold for all groups at once, in pixels.
pub const SIMULTANEOUS_WIDTH: f64 = 1.0;

/// A symbol of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    /// The mark of a series.
    Mark(usize),
    /// The line of a series, with its mark.
    Line(usize),
    /// An interval.
    Interval,
    /// An interval that holds for all groups at once, around the ordinary one.
    Simultaneous,
    /// The band of such intervals over time.
    SimultaneousBand,
    /// The mean by which groups are sorted.
    Shrunk,
    /// The band of intervals.
    Band,
    /// Bounds.
    Bounds,
    /// A patterned surface of a series.
    Surface(usize),
    /// A missing value.
    NoValue,
    /// The reference value.
    Reference,
}

/// A symbol and its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry(pub Symbol, pub String);

/// The height of the legend at this width.
pub fn height(entries: &[LegendEntry], width: f64) -> f64 {
    entry_positions(entries, width).last().map_or(0.0, |(_, y)| y + LINE_HEIGHT)
}

/// Draws it from this corner on.
pub fn draw(canvas: &Canvas, entries: &[LegendEntry], area: Area) -> DrawResult {
    for (LegendEntry(symbol, word), (x, y)) in entries.iter().zip(entry_positions(entries, area.w)) {
        let (x, y) = (area.x + x, area.y + y + LINE_HEIGHT / 2.0);
        symbol.draw(canvas, x, y)?;
        let max_width = area.w - SYMBOL_WIDTH - SYMBOL_GAP;
        canvas.text(
            (x + SYMBOL_WIDTH + SYMBOL_GAP, y),
            TextAnchor::Start,
            (SMALL_FONT_SIZE, CssClass::TEXT),
            word,
            max_width,
        )?;
    }
    Ok(())
}

fn entry_positions(entries: &[LegendEntry], width: f64) -> Vec<(f64, f64)> {
    let (mut x, mut y) = (0.0, 0.0);
    let place = |LegendEntry(_, word): &LegendEntry| {
        let wide = SYMBOL_WIDTH + SYMBOL_GAP + text_metrics::width(word, SMALL_FONT_SIZE);
        if x > 0.0 && x + wide > width {
            (x, y) = (0.0, y + LINE_HEIGHT);
        }
        let place = (x, y);
        x += wide + ENTRY_GAP;
        place
    };
    entries.iter().map(place).collect()
}

impl Symbol {
    fn draw(self, canvas: &Canvas, x: f64, y: f64) -> DrawResult {
        let (middle, right) = (x + SYMBOL_WIDTH / 2.0, x + SYMBOL_WIDTH);
        let box_of = |high: f64| Area { x: x + 2.0, y: y - high / 2.0, w: SYMBOL_WIDTH - 4.0, h: high };
        match self {
            Self::Mark(series) => canvas.mark((middle, y), 4.5, series),
            Self::Line(series) => {
                canvas.line(&[(x, y), (right, y)], 2.0, CssClass::series(series))?;
                canvas.mark((middle, y), 4.0, series)
            }
            Self::Interval => interval(canvas, (x, right), y, 0),
            Self::Simultaneous => simultaneous(canvas, (x, right), y, 0),
            Self::SimultaneousBand => [y - 5.0, y + 5.0].into_iter().try_for_each(|y| {
                canvas.line(&[(x, y), (right, y)], SIMULTANEOUS_WIDTH, CssClass::series(0))
            }),
            Self::Shrunk => canvas.pointer((middle, y), 0),
            Self::Band => canvas.fill_rect(box_of(12.0), CssClass::band(0)),
            Self::Bounds => bounds(canvas, (x, right), y),
            Self::Surface(series) => {
                canvas.fill_rect(box_of(12.0), CssClass::surface(series))?;
                canvas.stroke_rect(box_of(12.0), CssClass::series(series))
            }
            Self::NoValue => canvas.stroke_rect(box_of(10.0), CssClass::NO_VALUE),
            Self::Reference => {
                canvas.line(&[(middle, y - 8.0), (middle, y + 8.0)], REFERENCE_WIDTH, CssClass::REFERENCE)
            }
        }
    }
}

/// An interval from left to right: a line with ends.
pub fn interval(canvas: &Canvas, (left, right): (f64, f64), y: f64, series: usize) -> DrawResult {
    let class = CssClass::series(series);
    canvas.line(&[(left, y), (right, y)], 2.4, class)?;
    canvas.line(&[(left, y - 4.5), (left, y + 4.5)], 2.0, class)?;
    canvas.line(&[(right, y - 4.5), (right, y + 4.5)], 2.0, class)
}

/// An interval that holds for all groups at once: a thin line with low ends.
pub fn simultaneous(canvas: &Canvas, (left, right): (f64, f64), y: f64, series: usize) -> DrawResult {
    let class = CssClass::series(series);
    for line in
        [[(left, y), (right, y)], [(left, y - 3.0), (left, y + 3.0)], [(right, y - 3.0), (right, y + 3.0)]]
    {
        canvas.line(&line, SIMULTANEOUS_WIDTH, class)?;
    }
    Ok(())
}

/// Bounds from left to right: dashes between brackets.
pub fn bounds(canvas: &Canvas, (left, right): (f64, f64), y: f64) -> DrawResult {
    canvas.line(&[(left, y), (right, y)], 1.6, CssClass::BOUNDS)?;
    for (end, into) in [(left, 3.0), (right, -3.0)] {
        let bracket = [(end + into, y - 4.0), (end, y - 4.0), (end, y + 4.0), (end + into, y + 4.0)];
        canvas.line(&bracket, 1.6, CssClass::BOUNDS)?;
    }
    Ok(())
}
