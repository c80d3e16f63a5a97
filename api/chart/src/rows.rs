//! One row a group: its label on the left, a mark or a bar with its interval, its number on the right.

use super::axis::Axis;
use super::canvas::{
    Area, Canvas, DrawError, DrawResult, FONT_SIZE, Plot, Point, SMALL_FONT_SIZE, TextAnchor,
};
use super::css_class::CssClass;
use super::legend;
use super::panel::Panel;
use super::text_metrics;
use kifu_statistics::estimate::Interval;

/// The height of a row, in pixels.
pub const ROW_HEIGHT: f64 = 40.0;
/// Below this width in pixels labels are above their marks, not beside them.
const NARROW_WIDTH: f64 = 440.0;
/// The height of the axis below the rows, in pixels.
const AXIS_HEIGHT: f64 = 40.0;
/// The height of a heading, in pixels.
pub const HEADING_HEIGHT: f64 = 24.0;

/// A group of observations in a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Its group.
    pub label: String,
    /// The number of observations.
    pub count_label: String,
    /// The value as text.
    pub value_label: String,
    /// The value, if there is one.
    pub value: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// The interval that holds for all groups at once.
    pub simultaneous: Option<Interval>,
    /// The mean by which groups are sorted.
    pub shrunk: Option<f64>,
    /// The bounds of the value over all observations, revealed or not.
    pub bounds: Option<Interval>,
    /// The reason why there is no number.
    pub missing: Option<String>,
    /// Its colour and shape.
    pub series: usize,
}

/// How the value of a row is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueMark {
    /// As a mark.
    Mark,
    /// As a bar from 0 on.
    Bar,
    /// As a mark, by a line at 0.
    Difference,
}

/// Rows over one axis.
pub struct Rows {
    /// A heading, if they need one.
    pub heading: Option<String>,
    /// The rows, from the top down.
    pub rows: Vec<Row>,
    /// The axis of the values.
    pub axis: Axis,
    /// The caption of the counts.
    pub caption: String,
    /// How they are shown.
    pub mark: ValueMark,
    /// The reference value.
    pub reference: Option<f64>,
}

impl Rows {
    fn heading(&self) -> f64 {
        self.heading.as_ref().map_or(0.0, |_| HEADING_HEIGHT)
    }

    /// The widths of labels and of values.
    fn margins(&self, width: f64) -> (f64, f64) {
        let widest = |of: &dyn Fn(&Row) -> f64| self.rows.iter().map(of).fold(0.0, f64::max);
        let label = widest(&|row| {
            text_metrics::width(&row.label, FONT_SIZE)
                .max(text_metrics::width(&row.count_label, SMALL_FONT_SIZE))
        });
        let value_label = widest(&|row| text_metrics::width(&row.value_label, FONT_SIZE));
        let label = if width < NARROW_WIDTH { 8.0 } else { (label + 12.0).clamp(48.0, width * 0.36) };
        (label, (value_label + 12.0).clamp(20.0, width * 0.3))
    }

    /// The height of a row; with its label above it needs more.
    fn row_height(width: f64) -> f64 {
        if width < NARROW_WIDTH { ROW_HEIGHT + 8.0 } else { ROW_HEIGHT }
    }

    fn row(&self, canvas: &Canvas, plot: &Plot, row: &Row, (left, right): (f64, f64), y: f64) -> DrawResult {
        let x = |value: f64| plot.point(self.axis.clamp(value), 0.0).0;
        if let Some(missing) = &row.missing {
            let area = Area { x: left + 6.0, y: y - 10.0, w: right - left - 12.0, h: 20.0 };
            canvas.stroke_rect(area, CssClass::NO_VALUE)?;
            let middle = (f64::midpoint(left, right), y);
            canvas.text(
                middle,
                TextAnchor::Middle,
                (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT),
                missing,
                area.w - 8.0,
            )?;
        }
        if let (ValueMark::Bar, Some(value)) = (self.mark, row.value) {
            let area = Area { x: x(0.0), y: y - 9.0, w: x(value) - x(0.0), h: 18.0 };
            canvas.fill_rect(area, CssClass::band(row.series))?;
            canvas.line(&[(x(value), y - 9.0), (x(value), y + 9.0)], 2.4, CssClass::series(row.series))?;
        }
        if let Some(wide) = row.simultaneous {
            legend::simultaneous(canvas, (x(wide.low), x(wide.high)), y, row.series)?;
        }
        if let Some(shrunk) = row.shrunk {
            canvas.pointer((x(shrunk), y - 9.0), row.series)?;
        }
        if let Some(interval) = row.interval {
            legend::interval(canvas, (x(interval.low), x(interval.high)), y, row.series)?;
        }
        if let Some(bounds) = row.bounds {
            legend::bounds(canvas, (x(bounds.low), x(bounds.high)), y + 11.0)?;
        }
        match (self.mark, row.value) {
            (ValueMark::Mark | ValueMark::Difference, Some(value)) => {
                canvas.mark((x(value), y), 5.0, row.series)
            }
            _ => Ok(()),
        }
    }
}

impl Panel for Rows {
    fn min_height(&self, width: f64) -> f64 {
        self.heading() + Self::row_height(width) * self.rows.len() as f64 + AXIS_HEIGHT
    }

    fn draw(&self, canvas: &Canvas, area: Area) -> DrawResult {
        if let Some(heading) = &self.heading {
            canvas.bold_text((area.x, area.y + 9.0), TextAnchor::Start, FONT_SIZE, heading, area.w)?;
        }
        let (left, right) = self.margins(area.w);
        let inside = Area {
            x: area.x + left,
            y: area.y + self.heading(),
            w: area.w - left - right,
            h: Self::row_height(area.w) * self.rows.len() as f64,
        };
        let nothing = Axis::with_ticks(0.0..1.0, Vec::new(), |_| String::new());
        let plot = canvas.plot(inside, &self.axis, &nothing)?;
        let ends = (inside.x, inside.x + inside.w);
        if self.mark == ValueMark::Difference {
            let zero = plot.point(0.0, 0.0).0;
            canvas.line(&[(zero, inside.y), (zero, inside.y + inside.h)], 1.6, CssClass::TEXT)?;
        }
        if let Some(reference) = self.reference {
            let x = plot.point(self.axis.clamp(reference), 0.0).0;
            let line = [(x, inside.y), (x, inside.y + inside.h)];
            canvas.line(&line, legend::REFERENCE_WIDTH, CssClass::REFERENCE)?;
        }
        for (number, row) in self.rows.iter().enumerate() {
            let h = Self::row_height(area.w);
            let place = Area { y: inside.y + h * number as f64, h, ..area };
            let under = place.y + h;
            canvas.line(&[(area.x, under), (area.x + area.w, under)], 0.6, CssClass::GRID)?;
            let y = label(canvas, row, place, left)?;
            self.row(canvas, &plot, row, ends, y)?;
            canvas.text(
                (area.x + area.w, y),
                TextAnchor::End,
                (FONT_SIZE, CssClass::TEXT),
                &row.value_label,
                right,
            )?;
        }
        let caption = (inside.x + inside.w / 2.0, inside.y + inside.h + 28.0);
        canvas.text(
            caption,
            TextAnchor::Middle,
            (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT),
            &self.caption,
            area.w,
        )
    }
}

/// Draws the labels of a row, to the left or above, and returns the vertical position of its mark.
fn label(canvas: &Canvas, row: &Row, area: Area, left: f64) -> Result<f64, DrawError> {
    let Area { x, y, w, h } = area;
    let (name, count_label) = ((FONT_SIZE, CssClass::TEXT), (SMALL_FONT_SIZE, CssClass::SECONDARY_TEXT));
    if w < NARROW_WIDTH {
        let end = x + w;
        let wide = text_metrics::width(&row.count_label, SMALL_FONT_SIZE);
        cover_lines(canvas, (x, y + 10.0), text_metrics::width(&row.label, FONT_SIZE).min(w - wide - 12.0))?;
        cover_lines(canvas, (end - wide, y + 10.0), wide)?;
        canvas.text((x, y + 10.0), TextAnchor::Start, name, &row.label, w - wide - 12.0)?;
        canvas.text((end, y + 10.0), TextAnchor::End, count_label, &row.count_label, w)?;
        return Ok(y + h * 0.68);
    }
    let middle = y + h / 2.0;
    let label = if row.count_label.is_empty() { middle } else { middle - 7.0 };
    canvas.text((x, label), TextAnchor::Start, name, &row.label, left - 8.0)?;
    canvas.text((x, middle + 8.0), TextAnchor::Start, count_label, &row.count_label, left - 8.0)?;
    Ok(middle)
}

/// Covers grid lines behind a text.
fn cover_lines(canvas: &Canvas, (x, y): Point, wide: f64) -> DrawResult {
    canvas.fill_rect(Area { x: x - 2.0, y: y - 8.0, w: wide.max(0.0) + 4.0, h: 16.0 }, CssClass::BACKGROUND)
}

/// All numbers that the axis of these rows must show. Intervals for all groups at once are cut where they would make the
/// others small: those of few games are wide.
pub fn extents(rows: &[Row]) -> Vec<f64> {
    let ends = |row: &Row| {
        let ends = [row.interval, row.bounds].into_iter().flatten().flat_map(|ends| [ends.low, ends.high]);
        ends.chain(row.value).collect::<Vec<_>>()
    };
    let mut extents: Vec<f64> = rows.iter().flat_map(ends).collect();
    let low = extents.iter().copied().fold(f64::INFINITY, f64::min);
    let high = extents.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let margin = (high - low) / 2.0;
    if margin.is_finite() {
        let wide = rows.iter().filter_map(|row| row.simultaneous).flat_map(|ends| [ends.low, ends.high]);
        extents.extend(wide.map(|end| end.clamp(low - margin, high + margin)));
    }
    extents
}
