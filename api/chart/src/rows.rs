//! One row a group: a mark or a bar with its interval, its label on the left, its number on the right.

use super::axis::Axis;
use super::canvas::{Area, Canvas, Done, Failure, NORMAL, Plot, Point, SMALL, Side};
use super::css_class::CssClass;
use super::legend;
use super::panel::Panel;
use super::text_metrics;
use kifu_statistics::estimate::Interval;

/// A row is so high; so are the axis below all of them, and the heading above.
pub const ROW: f64 = 40.0;
/// Below this width labels are above their marks, not beside them.
const NARROW: f64 = 440.0;
const AXIS: f64 = 40.0;
const HEADING: f64 = 24.0;

/// A group of observations in a row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Whose.
    pub label: String,
    /// Of how many observations.
    pub size: String,
    /// The number in words.
    pub said: String,
    /// The number, if there is one.
    pub value: Option<f64>,
    /// Its interval.
    pub interval: Option<Interval>,
    /// Between what it lies, whatever was never revealed.
    pub bounds: Option<Interval>,
    /// Why there is no number.
    pub missing: Option<String>,
    /// Its colour and shape.
    pub series: usize,
}

/// How the number of a row is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// As a mark.
    Mark,
    /// As a bar from 0 on.
    Bar,
    /// As a mark, by a line at 0.
    Difference,
}

/// Rows over one axis.
pub struct Rows {
    /// What they are together, if it has to be said.
    pub heading: Option<String>,
    /// The rows, from the top down.
    pub all: Vec<Row>,
    /// From where to where their numbers go.
    pub axis: Axis,
    /// What the numbers count.
    pub caption: String,
    /// How they are shown.
    pub shown: Shown,
}

impl Rows {
    fn heading(&self) -> f64 {
        self.heading.as_ref().map_or(0.0, |_| HEADING)
    }

    /// How wide labels and numbers are.
    fn margins(&self, width: f64) -> (f64, f64) {
        let widest = |of: &dyn Fn(&Row) -> f64| self.all.iter().map(of).fold(0.0, f64::max);
        let label =
            widest(&|row| text_metrics::width(&row.label, NORMAL).max(text_metrics::width(&row.size, SMALL)));
        let said = widest(&|row| text_metrics::width(&row.said, NORMAL));
        let label = if width < NARROW { 8.0 } else { (label + 12.0).clamp(48.0, width * 0.36) };
        (label, (said + 12.0).clamp(20.0, width * 0.3))
    }

    /// How high a row is: with its label above it needs more.
    fn step(width: f64) -> f64 {
        if width < NARROW { ROW + 8.0 } else { ROW }
    }

    fn row(&self, canvas: &Canvas, plot: &Plot, row: &Row, (left, right): (f64, f64), y: f64) -> Done {
        let x = |value: f64| plot.at(self.axis.within(value), 0.0).0;
        if let Some(missing) = &row.missing {
            let area = Area { x: left + 6.0, y: y - 10.0, w: right - left - 12.0, h: 20.0 };
            canvas.framed(area, CssClass::NOTHING)?;
            let middle = (f64::midpoint(left, right), y);
            canvas.text(middle, Side::Middle, (SMALL, CssClass::FAINT), missing, area.w - 8.0)?;
        }
        if let (Shown::Bar, Some(value)) = (self.shown, row.value) {
            let area = Area { x: x(0.0), y: y - 9.0, w: x(value) - x(0.0), h: 18.0 };
            canvas.filled(area, CssClass::band(row.series))?;
            canvas.line(&[(x(value), y - 9.0), (x(value), y + 9.0)], 2.4, CssClass::series(row.series))?;
        }
        if let Some(interval) = row.interval {
            legend::interval(canvas, (x(interval.low), x(interval.high)), y, row.series)?;
        }
        if let Some(bounds) = row.bounds {
            legend::bounds(canvas, (x(bounds.low), x(bounds.high)), y + 11.0)?;
        }
        match (self.shown, row.value) {
            (Shown::Mark | Shown::Difference, Some(value)) => canvas.mark((x(value), y), 5.0, row.series),
            _ => Ok(()),
        }
    }
}

impl Panel for Rows {
    fn least(&self, width: f64) -> f64 {
        self.heading() + Self::step(width) * self.all.len() as f64 + AXIS
    }

    fn draw(&self, canvas: &Canvas, area: Area) -> Done {
        if let Some(heading) = &self.heading {
            canvas.strong((area.x, area.y + 9.0), Side::Right, NORMAL, heading, area.w)?;
        }
        let (left, right) = self.margins(area.w);
        let inside = Area {
            x: area.x + left,
            y: area.y + self.heading(),
            w: area.w - left - right,
            h: Self::step(area.w) * self.all.len() as f64,
        };
        let nothing = Axis::of_places(0.0..1.0, Vec::new(), |_| String::new());
        let plot = canvas.plot(inside, &self.axis, &nothing)?;
        let ends = (inside.x, inside.x + inside.w);
        if self.shown == Shown::Difference {
            let zero = plot.at(0.0, 0.0).0;
            canvas.line(&[(zero, inside.y), (zero, inside.y + inside.h)], 1.6, CssClass::INK)?;
        }
        for (number, row) in self.all.iter().enumerate() {
            let h = Self::step(area.w);
            let place = Area { y: inside.y + h * number as f64, h, ..area };
            let under = place.y + h;
            canvas.line(&[(area.x, under), (area.x + area.w, under)], 0.6, CssClass::MESH)?;
            let y = label(canvas, row, place, left)?;
            self.row(canvas, &plot, row, ends, y)?;
            canvas.text((area.x + area.w, y), Side::Left, (NORMAL, CssClass::INK), &row.said, right)?;
        }
        let caption = (inside.x + inside.w / 2.0, inside.y + inside.h + 28.0);
        canvas.text(caption, Side::Middle, (SMALL, CssClass::FAINT), &self.caption, area.w)
    }
}

/// Writes what a row is, to the left of it or above, and gives the height of its mark.
fn label(canvas: &Canvas, row: &Row, area: Area, left: f64) -> Result<f64, Failure> {
    let Area { x, y, w, h } = area;
    let (name, size) = ((NORMAL, CssClass::INK), (SMALL, CssClass::FAINT));
    if w < NARROW {
        let end = x + w;
        let wide = text_metrics::width(&row.size, SMALL);
        plate(canvas, (x, y + 10.0), text_metrics::width(&row.label, NORMAL).min(w - wide - 12.0))?;
        plate(canvas, (end - wide, y + 10.0), wide)?;
        canvas.text((x, y + 10.0), Side::Right, name, &row.label, w - wide - 12.0)?;
        canvas.text((end, y + 10.0), Side::Left, size, &row.size, w)?;
        return Ok(y + h * 0.68);
    }
    let middle = y + h / 2.0;
    let label = if row.size.is_empty() { middle } else { middle - 7.0 };
    canvas.text((x, label), Side::Right, name, &row.label, left - 8.0)?;
    canvas.text((x, middle + 8.0), Side::Right, size, &row.size, left - 8.0)?;
    Ok(middle)
}

/// Hides lines behind words.
fn plate(canvas: &Canvas, (x, y): Point, wide: f64) -> Done {
    canvas.filled(Area { x: x - 2.0, y: y - 8.0, w: wide.max(0.0) + 4.0, h: 16.0 }, CssClass::PAPER)
}
